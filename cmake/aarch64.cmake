# A toolchain file: a build for 64-bit ARM with Debian's cross compiler. CMAKE_CROSSCOMPILING_EMULATOR
# is what tests/run.py runs its programs with; scripts/aarch64.sh says which.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc CACHE FILEPATH "The cross compiler")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
