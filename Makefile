# Every target sets up what it needs, can be repeated, and is quiet when nothing is to do.
PARAMS ?= params/demo.yaml
PYTHON ?= python3
VENV   ?= .venv
LAB_ARGS ?=
BENCH  ?=
PORT   ?= 8215
TASKS_ARGS ?=
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
EXTRA  := $(VENV)/.extra

.DEFAULT_GOAL := help
.PHONY: help study test lab paper tasks pronounce bench mutation lint clean

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

study: $(READY)  ## set up, build the lexicon, run the eight notebooks, write the report (PARAMS=params/full.yaml for all)
	@$(BIN)/stimfid study --params $(PARAMS)

test: $(EXTRA)  ## run the whole test suite
	@$(BIN)/python -m pytest -n auto --dist loadfile -q

lab: $(READY)  ## open the notebooks in JupyterLab (as root or over ssh: LAB_ARGS="--allow-root --no-browser")
	@$(BIN)/jupyter lab --notebook-dir=. $(LAB_ARGS) notebooks/01_grid.ipynb

paper: $(READY)  ## render report.qmd and prereg.qmd with Quarto, an optional extra (PARAMS=… as for study)
	@$(BIN)/stimfid paper --params $(PARAMS)

tasks: $(READY)  ## score the four task corpora on the embedded model (TASKS_ARGS="--offline" for the stubs)
	@$(BIN)/python -m stimfid_lib.tasks $(TASKS_ARGS)

pronounce: $(EXTRA)  ## start the service that scores a spoken word and print its page's address (PORT=8300)
	@test -n "$$PHONOLEX_RUNTIME_DIR" -o -d data/runtime || $(BIN)/stimfid lexicon build
	@$(BIN)/python -m stimfid_lib.pronounce --port $(PORT)

bench: $(EXTRA)  ## time what matters, as ratios in one run (BENCH="lexicon scoring" for some)
	@$(BIN)/python -m scripts.bench $(BENCH)

mutation: $(READY)  ## change stability/measure line by line and see its tests fail; writes docs/mutation.md (about an hour)
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check -e ".[mutation]"
	@$(BIN)/python -m scripts.mutation

lint: $(EXTRA)  ## ruff, mypy, the layering rule
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache --no-logo

clean:  ## remove caches and the demo's stage files; never the replies of other snapshots
	@rm -rf build/demo build/tiny dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "stimfid needs Python 3.11 or newer, found " + sys.version.split()[0] + ": name one with make PYTHON=python3.12 …")'
	@echo "Setting up $(VENV) (once; about two minutes)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

# what pronounce and its tests need beside the study's own packages, in versions that go with them
$(EXTRA): $(READY) requirements-extra.lock
	@echo "Adding the packages of pronounce to $(VENV) (once)"
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes -r requirements-extra.lock
	@touch $@
