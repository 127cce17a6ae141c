/**
 * The browser page: the embedded Excel's workbook on the left, the pane on the right.
 */

import { createWorkbookView } from "./grid/workbook_view.js";
import { createPane } from "./pane.js";
import { connect } from "./wiring.js";

const page = new URL(".", location.href);
const workbookPlace = document.getElementById("workbook");
const paneElement = document.getElementById("pane");
if (!workbookPlace || !paneElement) throw new Error("The page lacks the workbook or the pane.");

let selection = "";
let selectionTimer = 0;

/** @type {ReturnType<typeof connect>} */
let wire;

const workbook = createWorkbookView(workbookPlace, {
  api: new URL("api/", page),
  onSelect(address) {
    selection = address;
    pane.showSelection(address);
    // A drag passes many cells; the server needs the one it ends on.
    clearTimeout(selectionTimer);
    selectionTimer = window.setTimeout(sendSelection, 120);
  },
  onError: (message) => pane.showError(message),
});

const pane = createPane({
  root: paneElement,
  send: (frame) => wire.send(frame),
  select(address) {
    if (!workbook.select(address)) throw new Error(`${address} is not in this workbook.`);
  },
});

function sendSelection() {
  if (selection) wire.send({ type: "workbook.selection", address: selection.slice(0, 300) });
}

wire = connect({
  capabilities: { roles: ["sandbox", "ui"], host: "", platform: "", requirement_sets: {} },
  pane,
  onFrame(frame) {
    switch (frame.type) {
      case "welcome":
        void workbook.refresh().then(sendSelection);
        break;
      case "workbook.changed":
        void workbook.refresh();
        break;
      case "agent.reverted":
        if (!frame["failure"]) workbook.clearMarks();
        void workbook.refresh();
        break;
      case "agent.turn_started":
        workbook.clearMarks();
        break;
      case "agent.execution_finished":
        workbook.markChanges(frame["cells"] ?? []);
        break;
    }
  },
});
