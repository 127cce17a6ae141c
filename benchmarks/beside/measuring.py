"""What every script here does: one piece of work, its time, and the most memory it took.

`seconds` are those of a clock; `cpu` those this process computed, whoever else the machine serves.

Standard library only: one of the scripts runs in the system's Python.
"""

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

Work = Callable[[], object]
"""The part that is timed; what it returns shows that the work was done."""
Prepare = Callable[[Path], Work]
"""Everything before, given the folder of workbooks and batches."""


def main(works: Mapping[str, Prepare], memory_of: Callable[[], int | str] = lambda: "self") -> None:
    """Do the work named on the command line and print what it took.

    Args:
        memory_of: Which process's memory counts.
    """
    name, folder = sys.argv[1], Path(sys.argv[2])
    if name not in works:
        print("null")
        return
    work = works[name](folder)
    started, busy = time.perf_counter(), time.process_time()
    found = work()
    seconds, cpu = time.perf_counter() - started, time.process_time() - busy
    peak = peak_mb(memory_of())
    print(json.dumps({"seconds": seconds, "cpu": cpu, "peak_mb": peak, "found": found}))


def peak_mb(process: int | str) -> float:
    """The most resident memory a process had so far, in MB; 0 where the system doesn't tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text("utf-8")
    except OSError:
        return 0.0
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0
