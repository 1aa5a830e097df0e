from __future__ import annotations

import random
from typing import Callable, Optional

from .errors import RefusedError, ServiceConnectionError, SignpostError

_FIRST_DELAY = 0.5
_LONGEST_DELAY = 8.0
# Whoever is asked to wait longer is told so instead.
_LONGEST_WAIT = 60


def _is_worth_retrying(error: RefusedError) -> bool:
    return error.status in (408, 429) or error.status >= 500 or error.code == "idempotency_key_in_use"


def retry_delay(error: SignpostError, failures: int, chance: Callable[[], float] = random.random) -> Optional[float]:
    """Seconds until the request may be sent again, after ``failures`` of them; None when it may not.

    Doubles each time, less a random part of up to a half, and never less than the service asked for.
    """
    planned: float = min(_LONGEST_DELAY, _FIRST_DELAY * 2 ** min(failures - 1, 10)) * (1 - chance() / 2)
    if isinstance(error, ServiceConnectionError):
        return planned
    if not isinstance(error, RefusedError) or not _is_worth_retrying(error):
        return None
    asked = error.retry_after or 0
    return None if asked > _LONGEST_WAIT else max(planned, float(asked))
