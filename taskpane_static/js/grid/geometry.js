/**
 * Where rows and columns stand on the screen: points to pixels, hidden ones left out, merged areas
 * in visible coordinates. Knows nothing of the page.
 *
 * @typedef {[top: number, left: number, bottom: number, right: number]} Bounds
 */

/**
 * CSS pixels of a length in points, whole as the grid needs them.
 *
 * @param {number} points
 */
export function pixels(points) {
  return Math.round((points * 96) / 72);
}

/**
 * @typedef {object} AxisFacts
 * @property {number} count rows or columns to show, hidden ones included
 * @property {readonly number[]} hidden
 * @property {Readonly<Record<string, number>>} sizes points, where they differ from the default
 * @property {number} defaultSize points
 */

/** Rows or columns in visible order. Sheet indexes count hidden ones, positions do not. */
export class Axis {
  /** @param {AxisFacts} facts */
  constructor({ count, hidden, sizes, defaultSize }) {
    const skipped = new Set(hidden.filter((index) => index < count));
    for (const [index, size] of Object.entries(sizes)) if (size <= 0) skipped.add(Number(index));
    /** @type {number[]} */
    this.indexes = [];
    for (let index = 0; index < count; index += 1) if (!skipped.has(index)) this.indexes.push(index);
    this.sizes = sizes;
    this.defaultPixels = pixels(defaultSize);
  }

  get length() {
    return this.indexes.length;
  }

  /**
   * Sheet index at a position.
   *
   * @param {number} position
   */
  indexAt(position) {
    return this.indexes[position] ?? 0;
  }

  /**
   * Position of a sheet index; of the next visible one when it is hidden, of the last one beyond it.
   *
   * @param {number} index
   */
  positionOf(index) {
    let low = 0;
    let high = this.indexes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (/** @type {number} */ (this.indexes[middle]) < index) low = middle + 1;
      else high = middle;
    }
    return Math.min(low, this.indexes.length - 1);
  }

  /**
   * How many visible ones lie before a sheet index.
   *
   * @param {number} index
   */
  countBefore(index) {
    const position = this.positionOf(index);
    return this.indexAt(position) < index ? position + 1 : position;
  }

  /**
   * Pixels of the row or column at a position.
   *
   * @param {number} position
   */
  pixelsAt(position) {
    const size = this.sizes[this.indexAt(position)];
    return size === undefined ? this.defaultPixels : pixels(size);
  }
}

/**
 * Merged areas in positions, without those that hiding reduced to one cell or to nothing.
 *
 * @param {readonly Bounds[]} merges in sheet indexes
 * @param {Axis} rows
 * @param {Axis} columns
 * @returns {Bounds[]}
 */
export function visibleMerges(merges, rows, columns) {
  /** @type {Bounds[]} */
  const found = [];
  for (const [top, left, bottom, right] of merges) {
    const first = rows.countBefore(top);
    const last = rows.countBefore(bottom + 1) - 1;
    const start = columns.countBefore(left);
    const end = columns.countBefore(right + 1) - 1;
    if (last >= first && end >= start && (last > first || end > start)) found.push([first, start, last, end]);
  }
  return found;
}

/**
 * A merged area that reaches over a frozen edge, cut there: each part scrolls with its own pane.
 *
 * @param {Bounds} merge
 * @param {number} frozenRows
 * @param {number} frozenColumns
 * @returns {Bounds[]}
 */
export function cutAtFrozen([top, left, bottom, right], frozenRows, frozenColumns) {
  const rows = cut(top, bottom, frozenRows);
  const columns = cut(left, right, frozenColumns);
  return rows.flatMap(([t, b]) => columns.map(([l, r]) => /** @type {Bounds} */ ([t, l, b, r])));
}

/**
 * @param {number} first
 * @param {number} last
 * @param {number} at
 * @returns {[number, number][]}
 */
function cut(first, last, at) {
  return first < at && at <= last ? [[first, at - 1], [at, last]] : [[first, last]];
}

/**
 * The smallest area that holds a range and every merged area it touches.
 *
 * @param {Bounds} range
 * @param {readonly Bounds[]} merges
 * @returns {Bounds}
 */
export function growOverMerges(range, merges) {
  let [top, left, bottom, right] = range;
  for (let changed = true; changed; ) {
    changed = false;
    for (const [t, l, b, r] of merges) {
      const touches = t <= bottom && b >= top && l <= right && r >= left;
      if (!touches || (t >= top && b <= bottom && l >= left && r <= right)) continue;
      [top, left, bottom, right] = [Math.min(top, t), Math.min(left, l), Math.max(bottom, b), Math.max(right, r)];
      changed = true;
    }
  }
  return [top, left, bottom, right];
}
