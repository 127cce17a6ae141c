#!/usr/bin/env bash
# Every test of the project: style and types, Python, JavaScript, browser.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"
ruff format --check .
ruff check .
pyright
lint-imports
npx --no-install tsc --project tsconfig.json
npm test --silent
pytest -n 2 --dist loadfile -q "$@"
