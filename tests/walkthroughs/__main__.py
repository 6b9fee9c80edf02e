"""Scripted runs through the pages with pictures: `make walkthrough`, or `make walkthrough NAME=eight_tabs` for one.

Each is a module here with a function `walk(browser, service, pictures)`. It raises if an expectation fails, and leaves
its pictures in `build/walkthroughs/NAME`.
"""

import importlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.service.command_line import PROGRAM
from tests.service.web.conftest import ARGUMENTS, Service, chromium, free_port, wait_until_served

HERE: Final = Path(__file__).parent
PICTURES: Final = HERE.parents[1] / "build" / "walkthroughs"
STOP_SECONDS: Final = 15


@contextmanager
def serving() -> Iterator[Service]:
    """Start a service with its default settings and an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        port, log = free_port(), Path(folder) / "serve.log"
        serve = ["serve", "--port", str(port), "--data", f"{folder}/store", "--no-demo"]
        with log.open("wb") as said:
            process = subprocess.Popen([sys.executable, "-c", PROGRAM, *serve], stdout=said, stderr=said)
            try:
                service = Service(f"http://127.0.0.1:{port}", "", 0, 0)
                wait_until_served(service, process, log)
                yield service
            finally:
                process.terminate()
                process.wait(STOP_SECONDS)


def main(names: list[str]) -> None:
    """Run the named walkthroughs, or all."""
    known = sorted(path.stem for path in HERE.glob("[a-z]*.py"))
    if unknown := set(names).difference(known):
        sys.exit(f"there is no walkthrough {', '.join(sorted(unknown))}: there are {', '.join(known)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name in names or known:
            pictures = PICTURES / name
            pictures.mkdir(parents=True, exist_ok=True)
            with serving() as service:
                importlib.import_module(f"tests.walkthroughs.{name}").walk(browser, service, pictures)
            print(f"{name}: done, pictures in {pictures}")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
