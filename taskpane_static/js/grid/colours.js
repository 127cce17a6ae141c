/**
 * Colours of a workbook on a dark sheet. Workbooks are written for white paper: blue inputs and black
 * borders would vanish, so what stands on the bare sheet is lightened until it can be read.
 */

/**
 * @param {string} colour `#rrggbb`
 * @returns {[number, number, number] | null}
 */
export function channels(colour) {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!match) return null;
  return [Number.parseInt(match[1] ?? "", 16), Number.parseInt(match[2] ?? "", 16), Number.parseInt(match[3] ?? "", 16)];
}

/**
 * Relative luminance, 0 to 1 (WCAG 2).
 *
 * @param {readonly [number, number, number]} rgb
 */
export function luminance(rgb) {
  const [red, green, blue] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/**
 * Contrast ratio of two colours, 1 to 21.
 *
 * @param {string} one
 * @param {string} other
 */
export function contrast(one, other) {
  const [a, b] = [channels(one), channels(other)];
  if (!a || !b) return 21;
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/**
 * The colour itself where it can be read on the background, else the nearest mix with white that can.
 *
 * @param {string} colour `#rrggbb`
 * @param {string} background `#rrggbb`, dark
 * @param {number} [ratio] contrast to reach
 */
export function lightenFor(colour, background, ratio = 4.5) {
  const rgb = channels(colour);
  if (!rgb) return colour;
  for (let share = 0; share <= 1; share += 0.1) {
    const mixed = hex(rgb.map((value) => value + (255 - value) * share));
    if (contrast(mixed, background) >= ratio) return mixed;
  }
  return "#ffffff";
}

/** @param {number[]} rgb */
function hex(rgb) {
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}
