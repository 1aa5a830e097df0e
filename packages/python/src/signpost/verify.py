"""The check of a delivery's signature."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time as clock
from typing import List, Literal, Optional, Tuple, Union, cast

from .generated import types

#: Why a signature was refused.
VerifyFailure = Literal["header_invalid", "time_out_of_tolerance", "signature_mismatch"]

_messages = {
    "header_invalid": "The Service-Signature header is missing or malformed.",
    "time_out_of_tolerance": "The signature was made too long ago, or in the future.",
    "signature_mismatch": "No signature matches the body under this secret.",
}


class SignatureVerificationError(Exception):
    def __init__(self, reason: VerifyFailure) -> None:
        super().__init__(_messages[reason])
        self.reason = reason


def _parse_header(header: Optional[str]) -> Tuple[str, List[str]]:
    parts = [part.partition("=") for part in (header or "").split(",")]
    named = [(name.strip(), value.strip()) for name, separator, value in parts if separator]
    times = [value for name, value in named if name == "t"]
    signatures = [value for name, value in named if name == "v1"]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]) or not signatures:
        raise SignatureVerificationError("header_invalid")
    return times[0], signatures


def verify_signature(
    raw_body: Union[str, bytes],
    header: Optional[str],
    secret: str,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> int:
    """Verifies one delivery.

    Give it the body exactly as it arrived (bytes, or text that nobody serialized again), the ``Service-Signature`` header and the
    webhook's ``whsec_…`` secret. Any of several ``v1`` may match, so a rotation needs no change; the comparison takes the same
    time wherever two signatures differ.

    :returns: the Unix time that was signed
    :raises SignatureVerificationError: with a ``reason``
    :raises ValueError: without a secret, with which anyone could sign
    """
    if not secret:
        raise ValueError("The signing secret is missing")
    time, signatures = _parse_header(header)
    body = raw_body.encode(errors="surrogatepass") if isinstance(raw_body, str) else raw_body
    expected = hmac.new(secret.encode(), f"{time}.".encode() + body, hashlib.sha256).hexdigest()
    matches = False
    for signature in signatures:
        if re.fullmatch(r"[0-9a-f]{64}", signature) and hmac.compare_digest(signature, expected):
            matches = True
    if not matches:
        raise SignatureVerificationError("signature_mismatch")
    if abs((clock.time() if now is None else now) - int(time)) > tolerance:
        raise SignatureVerificationError("time_out_of_tolerance")
    return int(time)


def read_event(
    raw_body: Union[str, bytes],
    header: Optional[str],
    secret: str,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> types.DeliveredEvent:
    """The event of a delivery, once its signature is verified.

    :raises SignatureVerificationError: with a ``reason``
    """
    verify_signature(raw_body, header, secret, tolerance=tolerance, now=now)
    return cast("types.DeliveredEvent", json.loads(raw_body))
