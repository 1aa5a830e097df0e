"""Against a running service: SIGNPOST_URL, SIGNPOST_KEY (every scope) and SIGNPOST_WEBHOOK (where deliveries may go)."""

import os
import unittest
import uuid
from typing import Any

import anyio

import signpost
from signpost import AsyncSignpost, Signpost

url, key = os.environ["SIGNPOST_URL"], os.environ["SIGNPOST_KEY"]


def new_name() -> str:
    return f"py.{uuid.uuid4().hex[:20]}"


class Sync(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Signpost(api_key=key, base_url=url)
        self.addCleanup(self.client.close)

    def test_an_alias_is_registered_resolved_and_released(self) -> None:
        name = new_name()
        with self.client as client:
            identity = client.identities.create(type="user", display_name="Ada", default_privacy_level="public")
            alias = client.aliases.create(identity=identity["id"], type="username", value=f"@{name.upper()}")
            self.assertEqual((alias["value"], alias["verified_at"]), (name, None))
            endpoint = client.endpoints.create(
                identity=identity["id"],
                type="bank_account",
                address="DE89370400440532013000",
                privacy_level="public",
                capabilities=[{"asset": "EUR", "rail": "sepa"}],
            )
            resolution = client.resolve(alias=f"@{name}", for_={"asset": "EUR"})
            self.assertEqual([one["id"] for one in resolution["endpoints"]], [endpoint["id"]])
            self.assertEqual(client.resolve(type="username", value=name)["identity"], identity["id"])
            bulk = client.resolve_bulk(items=[f"@{name}", {"type": "username", "value": "nobody.here"}])
            self.assertEqual([one["status"] for one in bulk["results"]], ["resolved", "error"])
            self.assertIsNone(client.identities.update(identity["id"], display_name=None)["display_name"])
            self.assertEqual(client.aliases.delete(alias["id"])["status"], "released")

    def test_usage_is_told_by_the_day(self) -> None:
        usage = self.client.usage(interval="day")
        self.assertEqual((usage["interval"], len(usage["data"])), ("day", 30))

    def test_a_miss_is_a_not_found_error(self) -> None:
        with self.assertRaises(signpost.NotFoundError) as caught:
            self.client.resolve(alias="@nobody.here")
        error = caught.exception
        self.assertEqual((error.code, error.status), ("alias_not_found", 404))
        self.assertRegex(error.request_id or "", r"^req_")

    def test_a_refusal_names_the_field(self) -> None:
        wrong: Any = "robot"
        with self.assertRaises(signpost.InvalidRequestError) as caught:
            self.client.identities.create(type=wrong)
        self.assertEqual(caught.exception.param, "type")

    def test_a_wrong_key_is_an_authentication_error(self) -> None:
        with self.assertRaises(signpost.AuthenticationError):
            with Signpost(api_key=f"{key[:-1]}{'1' if key[-1] == '0' else '0'}", base_url=url) as client:
                client.me()

    def test_a_list_gives_every_record_in_both_directions(self) -> None:
        marks = [self.client.identities.create(type="user", external_reference=new_name())["id"] for _ in range(5)]
        listed = [one["id"] for one in self.client.identities.list(limit=2)]
        self.assertEqual([id for id in listed if id in marks], marks[::-1])
        self.assertEqual(len(listed), len(set(listed)))
        after = [one["id"] for one in self.client.identities.list(limit=2, ending_before=marks[0])]
        self.assertEqual(after[:4], marks[1:])
        page = self.client.identities.list(limit=2).first()
        self.assertEqual((len(page.data), page.has_more), (2, True))
        found = self.client.identities.search(type="user", created={"gte": 1}, limit=2)
        self.assertGreaterEqual(len(list(found)), 5)

    def test_a_filter_of_a_time_and_an_idempotency_key(self) -> None:
        mark = new_name()
        twice = [
            self.client.identities.create(type="user", external_reference=mark, idempotency_key=mark)["id"]
            for _ in range(2)
        ]
        self.assertEqual(twice[0], twice[1])
        later = self.client.identities.list(external_reference=mark, created_gt=4_000_000_000)
        self.assertEqual(list(later), [])

    def test_events_are_told_apart_by_type(self) -> None:
        identity = self.client.identities.create(type="machine")["id"]
        for event in self.client.events.list(limit=100):
            if event["type"] == "identity.created" and event["data"]["identity"] == identity:
                self.assertEqual(event["data"]["type"], "machine")
                return
        self.fail("there is no such event")

    def test_a_webhook_is_made(self) -> None:
        webhook = self.client.webhooks.create(url=os.environ["SIGNPOST_WEBHOOK"], enabled_events=["identity.created"])
        self.assertRegex(webhook["signing_secret"] or "", "^whsec_")
        attempts = self.client.webhooks.test(webhook["id"])["attempts"]
        self.assertEqual(attempts[0]["status"], 204)
        print(webhook["signing_secret"])


class Async(unittest.TestCase):
    def test_many_at_once(self) -> None:
        async def main() -> None:
            async with AsyncSignpost(api_key=key, base_url=url) as client:
                name = new_name()
                identity = await client.identities.create(type="user")
                await client.aliases.create(
                    identity=identity["id"], type="username", value=name, privacy_level="public"
                )
                answers = []

                async def ask() -> None:
                    answers.append((await client.resolve(alias=f"@{name}"))["identity"])

                async with anyio.create_task_group() as group:
                    for _ in range(20):
                        group.start_soon(ask)
                self.assertEqual(answers, [identity["id"]] * 20)
                with self.assertRaises(signpost.NotFoundError):
                    await client.resolve(alias="@nobody.here")
                page = await client.identities.list(limit=1).first()
                self.assertEqual(len(page.data), 1)
                ids = [one["id"] async for one in client.identities.list(limit=3)]
                self.assertEqual(len(ids), len(set(ids)))
                self.assertIn(identity["id"], ids)

        anyio.run(main)
