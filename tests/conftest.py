"""Tests leave nothing in the user's own folders."""

import os

# Commands that tests start inherit it; those that prove the trace turn it on for a file of theirs.
os.environ["TIEOUT_TRACE"] = "false"
