#!/bin/sh
# usage: setup.sh [--local] build|test|check|fuzz|aarch64
#
# Makes sure that what the purpose needs is there, and installs from Debian what is missing and
# nothing else; where nothing is missing it touches nothing. It also makes .venv, with the Python
# packages of python/requirements-build.txt, or for `test` those of python/requirements-test.txt.
# With --local it touches nothing outside this folder: a package that is missing is an error.
set -eu
cd "$(dirname "$0")/.."

local=no
if [ "${1:-}" = --local ]; then
    local=yes
    shift
fi
purpose=${1:?usage: setup.sh [--local] build|test|check|fuzz|aarch64}
python=${FRIT_PYTHON:-python3}
missing='' # packages without which the purpose fails
wanted=''  # packages without which something is left out

has() {
    command -v "$1" >/dev/null 2>&1
}

# A C program of one line, so that a compiler without its C library counts as missing.
compiles() {
    has "$1" && printf '#include <stdio.h>\n' | "$1" -x "$2" -fsyntax-only - >/dev/null 2>&1
}

fuzzes() {
    has clang-14 &&
        ls "$(clang-14 -print-resource-dir)"/lib/linux/libclang_rt.fuzzer*.a >/dev/null 2>&1
}

# PoCL, the OpenCL of CPUs: its loader and at least one driver.
has_opencl() {
    ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1 &&
        { ldconfig -p 2>/dev/null || /sbin/ldconfig -p; } | grep -q 'libOpenCL\.so\.1 '
}

# A fast BLAS, which frit uses for products of matrices when it finds one. The tests of that path are
# skipped without it; the reference libblas does not count.
has_blas() {
    { ldconfig -p 2>/dev/null || /sbin/ldconfig -p; } |
        grep -q 'lib\(openblas\.so\.0\|mkl_rt\.so\|blis\.so\.4\) '
}

# LLVM's shared library, which compiles kernels when frit finds it: any version from 16 on. The tests of that
# path are skipped without it, and those that compare two versions without a second one. This prints the
# versions that are here.
llvm_versions() {
    {
        ldconfig -p 2>/dev/null || /sbin/ldconfig -p
        ls /usr/lib/llvm*/lib/libLLVM* /usr/lib64/llvm*/lib*/libLLVM* 2>/dev/null
    } | sed -n 's/^.*libLLVM\(-\|\.so\.\)\([0-9][0-9]*\).*$/\2/p' | sort -un | awk '$1 >= 16'
}

# Packages of so many versions: the newest that this system knows, then the oldest that will do.
llvm_packages() {
    known=$(apt-cache pkgnames libllvm 2>/dev/null |
        sed -n 's/^libllvm\([0-9][0-9]*\)\(t64\)\{0,1\}$/\1 &/p' | sort -rn | awk '$1 >= 16 { print $2 }')
    [ -n "$known" ] || known=$(printf 'libllvm22\nlibllvm16\n') # before it has lists of packages
    if [ "$1" = 1 ]; then
        echo "$known" | sed -n 1p
    else
        echo "$known" | sed -n '1p;$p'
    fi
}

want_llvms() { # how many versions
    [ "$(llvm_versions | wc -l)" -ge "$1" ] || wanted="$wanted $(llvm_packages "$1" | tr '\n' ' ')"
}

# Python's own headers, for the extension module.
has_python_headers() {
    "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' 2>/dev/null
}

has_venv() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null
}

need() { # package, command that succeeds when it is there
    package=$1
    shift
    "$@" || missing="$missing $package"
}

want() {
    package=$1
    shift
    "$@" || wanted="$wanted $package"
}

need_build() {
    need gcc compiles "${CC:-cc}" c
    need libc6-dev compiles "${CC:-cc}" c
    need cmake has cmake
    need ninja-build has ninja
}

case $purpose in
build)
    need_build
    want python3-dev has_python_headers
    want python3-venv has_venv
    want_llvms 1
    ;;
test)
    need_build
    need g++ compiles "${CXX:-c++}" c++
    need pkg-config has pkg-config
    need python3-dev has_python_headers
    need python3-venv has_venv
    want chromium has chromium
    want pocl-opencl-icd has_opencl
    want ocl-icd-libopencl1 has_opencl
    want libopenblas0-pthread has_blas
    want_llvms 2
    ;;
