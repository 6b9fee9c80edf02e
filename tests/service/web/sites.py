"""Sites on other origins, which embed or call the service."""

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class QuietFolder(http.server.SimpleHTTPRequestHandler):
    """Serves a folder without logging."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def site_of(folder: Path, port: int) -> Iterator[str]:
    """Serve the files of a folder; give the origin."""
    server = http.server.ThreadingHTTPServer(("localhost", port), functools.partial(QuietFolder, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
