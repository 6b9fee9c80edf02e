"""How the documents become a site: `make docs`, into build/docs."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]

project = "Haricot"
author = copyright = "The maintainers of Haricot"  # noqa: A001  # as Sphinx calls it
version = release = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)[1]
language = "en"
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/*.md", "clients/*/README.md", "packages/*/README.md", "tests/*/results.md"]
exclude_patterns = [".*", "build", "dist", "*.egg-info", "node_modules", "**/node_modules", "**/.venv", "**/fixtures"]
myst_heading_anchors = 4
nitpicky = True
suppress_warnings = ["misc.highlighting_failure"]  # what is left out of an example with ... is no JSON

html_theme = "furo"
html_title = f"Haricot {version}"
html_static_path = ["haricot.css"]
html_css_files = ["haricot.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_search_summary = False  # it would be fetched, which nothing is from a file
html_additional_pages = {"index": "page_of_pages.html"}
templates_path = ["."]
