import base64
import json
import os
import unittest
from typing import Any, Dict

from signpost import SignatureVerificationError, read_event, verify_signature

with open(os.environ["SIGNATURE_VECTORS"], encoding="utf-8") as file:
    vectors = json.load(file)


def outcome_of(vector: Dict[str, Any], as_bytes: bool) -> Dict[str, Any]:
    body = vector["body"] if "body" in vector else base64.b64decode(vector["body_base64"])
    body = body.encode() if as_bytes and isinstance(body, str) else body
    try:
        options = {name: vector[name] for name in ("now", "tolerance") if name in vector}
        return {"time": verify_signature(body, vector["header"], vector["secret"], **options)}
    except SignatureVerificationError as error:
        return {"reason": error.reason}


class Vectors(unittest.TestCase):
    def test_every_vector_is_judged_as_it_says(self) -> None:
        self.assertGreater(len(vectors), 30)
        for vector in vectors:
            for as_bytes in (True, False):
                with self.subTest(vector["title"], as_bytes=as_bytes):
                    self.assertEqual(outcome_of(vector, as_bytes), vector["outcome"])

    def test_a_missing_secret_is_named(self) -> None:
        vector = vectors[0]
        for secret in (None, ""):
            with self.assertRaisesRegex(ValueError, "signing secret is missing"):
                verify_signature(vector["body"], vector["header"], secret, now=vector["now"])  # type: ignore[arg-type]

    def test_an_event_is_read_once_it_is_verified(self) -> None:
        vector = vectors[0]
        event = read_event(vector["body"], vector["header"], vector["secret"], now=vector["now"])
        self.assertEqual(event["type"], "alias.verified")
        with self.assertRaises(SignatureVerificationError):
            read_event(vector["body"] + " ", vector["header"], vector["secret"], now=vector["now"])
