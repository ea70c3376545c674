"""Pictures of what docs/benchmarks.md says of frit and its peers: how many times as fast as NumPy, every
bar of it (peers.svg), and in few lines for the README (peers-small.svg)."""

import math

from . import report

# Calm colours that keep apart on light and dark, and for those who see few of them.
COLOURS = {
    "frit": "#d1495b",
    "NumPy": "#8a8f98",
    "NumExpr": "#b08d57",
    "Numba": "#3a9a8f",
    "JAX": "#5b6fd6",
    "torch.compile": "#a35bb5",
}
STYLE = """
text { fill: #333 } .head { font-weight: 600; font-size: 14px } .name { text-anchor: end }
.small { font-size: 9px; fill: #777 } .tick { text-anchor: middle; font-size: 10px; fill: #777 }
.grid { stroke: #e2e2e2 } .one { stroke: #8a8f98; stroke-width: 1.5 }
.back { fill: #fff } .title { font-size: 13px }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .grid { stroke: #333 } .back { fill: #16181c }
  .small, .tick { fill: #999 }
}"""
ROW, BAR, LEFT, WIDTH = 12, 9, 150, 330  # of the bars
LINE, SMALL_WIDTH, DOT = 20, 560, 5  # of the small one


def page(width, height, body):
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            ' font-family="system-ui, sans-serif" font-size="12">',
            f"<style>{STYLE}\n</style>",
            '<rect class="back" width="100%" height="100%"/>',
            *body,
            "</svg>\n",
        ]
    )


class Scale:
    """Where a ratio lies: the scale doubles from step to step."""

    def __init__(self, ratios, x0, width):
        self.low = math.floor(math.log2(min(ratios, default=1)))
        self.high = math.ceil(math.log2(max(ratios, default=2)) + 0.3)
        self.x0, self.width = x0, width

    def at(self, ratio):
        return self.x0 + self.width * (math.log2(ratio) - self.low) / (self.high - self.low)

    def grid(self, top, bottom):
        out = []
        for k in range(self.low, self.high + 1):
            if self.high - self.low <= 9 or k % 2 == 0:
                x, kind = f"{self.at(2**k):.1f}", "one" if k == 0 else "grid"
                out.append(f'<line x1="{x}" x2="{x}" y1="{top}" y2="{bottom}" class="{kind}"/>')
                number = 2**k if k >= 0 else f"1/{2**-k}"
                out.append(f'<text x="{x}" y="{bottom + 14}" class="tick">{number}</text>')
        return out


def shown(speeds, n):
    """The workloads of a size, each with its peers but NumPy, which is 1 everywhere."""
    return {
        name: {engine: ratio for engine, ratio in row.items() if engine != "NumPy"}
        for (name, size), row in speeds.items()
        if size == n and name != "three_steps"
    }


def sizes(speeds):
    return sorted({n for name, n in speeds if name != "three_steps"})


def every_ratio(speeds):
    return [r for n in sizes(speeds) for row in shown(speeds, n).values() for r in row.values()]


def engines_of(speeds):
    return list(dict.fromkeys(e for row in speeds.values() for e in row if e != "NumPy"))


def key(engines, x0, y):
    out = []
    for index, engine in enumerate(engines):
        x = x0 + index * (len("torch.compile") * 8 + 8)
        out.append(f'<rect x="{x}" y="{y}" width="11" height="11" rx="2" fill="{COLOURS[engine]}"/>')
        out.append(f'<text x="{x + 16}" y="{y + 10}" class="key">{engine}</text>')
    return out


def tip(engine, ratio):
    return f"<title>{engine}: {ratio:.2f} times as fast as NumPy</title>"


# ---- every bar


def panel(rows, n, scale, most):
    """The bars of one size, and how high the panel is; `most` are a workload's bars in any of them."""
    x0 = scale.x0
    out, y = [f'<text x="{x0}" y="44" class="head">{n:,} elements</text>'], 62
    top = y
    for name, row in rows.items():
        if x0 == LEFT:
            middle = y + ROW * most[name] / 2 + 4
            out.append(f'<text x="{x0 - 8}" y="{middle}" class="name">{name}</text>')
        for place, (engine, ratio) in enumerate(row.items()):
            at = y + ROW * place
            a, b = sorted((scale.at(1), scale.at(ratio)))
            out.append(
                f'<rect x="{a:.1f}" y="{at}" width="{max(b - a, 1):.1f}" height="{BAR}" rx="2"'
                f' fill="{COLOURS[engine]}">{tip(engine, ratio)}</rect>'
            )
            out.append(f'<text x="{b + 4:.1f}" y="{at + 8}" class="small">{ratio:.2g}</text>')
        y += ROW * most[name] + 10
    return scale.grid(top - 6, y - 6) + out, y + 16


def bars(part):
    """docs/peers.svg, of a part of a page that report.markdown wrote."""
    speeds = report.speeds(part)
    ratios = every_ratio(speeds)
    body, height, most = [], 0, {}
    for n in sizes(speeds):
        for name, row in shown(speeds, n).items():
            most[name] = max(most.get(name, 0), len(row))
    for index, n in enumerate(sizes(speeds)):
        scale = Scale(ratios, LEFT + index * (WIDTH + 60), WIDTH)
        more, tall = panel(shown(speeds, n), n, scale, most)
        body += more
        height = max(height, tall)
    body.append(
        f'<text x="{LEFT}" y="22" class="title">How many times as fast as NumPy (longer to the right is'
        " faster; the scale doubles from step to step)</text>"
    )
    body += key(engines_of(speeds), LEFT, height + 6)
    return page(LEFT + 2 * (WIDTH + 60), height + 30, body)


# ---- in few lines


def dots(part):
    """docs/peers-small.svg: the largest size, a line for each workload."""
    speeds = report.speeds(part)
    n = sizes(speeds)[-1]
    rows = shown(speeds, n)
    scale = Scale([r for row in rows.values() for r in row.values()], LEFT, SMALL_WIDTH)
    top = 40
    bottom = top + LINE * len(rows)
    body = [
        f'<text x="{LEFT}" y="22" class="title">How many times as fast as NumPy on {n:,} elements'
        " (to the right is faster)</text>"
    ]
    body += scale.grid(top - 6, bottom)
    for index, (name, row) in enumerate(rows.items()):
        y = top + LINE * index + LINE // 2
        body.append(f'<text x="{LEFT - 12}" y="{y + 4}" class="name">{name}</text>')
        # frit last, above the others where they meet.
        for engine, ratio in sorted(row.items(), key=lambda one: one[0] == "frit"):
            radius = DOT + 1 if engine == "frit" else DOT
            body.append(
                f'<circle cx="{scale.at(ratio):.1f}" cy="{y}" r="{radius}" fill="{COLOURS[engine]}">'
                f"{tip(engine, ratio)}</circle>"
            )
    body += key(engines_of(speeds), LEFT, bottom + 26)
    return page(LEFT + SMALL_WIDTH + 30, bottom + 48, body)


PICTURES = {"peers.svg": bars, "peers-small.svg": dots}


def draw_all(document):
    """Draws the pictures beside a document anew."""
    part = report.part_of(document.read_text())
    for name, draw in PICTURES.items():
        (document.parent / name).write_text(draw(part))
