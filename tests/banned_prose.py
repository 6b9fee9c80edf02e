"""Count the words that docstrings and comments must not use."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator

PROSE = {
    "nobody": "name the actor: no client, no seat, no other process",
    "somebody": "name the actor: a client, a player, another process",
    "anybody": "name the actor: an anonymous client, any caller",
    "whoever": "name the actor: the caller, the creator, the organiser",
    "whatever": "say which: any, every, each",
    "hangs on": "depends on",
    "anew": "again",
    "for ever": "permanently, always",
    "by lot": "at random",
    "at hand": "available, cached, present",
    "one's own": "your own, custom",
    "so many": "the number: how many, this many, at most",
}
"""The banned words, each with its replacement (CONTRIBUTING.md)."""
_FOUND = re.compile(rf"\b({'|'.join(PROSE).replace('hangs', 'hangs?')})\b", re.IGNORECASE)


def prose_words(source: str, nodes: list[ast.AST]) -> Counter[str]:
    """Count the banned words in the docstrings and comments of a Python file."""
    if not _FOUND.search(re.sub(r"[\s#]+", " ", source)):  # reading the comments is slow
        return Counter()
    texts = [*docstrings(nodes), *comments(source)]
    found = (" ".join(match.lower().split()) for text in texts for match in _FOUND.findall(" ".join(text.split())))
    return Counter(word.replace("hang on", "hangs on") for word in found)


def docstrings(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield the docstrings, also those of attributes."""
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def comments(source: str) -> Iterator[str]:
    """Yield the comments. Those on consecutive lines are one text."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    block, end = "", 0
    for line, text in ((token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT):
        if line > end + 1:
            yield block
            block = ""
        block, end = f"{block} {text.lstrip('# ')}", line
    yield block
