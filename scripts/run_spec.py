"""Run the code of one skill and print what the model would read of each block.

`python scripts/run_spec.py skills/charts`; exit 1 when a block doesn't do what it says.
"""

import asyncio
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "conformance"))

from spec_runs import Ran, blocks_of, run_blocks

from tieout.skills.skill_file import read_skill


def verdict(ran: Ran) -> str:
    """`ok`, `skipped`, or what is wrong."""
    if ran.result is None:
        return "skipped"
    failed = ran.result.is_error or ran.result.outcome != "applied"
    if ran.block.is_wrong:
        return "ok" if failed or ran.result.changes.is_empty else "WORKS THOUGH CALLED WRONG"
    return "FAILED" if failed else "ok"


def main() -> int:
    """Run it."""
    skill = read_skill(Path(sys.argv[1]).resolve())
    done = asyncio.run(run_blocks(blocks_of(skill)))
    for ran in done:
        print(f"===== {ran.block.where}: {verdict(ran)}")
        if ran.result is not None:
            print(ran.result.text, end="\n\n")
    return int(any(verdict(ran) not in ("ok", "skipped") for ran in done))


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)
