"""Unit tests once more on other devices than the CPU: contexts that name none get the one that FRIT_TEST_DEVICE names."""

import ctypes
import ctypes.util
import dataclasses
import re
import subprocess
import sys
from pathlib import Path
from typing import Callable

# Unit tests that run nothing on a device, or (dlpack, script) look at the host's memory: they are not run again on another.
NO_DEVICE = """
analysis binary blocks builder check compiled(?!_run) cuda depth disk dlpack dtype emit gpu import infer interp
kernel_check limits literal script llvm(?!_versions) loop(?!s) math memory numbers opencl ops opt pack plan(?!_run|_mix)
rules slang_syntax store table text transfer vectorise walks workers
""".split()

# Those in which one kernel runs for ever and others beside it: on a device of source one comes after another.
BESIDE = ["async"]

# Those of the CPU's own tiers, threads and interrupts: LLVM and the interpreter side by side, faults put into its loops, a child
# that goes on with what its parent had (on a GPU it is told that it cannot).
CPU_ALONE = r"""
export llvm_versions tier tier_forms tier_tell tiers call_fail\.progress_may_cancel pains\.works_after_a_fork
configure\.recorded_work_follows_the_options copies\.long_work_on_fresh_outputs_is_interrupted_and_not_copied options\.an_older_host_s_options_count
reduce\.a_wrong_loop_is_found_and_shown reduce\.verify_mode_refuses_a_wrong_result
""".split()

# On OpenCL, whose driver for CPUs takes up to a second for each kernel, those are left out that make the most of them. On a GPU
# they are run.
MANY_KERNELS = """
arrays arrays_oom bits call_threads capture_random components fused fuse_vm_run loops_in_place slang_call_out slang_expr slang_flow
slang_generics slang_intrinsics slang_loops slang_store slang_texture verify_random
""".split()


def runs_something(name):
    return name.startswith("test_") and not re.match(f"test_({'|'.join(NO_DEVICE)})(_|\\.)", name)


def runs_source(name):
    left_out = BESIDE + CPU_ALONE
    return runs_something(name) and not re.match(f"test_({'|'.join(left_out)})(\\.|$)", name)


def runs_on_opencl(name):
    return runs_source(name) and not re.match(f"test_({'|'.join(MANY_KERNELS)})\\.", name)


# ---- why they are not run there, or None


def not_guarded(setup):
    if setup.emulator:
        return "what lies where is the same on every machine, and emulated they take an hour"
    if "thread" in setup.sanitize:
        return "its threads are the CPU's, which unit/ has run"
    return None


def no_driver_here(setup):
    if setup.sanitize:
        return "drivers are not built for sanitizers"
    if setup.emulator:
        return "there is no driver for the emulated machine"
    return None


def no_opencl(setup):
    """A driver need not be one that sanitizers look into."""
    if why := no_driver_here(setup):
        return why
    if not ctypes.util.find_library("OpenCL") or not list(Path("/etc/OpenCL/vendors").glob("*.icd")):
        return "there is no OpenCL driver"
    return None


COUNT_GPUS = """
import ctypes
count = ctypes.c_int(0)
cuda = ctypes.CDLL("libcuda.so.1")
cuda.cuInit(0) or cuda.cuDeviceGetCount(ctypes.byref(count))
print(count.value)
"""


def no_cuda(setup):
    """Counted in another process: a driver that is open does not survive a fork."""
    if why := no_driver_here(setup):
        return why
    done = subprocess.run([sys.executable, "-c", COUNT_GPUS], capture_output=True, text=True)
    if done.returncode != 0:
        return "there is no CUDA driver (libcuda.so.1)"
    return None if int(done.stdout) > 0 else "CUDA's driver has no GPU"


@dataclasses.dataclass(frozen=True)
class Device:
    name: str
    part: float  # of the scale of random tests
    long_part: float  # of those that take minutes each
    takes: Callable  # which tests
    why_not: Callable


DEVICES = [
    Device("guarded", 0.1, 0.01, runs_something, not_guarded),
    Device("opencl", 0.02, 0.01, runs_on_opencl, no_opencl),
    Device("cuda", 0.01, 0.002, runs_source, no_cuda),
]
