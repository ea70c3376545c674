#!/bin/sh
# Installs into a folder, moves it elsewhere, and uses it from there: by pkg-config and by CMake,
# from C and from C++, shared and static. Runs in an empty folder (tests/run.py makes one).
set -eu
if [ -n "${FRIT_SANITIZE:-}" ]; then
    echo "a sanitized library cannot be used by a program that is not"
    exit 77
fi
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR PREFIX 2>/dev/null || true
source=$FRIT_SRC/tests/install/consumer/consumer.c
warnings='-Wall -Wextra -Wpedantic -Wshadow -Werror'
CXX=${CXX:-c++}

make -s -C "$FRIT_SRC" install BUILD="$FRIT_BUILD" DESTDIR="$PWD/stage" PREFIX=/opt/frit >/dev/null
mv stage/opt/frit prefix
prefix=$PWD/prefix
libdir=$(dirname "$(dirname "$(find "$prefix" -name frit.pc)")")

# What is installed is small: debug data lies beside it, where gdb looks for it.
installed=$(readlink -f "$libdir/libfrit.so")
for file in "$installed" "$prefix/bin/frit"; do
    debug=$(dirname "$file")/.debug/$(basename "$file").debug
    if readelf -S -W "$file" | grep -q '\.debug_info\|\.symtab'; then
        echo "$file has debug data in it"
        exit 1
    fi
    readelf -S -W "$debug" | grep -q '\.debug_info' || { echo "$debug has no debug data"; exit 1; }
    readelf --string-dump=.gnu_debuglink "$file" | grep -q "$(basename "$debug")" || {
        echo "$file does not say where its debug data is"
        exit 1
    }
done
! readelf -S -W "$libdir/libfrit.a" | grep -q '\.debug_info' || { echo "libfrit.a has debug data"; exit 1; }
built=$(readlink -f "$FRIT_BUILD/libfrit.so")
[ "$(stat -c %s "$installed")" -lt $(($(stat -c %s "$built") / 2)) ] || { echo "$installed is large"; exit 1; }
share=$prefix/share
for file in man/man1/frit.1 bash-completion/completions/frit zsh/site-functions/_frit \
    fish/vendor_completions.d/frit.fish; do
    [ -s "$share/$file" ] || { echo "$file was not installed"; exit 1; }
done
"$prefix/bin/frit" man | cmp - "$share/man/man1/frit.1"

export LD_LIBRARY_PATH="$libdir" PKG_CONFIG_PATH="$libdir/pkgconfig"

# use NAME COMMAND...: builds a program and runs it.
use() {
    name=$1
    shift
    echo "$name: $*"
    "$@" -o "$name"
    "./$name" "$version"
    case $name in
    *-static) ! readelf -d "$name" | grep -q libfrit ;;
    *-shared) readelf -d "$name" | grep -q libfrit ;;
    esac || {
        echo "$name is linked in the wrong way"
        exit 1
    }
}

version=$(pkg-config --modversion frit)
cflags=$(pkg-config --cflags frit)
shared=$(pkg-config --libs frit)
static="$libdir/libfrit.a $(pkg-config --static --libs-only-l frit | sed 's/-lfrit//')"
# shellcheck disable=SC2086 # flags are lists of words
{
    use c-shared "$CC" -std=c99 $warnings $cflags "$source" $shared
    use c-static "$CC" -std=c11 $warnings $cflags "$source" $static
    use cxx-shared "$CXX" -std=c++11 $warnings $cflags -x c++ "$source" -x none $shared
    use cxx-static "$CXX" -std=c++17 $warnings $cflags -x c++ "$source" -x none $static
    use wrapped-shared "$CXX" -std=c++17 $warnings $cflags "${source%/*}/wrapped.cpp" $shared
    use wrapped-static "$CXX" -std=c++20 $warnings $cflags "${source%/*}/wrapped.cpp" $static
}

cmake -S "$FRIT_SRC/tests/install/consumer" -B cmake-build -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX"
cmake --build cmake-build
ctest --test-dir cmake-build --output-on-failure
