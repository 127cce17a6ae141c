/**
 * Follows Office's theme where there is one. Without it the style sheets follow the system.
 */

/** @param {string} colour `#rrggbb` */
function isDark(colour) {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!match) return false;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((part) => Number.parseInt(part, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

function applyOfficeTheme() {
  const theme = Office.context.officeTheme;
  if (!theme?.bodyBackgroundColor) return;
  document.documentElement.dataset["theme"] = isDark(theme.bodyBackgroundColor) ? "dark" : "light";
}

/** Excel has no event for a changed theme, so it is read again whenever the pane is looked at. */
export function followOfficeTheme() {
  applyOfficeTheme();
  document.addEventListener("visibilitychange", applyOfficeTheme);
  window.addEventListener("focus", applyOfficeTheme);
}
