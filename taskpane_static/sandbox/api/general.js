/// <reference path="../types.d.ts" />
// `general`: the workbook as a whole, and what the agent can look up.
"use strict";

(() => {
  const { address, calls, lookups, surface } = TieoutSandbox;

  TieoutSandbox.general = surface("general", {
    ...lookups,
    listSheets() {
      const sheets = calls.worksheet(null).context.workbook.worksheets;
      sheets.load("items/name,items/visibility");
      return calls.watch(
        (async () => {
          await calls.flush();
          return sheets.items.map(({ name, visibility }, position) => ({ name, position, visibility }));
        })(),
      );
    },
    /** @param {unknown} name */
    addSheet(name) {
      const call = `general.addSheet(${JSON.stringify(name)})`;
      const checked = address.sheetName(call, name);
      const { worksheets } = calls.worksheet(null).context.workbook;
      return calls.write(call, () => void worksheets.add(checked));
    },
    /** @param {any} test {input, change | to, outputs, checks?} */
    perturb(test) {
      return calls.ask("perturb", () => test);
    },
    /** @param {unknown} text */
    keepConstraint(text) {
      return calls.ask("keep_constraint", () => /** @type {Json} */ ({ text }));
    },
    /** @param {unknown} id */
    revokeEvidence(id) {
      return calls.ask("revoke_evidence", () => /** @type {Json} */ ({ id }));
    },
    /** @param {unknown} name */
    getAPIInfo(name) {
      if (typeof name !== "string" || name === "") {
        throw new Error('general.getAPIInfo: give a name such as "chart" or "Excel.Table"');
      }
      return calls.ask("api_info", () => ({ name }));
    },
  });
})();
