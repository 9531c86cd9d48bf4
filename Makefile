# Everything here sets itself up: a virtual environment in the checkout with
# the exact files of constraints.txt, by their hashes.

VENV ?= .venv
BIN := $(VENV)/bin
PYTHON ?= python3

# Tests start hundreds of processes: each would compile all that it imports anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test types collected check near goldens bench mutation clean

demo: $(VENV)/ready
	@$(BIN)/pbem resolve games/arena/examples/friday.txt
	@$(BIN)/pbem server demo

# The types are checked on one core while pytest compiles all tests on the other. Then
# three run at a time on two cores: a fourth of the time goes to waiting for servers.
test: $(VENV)/ready
	@for script in tests/support/install-*.sh; do sh $$script || exit 1; done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory -j 2 types collected
	$(BIN)/python -m pytest -n 3 --dist worksteal

types:
	$(BIN)/mypy

collected:
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1 || true

CORE := tests/core tests/house tests/kit tests/rules/test_contract.py \
    tests/playthroughs tests/independent

# The daily check, about a minute: style, types, and the tests of the core; or
# those of another part, without slow ones: make check PART=server
check: $(VENV)/ready
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(if $(PART),$(BIN)/python -m tests.near $(PART),$(BIN)/python -m pytest -n 2 \
	    -m "not slow" $(CORE))

# The tests of what git says is changed, without slow ones.
near: $(VENV)/ready
	@$(BIN)/python -m tests.near

# All that tests compare with, but pictures, written anew: read the difference.
goldens: $(VENV)/ready
	@$(BIN)/python -m tests.playthroughs --write $(GAME)
	@$(BIN)/python -m tests.support.server.conversation
	@$(BIN)/python -m tests.kept
	@$(BIN)/python -m tests.forum
	@$(BIN)/python -m tests.compatibility

bench: $(VENV)/ready
	@$(BIN)/python -m tests.bench

# For a part, another sample: make mutation SAMPLE="--part mail --seed 5"
mutation: $(VENV)/ready
	@$(BIN)/python -m tests.mutation $(SAMPLE)

PIP := $(BIN)/python -m pip install --quiet

# What is not in constraints.txt, or has another hash there, is not installed, not even
# to build another with: setuptools comes first, and what has no wheel is built with it
# (a pip of Debian 12 would look for one without a hash). The checkout itself has no
# hash, so it comes alone.
BUILDER := sed -n '/^setuptools==/,/[^\\]$$/p' constraints.txt
$(VENV)/ready: pyproject.toml constraints.txt
	@sh tests/support/make-environment.sh $(PYTHON) $(VENV)
	@$(BUILDER) >$(VENV)/builder.txt
	@$(PIP) --require-hashes --requirement $(VENV)/builder.txt
	@$(PIP) --no-build-isolation --require-hashes --requirement constraints.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
