"""What the methods raise. The key is in no error, and no address has its query: it may name people."""

from __future__ import annotations

from typing import Any, Dict, Optional, Type


class SignpostError(Exception):
    """Everything that this client raises of its own."""


class RefusedError(SignpostError):
    """What the service refused. One class for each ``type``."""

    def __init__(self, status: int, refused: Dict[str, Any], retry_after: Optional[int] = None) -> None:
        super().__init__(refused["message"])
        self.status = status
        self.type: str = refused["type"]
        #: The code, for programs. The service may answer with codes that this client does not know yet.
        self.code: str = refused["code"]
        #: The field that is to blame, spelled as it was sent.
        self.param: Optional[str] = refused.get("param")
        #: The id of your own conflicting record.
        self.existing: Optional[str] = refused.get("existing")
        #: Where the code is explained.
        self.doc_url: Optional[str] = refused.get("doc_url")
        #: The request's id, for questions about it.
        self.request_id: Optional[str] = refused.get("request_id")
        #: Seconds to wait before it makes sense to ask again.
        self.retry_after = retry_after


class InvalidRequestError(RefusedError):
    pass


class AuthenticationError(RefusedError):
    pass


class PermissionDeniedError(RefusedError):
    pass


class NotFoundError(RefusedError):
    pass


class ConflictError(RefusedError):
    pass


class IdempotencyError(RefusedError):
    pass


class RateLimitError(RefusedError):
    pass


class ApiError(RefusedError):
    pass


class ServiceConnectionError(SignpostError):
    """No answer, or none that could be read."""


class ServiceTimeoutError(ServiceConnectionError):
    """No answer in time."""


_classes: Dict[str, Type[RefusedError]] = {
    "invalid_request_error": InvalidRequestError,
    "authentication_error": AuthenticationError,
    "permission_error": PermissionDeniedError,
    "not_found_error": NotFoundError,
    "conflict_error": ConflictError,
    "idempotency_error": IdempotencyError,
    "rate_limit_error": RateLimitError,
    "api_error": ApiError,
}


def refused_error(status: int, body: Any, retry_after: Optional[int] = None) -> RefusedError:
    """The error of a refusal's body; whatever stands between may answer with something else."""
    sent = body.get("error") if isinstance(body, dict) else None
    refused: Dict[str, Any] = {
        "type": "api_error",
        "code": "answer_unreadable",
        "message": f"The answer was HTTP {status}, without an error.",
    }
    if isinstance(sent, dict):
        refused.update({name: value for name, value in sent.items() if isinstance(value, str)})
    return _classes.get(refused["type"], RefusedError)(status, refused, retry_after)
