import json
import tempfile
import unittest
from typing import Any, Dict, List, Optional, Tuple
from unittest import mock

import anyio
import httpx

import signpost
from signpost import AsyncSignpost, Signpost
from signpost.errors import refused_error
from signpost.request import settings_of
from signpost.retry import retry_delay

KEY = "spk_test_0123456789abcdef"


def refusal(status: int, code: str, headers: Optional[Dict[str, str]] = None) -> httpx.Response:
    error = {"type": "api_error", "code": code, "message": "Seeded.", "request_id": "req_seeded"}
    return httpx.Response(status, json={"error": error}, headers=headers)


def playing(answers: List[Any]) -> Tuple[List[httpx.Request], Any]:
    """Answers one after the other; an exception is raised."""
    seen: List[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        found = answers.pop(0)
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, httpx.Response)
        # A response is used up by the client that reads it.
        return httpx.Response(found.status_code, headers=found.headers, content=found.content)

    return seen, answer


def ask(answers: List[Any], **options: Any) -> Tuple[Any, List[httpx.Request]]:
    """What a write came to with the one client, once the other came to the same."""
    both = []
    with mock.patch("time.sleep"), mock.patch("anyio.sleep", new=mock.AsyncMock()):
        for is_async in (False, True):
            seen, answer = playing(list(answers))
            try:
                both.append((ask_async if is_async else ask_sync)(answer, options))
            except signpost.SignpostError as error:
                both.append(error)
    assert repr(both[0]) == repr(both[1]), both
    return both[0], seen


def ask_sync(answer: Any, options: Dict[str, Any]) -> Any:
    http = httpx.Client(transport=httpx.MockTransport(answer))
    client = Signpost(api_key=KEY, base_url="https://a.example/signpost/", http_client=http)
    return client.identities.create(type="user", **options)


def ask_async(answer: Any, options: Dict[str, Any]) -> Any:
    async def asking() -> Any:
        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        client = AsyncSignpost(api_key=KEY, base_url="https://a.example/signpost/", http_client=http)
        return await client.identities.create(type="user", **options)

    return anyio.run(asking)


done = httpx.Response(201, json={"id": "idn_1"})


class Retries(unittest.TestCase):
    def test_what_may_pass_is_sent_again_under_one_key(self) -> None:
        faults: List[Any] = [
            httpx.ConnectError("refused"),
            refusal(503, "overloaded", {"Retry-After": "1"}),
            refusal(409, "idempotency_key_in_use"),
            done,
        ]
        answer, seen = ask(faults)
        self.assertEqual(answer, {"id": "idn_1"})
        self.assertEqual(len({one.headers["Idempotency-Key"] for one in seen}), 1)
        self.assertEqual({str(one.url) for one in seen}, {"https://a.example/signpost/v1/identities"})
        self.assertEqual(json.loads(seen[0].content), {"type": "user"})

    def test_a_final_answer_is_not_sent_again(self) -> None:
        for status in (301, 400, 401, 403, 404, 409, 413, 422):
            error, seen = ask([refusal(status, "alias_taken")])
            self.assertEqual((error.status, len(seen)), (status, 1))

    def test_it_gives_up_with_the_last_error(self) -> None:
        error, seen = ask([refusal(503, "overloaded")] * 2, max_retries=1)
        self.assertEqual((error.code, error.request_id, len(seen)), ("overloaded", "req_seeded", 2))

    def test_a_redirect_is_not_followed(self) -> None:
        error, seen = ask([httpx.Response(302, headers={"Location": "https://b.example/"})])
        self.assertEqual((error.code, len(seen)), ("answer_unreadable", 1))

    def test_the_waits_double_up_to_a_bound(self) -> None:
        overloaded = refused_error(503, None)
        self.assertEqual(
            [retry_delay(overloaded, n, lambda: 0.0) for n in range(1, 8)], [0.5, 1, 2, 4, 8, 8, 8]
        )
        self.assertEqual(retry_delay(refused_error(429, None, 60), 1), 60)
        self.assertIsNone(retry_delay(refused_error(429, None, 61), 1))


