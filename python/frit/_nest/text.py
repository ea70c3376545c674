"""LLVM's text of one function: blocks, temporaries, and the way out when something is out of the ordinary."""

from __future__ import annotations

FAILED = 1
"""What the function gives when Python should go through the loop itself."""

WANTS_ROOM = 2
"""... when an array that it makes needs more memory than it was given; the frame says how much."""

STOPPED = 3
"""... when a signal has come."""


class Text:
    """The function while it is written."""

    def __init__(self) -> None:
        self.entry: list[str] = []
        self.body: list[str] = []
        self.declared: set[str] = set()
        self.count = 0
        self.open = True  # the current block has no end yet

    def name(self, prefix: str = "t") -> str:
        self.count += 1
        return f"%{prefix}{self.count}"

    def put(self, line: str) -> None:
        if not self.open:  # nobody comes here; LLVM takes it away
            self.place(self.label())
        self.body.append("  " + line)

    def make(self, expression: str) -> str:
        """A temporary with the value of an instruction."""
        made = self.name()
        self.put(f"{made} = {expression}")
        return made

    def slot(self, kind: str) -> str:
        """A variable, which LLVM makes a register of."""
        made = self.name("v")
        self.entry.append(f"  {made} = alloca {kind}")
        return made

    def load(self, kind: str, slot: str) -> str:
        return self.make(f"load {kind}, ptr {slot}")

    def store(self, kind: str, value: str, slot: str) -> None:
        self.put(f"store {kind} {value}, ptr {slot}")

    # ---- blocks

    def label(self) -> str:
        self.count += 1
        return f"b{self.count}"

    def place(self, label: str) -> None:
        if self.open:
            self.body.append(f"  br label %{label}")
        self.body.append(f"{label}:")
        self.open = True

    def go(self, label: str) -> None:
        self.put(f"br label %{label}")
        self.open = False

    def fork(self, condition: str, yes: str, no: str) -> None:
        self.put(f"br i1 {condition}, label %{yes}, label %{no}")
        self.open = False

    def guard(self, fine: str) -> None:
        """Python goes through the loop where this is not so."""
        if fine in ("true", "1"):
            return
        after = self.label()
        self.fork(fine, after, "failed")
        self.place(after)

    def assume(self, holds: str) -> None:
        """What LLVM does not see by itself."""
        self.declared.add("declare void @llvm.assume(i1)")
        self.put(f"call void @llvm.assume(i1 {holds})")

    def intrinsic(self, name: str, kind: str, *operands: str, given: str = "") -> str:
        """A call of an intrinsic whose operands are all of one kind."""
        kinds = ", ".join([kind] * len(operands))
        self.declared.add(f"declare {given or kind} @{name}({kinds})")
        listed = ", ".join(f"{kind} {operand}" for operand in operands)
        return self.make(f"call {given or kind} @{name}({listed})")

    def whole(self, metadata: list[str]) -> str:
        """The text, when everything has been put."""
        lines = ["; optimise", 'define i32 @frit_loop(ptr %frame) "no-builtins" {', "entry:"]
        lines += [*self.entry, *self.body]
        if self.open:
            lines.append("  ret i32 0")
        lines += ["failed:", f"  ret i32 {FAILED}", "stopped:", f"  ret i32 {STOPPED}"]
        lines += ["room:", f"  ret i32 {WANTS_ROOM}", "}"]
        return "\n".join([*lines, *sorted(self.declared), *metadata]) + "\n"
