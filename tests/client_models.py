"""The models of the client kits as the description has them: `python -m tests.client_models` writes them anew."""

import subprocess
import sys
import tempfile
from json import dumps
from pathlib import Path
from typing import Any

from service.api.description import described
from service.api.interface import INTERFACE
from tests.still_standing import HOUSE

PYTHON_MODELS = HOUSE / "clients" / "python" / "haricot_client" / "models.py"
OPTIONS = (
    "--input openapi.json --input-file-type openapi --output models.py --output-model-type typing.TypedDict"
    " --target-python-version 3.11 --enum-field-as-literal all --use-type-alias --formatters builtin"
    " --disable-timestamp"
)


def python_models(description: Any) -> str:
    """The models that are made of a description."""
    program = Path(sys.executable).with_name("datamodel-codegen")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "openapi.json").write_text(dumps(description), "utf-8")
        subprocess.run([program, *OPTIONS.split()], cwd=folder, check=True, timeout=100)
        return (Path(folder) / "models.py").read_text("utf-8")


if __name__ == "__main__":
    PYTHON_MODELS.write_text(python_models(described(INTERFACE)), "utf-8")
