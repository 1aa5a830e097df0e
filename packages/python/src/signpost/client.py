from __future__ import annotations

from typing import Optional

import httpx

from .async_transport import AsyncTransport
from .generated.async_resources import Resources as AsyncResources
from .generated.resources import Resources
from .request import auth_of, settings_of
from .transport import Transport


class Signpost(Resources):
    """The REST interface as methods. Every method raises an error of this package: what the service refused is a
    ``RefusedError`` with ``type``, ``code``, ``param``, ``status``, ``request_id`` and ``retry_after``. Reads and writes alike are
    sent again after a failure that may pass; a write carries an Idempotency-Key, so that it happens once.

    A secret that is shown once (of a new API key or webhook) is None in the answer to a write that was sent again.

    :param api_key: ``spk_…``: it decides on the consumer, the environment and what may be done.
    :param base_url: where the service is: ``https://signpost.example.com``.
    :param timeout: seconds that one attempt may take.
    :param max_retries: how often a failed request is sent again.
    :param http_client: in place of one of its own; whoever gives it closes it.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout: float = 10.0,
        max_retries: int = 3,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        settings, auth = settings_of(base_url, timeout, max_retries), auth_of(api_key)
        self._http = httpx.Client() if http_client is None else http_client
        self._is_own = http_client is None
        super().__init__(Transport(settings, auth, self._http))

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def __enter__(self) -> Signpost:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncSignpost(AsyncResources):
    """``Signpost`` for asyncio and trio: its methods are awaited, its lists are asynchronous iterators."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout: float = 10.0,
        max_retries: int = 3,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        settings, auth = settings_of(base_url, timeout, max_retries), auth_of(api_key)
        self._http = httpx.AsyncClient() if http_client is None else http_client
        self._is_own = http_client is None
        super().__init__(AsyncTransport(settings, auth, self._http))

    async def close(self) -> None:
        if self._is_own:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncSignpost:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
