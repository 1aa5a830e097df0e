"""Every route of the service has a method, of both clients, and no method has another route."""

import inspect
import json
import os
import unittest
from typing import Any, List

import anyio
import httpx

from signpost import AsyncSignpost, Signpost

routes = json.loads(os.environ["SIGNPOST_ROUTES"])


def methods_of(client: Any) -> List[Any]:
    """The methods of a client and of all that is grouped under it."""
    own = [
        method
        for name, method in inspect.getmembers(client, inspect.ismethod)
        if not name.startswith("_") and name != "close"
    ]
    groups = [one for name, one in vars(client).items() if not name.startswith("_")]
    return own + [method for group in groups for method in methods_of(group)]


def arguments_of(method: Any) -> Any:
    parameters = inspect.signature(method).parameters.values()
    ids = ["id" if one.name == "id" else one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    named = {one.name: "x" for one in parameters if one.kind is one.KEYWORD_ONLY and one.name not in options}
    return ids, named


options = ("idempotency_key", "timeout", "max_retries")


def sent_with(request: httpx.Request) -> int:
    """How many things a request carries beside its path."""
    body = json.loads(request.content) if request.content else {}
    return len(request.url.params) + len(body)


def answering(asked: List[str]) -> Any:
    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(f"{request.method} {request.url.path} {sent_with(request)}")
        return httpx.Response(200, json={"object": "list", "url": "/", "data": [], "has_more": False})

    return answer


given: Any = {"api_key": "spk_test_none", "base_url": "http://127.0.0.1:9", "max_retries": 0}


class Routes(unittest.TestCase):
    def test_sync(self) -> None:
        asked: List[str] = []
        http = httpx.Client(transport=httpx.MockTransport(answering(asked)))
        for method in methods_of(Signpost(**given, http_client=http)):
            ids, named = arguments_of(method)
            answer = method(*ids, **named)
            if not isinstance(answer, dict):
                answer.first()
            self.assertEqual(int(asked[-1].split()[2]), len(named), method)
        self.assertEqual(sorted(one.rsplit(" ", 1)[0] for one in asked), sorted(routes))

    def test_async(self) -> None:
        asked: List[str] = []
        http = httpx.AsyncClient(transport=httpx.MockTransport(answering(asked)))

        async def call_all() -> None:
            for method in methods_of(AsyncSignpost(**given, http_client=http)):
                ids, named = arguments_of(method)
                answer = method(*ids, **named)
                await (answer if inspect.isawaitable(answer) else answer.first())
                self.assertEqual(int(asked[-1].split()[2]), len(named), method)

        anyio.run(call_all)
        self.assertEqual(sorted(one.rsplit(" ", 1)[0] for one in asked), sorted(routes))
