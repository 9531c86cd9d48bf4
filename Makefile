# Everything here sets itself up: a virtual environment in the checkout with
# the exact versions of constraints.txt.

VENV ?= .venv
BIN := $(VENV)/bin
PYTHON ?= python3

.PHONY: demo test check bench mutation clean

demo: $(VENV)/ready
	@$(BIN)/pbem resolve games/arena/examples/friday.txt
	@$(BIN)/pbem demo

test: $(VENV)/complete
	@for script in tests/support/install-*.sh; do sh $$script || exit 1; done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2 --dist worksteal

# The daily check, about a minute: style, types, and the tests of the core.
check: $(VENV)/complete
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -n 2 tests/core tests/house tests/kit tests/cli \
	    tests/rules/test_cases.py tests/playthroughs --deselect tests/house/test_packaging.py

bench: $(VENV)/complete
	@$(BIN)/python -m tests.bench

# For a part, another sample: make mutation SAMPLE="--part mail --seed 5"
mutation: $(VENV)/complete
	@$(BIN)/python -m tests.mutation $(SAMPLE)

PIP := $(BIN)/python -m pip install --quiet --constraint constraints.txt

$(VENV)/ready: pyproject.toml constraints.txt
	@sh tests/support/make-environment.sh $(PYTHON) $(VENV)
	@$(PIP) --editable .
	@touch $@

$(VENV)/complete: $(VENV)/ready
	@$(PIP) --editable '.[dev]'
	@touch $@

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
