"""Parse the fenced code blocks of a Markdown document."""

import re
from typing import NamedTuple

HEADING = re.compile(r"^##+ (.*)$", re.MULTILINE)
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class FencedBlock(NamedTuple):
    """A fenced block: its language, its text, the text between the previous block and it, its section and line."""

    language: str
    text: str
    before: str
    section: str
    line: int


def blocks_of(document: str) -> list[FencedBlock]:
    """Return every block of a document, in order."""
    found: list[FencedBlock] = []
    end, section = 0, ""
    for fenced in FENCED.finditer(document):
        before = document[end : fenced.start()]
        section = [section, *HEADING.findall(before)][-1]
        line = document.count("\n", 0, fenced.start()) + 1
        found.append(FencedBlock(fenced[1], fenced[2], HEADING.sub("", before).strip(), section, line))
        end = fenced.end()
    return found
