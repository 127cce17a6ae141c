// Runs `tieout` of the virtual environment, wherever the system puts it: npm scripts can't tell.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const places = [join(root, ".venv", "bin", "tieout"), join(root, ".venv", "Scripts", "tieout.exe")];
const found = places.find(existsSync);
if (!found) {
  console.error("tieout is not set up here: run `make setup` first.");
  process.exit(2);
}
const { status } = spawnSync(found, process.argv.slice(2), { stdio: "inherit" });
process.exit(status ?? 1);
