"""The figures of bench/peers.py as text, as a part of docs/benchmarks.md, and as a picture."""

import math

BEGIN = "<!-- peers: begin"
END = "<!-- peers: end"
TITLES = {
    ("three_steps", 1000): "three steps on 1,000 elements, warm",
    ("three_steps", 1): "the same on 1 element: the call itself",
    ("first call", 1000): "first call in a fresh process, after import",
}
# Calm colours that keep apart on light and dark, and for those who see few of them.
COLOURS = {
    "frit": "#d1495b",
    "NumPy": "#8a8f98",
    "NumExpr": "#b08d57",
    "Numba": "#3a9a8f",
    "JAX": "#5b6fd6",
    "torch.compile": "#a35bb5",
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


def replace_part(path, new):
    """Puts the text between the marks in a document."""
    old = path.read_text()
    before, _, rest = old.partition(BEGIN)
    mark, _, after = rest.partition("\n")
    _, _, after = after.partition(END)
    if not after:
        raise SystemExit(f"{path} has no marks '{BEGIN}' and '{END}'")
    path.write_text(f"{before}{BEGIN}{mark}\n{new}{END}{after}")


# ---- the picture: how many times as fast as NumPy, one panel for each size

ROW, BAR, LEFT, WIDTH = 12, 9, 150, 330


def panel(rows, engines, n, x0, low, high):
    """The bars of one size, and how high the panel is."""
    seconds = {(r["workload"], r["engine"]): r["seconds"] for r in rows if "seconds" in r}
    names = list(dict.fromkeys(r["workload"] for r in rows))

    def at(ratio):
        return x0 + WIDTH * (math.log2(ratio) - low) / (high - low)

    out, y = [f'<text x="{x0}" y="44" class="head">{n:,} elements</text>'], 62
    top = y
    for name in names:
        base = seconds.get((name, "NumPy"))
        shown = [e for e in engines if e != "NumPy" and (name, e) in seconds and base]
        middle = y + ROW * len(shown) / 2
        if x0 == LEFT:
            out.append(f'<text x="{x0 - 8}" y="{middle + 4}" class="name">{name}</text>')
        for engine in shown:
            ratio = base / seconds[name, engine]
            a, b = sorted((at(1), at(ratio)))
            out.append(
                f'<rect x="{a:.1f}" y="{y}" width="{max(b - a, 1):.1f}" height="{BAR}" rx="2"'
                f' fill="{COLOURS[engine]}"><title>{engine}: {ratio:.2f} times as fast as NumPy'
                "</title></rect>"
            )
            out.append(f'<text x="{b + 4:.1f}" y="{y + 8}" class="small">{ratio:.2g}</text>')
            y += ROW
        y += 10
    grid = [
        f'<line x1="{at(2**k):.1f}" x2="{at(2**k):.1f}" y1="{top - 6}" y2="{y - 6}"'
        f' class="{"one" if k == 0 else "grid"}"/>'
        f'<text x="{at(2**k):.1f}" y="{y + 8}" class="tick">{2**k if k >= 0 else f"1/{2**-k}"}</text>'
        for k in range(math.floor(low), math.ceil(high) + 1)
        if high - low <= 9 or k % 2 == 0
    ]
    return grid + out, y + 16


def svg(data):
    engines = list(data["versions"])
    rows = [r for r in data["rows"] if r["workload"] not in ("three_steps", "first call")]
    ratios = [
        math.log2(base["seconds"] / r["seconds"])
        for r in rows
        for base in rows
        if "seconds" in r
        and "seconds" in base
        and base["engine"] == "NumPy"
        and (base["workload"], base["n"]) == (r["workload"], r["n"])
    ]
    low, high = math.floor(min(ratios, default=0)), math.ceil(max(ratios, default=1) + 0.3)
    body, height = [], 0
    for index, n in enumerate(sorted({r["n"] for r in rows})):
        x0 = LEFT + index * (WIDTH + 60)
        part, tall = panel([r for r in rows if r["n"] == n], engines, n, x0, low, high)
        body += part
        height = max(height, tall)
    for index, engine in enumerate(e for e in engines if e != "NumPy"):
        x = LEFT + index * 130
        body.append(f'<rect x="{x}" y="{height + 6}" width="11" height="11" rx="2"'
                    f' fill="{COLOURS[engine]}"/>')
        body.append(f'<text x="{x + 16}" y="{height + 16}" class="key">{engine}</text>')
    width = LEFT + 2 * (WIDTH + 60)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 30}" \
font-family="system-ui, sans-serif" font-size="12">
<style>
text {{ fill: #333 }} .head {{ font-weight: 600; font-size: 14px }} .name {{ text-anchor: end }}
.small {{ font-size: 9px; fill: #777 }} .tick {{ text-anchor: middle; font-size: 10px; fill: #777 }}
.grid {{ stroke: #e2e2e2 }} .one {{ stroke: #8a8f98; stroke-width: 1.5 }}
.back {{ fill: #fff }} .title {{ font-size: 13px }}
@media (prefers-color-scheme: dark) {{
  text {{ fill: #ddd }} .grid {{ stroke: #333 }} .back {{ fill: #16181c }}
  .small, .tick {{ fill: #999 }}
}}
</style>
<rect class="back" width="100%" height="100%"/>
<text x="{LEFT}" y="22" class="title">How many times as fast as NumPy (longer to the right is \
faster; the scale doubles from step to step)</text>
{chr(10).join(body)}
</svg>
"""
