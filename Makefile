# make mnist   train the example on its embedded sample        make lint    ruff: rules and format
# make test    all tests; on other Pythons those of the language   make types   mypy
# make bench   print the benchmarks' tables                     make clean   remove what these commands made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
SUPPORTED := 3.11 3.12 3.13
# What depends on the Python: how programs are read, printed, compiled, requested.
ON_OTHERS := tests/frontend tests/emit tests/cli tests/diagnostics \
  $(filter-out $(addprefix tests/test_,$(addsuffix .py,hessian golden written_columns project layers)),$(wildcard tests/test_*.py)) \
  --ignore=tests/emit/test_ruff_format.py
ARGS ?=

.PHONY: mnist test test-default test-others lint types bench clean
.DELETE_ON_ERROR:

mnist: $(INSTALLED)
	$(BIN)/python examples/mnist/train.py --show-source $(ARGS)

# One thread of BLAS: the tests' matrices are small, and threads that wait for one another cost more than they give.
test: export OPENBLAS_NUM_THREADS := 1
# The scripts that tests start import what is compiled already, whatever the machine is set to.
test: export PYTHONDONTWRITEBYTECODE :=
test: test-default test-others

test-default: $(INSTALLED)
	$(BIN)/python -m pytest --numprocesses auto $(ARGS)

lint: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(INSTALLED)
	$(BIN)/mypy

bench: $(INSTALLED)
	$(BIN)/python bench/mnist_memory.py
	$(BIN)/python bench/lookup.py
	$(BIN)/python bench/in_place.py
	$(BIN)/python bench/einsum.py
	$(BIN)/python bench/cheap_forms.py
	$(BIN)/python bench/compiled.py --quick
	$(BIN)/python bench/forward.py
	$(BIN)/python bench/mnist_stages.py --quick
	$(BIN)/python bench/peers.py --quick
	$(BIN)/python bench/programs.py --quick
	$(BIN)/python bench/scaling.py --quick

clean:
	rm -rf $(VENV) $(VENV)-* build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find cladpy tests examples bench -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,lint,scipy]'
	touch $@

# ---- the other supported Pythons of this machine: in the search path, or where pyenv keeps its versions ----
# A command may exist and still not run (pyenv's shims), so each candidate is asked for its version.

version_of = $(shell $(1) -c 'import sys, ensurepip; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
candidates = python$(1) $(wildcard $(or $(PYENV_ROOT),$(HOME)/.pyenv)/versions/$(1)*/bin/python)
python_for = $(firstword $(foreach path,$(call candidates,$(1)),$(if $(filter $(1),$(call version_of,$(path))),$(path))))

test-others: test-default
	$(foreach version,$(filter-out $(call version_of,$(BIN)/python),$(SUPPORTED)),\
	  $(if $(call python_for,$(version)),$(MAKE) --no-print-directory test-$(version) && )) true

$(addprefix test-,$(SUPPORTED)): test-%: $(VENV)-%/.installed
	$(VENV)-$*/bin/python -m pytest --numprocesses auto $(ON_OTHERS) $(ARGS)

$(VENV)-%/.installed: pyproject.toml
	$(call python_for,$*) -m venv $(VENV)-$*
	$(VENV)-$*/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@
