/**
 * What the add-in's buttons, its cell menu and its shortcuts do. Excel calls these functions by the
 * names that the manifest gives them; each shows the pane and puts a request into it.
 *
 * No text of the workbook is in a request, not even a sheet's name: it would reach the model as the
 * user's own words.
 */

import { formatCells, parseAddress } from "./addresses.js";

/**
 * @typedef {{completed: () => void}} CommandEvent
 * @typedef {(event: CommandEvent) => Promise<void>} Command
 * @typedef {object} Surroundings
 * @property {() => Promise<void>} showPane brings the pane to the front
 * @property {() => Promise<string>} selection address of the selected cells, as Excel writes it
 * @property {(text: string, options: {send: boolean}) => void} propose puts a request into the
 *   composer, and sends it when asked to and possible
 * @property {(message: string) => void} showError
 */

/**
 * @param {Surroundings} surroundings
 * @returns {Record<string, Command>} by the names of the manifest
 */
export function createCommands({ showPane, selection, propose, showError }) {
  /** @param {() => Promise<void> | void} work */
  const command = (work) => async (/** @type {CommandEvent} */ event) => {
    try {
      await showPane();
      await work();
    } catch (error) {
      showError(error instanceof Error ? error.message : String(error));
    } finally {
      // Excel keeps the button busy until it is told.
      event.completed();
    }
  };

  const selectedCells = async () => {
    const address = parseAddress(await selection());
    if (!address) throw new Error("Select cells first.");
    return formatCells(address);
  };

  return {
    openPane: command(() => {}),
    checkSheet: command(() =>
      propose(
        "Check the active sheet for errors, overwritten formulas and numbers stored as text. Change nothing.",
        { send: true },
      ),
    ),
    explainSelection: command(async () =>
      propose(
        `Explain ${await selectedCells()} of the active sheet: where its numbers come from, and what depends on them. Change nothing.`,
        { send: true },
      ),
    ),
    askAboutCell: command(async () => propose(`About ${await selectedCells()} of the active sheet: `, { send: false })),
  };
}

/**
 * Tells Excel which function is behind which name. Without a shared runtime there is nobody to tell.
 *
 * @param {Record<string, Command>} commands
 */
export function associateCommands(commands) {
  for (const [name, command] of Object.entries(commands)) Office.actions?.associate(name, command);
}
