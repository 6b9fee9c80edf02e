"""Generate the models of the client kits from the OpenAPI description: `python -m tests.client_models`."""

import subprocess
import sys
import tempfile
from json import dumps
from pathlib import Path
from typing import Any

from service.api.routes import INTERFACE
from service.openapi.document import describe_api
from tests.node.programs import run
from tests.still_standing import ROOT

PYTHON_MODELS = ROOT / "clients" / "python" / "haricot_client" / "models.py"
TYPESCRIPT_MODELS = ROOT / "clients" / "typescript" / "src" / "models.ts"
PYTHON_OPTIONS = (
    "--input openapi.json --input-file-type openapi --output models.py --output-model-type typing.TypedDict"
    " --target-python-version 3.11 --enum-field-as-literal all --use-type-alias --formatters builtin"
    " --disable-timestamp"
)
TYPESCRIPT_OPTIONS = (
    "openapi.json --output models.ts --root-types --root-types-no-schema-prefix --default-non-nullable=false"
)


def python_models(description: Any) -> str:
    """Return the Python models of a description."""
    program = Path(sys.executable).with_name("datamodel-codegen")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "openapi.json").write_text(dumps(description), "utf-8")
        subprocess.run([program, *PYTHON_OPTIONS.split()], cwd=folder, check=True, timeout=100)
        return (Path(folder) / "models.py").read_text("utf-8")


def typescript_models(description: Any) -> str:
    """Return the TypeScript types of a description's schemas, without its operations, which the kit does not use."""
    schemas = {**description, "paths": {}, "components": {"schemas": description["components"]["schemas"]}}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "openapi.json").write_text(dumps(schemas), "utf-8")
        run("openapi-typescript", *TYPESCRIPT_OPTIONS.split(), folder=folder).check_returncode()
        return (folder / "models.ts").read_text("utf-8")


if __name__ == "__main__":
    PYTHON_MODELS.write_text(python_models(describe_api(INTERFACE)), "utf-8")
    TYPESCRIPT_MODELS.write_text(typescript_models(describe_api(INTERFACE)), "utf-8")
