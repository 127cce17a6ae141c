"""What every script here does: one piece of work, its time, and the most memory it took.

`seconds` are those of a clock; `cpu` those the process computed, whoever else the machine serves.

Standard library only: one of the scripts runs in the system's Python.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

Work = Callable[[], object]
"""The part that is timed; what it returns shows that the work was done."""
Prepare = Callable[[Path], Work]
"""Everything before, given the folder of workbooks and batches."""


def main(works: Mapping[str, Prepare], process_of: Callable[[], int | None] = lambda: None) -> None:
    """Do the work named on the command line and print what it took.

    Args:
        process_of: The process that works, if it isn't this one.
    """
    name, folder = sys.argv[1], Path(sys.argv[2])
    if name not in works:
        print("null")
        return
    work = works[name](folder)
    process = process_of()
    started, busy = time.perf_counter(), cpu_seconds(process)
    found = work()
    seconds, cpu = time.perf_counter() - started, cpu_seconds(process) - busy
    peak = peak_mb(process)
    print(json.dumps({"seconds": seconds, "cpu": cpu, "peak_mb": peak, "found": found}))


def cpu_seconds(process: int | None) -> float:
    """What a process has computed so far, in all its threads; this one when None."""
    if process is None:
        return time.process_time()
    behind_name = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(behind_name[11]) + int(behind_name[12])) / os.sysconf("SC_CLK_TCK")


def peak_mb(process: int | None) -> float:
    """The most resident memory a process had so far, in MB; 0 where the system doesn't tell."""
    try:
        status = Path(f"/proc/{process or 'self'}/status").read_text("utf-8")
    except OSError:
        return 0.0
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0
