from __future__ import annotations

from dataclasses import dataclass
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, Generic, Iterator, List, Optional, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    url: str
    has_more: bool
    data: List[T]


def _page(answer: Any) -> Page[Any]:
    return Page(answer["url"], answer["has_more"], answer["data"])


def _next(query: Dict[str, Any], page: Page[Any]) -> Optional[Dict[str, Any]]:
    """What asks for the page after this one. It begins at the last record, so that what is made meanwhile moves nothing."""
    if not page.has_more or not page.data:
        return None
    if "ending_before" in query:
        return {**query, "ending_before": page.data[0]["id"]}
    return {**query, "starting_after": page.data[-1]["id"]}


def _in_order(query: Dict[str, Any], page: Page[T]) -> List[T]:
    """With ``ending_before`` the records come in the other direction, the older ones first."""
    return page.data[::-1] if "ending_before" in query else page.data


class Pages(Generic[T]):
    """A list. ``first()`` asks for its first page; iterating asks for every record, page after page."""

    def __init__(self, fetch: Callable[[Dict[str, Any]], Any], query: Dict[str, Any]) -> None:
        self._fetch = fetch
        self._query = query

    def first(self) -> Page[T]:
        return _page(self._fetch(self._query))

    def __iter__(self) -> Iterator[T]:
        query: Optional[Dict[str, Any]] = self._query
        while query is not None:
            page = _page(self._fetch(query))
            yield from _in_order(query, page)
            query = _next(query, page)


class AsyncPages(Generic[T]):
    """A list. ``await first()`` asks for its first page; ``async for`` asks for every record, page after page."""

    def __init__(self, fetch: Callable[[Dict[str, Any]], Awaitable[Any]], query: Dict[str, Any]) -> None:
        self._fetch = fetch
        self._query = query

    async def first(self) -> Page[T]:
        return _page(await self._fetch(self._query))

    async def __aiter__(self) -> AsyncIterator[T]:
        query: Optional[Dict[str, Any]] = self._query
        while query is not None:
            page = _page(await self._fetch(query))
            for record in _in_order(query, page):
                yield record
            query = _next(query, page)
