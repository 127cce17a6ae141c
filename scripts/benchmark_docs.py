"""Write docs/benchmarks.md from measured rows.

python scripts/benchmark_docs.py [--snippets DIR] …   measures everything at full size (an hour; the machine should
                                                      do nothing else), and writes the page
python scripts/benchmark_docs.py --rows FILE…         writes it from rows measured before
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import benchmark_conformance
import benchmark_context
import benchmark_diff
import benchmark_embedded
import benchmark_headers
import benchmark_lint
import benchmark_read

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"
BENCHES = ("conformance", "embedded", "read", "headers", "diff", "lint", "context")
Row = dict[str, Any]

PROSE = """# Measured

Written by `scripts/benchmark_docs.py` from rows of `tieout bench NAME --long`; run it again with the folders you have. Every figure
says on what it was measured and what was left out. Measured on a machine with 2 cores; sections may come from different runs.
"""


def page(rows: list[Row]) -> str:
    """The page's text: a section for each benchmark that has rows."""
    sections = [
        benchmark_conformance.section(rows),
        benchmark_embedded.section(rows),
        benchmark_read.section(rows),
        benchmark_headers.section(rows),
        benchmark_diff.section(rows),
        benchmark_lint.section(rows),
        benchmark_context.section(rows),
    ]
    return "\n\n".join(part.strip() for part in (PROSE, *sections) if part.strip()) + "\n"


def _measured(options: list[str]) -> Iterator[Row]:
    order = "import sys; from tieout.cli import main; sys.argv[0] = 'tieout'; main()"
    for name in BENCHES:
        own = options if name == "conformance" else []
        command = [sys.executable, "-c", order, "bench", name, "--long", *own]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, env=os.environ, cwd=ROOT, check=True, text=True
        )
        yield from (json.loads(line) for line in done.stdout.splitlines())


def main() -> None:
    """Measure or read rows, then write the page."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["--rows"]:
        lines = [
            line for path in arguments[1:] for line in Path(path).read_text("utf-8").splitlines()
        ]
        rows = [json.loads(line) for line in lines]
    else:
        rows = list(_measured(arguments))
    PAGE.write_text(page(rows), "utf-8")


if __name__ == "__main__":
    main()
