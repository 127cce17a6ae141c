"""Tests leave nothing in the user's own folders."""

import os
import tempfile

# Commands that tests start inherit both, also where a test drops Tieout's own settings. Those that
# prove the trace turn it on, with a file of theirs.
os.environ["TIEOUT_TRACE"] = "false"
_data = tempfile.TemporaryDirectory(prefix="tieout-tests-")
os.environ["XDG_DATA_HOME"] = _data.name
