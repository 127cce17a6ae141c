"""Exit codes, a contract with scripts: 0 is done."""

FAULT = 1
BAD_INPUT = 2
AGENT_FAILED = 3
STOPPED = 130
