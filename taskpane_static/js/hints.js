/**
 * Tells the server what Excel tells the page: that cells were edited, and whether by somebody elsewhere.
 * Only hints: the server looks for itself, and misses nothing when none come.
 *
 * @typedef {{sheet: string, address: string, source: "local" | "remote", change: string}} HintEntry
 * @typedef {{worksheetId: string, address: string, source: string, changeType?: string, triggerSource?: string}} Changed
 */

/** More edits in one message are said as edits somewhere on their sheets. */
const MOST = 50;
/** Milliseconds that edits are collected for. */
const WAIT = 150;

/**
 * Collects edits and sends them as one `workbook.hint` frame.
 *
 * @param {(frame: {type: "workbook.hint", edits: HintEntry[]}) => unknown} send
 * @param {(work: () => void, milliseconds: number) => unknown} later
 */
export function createHints(send, later = setTimeout) {
  /** @type {Map<string, HintEntry>} */
  let waiting = new Map();

  function flush() {
    let edits = [...waiting.values()];
    waiting = new Map();
    if (edits.length > MOST) {
      const sheets = new Map(edits.map((edit) => [`${edit.sheet} ${edit.source}`, { ...edit, address: "", change: "" }]));
      edits = [...sheets.values()].slice(0, MOST);
    }
    if (edits.length > 0) send({ type: "workbook.hint", edits });
  }

  return {
    /** @param {Changed} event */
    changed(event) {
      // What the server's own batches did comes back as an event of this add-in.
      if (event.triggerSource === "ThisLocalAddin") return;
      const source = event.source === "Remote" ? "remote" : "local";
      const change = String(event.changeType ?? "").slice(0, 64);
      const edit = { sheet: String(event.worksheetId).slice(0, 64), address: String(event.address ?? "").slice(0, 300), source, change };
      if (waiting.size === 0) later(flush, WAIT);
      waiting.set(JSON.stringify(edit), /** @type {HintEntry} */ (edit));
    },
  };
}

/**
 * Listens to the edits of all sheets. An Excel that can't tell them is left alone.
 *
 * @param {{changed: (event: any) => void}} hints
 */
export async function listen(hints) {
  try {
    await Excel.run(async (context) => {
      context.workbook.worksheets.onChanged.add(async (event) => hints.changed(event));
      await context.sync();
    });
  } catch {
    // Nothing depends on hints.
  }
}
