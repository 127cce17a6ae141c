/**
 * The task pane in Excel: Office.js of the page runs the server's batches, the pane shows the session.
 */

import { parseAddress, formatCells } from "./addresses.js";
import { associateCommands, createCommands } from "./commands.js";
import { CALCULATING, STILL_WAITING, troubleOf } from "./excel_trouble.js";
import { capabilitiesOf, tooOld } from "./excel_version.js";
import { createHints, listen } from "./hints.js";
import { createHostPort, liveDoor, selfTest, throughDoor } from "./host_port.js";
import { createPane } from "./pane.js";
import { runPublicly } from "./public_door.js";
import { followOfficeTheme } from "./ui/theme.js";
import { connect } from "./wiring.js";

const paneElement = document.getElementById("pane");
if (!paneElement) throw new Error("The page lacks the pane.");

const REDUCED =
  "Reduced mode: this Excel doesn't take batches the way Tieout needs. Tieout can look at the workbook and answer, but can't run code in it.";

/** @type {ReturnType<typeof connect> | null} */
let wire = null;

const pane = createPane({
  root: paneElement,
  send: (frame) => wire?.send(frame) ?? false,
  select: selectInExcel,
});

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
  const sets = Office.context.requirements;
  const old = tooOld(sets);
  const way = old ? { problem: old } : await wayToExcel();
  if ("problem" in way) {
    pane.setConnection("disconnected", way.problem);
    return;
  }
  const capabilities = {
    roles: /** @type {("sandbox" | "host" | "ui")[]} */ (way.reduced ? ["host", "ui"] : ["sandbox", "host", "ui"]),
    host: String(host),
    platform: String(platform ?? ""),
    requirement_sets: await capabilitiesOf(sets, way.execute),
  };
  const standing = way.reduced ? REDUCED : "";
  const channel = connect({
    excelLibrary: excelLibrary(),
    capabilities,
    pane,
    onFrame(frame) {
      if (frame.type === "agent.turn_started") pane.showNotice(standing);
      hostPort.receive(frame);
    },
  });
  let slow = false;
  const hostPort = createHostPort(way.execute, (frame) => channel.send(frame), {
    onSlow() {
      slow = true;
      pane.showNotice(STILL_WAITING);
    },
    onAnswer(answer) {
      const trouble = troubleOf(answer);
      if (trouble || slow) pane.showNotice(trouble || standing);
      slow = trouble === CALCULATING;
    },
  });
  pane.showNotice(standing);
  wire = channel;
  if (!way.reduced) await listen(createHints((frame) => channel.send(frame)));
}

/** Where office.js found the Excel library of this page. A Worker takes the files of two platforms. */
function excelLibrary() {
  for (const { src } of document.scripts) {
    const [, folder = "", platform = ""] = /^(https:.*\/)excel-(\w+)-[\d.]+\.js/.exec(src) ?? [];
    if (folder) return ["win32", "web"].includes(platform) ? src : `${folder}excel-win32-16.01.js`;
  }
  return "";
}

/**
 * Office.js's own door if it can be used, else Excel's public API.
 *
 * @returns {Promise<{execute: ReturnType<typeof throughDoor>, reduced: boolean} | {problem: string}>}
 */
async function wayToExcel() {
  const door = liveDoor();
  if (door) {
    const execute = throughDoor(door, Office.context.requirements.isSetSupported("DelayForCellEdit", "1.1"));
    if (!(await selfTest(execute))) return { execute, reduced: false };
  }
  /** @type {ReturnType<typeof throughDoor>} */
  const execute = (body) => runPublicly((batch) => Excel.run(batch), body);
  const problem = await selfTest(execute);
  return problem ? { problem } : { execute, reduced: true };
}

await start();
