"""Parts of a page that are written by benchmarks, between two marks."""

from pathlib import Path


def replace_part(page: Path, begin: str, end: str, text: str) -> None:
    """Puts the text between the line that begins with one mark and the other mark."""
    before, found, rest = page.read_text().partition(begin)
    mark, _, inside = rest.partition("\n")
    _, ended, after = inside.partition(end)
    if not found or not ended:
        raise SystemExit(f"{page} has no marks '{begin}' and '{end}'")
    page.write_text(f"{before}{begin}{mark}\n{text}{end}{after}")
