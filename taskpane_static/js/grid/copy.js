/**
 * The selected cells as tab-separated text, as spreadsheets exchange them.
 *
 * @param {readonly (readonly string[])[]} rows
 */
export function tabSeparated(rows) {
  return rows
    .map((row) => row.map((text) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join("\t"))
    .join("\n");
}
