from __future__ import annotations

import time
from itertools import count
from typing import Any, Dict

import httpx

from .errors import SignpostError
from .pages import Pages
from .request import Auth, Outgoing, Settings, answer_of, fail, outgoing, too_late
from .retry import retry_delay


class Transport:
    """Sends requests until they are answered."""

    def __init__(self, settings: Settings, auth: Auth, http: httpx.Client) -> None:
        self._settings = settings
        self._auth = auth
        self._http = http

    def send(self, verb: str, path: str, **sent: Any) -> Any:
        request = outgoing(self._settings, verb, path, **sent)
        for failures in count(1):
            try:
                return self._attempt(request)
            except SignpostError as error:
                delay = None if failures > request.max_retries else retry_delay(error, failures)
                if delay is None:
                    raise
            time.sleep(delay)

    def pages(self, verb: str, path: str, asked: Dict[str, Any], **options: Any) -> Pages[Any]:
        """A list; one that is searched is asked for in a body."""
        place = "body" if verb == "POST" else "query"
        return Pages(lambda query: self.send(verb, path, **{place: query}, **options), asked)

    def _attempt(self, request: Outgoing) -> Any:
        # httpx bounds each read; an answer that comes in drops is bounded as a whole here.
        deadline = time.monotonic() + request.timeout
        try:
            with self._http.stream(request.verb, request.url, **request.options(self._auth)) as response:
                chunks = []
                for chunk in response.iter_bytes():
                    chunks.append(chunk)
                    if time.monotonic() > deadline:
                        raise too_late(request)
                return answer_of(request, response.status_code, response.headers, b"".join(chunks))
        except httpx.RequestError as error:
            fail(request, error)
