#!/bin/sh
# usage: setup.sh [--dry-run] build|test|check|fuzz
#
# Makes sure that what the purpose needs is there, and installs from Debian what is missing and
# nothing else; where nothing is missing it touches nothing. For `test` it also makes .venv.
# With --dry-run it installs nothing, says what is missing and fails.
set -eu
cd "$(dirname "$0")/.."

dry_run=no
if [ "${1:-}" = --dry-run ]; then
    dry_run=yes
    shift
fi
purpose=${1:?usage: setup.sh [--dry-run] build|test|check|fuzz}
missing='' # packages without which the purpose fails
wanted=''  # packages without which some tests are skipped

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
    ;;
test)
    need_build
    need g++ compiles "${CXX:-c++}" c++
    need pkg-config has pkg-config
    need python3-venv python3 -c 'import ensurepip, venv' 2>/dev/null
    want pocl-opencl-icd has_opencl
    want ocl-icd-libopencl1 has_opencl
    want libopenblas0-pthread has_blas
    ;;
check)
    need_build
    need gcc compiles gcc c
    need clang-14 has clang-14
    need clang-format has clang-format
    need clang-tidy has clang-tidy
    need cppcheck has cppcheck
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

if [ "$dry_run" = yes ]; then
    [ -z "$missing" ] && exit 0
    echo "missing:$missing" >&2
    echo "install them with: scripts/setup.sh $purpose" >&2
    exit 1
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
        echo "setup.sh: going on without$wanted: $why; the tests that use it are skipped" >&2
    else
        echo "setup.sh: installing$missing$wanted"
        # shellcheck disable=SC2086 # lists of words
        if ! install_packages "$as_root" $missing $wanted; then
            [ -z "$missing" ] || exit 1
            echo "setup.sh: going on without$wanted; the tests that use it are skipped" >&2
        fi
    fi
fi

if [ "$purpose" = test ] && ! .venv/bin/python -c '' 2>/dev/null; then
    rm -rf .venv
    python3 -m venv .venv
fi
