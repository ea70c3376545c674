#!/bin/sh
# usage: aarch64_root.sh ROOT
#
# Makes ROOT a folder with the shared libraries that programs for 64-bit ARM find when they are emulated
# with `qemu-aarch64 -L ROOT`: the C library, and the newest and the oldest LLVM that Debian has for them and
# frit can use. The packages are fetched with lists and a state of their own beside ROOT and unpacked there: the
# system's packages and its architectures stay as they are, and nothing needs root. Where this fails ROOT is not
# there.
set -eu
root=$1
packages=$root-packages
if [ -e "$root/complete" ]; then
    exit 0
fi
rm -rf "$root" "$packages"
mkdir -p "$packages/lists/partial" "$packages/cache/archives/partial" "$packages/state"
packages=$(cd "$packages" && pwd)
: >"$packages/status"
cat >"$packages/apt.conf" <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "root";
APT::Install-Recommends "false";
Dir::State "$packages/state";
Dir::State::Lists "$packages/lists";
Dir::State::status "$packages/status";
Dir::Cache "$packages/cache";
Debug::NoLocking "true";
END
export APT_CONFIG="$packages/apt.conf"

# A source of packages for this machine alone need not have lists for ARM.
apt-get update -q >"$packages/log" 2>&1 || true
newest=''
oldest=''
for version in 22 21 20 19 18 17 16; do
    for name in "libllvm$version" "libllvm${version}t64"; do
        if apt-cache show "$name" >>"$packages/log" 2>&1; then
            newest=${newest:-$name}
            oldest=$name
        fi
    done
done
# shellcheck disable=SC2086 # either may be nothing
if ! apt-get install -q -y --download-only libc6 $newest $oldest >>"$packages/log" 2>&1; then
    echo "aarch64_root.sh: cannot fetch libc6 $newest $oldest for arm64:" >&2
    tail -n 5 "$packages/log" >&2
    exit 1
fi
mkdir -p "$root.new"
for package in "$packages"/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$root.new"
done
# Newer packages have everything in usr/lib, and the system a link to it.
[ -e "$root.new/lib" ] || ln -s usr/lib "$root.new/lib"
rm -rf "$packages"
echo "${newest:-no LLVM} $oldest" >"$root.new/complete"
mv "$root.new" "$root"
echo "aarch64_root.sh: libc6 $newest $oldest for arm64 are in $root"
