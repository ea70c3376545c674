"""What the tests of wheels share."""

import subprocess
import sys


def run(*command, **options):
    """What the command prints. One that fails ends the test, with what it said."""
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, **options
    )
    if done.returncode:
        shown = " ".join(str(word) for word in command)
        sys.exit(f"{shown}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
