"""The REST interface of Signpost as methods, and the check of its webhooks' signatures."""

from .client import AsyncSignpost, Signpost
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    IdempotencyError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    RefusedError,
    ServiceConnectionError,
    ServiceTimeoutError,
    SignpostError,
)
from .generated import types
from .pages import AsyncPages, Page, Pages
from .request import NOT_GIVEN, NotGiven
from .verify import SignatureVerificationError, read_event, verify_signature
from .version import __version__

__all__ = [
    "NOT_GIVEN",
    "ApiError",
    "AsyncPages",
    "AsyncSignpost",
    "AuthenticationError",
    "ConflictError",
    "IdempotencyError",
    "InvalidRequestError",
    "NotFoundError",
    "NotGiven",
    "Page",
    "Pages",
    "PermissionDeniedError",
    "RateLimitError",
    "RefusedError",
    "ServiceConnectionError",
    "ServiceTimeoutError",
    "SignatureVerificationError",
    "Signpost",
    "SignpostError",
    "__version__",
    "read_event",
    "types",
    "verify_signature",
]
