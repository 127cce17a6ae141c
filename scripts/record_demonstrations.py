"""Record the demonstrations again: run each with its written replies and keep the recording.

Run `python scripts/record_demonstrations.py` after a change of the prompt, of what the model reads,
or of the batches that the server sends; then read the diff of the recordings before committing.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tieout.sessions.demonstrations import Demonstration, demonstrations


def record(demonstration: Demonstration) -> None:
    """Run one and replace its recording; the sample workbook itself stays as it is."""
    replies = demonstration.workbook.with_name("replies.json")
    with tempfile.TemporaryDirectory() as folder:
        recording = Path(folder) / "recording.jsonl"
        subprocess.run(
            [sys.executable, "-m", "tieout", "run", str(demonstration.workbook),
             "--task", demonstration.task, "--model", f"scripted:{replies}",
             "--out", str(Path(folder) / "out.xlsx"), "--record", str(recording)],
            check=True, stdout=subprocess.DEVNULL,
            # Everybody has the estimate, so everybody can run the recording again.
            env={**os.environ, "TIEOUT_TOKEN_COUNTER": "estimate"},
        )  # fmt: skip
        demonstration.recording.write_bytes(recording.read_bytes())


def main() -> None:
    """Record every demonstration."""
    for demonstration in demonstrations():
        print(f"recording {demonstration.name}…", file=sys.stderr)
        record(demonstration)


if __name__ == "__main__":
    main()
