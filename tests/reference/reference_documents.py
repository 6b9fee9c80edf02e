"""The generated reference documents, by file name."""

from tests.reference.commands import commands_document
from tests.reference.events import events_document
from tests.reference.exports import exports_document
from tests.reference.formats import formats_document
from tests.still_standing import ROOT

DOCS = ROOT / "docs"


def made_documents() -> dict[str, str]:
    """Return the text of each document."""
    return {
        "commands.md": commands_document(),
        "events.md": events_document(),
        "exports.md": exports_document((DOCS / "exports.md").read_text("utf-8")),
        "formats.md": formats_document(webhooks=(DOCS / "webhooks.md").exists()),
    }
