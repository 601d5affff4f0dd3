PYTHON ?= python3
PORT ?= 8000

.PHONY: serve test test-jax build bench

serve:
	@PORT=$(PORT) $(PYTHON) -m publish serve

test:
	@$(PYTHON) -m publish test

test-jax:
	@$(PYTHON) -m publish test-jax

build:
	@$(PYTHON) -m publish build

bench:
	@$(PYTHON) -m publish bench
