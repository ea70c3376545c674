#!/usr/bin/env python3
"""Random functions give the same bits in frit and in Slang (see slang_semantics.py).

They have locals of all kinds, swizzles on both sides, arrays, nested branches, loops that end early
and switches, but only steps that are exact, so that nothing may differ. `slang_random.py SEED ROUNDS`
looks for more.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import slang_semantics

FUNCTIONS = 80  # a round
SCALARS = ("float", "int", "uint")
TYPES = ("float", "int", "uint", "bool", "float2", "float3", "float4", "int2", "int3", "uint2")
LITERALS = {
    "float": ("0.5", "1.0", "2.0", "-1.25", "3.75", "0.0", "10.0"),
    "int": ("0", "1", "2", "-3", "7", "100", "-1"),
    "uint": ("0u", "1u", "5u", "255u", "0xffffffffu", "31u"),
    "bool": ("true", "false"),
}
DEPTH = 3  # of statements inside each other
LANES = "xyzw"


def split(kind):
    """("float", 3) of float3."""
    return (kind[:-1], int(kind[-1])) if kind[-1].isdigit() else (kind, 1)


def vector(scalar, lanes):
    return scalar if lanes == 1 else f"{scalar}{lanes}"


class Writer:
    """Writes one function. `names` has of each (type, length of an array or 0, may be assigned to)."""

    def __init__(self, rng):
        self.rng = rng
        self.made = 0

    def name(self, letter):
        self.made += 1
        return f"{letter}{self.made}"

    def literal(self, kind):
        scalar, lanes = split(kind)
        if lanes == 1:
            return self.rng.choice(LITERALS[scalar])
        if self.rng.random() < 0.3:
            return f"{kind}({self.literal(scalar)})"
        return f"{kind}({', '.join(self.literal(scalar) for _ in range(lanes))})"

    def place(self, names, kind, write=False):
        """Something of that type that can be read or assigned to; None: there is nothing."""
        rng, (scalar, lanes), found = self.rng, split(kind), []
        for name, (own, length, free) in names.items():
            if write and not free:
                continue
            own_scalar, own_lanes = split(own)
            if length:
                if own == kind:
                    indices = [n for n, entry in names.items() if entry[:2] == ("int", 0)] or ["1"]
                    found.append(f"{name}[{rng.choice(indices)} & {length - 1}]")
                    found.append(f"{name}[{rng.randrange(length)}]")
            elif own == kind:
                found.append(name)
            elif own_scalar == scalar and own_lanes > 1:
                if lanes == 1:
                    found.append(f"{name}[{rng.randrange(own_lanes)}]")
                if not write:
                    found.append(f"{name}.{''.join(rng.choices(LANES[:own_lanes], k=lanes))}")
                elif lanes <= own_lanes:
                    found.append(f"{name}.{''.join(rng.sample(LANES[:own_lanes], lanes))}")
        return rng.choice(found) if found else None

    def leaf(self, names, kind):
        found = self.place(names, kind)
        return found if found and self.rng.random() < 0.8 else self.literal(kind)

    def condition(self, names, depth):
        rng = self.rng
        choice = rng.randrange(5)
        if depth <= 0:
            return self.leaf(names, "bool")
        if choice == 0:
            return f"!({self.condition(names, depth - 1)})"
        kind, signs = "bool", ("&&", "||", "==", "!=")
        if choice > 1:
            kind, signs = rng.choice(SCALARS), ("<", ">", "<=", ">=", "==", "!=")
        left, right = (self.value(names, kind, depth - 1) for _ in range(2))
        return f"({left} {rng.choice(signs)} {right})"

    def value(self, names, kind, depth):
        rng = self.rng
        scalar, lanes = split(kind)
        if depth <= 0 or rng.random() < 0.2:
            return self.leaf(names, kind)
        if kind == "bool":
            return self.condition(names, depth)

        def part(of=kind):
            return self.value(names, of, depth - 1)

        def pair(signs):
            return f"({part()} {rng.choice(signs)} {part()})"

        def parts():
            widths, left = [], lanes
            while left:
                widths.append(rng.randint(1, left))
                left -= widths[-1]
            return f"{kind}({', '.join(part(vector(scalar, width)) for width in widths)})"

        # NaN is kept away from min and max, which differ about it.
        forms = [
            lambda: pair("+-*"),
            lambda: pair("+-*"),
            lambda: f"({part('bool')} ? {part()} : {part()})",
        ]
        if lanes > 1:
            forms += [parts, lambda: f"({part()} * {part(scalar)})"]
        if scalar == "float":
            forms += [
                lambda: f"floor({part()})",
                lambda: f"abs({part()})",
                lambda: f"({part()} / {rng.choice(['2.0', '4.0', '3.0'])})",
                lambda: f"(-({part()}))",
            ]
            if lanes < 4:
                forms.append(lambda: f"{kind}({part(vector('int', lanes))})")
        else:
            forms += [
                lambda: pair("&|^"),
                lambda: f"({part()} {rng.choice(['<<', '>>'])} {rng.choice('1357')})",
                lambda: f"({part()} {rng.choice('/%')} {kind}({rng.choice(['3', '7', '10'])}))",
                lambda: f"(~{part()})",
                lambda: f"{rng.choice(['min', 'max'])}({part()}, {part()})",
            ]
            if lanes == 1:
                forms.append(lambda: f"{kind}({part('int' if kind == 'uint' else 'uint')})")
        return rng.choice(forms)()

    def declaration(self, names):
        rng = self.rng
        kind, name = rng.choice(TYPES), self.name("v")
        if rng.random() < 0.15 and kind in SCALARS:
            length = rng.choice((2, 4))
            parts = ", ".join(self.value(names, kind, 1) for _ in range(length))
            names[name] = (kind, length, True)
            return [f"{kind} {name}[{length}] = {{ {parts} }};"]
        line = f"{kind} {name} = {self.value(names, kind, 2)};"
        names[name] = (kind, 0, True)
        return [line]

    def assignment(self, names):
        rng = self.rng
        kind = rng.choice(TYPES)
        place = self.place(names, kind, write=True)
        if place is None:
            return []
        if kind in ("int", "uint") and rng.random() < 0.1:
            return [f"{place}{rng.choice(['++', '--'])};"]
        sign = "=" if kind == "bool" else rng.choice(["=", "=", "+=", "-=", "*="])
        return [f"{place} {sign} {self.value(names, kind, 2)};"]

    def branch(self, names, depth, loop, result):
        lines = [f"if ({self.condition(names, 2)})", *self.block(names, depth, loop, result)]
        if self.rng.random() < 0.5:
            lines += ["else", *self.block(names, depth, loop, result)]
        return lines

    def loop(self, names, depth, result):
        rng, name = self.rng, self.name("i")
        inner = {**names, name: ("int", 0, False)}
        body = self.block(inner, depth, "loop", result)
        if rng.random() < 0.7:
            end = rng.choice(["3", "5", "8", f"({self.value(names, 'int', 1)} & 7)"])
            return [f"for (int {name} = 0; {name} < {end}; {name}++)", *body]
        body.insert(1, f"    {name}++;")
        end = rng.choice("36")
        if rng.random() < 0.5:
            head = f"while ({name} < {end} && {self.condition(names, 1)})"
            return [f"int {name} = 0;", head, *body]
        return [f"int {name} = 0;", "do", *body, f"while ({name} < {end});"]

    def switch(self, names, depth, loop, result):
        rng, lines = self.rng, []
        labels = [f"case {n}:" for n in rng.sample(range(4), rng.randint(1, 3))]
        for label in labels + (["default:"] if rng.random() < 0.5 else []):
            inside = (
                "switch" if loop else ""
            )  # where `continue` means the loop and `break` does not
            lines += [label, *self.block(names, depth, inside, result), "break;"]
        return [f"switch ({self.value(names, 'int', 1)} & 3)", "{", *lines, "}"]

    def exit(self, names, loop, result):
        words = {"loop": ["break", "continue"], "switch": ["continue"], "": []}[loop]
        words = [*words, f"return {self.value(names, result, 1)}"]
        return [f"if ({self.condition(names, 1)}) {self.rng.choice(words)};"]

    def statement(self, names, depth, loop, result):
        choice = self.rng.random()
        if choice < 0.25:
            return self.declaration(names)
        if choice < 0.62 or depth <= 0:
            return self.assignment(names)
        if choice < 0.78:
            return self.branch(names, depth - 1, loop, result)
        if choice < 0.9:
            return self.loop(names, depth - 1, result)
        if choice < 0.95:
            return self.switch(names, depth - 1, loop, result)
        return self.exit(names, loop, result)

    def statements(self, names, depth, loop, result):
        count = self.rng.randint(1, 4)
        return [line for _ in range(count) for line in self.statement(names, depth, loop, result)]

    def block(self, names, depth, loop, result):
        return [
            "{",
            *(f"    {line}" for line in self.statements(dict(names), depth, loop, result)),
            "}",
        ]

    def function(self, number):
        rng = self.rng
        params = [rng.choice(TYPES) for _ in range(rng.randint(1, 3))]
        result = rng.choice(TYPES)
        names = {f"p{i}": (kind, 0, True) for i, kind in enumerate(params)}
        lines = []
        for _ in range(rng.randint(1, 4)):
            lines += self.statements(names, DEPTH, "", result)
        lines.append(f"return {self.value(names, result, 2)};")
        head = ", ".join(f"{kind} p{i}" for i, kind in enumerate(params))
        return "\n".join(
            [f"{result} f{number}({head})", "{", *(f"    {line}" for line in lines), "}", ""]
        )


def main():
    if status := slang_semantics.prepare():
        return status
    seed, rounds = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (7, 1)
    for number in range(seed, seed + rounds):
        rng = random.Random(number)
        path = Path(f"random_{number}.slang").resolve()
        path.write_text("\n".join(Writer(rng).function(i) for i in range(FUNCTIONS)))
        wrong, count = slang_semantics.check(path, rounding=0)
        if wrong:
            return f"{path.read_text()}\nseed {number}:\n" + "\n".join(wrong)
        if count != FUNCTIONS:
            return f"seed {number}: only {count} functions were compared"
    print(f"{rounds * FUNCTIONS} functions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
