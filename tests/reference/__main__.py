"""Write the reference documents: `python -m tests.reference`."""

from tests.reference.reference_documents import DOCS, made_documents

for name, text in made_documents().items():
    (DOCS / name).write_text(text, "utf-8")
