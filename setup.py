"""Puts the guides into the package that serves them; all else stands in pyproject.toml."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent


class BuildWithGuides(build_py):
    """Builds the packages, and copies the documents to where service/web/guides.py looks for them."""

    def run(self) -> None:
        """Builds; an editable installation reads the documents where they are."""
        super().run()
        if self.editable_mode:
            return
        guides = Path(self.build_lib) / "service" / "web" / "guides"
        self.mkpath(str(guides))
        for document in sorted((HERE / "docs").glob("*.md")):
            self.copy_file(str(document), str(guides / document.name))


setup(cmdclass={"build_py": BuildWithGuides})