check)
    need_build
    need gcc compiles gcc c
    need clang-14 has clang-14
    need clang-format has clang-format
    need clang-tidy has clang-tidy
    need cppcheck has cppcheck
    ;;
aarch64)
    need_build
    need gcc-aarch64-linux-gnu compiles aarch64-linux-gnu-gcc c
    need libc6-dev-arm64-cross compiles aarch64-linux-gnu-gcc c
    want g++-aarch64-linux-gnu compiles aarch64-linux-gnu-g++ c++
    need qemu-user has qemu-aarch64
    need python3 has python3
    ;;
fuzz)
    need_build
    need clang-14 has clang-14
    need libclang-rt-14-dev fuzzes
    ;;
*)
    echo "setup.sh: no such purpose: $purpose" >&2
    exit 2
    ;;
esac

if [ "$local" = yes ]; then
    if [ -n "$missing" ]; then
        echo "missing:$missing" >&2
        echo "install them with: scripts/setup.sh $purpose" >&2
        exit 1
    fi
    wanted=''
fi

install_packages() { # root command prefix, packages
    as_root=$1
    shift
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q &&
        $as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends "$@"
}

if [ -n "$missing$wanted" ]; then
    why=''
    as_root=''
    if ! has apt-get; then
        why='there is no apt-get here'
    elif [ "$(id -u)" != 0 ]; then
        as_root=sudo
        has sudo || why='this is neither root nor a user with sudo'
    fi
    if [ -n "$why" ] && [ -n "$missing" ]; then
        echo "setup.sh: cannot install what is missing: $why." >&2
        echo "Have these packages (Debian's names) installed, then try again:$missing$wanted" >&2
        exit 1
    elif [ -n "$why" ]; then
        echo "setup.sh: going on without$wanted: $why" >&2
    else
        echo "setup.sh: installing$missing$wanted"
        # Where a package is not known to this system, none of them would be installed: so one by one.
        # shellcheck disable=SC2086 # lists of words
        if ! install_packages "$as_root" $missing $wanted; then
            [ -z "$missing" ] || install_packages "$as_root" $missing || exit 1
            for package in $wanted; do
                install_packages "$as_root" "$package" ||
                    echo "setup.sh: going on without $package" >&2
            done
            # Now it has lists, and may know other versions.
            [ -n "$(llvm_versions)" ] || install_packages "$as_root" "$(llvm_packages 1)" || true
        fi
    fi
fi

# A virtual environment with the packages of python/requirements-$1.txt, which finds the package in
# build/python as if it were installed. A copy of the requirements in it says that all is there.
make_venv() {
    if ! .venv/bin/python -c '' 2>/dev/null; then
        rm -rf .venv
        "$python" -m venv .venv || return 1
    fi
    pth=$(echo .venv/lib/python3*/site-packages)/frit-built-here.pth
    [ "$(cat "$pth" 2>/dev/null)" = "$PWD/build/python" ] || echo "$PWD/build/python" >"$pth"
    cat python/requirements-*.txt >.venv/wanted.txt
    if ! cmp -s .venv/wanted.txt ".venv/has-$1.txt"; then
        echo "setup.sh: installing the Python packages of python/requirements-$1.txt into .venv"
        .venv/bin/python -m pip install -q --disable-pip-version-check \
            -r "python/requirements-$1.txt" || return 1
        mv .venv/wanted.txt ".venv/has-$1.txt"
    fi
}

# The real Slang compiler (a wheel of 90 MB), which tests ask about the Slang that frit reads and writes. They are
# skipped without it, so that no network, or no wheel for this machine, is no error; nor is it tried again.
want_slang() {
    slang=slangpy==0.43.1
    [ "$(cat .venv/has-slang.txt 2>/dev/null)" != "$slang" ] || return 0
    echo "setup.sh: installing $slang into .venv"
    .venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --only-binary :all: --retries 1 \
        --timeout 15 "$slang" || echo 'setup.sh: going on without the Slang compiler' >&2
    echo "$slang" >.venv/has-slang.txt
}

case $purpose in
build | check)
    if ! has_python_headers || ! has_venv; then
        echo 'setup.sh: no Python package: Python, its headers or its venv module is missing' >&2
    elif ! make_venv build; then
        echo 'setup.sh: going on without .venv' >&2
    fi
    ;;
test)
    make_venv test
    want_slang
    ;;
esac
