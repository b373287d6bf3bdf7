# Every target sets up what it needs. ARGS="…" is handed on to the program that a target runs.

HOST ?= 127.0.0.1
PORT ?= 8000
DATA ?= .data
MINUTES ?= 10
OPENAPI ?= openapi/openapi.json
BIN = .venv/bin

# Tests start hundreds of Python processes, which wait a good deal; each would compile all modules if it couldn't keep them.
PYTEST = PYTHONDONTWRITEBYTECODE= PARTITA_GAMES= $(BIN)/pytest -n 3 --dist loadfile

# Files of a release have the time of the commit, so that who builds it again gets the same.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || date +%s)

COMPILE = PYTHONWARNINGS=ignore CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe \
	--strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links
CLIENT = tests/clients/python

.DEFAULT_GOAL = help
.PHONY: help install serve pictures test test-slow test-long mutants lint format types imports bench drill openapi clients demo lock sbom audit \
	release clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## */\1	/p' Makefile | while IFS='	' read -r name text; do \
		printf '  %-10s %s\n' "$$name" "$$text"; done

install: ## set up .venv from requirements.lock; nothing to do the second time
	@sh .ci/install

serve: install ## run the service with demo matches; HOST, PORT and DATA say where, DATABASE_URL which database, LAN=1 lets phones in
	@$(BIN)/partita serve --demo $(if $(LAN),--lan,--host "$(HOST)") --port "$(PORT)" --data "$(DATA)" $(ARGS)

test: install ## run the quick tests: about two minutes on two cores
	@sh .ci/browser
	@$(PYTEST) -m "not slow and not long" $(ARGS)

test-slow: install ## run the slow tests, which CI runs too: processes, crashes, browsers, all set-ups
	@sh .ci/drill
	@sh .ci/containers
	@sh .ci/postgresql
	@$(PYTEST) -m "slow and not long" $(ARGS)

test-long: install ## run the tests that take minutes; with EVERYTHING=1 hours, and nothing is thinned
	@$(PYTEST) -m long $(ARGS)

mutants: install ## put faults into rules, event store and access, and show which of them no test notices: an hour
	@$(BIN)/python -m tests.mutants $(ARGS)

lint: install ## check form and style
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check

format: install ## put the code in form and repair what can be repaired
	@$(BIN)/ruff check --fix-only
	@$(BIN)/ruff format

types: install ## check the types
	@$(BIN)/mypy $(ARGS)

imports: install ## check which part may import which
	@$(BIN)/lint-imports

bench: install ## run the benchmarks
	@$(BIN)/python -m benchmarks $(ARGS)

drill: install ## break three database machines and two services by turns, and count what was lost; MINUTES, as root
	@sh .ci/drill
	@$(BIN)/python -m tests.drill --minutes "$(MINUTES)" $(ARGS)

openapi: install ## write the OpenAPI document of the games in this tree to openapi/openapi.json
	@PARTITA_GAMES= $(BIN)/partita openapi --output "$(OPENAPI)"

clients: install ## make a Python and a TypeScript client from the OpenAPI document, in .clients
	@sh .ci/clients

pictures: install ## draw the pictures of docs and tests anew, and take a picture of every page into .pictures
	@$(BIN)/python -m tests.replays.pictures --write
	@$(BIN)/python -m tests.browser.screens .pictures

demo: install ## record sample matches to look at
	@$(BIN)/partita demo $(ARGS)

# An environment that doesn't fit pyproject.toml any more will do for this. What is locked stays as it is where it can;
# ARGS=--upgrade takes the newest of everything.
lock: ## make the locks of Python packages anew, with Python 3.11
	@[ -x $(BIN)/pip-compile ] || sh .ci/install || [ -x $(BIN)/pip-compile ]
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "lock: needs Python 3.11 in .venv")'
	@$(COMPILE) --extra dev --no-build-isolation --output-file requirements.lock $(ARGS) pyproject.toml
	@$(COMPILE) --output-file $(CLIENT)/requirements.lock $(ARGS) $(CLIENT)/requirements.in
	@sh .ci/install

sbom: install ## write the software bill of materials (CycloneDX) to dist/partita.cdx.json
	@mkdir -p dist
	@$(BIN)/python .ci/sbom.py >dist/partita.cdx.json

audit: install ## look up what is locked among known vulnerabilities; needs the internet
	@$(BIN)/pip-audit --requirement requirements.lock --require-hashes --disable-pip --strict $(ARGS)

release: install ## make dist/: wheel, source distribution, the lock to install them with, bill of materials, and their hashes
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation >/dev/null
	@$(BIN)/python .ci/locked.py >dist/requirements.txt
	@$(BIN)/python .ci/sbom.py >dist/partita.cdx.json
	@cd dist && sha256sum -- * >SHA256SUMS && cat SHA256SUMS

clean: ## remove what the targets made, but for the data
	rm -rf .venv .install.lock .clients .pythons .drill build dist *.egg-info .hypothesis .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