class Messages(unittest.TestCase):
    def test_a_failure_names_the_address_and_the_cause(self) -> None:
        error, _ = ask([httpx.ConnectError("[Errno 111] Connection refused")], max_retries=0)
        self.assertIsInstance(error, signpost.ServiceConnectionError)
        self.assertEqual(
            str(error),
            "POST https://a.example/signpost/v1/identities: ConnectError: [Errno 111] Connection refused",
        )
        self.assertIsInstance(error.__cause__, httpx.ConnectError)

    def test_the_key_and_the_query_are_in_no_error(self) -> None:
        seen, answer = playing([httpx.ReadError("broken")])
        client = Signpost(
            api_key=KEY,
            base_url="https://a.example",
            http_client=httpx.Client(transport=httpx.MockTransport(answer)),
            max_retries=0,
        )
        with self.assertRaises(signpost.ServiceConnectionError) as caught:
            client.aliases.list(type="username", value="somebody").first()
        self.assertEqual(seen[0].headers["Authorization"], f"Bearer {KEY}")
        self.assertEqual(seen[0].url.params["value"], "somebody")
        cause: Any = caught.exception.__cause__
        shown = repr([caught.exception, cause, vars(caught.exception), cause.request, cause.request.url, vars(client)])
        self.assertNotIn(KEY[9:], shown + str(cause.request.headers.raw))
        self.assertNotIn("somebody", shown)

    def test_an_answer_that_is_no_refusal(self) -> None:
        for body in (None, "text", [], {"error": "text"}, {"error": None}, {"error": {"type": 1, "code": None}}):
            error = refused_error(502, body)
            self.assertEqual((type(error), error.code), (signpost.ApiError, "answer_unreadable"))
        self.assertIs(type(refused_error(418, {"error": {"type": "tea_error"}})), signpost.RefusedError)

    def test_an_answer_that_cannot_be_read(self) -> None:
        error, _ = ask([httpx.Response(200, content=b"<h1>")], max_retries=0)
        self.assertIsInstance(error, signpost.ServiceConnectionError)


class Settings(unittest.TestCase):
    def test_malformed_options_are_refused_and_not_repeated(self) -> None:
        for key in ("", "spk_test_a\nb", "spk_test_ü", "spk test", "spk_test_a\n"):
            with self.assertRaises(ValueError) as caught:
                Signpost(api_key=key, base_url="https://a.example")
            self.assertNotIn(key or "?", str(caught.exception))
        for url in ("", "a.example", "ftp://a.example", "https://", "https://user:word@a.example"):
            with self.assertRaises(ValueError):
                Signpost(api_key=KEY, base_url=url)

    def test_a_base_url_may_end_with_the_version(self) -> None:
        for url in ("https://a.example/s/v1", "https://a.example/s/v1/", "https://a.example/s"):
            self.assertEqual(settings_of(url, 1, 1).base_url, "https://a.example/s")

    def test_what_could_change_the_path_is_no_id(self) -> None:
        client = Signpost(api_key=KEY, base_url="https://a.example")
        for id in ("", ".", "..", "idn_1/../..", "idn_1?a=b", "%2e%2e", "idn 1", "idn_1\n", "idn_é"):
            with self.assertRaises(ValueError):
                client.identities.retrieve(id)

    def test_a_netrc_does_not_replace_the_key(self) -> None:
        with tempfile.NamedTemporaryFile("w") as netrc:
            netrc.write("machine a.example login somebody password word\n")
            netrc.flush()
            with mock.patch.dict("os.environ", {"NETRC": netrc.name}):
                seen, answer = playing([done])
                ask_sync(answer, {})
        self.assertEqual(seen[0].headers["Authorization"], f"Bearer {KEY}")
