"""The figures of bench/peers.py as text and as a part of docs/benchmarks.md, and read back from there:
picture.py draws what the page has, so that a test can tell whether they agree."""

import re

BEGIN = "<!-- peers: begin"
END = "<!-- peers: end"
TITLES = {
    ("three_steps", 1000): "three steps on 1,000 elements, warm",
    ("three_steps", 1): "the same on 1 element: the call itself",
    ("first call", 1000): "first call in a fresh process, after import",
}


def show(seconds):
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1 or unit == "µs":
            return f"{seconds * scale:.3g} {unit}"
    return ""


def title(workload, n):
    return TITLES.get((workload, n), f"{workload}, {n:,}")


def table(data):
    """The heads, and a list of (title, one text for each engine)."""
    engines = list(data["versions"])
    cells, order = {}, []
    for row in data["rows"]:
        key = (row["workload"], row["n"])
        if key not in order:
            order.append(key)
        cells[key, row["engine"]] = show(row["seconds"]) if "seconds" in row else "–"
    lines = [(title(*key), [cells.get((key, engine), "") for engine in engines]) for key in order]
    imports = {r["engine"]: show(r["import_seconds"]) for r in data["rows"] if "import_seconds" in r}
    if imports:
        lines.append(("import", [imports.get(engine, "–") for engine in engines]))
    return engines, lines


def reasons(data):
    """Why a figure is missing, once for each engine and reason."""
    found = {}
    for row in data["rows"]:
        if "missing" in row:
            found.setdefault((row["engine"], row["missing"]), []).append(row["workload"])
    return [
        f"{engine}: {', '.join(dict.fromkeys(names))}: {why}"
        for (engine, why), names in found.items()
    ]


def text(data):
    engines, lines = table(data)
    wide = max(len(name) for name, _ in lines)
    out = [f"{'':{wide}}" + "".join(f"{engine:>15}" for engine in engines)]
    out += [f"{name:{wide}}" + "".join(f"{cell:>15}" for cell in cells) for name, cells in lines]
    return "\n".join(out + reasons(data))


def markdown(data):
    engines, lines = table(data)
    versions = [f"{name} {data['versions'][name] or '(not installed)'}" for name in engines]
    machine = f"{data['cores']} cores; load average {data['load_before']} when it began."
    out = ["Versions: " + ", ".join(versions) + f". {machine}", ""]
    out.append("| | " + " | ".join(engines) + " |")
    out.append("|---|" + "---|" * len(engines))
    for name, cells in lines:
        out.append(f"| {name} | " + " | ".join(cells) + " |")
    out += [""] + [f"- {line}" for line in reasons(data)]
    return "\n".join(out).rstrip() + "\n"


# ---- read back

UNITS = {"s": 1, "ms": 1e3, "µs": 1e6}


def part_of(page):
    """What stands between the marks in a document."""
    return page.partition(BEGIN)[2].partition("\n")[2].partition(END)[0]


def read_markdown(part):
    """The figures in a part that markdown() wrote, by engine and (workload, n)."""
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    engines = part.splitlines()[2].strip("| ").split(" | ")
    found = {engine: {} for engine in engines}
    for name, *cells in rows[1:]:
        workload = re.fullmatch(r"(\w+), ([\d,]+)", name)
        for engine, cell in zip(engines, cells, strict=True):
            value, _, unit = cell.partition(" ")
            if workload and unit:
                key = workload[1], int(workload[2].replace(",", ""))
                found[engine][key] = float(value) / UNITS[unit]
    return found


def speeds(part):
    """How many times as fast as NumPy: {(workload, n): {engine: ratio}}."""
    found = read_markdown(part)
    return {
        key: {engine: base / times[key] for engine, times in found.items() if key in times}
        for key, base in found.get("NumPy", {}).items()
    }
