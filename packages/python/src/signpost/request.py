"""What both transports share: settings, requests, and what an answer means. Nothing here does I/O."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, NoReturn, Optional
from urllib.parse import urlsplit

import httpx

from .errors import ServiceConnectionError, ServiceTimeoutError, refused_error
from .version import __version__


class NotGiven:
    """Stands for what is not sent, since None means null."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()

Auth = Callable[[httpx.Request], httpx.Request]


def given(named: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in named.items() if not isinstance(value, NotGiven)}


def path_part(id: str) -> str:
    """An id of a path. What could change the path is no id."""
    if not isinstance(id, str) or not re.fullmatch(r"[A-Za-z0-9_]+", id):
        raise ValueError("An id is made of letters, digits and _")
    return id


def query_text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Settings:
    base_url: str
    timeout: float
    max_retries: int


def settings_of(base_url: str, timeout: float, max_retries: int) -> Settings:
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ValueError("The base URL is malformed: https://signpost.example.com")
    # The paths of the routes begin with /v1.
    path = re.sub(r"/v1$", "", parts.path.rstrip("/"))
    return Settings(f"{parts.scheme}://{parts.netloc}{path}", timeout, max_retries)


def auth_of(api_key: str) -> Auth:
    """Sets the key on a request. INVARIANT (key): it is in this closure, and in no property, message or repr.

    Being an ``auth``, it also stops httpx from taking other credentials out of a ``.netrc``.
    """
    if not isinstance(api_key, str) or not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise ValueError("The API key is missing or malformed")

    def authorize(request: httpx.Request) -> httpx.Request:
        request.headers["Authorization"] = f"Bearer {api_key}"
        return request

    return authorize


@dataclass(frozen=True)
class Outgoing:
    """A request, the same for each of its attempts."""

    verb: str
    url: str
    params: Dict[str, str]
    headers: Dict[str, str]
    content: Optional[bytes]
    timeout: float
    max_retries: int

    def __str__(self) -> str:
        return f"{self.verb} {self.url}"

    def options(self, auth: Auth) -> Dict[str, Any]:
        """What either client of httpx is told beside the verb and the URL."""
        return {
            "params": self.params or None,
            "headers": self.headers,
            "content": self.content,
            "auth": auth,
            "timeout": self.timeout,
            "follow_redirects": False,
        }


def outgoing(
    settings: Settings,
    verb: str,
    path: str,
    *,
    body: Optional[Mapping[str, Any]] = None,
    query: Optional[Mapping[str, Any]] = None,
    is_write: bool = False,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
    max_retries: Optional[int] = None,
) -> Outgoing:
    headers = {"Accept": "application/json", "User-Agent": f"signpost-python/{__version__}"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if is_write:
        # The same for every attempt: the service then does the write once.
        headers["Idempotency-Key"] = _idempotency_key(idempotency_key)
    return Outgoing(
        verb=verb,
        url=settings.base_url + path,
        params={name: query_text(value) for name, value in (query or {}).items()},
        headers=headers,
        content=None if body is None else json.dumps(body, ensure_ascii=False, allow_nan=False).encode(),
        timeout=settings.timeout if timeout is None else timeout,
        max_retries=settings.max_retries if max_retries is None else max_retries,
    )


def _idempotency_key(key: Optional[str]) -> str:
    if key is None:
        return secrets.token_hex(16)
    if not re.fullmatch(r"[\x21-\x7e]{1,255}", key):
        raise ValueError("An idempotency key is 1 to 255 visible ASCII characters")
    return key


def answer_of(request: Outgoing, status: int, headers: httpx.Headers, content: bytes) -> Any:
    """What was answered, read. @raises RefusedError · ServiceConnectionError"""
    try:
        body = json.loads(content)
    except ValueError:
        body = None
    if not 200 <= status < 300:
        raise refused_error(status, body, _seconds(headers.get("retry-after")))
    if body is None:
        raise ServiceConnectionError(f"{request}: the answer can't be read")
    return body


def _seconds(header: Optional[str]) -> Optional[int]:
    return int(header) if header is not None and re.fullmatch(r"[0-9]{1,9}", header.strip()) else None


def too_late(request: Outgoing) -> ServiceTimeoutError:
    return ServiceTimeoutError(f"{request}: no answer within {request.timeout} s")


def fail(request: Outgoing, error: httpx.RequestError) -> NoReturn:
    """Says what failed and where, with the cause. @raises ServiceConnectionError"""
    # The failed request holds the key, and its URL the query.
    error.request = httpx.Request(request.verb, request.url)
    if isinstance(error, httpx.TimeoutException):
        raise too_late(request) from error
    raise ServiceConnectionError(f"{request}: {type(error).__name__}: {error}") from error
