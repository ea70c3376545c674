# A thin layer over CMake and Ninja. `make help` lists the targets.

BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
BUILD_TYPE ?= RelWithDebInfo
CMAKEFLAGS ?=
# Passed to tests/run.py: TESTFLAGS="-k golden -j 4".
TESTFLAGS ?=
# Passed to bench/peers.py: PEERFLAGS="--quick --only softmax".
PEERFLAGS ?=
# The Python that has the peers of `make bench-gpu`, and what is passed to bench/gpu.py: GPUFLAGS="--only softmax".
GPU_PYTHON ?= python3
GPUFLAGS ?=
# How long `make fuzz` gives each target.
FUZZ_SECONDS ?= 60

# How many programs `make test-programs` tries, how many functions `make test-functions`, and the number of the first.
PROGRAMS ?= 100000
FUNCTIONS ?= 1000000
FIRST ?= 0
SCRIPTS ?= 10000

# The Python to build the extension for; empty: that of .venv, which is made from python3.
FRIT_PYTHON ?=
# Those that `make test-pythons` tries.
FRIT_PYTHONS ?= python3.11 python3.12 python3.13 python3.14

PYTHON = .venv/bin/python
CONFIGURE = cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=$(BUILD_TYPE) \
	-DFRIT_PYTHON="$(FRIT_PYTHON)" $(CMAKEFLAGS) >/dev/null
NINJA = cmake --build $(BUILD)

.PHONY: all help demo test test-scripts test-slang-files test-ecosystem test-pythons test-aarch64 test-gpu test-export test-programs test-functions wheel wheel-llvm docs
.PHONY: bench bench-gpu bench-long bench-peers bench-products bench-programs bench-scripts bench-steps check format asan tsan fuzz install clean
all: ## the library, the frit command and the Python package, into build/
	@scripts/setup.sh --local build
	@$(CONFIGURE)
	@$(NINJA)

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile
	@echo 'variables: BUILD=$(BUILD) BUILD_TYPE=$(BUILD_TYPE) PREFIX=$(PREFIX) DESTDIR CC'
	@echo '           CMAKEFLAGS TESTFLAGS PEERFLAGS FUZZ_SECONDS=$(FUZZ_SECONDS) PROGRAMS FUNCTIONS FIRST FRIT_PYTHON FRIT_PYTHONS'

demo: ## install what is missing, build, and show what frit does
	@scripts/setup.sh build
	@$(CONFIGURE)
	@$(NINJA)
	@scripts/demo.sh $(BUILD)

test: ## install what is missing, build with -Werror, run every test
	@scripts/setup.sh test
	@$(CONFIGURE) -DFRIT_WERROR=ON
	@$(NINJA) --target all tests benches
	@$(PYTHON) tests/run.py --build $(BUILD) $(TESTFLAGS)

test-ecosystem: all ## scikit-learn and SciPy on frit arrays, beside array-api-strict's
	@scripts/ecosystem.sh $(BUILD)

test-pythons: ## the Python tests in each CPython of FRIT_PYTHONS that is on this machine
	@scripts/setup.sh test
	@scripts/pythons.sh $(BUILD) $(FRIT_PYTHONS)

test-aarch64: ## build for 64-bit ARM, run the C tests emulated, compare bits with this machine's
	@scripts/setup.sh aarch64
	@scripts/aarch64.sh $(BUILD)/aarch64 $(TESTFLAGS)

test-gpu: ## build without Python packages and LLVM, run the C tests on the first GPU, some under compute-sanitizer
	@scripts/test_gpu.sh $(BUILD)/gpu $(TESTFLAGS)

bench-gpu: ## frit on a GPU beside torch.compile, JAX and cupy.fuse, with the Python that GPU_PYTHON names and its packages
	@scripts/bench_gpu.sh $(BUILD)/gpu $(GPU_PYTHON) $(GPUFLAGS)

test-export: ## 2,000 random programs exported as C, compiled by gcc and by clang, some minutes
	@scripts/setup.sh test
	@$(CONFIGURE)
	@$(NINJA) --target frit-unit
	@FRIT_TEST_SCALE=8.4 $(BUILD)/frit-unit test_export.random_programs_as_c_have_the_same_bits

