/**
 * The task pane in Excel: Office.js of the page runs the server's batches, the pane shows the session.
 */

import { parseAddress, formatCells } from "./addresses.js";
import { associateCommands, createCommands } from "./commands.js";
import { createHostPort, liveDoor, selfTest } from "./host_port.js";
import { createPane } from "./pane.js";
import { followOfficeTheme } from "./ui/theme.js";
import { connect } from "./wiring.js";

/** @type {[name: string, major: number, minor: number][]} Requirement sets Tieout knows, and their highest minor versions. */
const REQUIREMENT_SETS = [
  ["ExcelApi", 1, 21],
  ["ExcelApiDesktop", 1, 3],
  ["ExcelApiOnline", 1, 1],
  ["SharedRuntime", 1, 2],
];

const paneElement = document.getElementById("pane");
if (!paneElement) throw new Error("The page lacks the pane.");

/** @type {ReturnType<typeof connect> | null} */
let wire = null;

const pane = createPane({
  root: paneElement,
  send: (frame) => wire?.send(frame) ?? false,
  select: selectInExcel,
});

/** The highest version of each set this Excel has, asked from the top: versions include older ones. */
function requirementSets() {
  /** @type {Record<string, string>} */
  const found = {};
  for (const [name, major, highest] of REQUIREMENT_SETS) {
    for (let minor = highest; minor > 0; minor -= 1) {
      if (!Office.context.requirements.isSetSupported(name, `${major}.${minor}`)) continue;
      found[name] = `${major}.${minor}`;
      break;
    }
  }
  return found;
}

/** @param {string} text */
async function selectInExcel(text) {
  const address = parseAddress(text);
  if (!address) throw new Error(`${text} is not an address.`);
  await Excel.run(async (context) => {
    const sheets = context.workbook.worksheets;
    const sheet = address.sheet ? sheets.getItemOrNullObject(address.sheet) : sheets.getActiveWorksheet();
    await context.sync();
    if (sheet.isNullObject) throw new Error(`There is no sheet ${address.sheet} in this workbook.`);
    sheet.activate();
    sheet.getRange(formatCells(address)).select();
    await context.sync();
  });
}

/** The selected cells' address; of a selection in parts, the first part. */
async function selectedInExcel() {
  return Excel.run(async (context) => {
    const first = context.workbook.getSelectedRanges().areas.getItemAt(0).load("address");
    await context.sync();
    return first.address;
  });
}

async function start() {
  if (typeof Office === "undefined") {
    pane.setConnection("disconnected", "Office.js could not be loaded. Check the network, then open the pane again.");
    return;
  }
  const { host, platform } = await Office.onReady();
  if (host !== Office.HostType.Excel) {
    pane.setConnection("disconnected", "This pane works inside Excel. Open it from Excel's ribbon.");
    return;
  }
  followOfficeTheme();
  associateCommands(
    createCommands({
      showPane: () => Office.addin.showAsTaskpane(),
      selection: selectedInExcel,
      propose: pane.propose,
      showError: pane.showError,
    }),
  );
  const door = liveDoor();
  const problem = door ? await selfTest(door) : "This version of Office.js lacks what Tieout needs.";
  if (problem || !door) {
    pane.setConnection("disconnected", problem);
    return;
  }
  const channel = connect({
    capabilities: {
      roles: ["sandbox", "host", "ui"],
      host: String(host),
      platform: String(platform ?? ""),
      requirement_sets: requirementSets(),
    },
    pane,
    onFrame: (frame) => hostPort.receive(frame),
  });
  const hostPort = createHostPort(door, (frame) => channel.send(frame));
  wire = channel;
}

await start();
