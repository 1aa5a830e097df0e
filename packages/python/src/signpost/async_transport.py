from __future__ import annotations

from itertools import count
from typing import Any, Dict

import anyio
import httpx

from .errors import SignpostError
from .pages import AsyncPages
from .request import Auth, Outgoing, Settings, answer_of, fail, outgoing, too_late
from .retry import retry_delay


class AsyncTransport:
    """Sends requests until they are answered."""

    def __init__(self, settings: Settings, auth: Auth, http: httpx.AsyncClient) -> None:
        self._settings = settings
        self._auth = auth
        self._http = http

    async def send(self, verb: str, path: str, **sent: Any) -> Any:
        request = outgoing(self._settings, verb, path, **sent)
        for failures in count(1):
            try:
                return await self._attempt(request)
            except SignpostError as error:
                delay = None if failures > request.max_retries else retry_delay(error, failures)
                if delay is None:
                    raise
            await anyio.sleep(delay)

    def pages(self, verb: str, path: str, asked: Dict[str, Any], **options: Any) -> AsyncPages[Any]:
        """A list; one that is searched is asked for in a body."""
        place = "body" if verb == "POST" else "query"
        return AsyncPages(lambda query: self.send(verb, path, **{place: query}, **options), asked)

    async def _attempt(self, request: Outgoing) -> Any:
        try:
            with anyio.fail_after(request.timeout):
                response = await self._http.request(request.verb, request.url, **request.options(self._auth))
        except TimeoutError:
            raise too_late(request) from None
        except httpx.RequestError as error:
            fail(request, error)
        return answer_of(request, response.status_code, response.headers, response.content)