test-scripts: all ## SCRIPTS random scripts by Octave, where it is installed, and by frit
	@$(PYTHON) tests/octave/search.py --count $(SCRIPTS) --first $(FIRST) --frit $(BUILD)/frit

test-slang-files: all ## functions of real files (tests/slang/files.txt) load; CHECKOUTS: a folder with the repositories
	@PYTHONPATH=$(BUILD)/python $(PYTHON) tests/slang/files.py $(CHECKOUTS)

test-programs: ## PROGRAMS random NumPy programs by NumPy and by frit; goes on where it was stopped
	@scripts/setup.sh test
	@$(CONFIGURE)
	@$(NINJA)
	@PYTHONPATH=$(BUILD)/python $(PYTHON) python/tests/programs_search.py --count $(PROGRAMS) \
		--first $(FIRST) --state $(BUILD)/programs.json

test-functions: ## FUNCTIONS random Python functions with loops, plain and fused; goes on where it was stopped
	@scripts/setup.sh test
	@$(CONFIGURE)
	@$(NINJA)
	@PYTHONPATH=$(BUILD)/python $(PYTHON) python/tests/programs_search.py --of functions --count $(FUNCTIONS) \
		--first $(FIRST) --state $(BUILD)/functions.json

wheel: ## the Python package with library and command inside, into build/dist/
	@scripts/setup.sh test
	@scripts/wheel.sh $(BUILD)

wheel-llvm: all ## LLVM for `pip install frit[llvm]`, from the one found here, into build/dist/
	@scripts/setup.sh test
	@PYTHONPATH=$(BUILD)/python $(PYTHON) scripts/wheel_llvm.py --out $(BUILD)/dist

docs: all ## render the pictures, plots and tables of docs/, and run the tour anew
	@scripts/docs.sh $(BUILD)

bench: ## build and run the benchmarks, about a minute
	@scripts/setup.sh build
	@$(CONFIGURE)
	@$(NINJA) --target benches
	@scripts/bench.sh $(BUILD)

bench-long: ## the same with more sizes and more repetitions
	@scripts/setup.sh build
	@$(CONFIGURE)
	@$(NINJA) --target benches
	@scripts/bench.sh $(BUILD) --long

bench-programs: all ## forty ordinary NumPy programs, as they are and fused, about two minutes
	@PYTHONPATH=$(BUILD)/python $(PYTHON) bench/programs.py --json $(BUILD)/bench-programs.json

bench-scripts: all ## scripts beside Octave where it is installed: loops by the turn, the first line, whole scripts, about five minutes
	@PYTHONPATH=$(BUILD)/python $(PYTHON) bench/scripts.py --frit $(BUILD)/frit --json $(BUILD)/bench-scripts.json

bench-steps: all ## single steps by NumPy and fused, one thread each, in the cache and out of it, about five minutes
	@PYTHONPATH=$(BUILD)/python $(PYTHON) bench/steps.py --json $(BUILD)/bench-steps.json

bench-products: all ## products of matrices and what stands around them, NumPy and fused, about two minutes
	@PYTHONPATH=$(BUILD)/python $(PYTHON) bench/products.py --json $(BUILD)/bench-products.json

bench-peers: all ## NumPy, NumExpr, Numba, JAX and torch.compile beside frit, about ten minutes
	@scripts/peers.sh $(BUILD) $(PEERFLAGS)

check: ## format, clang-tidy, cppcheck, -Werror builds with gcc and clang
	@scripts/setup.sh check
	@scripts/check.sh $(BUILD)

format: ## rewrite the C sources in the project's format
	@scripts/setup.sh check
	@scripts/sources.sh | xargs clang-format -i

asan: ## every test with the address and undefined-behaviour sanitizers
	@scripts/setup.sh test
	@scripts/sanitize.sh $(BUILD)/asan address,undefined $(TESTFLAGS)

tsan: ## every test with the thread sanitizer
	@scripts/setup.sh test
	@scripts/sanitize.sh $(BUILD)/tsan thread $(TESTFLAGS)

fuzz: ## run each fuzz target for FUZZ_SECONDS
	@scripts/setup.sh fuzz
	@scripts/fuzz.sh $(BUILD)/fuzz $(FUZZ_SECONDS)

install: all ## into DESTDIR/PREFIX
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD) --prefix "$(PREFIX)"

clean: ## remove build/
	rm -rf $(BUILD)
