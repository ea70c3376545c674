"""Scripts whose printed text is known: tests/octave/THEME/NAME.m holds cases

    %% title of a case
    %! why the text below is ours and not Octave's    (only where that is meant)
    x = 1:2
    %> x =
    %>
    %>    1   2
    %>

Each case is a script of its own, run in an empty folder. The lines `%>` are what Octave printed (tests/octave/record.py
writes them), errors and warnings among them; whether the last line has its newline is not looked at.
"""

import dataclasses
import difflib
import re
import tempfile
from pathlib import Path

from run_process import Result, run_command

MARK = "%>"


@dataclasses.dataclass
class OctaveCase:
    title: str
    ours: str = ""  # why the expected text is written by hand
    script: list = dataclasses.field(default_factory=list)
    expected: list = dataclasses.field(default_factory=list)

    def text(self):
        """As it stands in the file."""
        expected = [f"{MARK} {line}" if line else MARK for line in self.expected]
        ours = [f"%! {self.ours}"] if self.ours else []
        return [f"%% {self.title}", *ours, *self.script, *expected, ""]


def parse_octave(text):
    """The lines before the first case, and the cases."""
    head, cases = [], []
    for line in text.split("\n"):
        if line.startswith("%% "):
            cases.append(OctaveCase(line[3:].strip()))
        elif not cases:
            head.append(line)
        elif line.startswith("%! "):
            cases[-1].ours = line[3:].strip()
        elif line.startswith(MARK):
            cases[-1].expected.append(line[len(MARK) :].removeprefix(" "))
        else:
            cases[-1].script.append(line)
    for case in cases:
        while case.script and not case.script[-1].strip():
            case.script.pop()
    while head and not head[-1].strip():
        head.pop()
    return head, cases


def printed_lines(text):
    """What was printed, as a case expects it: without the lines that say from where it was called."""
    text = re.sub(r"^(error|warning): called from\n(    .*\n)*\n?", "", text, flags=re.MULTILINE)
    return text.removesuffix("\n").split("\n") if text else []


def wrong_with(case, lines):
    """The difference as text; None: there is none."""
    if lines == case.expected:
        return None
    diff = difflib.unified_diff(case.expected, lines, "expected", "got", lineterm="")
    return "\n".join([*case.script, *diff])


def run_octave(setup, path):
    """The results of a file's cases."""
    name = str(path.relative_to(setup.tests).with_suffix(""))
    try:
        _, cases = parse_octave(path.read_text(encoding="utf-8"))
    except ValueError as error:
        return [Result(name, "FAIL", str(error), setup.rerun(name))]
    results = []
    for number, case in enumerate(cases, 1):
        with tempfile.TemporaryDirectory(dir=setup.scratch) as folder:
            script = Path(folder) / "case.m"
            script.write_text("\n".join(case.script) + "\n", encoding="utf-8")
            # One pipe for both: warnings and errors stand where they were printed.
            argv = ["sh", "-c", 'exec "$@" 2>&1', "sh", *setup.wrap, str(setup.tool), str(script)]
            code, status, out, err = run_command(setup, argv, cwd=folder, env=setup.env)
        wrong = wrong_with(case, printed_lines(out))
        if code not in (0, 1):
            wrong = f"{status}\n{out}{err}"
        again = f"{setup.show(setup.tests / 'octave' / 'check.py')} --frit {setup.show(setup.tool)} {setup.show(path)}"
        results.append(Result(f"{name}:{number}", "FAIL" if wrong else "ok", f"{case.title}\n{wrong}", again))
    return results or [Result(name, "FAIL", "it has no case", setup.rerun(name))]
