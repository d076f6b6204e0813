# `make run` serves the app, `make test` runs every check. `make lint` runs the static checks, `make fast` the quick tests
# of rules and store. Each sets up what it needs.
# `make fuzz` runs the random tests with fresh seeds for as long as one wants (MINUTES=10).
# `make pictures` takes pictures of every screen at every size and says what is wrong with them (SCREENS='sheet end' for some).
# `make map` writes docs/map.md, what each module is about.
# `make schemas` writes docs/schemas, the JSON Schemas of the documents.
# `make pocket` writes the app that runs on the phone itself into a folder, for any web host (FOLDER=instance/pocket).
# `make kernel` compiles the kernel that reads photos where numpy isn't (a test says when that is due).
# `make train` trains the nets that read photos: hours, and a gigabyte of tools in a folder of their own.
# `make run SERVE='--port 9000'` passes options on; `.venv/bin/companion serve --help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SERVE ?=
FOLDER ?= instance/pocket
MINUTES ?= 10
SERVED := $(VENV)/.served
CHECKED := $(VENV)/.checked
PACKER := $(VENV)/.packer
TRAINING := .venv-train
WORKERS := --numprocesses 2 --dist worksteal
RULES_TESTS := tests/rules tests/register tests/documents tests/wording tests/journal tests/people

# Some images forbid Python to keep what it compiled; then every process of the tests would compile all of it again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test lint covered examples fast fuzz bench pictures map schemas pocket kernel train clean

$(SERVED): pyproject.toml .ci/requirements.txt
	$(PYTHON) -c "import ensurepip" 2>/dev/null || .ci/install python3-venv
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --require-hashes --requirement .ci/requirements.txt
	$(BIN)/pip install --quiet --no-deps --editable .
	touch $@

# Much of what it installs is never imported: what is gets compiled then.
$(CHECKED): $(SERVED) .ci/requirements-dev.txt
	$(BIN)/pip install --quiet --no-compile --require-hashes --requirement .ci/requirements-dev.txt
	touch $@

$(PACKER): $(SERVED) .ci/requirements-pocket.txt
	$(BIN)/pip install --quiet --require-hashes --requirement .ci/requirements-pocket.txt
	touch $@

run: $(SERVED)
	$(BIN)/companion serve $(SERVE)

lint: $(CHECKED)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint --check --lint templates
	$(BIN)/biome lint --error-on-warnings --config-path=.ci/biome.jsonc static
	$(BIN)/codespell companion templates static tests bench docs *.md

# The examples in the docstrings.
examples: $(CHECKED)
	$(BIN)/pytest --doctest-modules --ignore companion/photo/training companion

fast: examples
	$(BIN)/pytest $(WORKERS) -m "not slow" $(RULES_TESTS) tests/store

covered: $(CHECKED)
	rm -f .coverage .coverage.*
	$(BIN)/coverage run -m pytest $(WORKERS) -m "not slow and not random" $(RULES_TESTS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Browsers are installed meanwhile, unless they are there. Most static checks use one processor.
test: $(CHECKED)
	.ci/browser >/dev/null 2>&1 &
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint covered examples
	$(BIN)/pytest $(WORKERS) -m "slow or random" $(RULES_TESTS)
	.ci/browser
	shared=$$(mktemp --directory); trap 'rm -rf "$$shared"' EXIT; export COMPANION_SHARED="$$shared"; \
	$(BIN)/pytest --numprocesses 3 --dist worksteal $(addprefix --ignore=,$(RULES_TESTS) tests/screens tests/browsers) && \
	$(BIN)/pytest --numprocesses 3 --dist worksteal tests/browsers tests/screens

fuzz: $(CHECKED)
	$(BIN)/python -m tests.support.repeat --minutes $(MINUTES)

bench: $(CHECKED)
	.ci/browser
	$(BIN)/python -m bench

pictures: $(CHECKED)
	.ci/browser
	$(BIN)/python -m tests.support.pictures instance/pictures $(SCREENS)

map: $(SERVED)
	$(BIN)/python -m tests.support.code_map

schemas: $(SERVED)
	$(BIN)/python -m tests.support.schema_files

pocket: $(PACKER)
	$(BIN)/companion pocket $(FOLDER)

kernel: $(CHECKED)
	$(BIN)/python -m tests.support.kernel

# torch must be its build for the processor alone, which its makers keep in an index of their own: where pip doesn't find it
# here, name that in PIP_EXTRA_INDEX_URL. The build that registries offer first brings gigabytes for graphics cards.
$(TRAINING)/.installed: .ci/requirements-train.txt
	$(PYTHON) -c "import ensurepip" 2>/dev/null || .ci/install python3-venv
	$(PYTHON) -m venv $(TRAINING)
	$(TRAINING)/bin/pip install --quiet --require-hashes --requirement .ci/requirements-train.txt
	touch $@

train: $(TRAINING)/.installed
	$(TRAINING)/bin/python -m companion.photo.training

clean:
	rm -rf $(VENV) $(TRAINING) .mypy_cache .ruff_cache .pytest_cache .hypothesis
