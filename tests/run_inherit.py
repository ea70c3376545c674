"""What tests would inherit from whoever started them, made the same for everybody: environment,
signals, standard streams, umask and limits. A test that needs something else sets it itself."""

import os
import resource
import signal
import tempfile
from pathlib import Path

# What a machine needs to find programs, libraries and the network, or to go faster. The rest can
# change what a test sees.
KEPT = """PATH LD_LIBRARY_PATH USER LOGNAME TERM
    http_proxy https_proxy no_proxy all_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY
    SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE
    CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER CMAKE_BUILD_PARALLEL_LEVEL
    CUDA_HOME CUDA_PATH FRIT_CUDA FRIT_NVRTC FRIT_OPENCL
    ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS TSAN_OPTIONS""".split()
KEPT_PREFIXES = ("FRIT_TEST_", "PIP_", "CCACHE_")

STACK = 8 << 20  # bytes; without a limit the C library gives threads another size
FILES = 1024
# Soft limits that tests run under, where the hard ones allow.
LIMITS = {resource.RLIMIT_STACK: STACK, resource.RLIMIT_NOFILE: FILES, resource.RLIMIT_CORE: 0}
LIFTED = (
    *(resource.RLIMIT_FSIZE, resource.RLIMIT_AS, resource.RLIMIT_DATA),
    *(resource.RLIMIT_CPU, resource.RLIMIT_MEMLOCK, resource.RLIMIT_NPROC),
)


def clean_environment(environ, scratch):
    """The caller's environment without what would change a test's outcome. Home and the folder of
    temporary files are the run's own."""
    env = {
        key: value
        for key, value in environ.items()
        if key in KEPT or key.startswith(KEPT_PREFIXES)
    }
    env.setdefault("PATH", os.defpath)
    # Where pip looks for packages is the machine's affair.
    settings = Path(environ.get("HOME", "/nonexistent")) / ".config" / "pip" / "pip.conf"
    if settings.is_file():
        env.setdefault("PIP_CONFIG_FILE", str(settings))
    env.setdefault("CCACHE_DIR", os.path.expanduser("~/.cache/ccache"))
    for key, name in (("HOME", "home"), ("TMPDIR", "tmp"), ("XDG_CACHE_HOME", "cache")):
        folder = scratch / name
        folder.mkdir(exist_ok=True)
        env[key] = str(folder)
    env["LC_ALL"] = "C.UTF-8"
    return env


def limit(soft, hard):
    return soft if hard == resource.RLIM_INFINITY else min(soft, hard)


def clean_process():
    """Gives this process, and so its children, the state that tests expect."""
    for fd in range(3):  # a closed one would become the first file that somebody opens
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    os.umask(0o022)
    # A caught signal is as it was by default in what is started, an ignored one stays ignored; so
    # those that this process shall not notice are caught and nothing is done.
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGPIPE}:
        ignored = signal.getsignal(number) == signal.SIG_IGN
        if (ignored and number != signal.SIGXFSZ) or number in blocked:
            signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for what, soft in LIMITS.items():
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (limit(soft, hard), hard))
    for what in LIFTED:
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (hard, hard))


def scratch_folder():
    """A folder for all that tests write, in the caller's TMPDIR where that can be used."""
    return tempfile.TemporaryDirectory(prefix="frit-test-", ignore_cleanup_errors=True)
