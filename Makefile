# Everything the project needs, in one place. `make help` lists the targets.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := .make

.PHONY: help setup run test check fmt bench lock clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(STAMPS)/python: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Tieout needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Set PYTHON=/path/to/python3.11."; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing: install python3-venv."; exit 2; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/node: package.json package-lock.json scripts/node.sh $(STAMPS)/python
	bash scripts/node.sh
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/vendor: $(STAMPS)/node scripts/vendor.py
	$(BIN)/python scripts/vendor.py
	@touch $@

setup: $(STAMPS)/python $(STAMPS)/node $(STAMPS)/vendor ## install what is needed, once, into .venv/ and node_modules/

$(STAMPS)/browser: scripts/debian.sh
	bash scripts/debian.sh
	@mkdir -p $(STAMPS) && touch $@

run: setup ## start Tieout on a sample workbook and print its address
	@$(BIN)/tieout serve

test: setup $(STAMPS)/browser ## run every test: Python, JavaScript, browser
	bash scripts/test.sh

check: setup ## format, lint, types, import rule
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	PATH="$(CURDIR)/$(BIN):$$PATH" npx --no-install tsc --project tsconfig.json

fmt: setup ## format and fix what can be fixed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup ## run the benchmarks, short form, as JSON lines
	@for name in wire embedded; do $(BIN)/tieout bench $$name --short; done

lock: ## pin the Python packages again
	$(BIN)/uv pip compile pyproject.toml --extra dev --generate-hashes --no-emit-index-url --python-version 3.11 --universal -o requirements.lock

clean: ## remove what `make setup` made
	rm -rf $(VENV) node_modules taskpane_static/vendor $(STAMPS)
