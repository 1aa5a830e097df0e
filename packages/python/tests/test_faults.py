"""Behind something that spoils its requests: SIGNPOST_URL, SIGNPOST_KEY and SIGNPOST_NAME, which is given to one record."""

import os
import unittest

import anyio

import signpost
from signpost import AsyncSignpost, Signpost

url, key, name = os.environ["SIGNPOST_URL"], os.environ["SIGNPOST_KEY"], os.environ["SIGNPOST_NAME"]


class Faults(unittest.TestCase):
    def test_a_write_happens_once(self) -> None:
        with Signpost(api_key=key, base_url=url) as client:
            client.identities.create(type="user", display_name=name)

    def test_a_write_happens_once_async(self) -> None:
        async def main() -> None:
            async with AsyncSignpost(api_key=key, base_url=url) as client:
                await client.identities.create(type="user", display_name=name)

        anyio.run(main)

    def test_no_answer_in_time(self) -> None:
        with Signpost(api_key=key, base_url=url, timeout=0.2, max_retries=0) as client:
            with self.assertRaises(signpost.ServiceTimeoutError):
                client.me()

    def test_no_answer_in_time_async(self) -> None:
        async def main() -> None:
            async with AsyncSignpost(api_key=key, base_url=url, timeout=0.2, max_retries=0) as client:
                with self.assertRaises(signpost.ServiceTimeoutError):
                    await client.me()

        anyio.run(main)
