"""A plugin of pytest that writes what happens to the file FRIT_TEST_LINES, one JSON object a line,
as it happens: the runner then knows every test's outcome even when the process crashes.

    {"collected": [id, ...]}    {"start": id}    {"id": id, "status": "ok", "detail": text}
    {"broken": path, "detail": text}             a file that cannot even be imported
    {"skipped": path, "detail": text}            a file that skips itself
"""

import json
import os

import pytest


def write(**row):
    with open(os.environ["FRIT_TEST_LINES"], "a", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")


def pytest_collection_finish(session):
    write(collected=[item.nodeid for item in session.items])


def pytest_collectreport(report):
    if report.failed:
        write(broken=report.nodeid, detail=report.longreprtext)
    elif report.skipped:
        write(skipped=report.nodeid, detail=reason_of(report))


def reason_of(report):
    """Why something was skipped."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
    return getattr(report, "wasxfail", "") or reason.removeprefix("Skipped: ")


def pytest_runtest_logstart(nodeid):
    write(start=nodeid)


outcomes = {}  # of the test that runs: the worst of set-up, call and tear-down


def pytest_runtest_logreport(report):
    worst = outcomes.setdefault(report.nodeid, {"status": "ok", "detail": ""})
    if report.failed or (report.passed and hasattr(report, "wasxfail")):
        worst.update(status="FAIL", detail=report.longreprtext or "it should have failed")
    elif report.skipped and worst["status"] == "ok":
        worst.update(status="skip", detail=reason_of(report))


def pytest_runtest_logfinish(nodeid):
    write(id=nodeid, **outcomes.pop(nodeid, {"status": "ok", "detail": ""}))


@pytest.fixture(autouse=True)
def names_of_docstrings(request):
    """The docstrings' examples know NumPy as np, and frit."""
    if isinstance(request.node, pytest.DoctestItem):
        import frit
        import numpy

        request.getfixturevalue("doctest_namespace").update(np=numpy, frit=frit)
