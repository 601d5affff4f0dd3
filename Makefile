PYTHON ?= python3
PORT ?= 8000

.PHONY: serve test build bench

serve:
	@PORT=$(PORT) $(PYTHON) -m publish serve

test:
	@$(PYTHON) -m publish test

build:
	@$(PYTHON) -m publish build

bench:
	@$(PYTHON) -m publish bench
