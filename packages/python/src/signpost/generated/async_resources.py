# Made by `npm run generate -- python` of the OpenAPI document.

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Sequence, Union
from typing import cast as _cast
from typing import overload as _overload

from ..pages import AsyncPages
from ..request import NOT_GIVEN, NotGiven
from ..request import given as _given
from ..request import path_part as _path_part
from ..async_transport import AsyncTransport
from . import types

__all__ = ["Resources"]


class ResourcesIdentitiesAliases:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["registered", "released", "transferred"], NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Alias]:
        """List an identity's aliases. Scope: `aliases:read`."""
        return self._transport.pages("GET", f"/v1/identities/{_path_part(id)}/aliases", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "status": status}), timeout=timeout, max_retries=max_retries)


class ResourcesIdentitiesEndpoints:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Endpoint]:
        """List an identity's endpoints. Scope: `endpoints:read`."""
        return self._transport.pages("GET", f"/v1/identities/{_path_part(id)}/endpoints", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before}), timeout=timeout, max_retries=max_retries)


class ResourcesIdentitiesConsentGrants:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.ConsentGrant]:
        """List the consent grants on an identity. Scope: `consents:read`."""
        return self._transport.pages("GET", f"/v1/identities/{_path_part(id)}/consent_grants", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before}), timeout=timeout, max_retries=max_retries)


class ResourcesIdentitiesDisclosures:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        consumer: Union[str, NotGiven] = NOT_GIVEN,
        since: Union[int, NotGiven] = NOT_GIVEN,
        until: Union[int, NotGiven] = NOT_GIVEN,
        kind: Union[Literal["resolve", "check", "destination", "release"], NotGiven] = NOT_GIVEN,
        verdict: Union[Literal["match", "declared_match", "close_match", "no_match", "unavailable"], NotGiven] = NOT_GIVEN,
        request_id: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Disclosure]:
        """List the disclosures of an identity's endpoints. Scope: `identities:read`."""
        return self._transport.pages("GET", f"/v1/identities/{_path_part(id)}/disclosures", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "consumer": consumer, "since": since, "until": until, "kind": kind, "verdict": verdict, "request_id": request_id}), timeout=timeout, max_retries=max_retries)


class ResourcesIdentitiesPayeeNames:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        id: str,
        *,
        kind: Literal["legal", "trade", "preferred", "joint", "identification"],
        name: Union[str, NotGiven] = NOT_GIVEN,
        given: Union[str, NotGiven] = NOT_GIVEN,
        family: Union[str, NotGiven] = NOT_GIVEN,
        holders: Union[Sequence[types.CreatePayeeNameHolders], NotGiven] = NOT_GIVEN,
        scheme: Union[str, NotGiven] = NOT_GIVEN,
        value: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PayeeName:
        """Register a name that payers may check. Scope: `payee_names:write`."""
        return _cast("types.PayeeName", await self._transport.send("POST", f"/v1/identities/{_path_part(id)}/payee_names", body=_given({"kind": kind, "name": name, "given": given, "family": family, "holders": holders, "scheme": scheme, "value": value}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.PayeeName]:
        """List an identity's payee names, masked. Scope: `payee_names:read`."""
        return self._transport.pages("GET", f"/v1/identities/{_path_part(id)}/payee_names", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before}), timeout=timeout, max_retries=max_retries)


class ResourcesIdentities:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.aliases = ResourcesIdentitiesAliases(transport)
        self.endpoints = ResourcesIdentitiesEndpoints(transport)
        self.consent_grants = ResourcesIdentitiesConsentGrants(transport)
        self.disclosures = ResourcesIdentitiesDisclosures(transport)
        self.payee_names = ResourcesIdentitiesPayeeNames(transport)

    async def create(
        self,
        *,
        type: Literal["user", "merchant", "business", "organization", "machine"],
        display_name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        default_privacy_level: Union[Literal["public", "unlisted", "private", "consent_required"], NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Dict[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Identity:
        """Create an identity. Scope: `identities:write`."""
        return _cast("types.Identity", await self._transport.send("POST", "/v1/identities", body=_given({"type": type, "display_name": display_name, "default_privacy_level": default_privacy_level, "external_reference": external_reference, "metadata": metadata}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[Literal["user", "merchant", "business", "organization", "machine"], NotGiven] = NOT_GIVEN,
        status: Union[Literal["active", "suspended", "closed"], NotGiven] = NOT_GIVEN,
        alias: Union[str, NotGiven] = NOT_GIVEN,
        display_name: Union[str, NotGiven] = NOT_GIVEN,
        external_reference: Union[str, NotGiven] = NOT_GIVEN,
        created_gte: Union[int, NotGiven] = NOT_GIVEN,
        created_gt: Union[int, NotGiven] = NOT_GIVEN,
        created_lte: Union[int, NotGiven] = NOT_GIVEN,
        created_lt: Union[int, NotGiven] = NOT_GIVEN,
        updated_gte: Union[int, NotGiven] = NOT_GIVEN,
        updated_gt: Union[int, NotGiven] = NOT_GIVEN,
        updated_lte: Union[int, NotGiven] = NOT_GIVEN,
        updated_lt: Union[int, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Identity]:
        """List identities. Scope: `identities:read`."""
        return self._transport.pages("GET", "/v1/identities", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "type": type, "status": status, "alias": alias, "display_name": display_name, "external_reference": external_reference, "created[gte]": created_gte, "created[gt]": created_gt, "created[lte]": created_lte, "created[lt]": created_lt, "updated[gte]": updated_gte, "updated[gt]": updated_gt, "updated[lte]": updated_lte, "updated[lt]": updated_lt}), timeout=timeout, max_retries=max_retries)

    def search(
        self,
        *,
        type: Union[Literal["user", "merchant", "business", "organization", "machine"], NotGiven] = NOT_GIVEN,
        status: Union[Literal["active", "suspended", "closed"], NotGiven] = NOT_GIVEN,
        alias: Union[str, NotGiven] = NOT_GIVEN,
        display_name: Union[str, NotGiven] = NOT_GIVEN,
        external_reference: Union[str, NotGiven] = NOT_GIVEN,
        created: Union[types.IdentitiesSearchCreated, NotGiven] = NOT_GIVEN,
        updated: Union[types.IdentitiesSearchUpdated, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Identity]:
        """Find your identities. Scope: `identities:read`."""
        return self._transport.pages("POST", "/v1/identities/search", _given({"type": type, "status": status, "alias": alias, "display_name": display_name, "external_reference": external_reference, "created": created, "updated": updated, "limit": limit, "starting_after": starting_after, "ending_before": ending_before}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Identity:
        """Read an identity. Scope: `identities:read`."""
        return _cast("types.Identity", await self._transport.send("GET", f"/v1/identities/{_path_part(id)}", timeout=timeout, max_retries=max_retries))

    async def update(
        self,
        id: str,
        *,
        status: Union[Literal["active", "suspended", "closed"], NotGiven] = NOT_GIVEN,
        display_name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        default_privacy_level: Union[Literal["public", "unlisted", "private", "consent_required"], NotGiven] = NOT_GIVEN,
        payee_checks: Union[Literal["on", "off"], NotGiven] = NOT_GIVEN,
        close_match: Union[Literal["on", "off"], NotGiven] = NOT_GIVEN,
        declared_match: Union[Literal["on", "off"], NotGiven] = NOT_GIVEN,
        destination_checks: Union[Literal["on", "off"], NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Dict[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Identity:
        """Change an identity; a closed one stays closed. Scope: `identities:write`."""
        return _cast("types.Identity", await self._transport.send("PATCH", f"/v1/identities/{_path_part(id)}", body=_given({"status": status, "display_name": display_name, "default_privacy_level": default_privacy_level, "payee_checks": payee_checks, "close_match": close_match, "declared_match": declared_match, "destination_checks": destination_checks, "external_reference": external_reference, "metadata": metadata}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def erase(
        self,
        id: str,
        *,
        confirm: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Identity:
        """Erase a closed identity, within 24 hours. Scope: `identities:erase`."""
        return _cast("types.Identity", await self._transport.send("POST", f"/v1/identities/{_path_part(id)}/erase", body=_given({"confirm": confirm}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def export(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.IdentityExport:
        """Export all data about an identity. Scope: `identities:read`."""
        return _cast("types.IdentityExport", await self._transport.send("GET", f"/v1/identities/{_path_part(id)}/export", timeout=timeout, max_retries=max_retries))


class ResourcesAliases:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        identity: str,
        type: Literal["username", "phone", "email", "merchant_handle", "payment_link"],
        value: str,
        privacy_level: Union[Literal["public", "unlisted", "private", "consent_required"], NotGiven] = NOT_GIVEN,
        is_primary: Union[bool, NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Dict[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Alias:
        """Register an alias. Scope: `aliases:write`."""
        return _cast("types.Alias", await self._transport.send("POST", "/v1/aliases", body=_given({"identity": identity, "type": type, "value": value, "privacy_level": privacy_level, "is_primary": is_primary, "external_reference": external_reference, "metadata": metadata}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        identity: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["registered", "released", "transferred"], NotGiven] = NOT_GIVEN,
        type: Union[Literal["username", "phone", "email", "merchant_handle", "payment_link"], NotGiven] = NOT_GIVEN,
        value: Union[str, NotGiven] = NOT_GIVEN,
        external_reference: Union[str, NotGiven] = NOT_GIVEN,
        created_gte: Union[int, NotGiven] = NOT_GIVEN,
        created_gt: Union[int, NotGiven] = NOT_GIVEN,
        created_lte: Union[int, NotGiven] = NOT_GIVEN,
        created_lt: Union[int, NotGiven] = NOT_GIVEN,
        updated_gte: Union[int, NotGiven] = NOT_GIVEN,
        updated_gt: Union[int, NotGiven] = NOT_GIVEN,
        updated_lte: Union[int, NotGiven] = NOT_GIVEN,
        updated_lt: Union[int, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Alias]:
        """List your aliases. Scope: `aliases:read`."""
        return self._transport.pages("GET", "/v1/aliases", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "identity": identity, "status": status, "type": type, "value": value, "external_reference": external_reference, "created[gte]": created_gte, "created[gt]": created_gt, "created[lte]": created_lte, "created[lt]": created_lt, "updated[gte]": updated_gte, "updated[gt]": updated_gt, "updated[lte]": updated_lte, "updated[lt]": updated_lt}), timeout=timeout, max_retries=max_retries)

    @_overload
    async def normalize(
        self,
        *,
        alias: str,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NormalizedAlias: ...

    @_overload
    async def normalize(
        self,
        *,
        type: Literal["username", "phone", "email", "merchant_handle", "payment_link"],
        value: str,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NormalizedAlias: ...

    async def normalize(
        self,
        *,
        alias: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[Literal["username", "phone", "email", "merchant_handle", "payment_link"], NotGiven] = NOT_GIVEN,
        value: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NormalizedAlias:
        """Normalize an alias, without a look-up. Any key."""
        return _cast("types.NormalizedAlias", await self._transport.send("POST", "/v1/aliases/normalize", body=_given({"alias": alias, "type": type, "value": value}), timeout=timeout, max_retries=max_retries))

    def search(
        self,
        *,
        identity: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["registered", "released", "transferred"], NotGiven] = NOT_GIVEN,
        type: Union[Literal["username", "phone", "email", "merchant_handle", "payment_link"], NotGiven] = NOT_GIVEN,
        value: Union[str, NotGiven] = NOT_GIVEN,
        external_reference: Union[str, NotGiven] = NOT_GIVEN,
        created: Union[types.AliasesSearchCreated, NotGiven] = NOT_GIVEN,
        updated: Union[types.AliasesSearchUpdated, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Alias]:
        """Find your aliases. Scope: `aliases:read`."""
        return self._transport.pages("POST", "/v1/aliases/search", _given({"identity": identity, "status": status, "type": type, "value": value, "external_reference": external_reference, "created": created, "updated": updated, "limit": limit, "starting_after": starting_after, "ending_before": ending_before}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Alias:
        """Read an alias. Scope: `aliases:read`."""
        return _cast("types.Alias", await self._transport.send("GET", f"/v1/aliases/{_path_part(id)}", timeout=timeout, max_retries=max_retries))

    async def update(
        self,
        id: str,
        *,
        privacy_level: Union[Literal["public", "unlisted", "private", "consent_required"], NotGiven] = NOT_GIVEN,
        is_primary: Union[bool, NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Dict[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Alias:
        """Change an alias's privacy level or primary mark. Scope: `aliases:write`."""
        return _cast("types.Alias", await self._transport.send("PATCH", f"/v1/aliases/{_path_part(id)}", body=_given({"privacy_level": privacy_level, "is_primary": is_primary, "external_reference": external_reference, "metadata": metadata}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Alias:
        """Release an alias into its cooldown. Scope: `aliases:write`."""
        return _cast("types.Alias", await self._transport.send("DELETE", f"/v1/aliases/{_path_part(id)}", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def verify(
        self,
        id: str,
        *,
        method: Literal["otp", "email_link", "document", "other"],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Alias:
        """Mark an alias as verified, by its owner's attestation. Scope: `aliases:write`."""
        return _cast("types.Alias", await self._transport.send("POST", f"/v1/aliases/{_path_part(id)}/verify", body=_given({"method": method}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def challenges(
        self,
        id: str,
        *,
        method: Literal["sms_code", "email_code", "dns_txt", "well_known"],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Challenge:
        """Start a challenge of an alias of yours. Scope: `aliases:write`."""
        return _cast("types.Challenge", await self._transport.send("POST", f"/v1/aliases/{_path_part(id)}/challenges", body=_given({"method": method}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))


class ResourcesChallenges:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def retrieve(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Challenge:
        """Read a challenge. Scope: `aliases:write`."""
        return _cast("types.Challenge", await self._transport.send("GET", f"/v1/challenges/{_path_part(id)}", timeout=timeout, max_retries=max_retries))

    async def answer(
        self,
        id: str,
        *,
        code: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Challenge:
        """Answer a challenge; a wrong answer costs an attempt. Scope: `aliases:write`."""
        return _cast("types.Challenge", await self._transport.send("POST", f"/v1/challenges/{_path_part(id)}/answer", body=_given({"code": code}) or None, is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))


class ResourcesClaims:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        type: str,
        value: str,
        identity: str,
        kind: Literal["ownership", "portability"],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Claim:
        """Claim an alias; accepted with or without a holder. Scope: `claims:write`."""
        return _cast("types.Claim", await self._transport.send("POST", "/v1/claims", body=_given({"type": type, "value": value, "identity": identity, "kind": kind}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        direction: Union[Literal["outgoing", "incoming"], NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Claim]:
        """List claims: your own, or those of your aliases. Scope: `claims:read`."""
        return self._transport.pages("GET", "/v1/claims", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "direction": direction}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Claim:
        """Read a claim; each side sees its own identity. Scope: `claims:read`."""
        return _cast("types.Claim", await self._transport.send("GET", f"/v1/claims/{_path_part(id)}", timeout=timeout, max_retries=max_retries))

    async def challenges(
        self,
        id: str,
        *,
        method: Literal["sms_code", "email_code", "dns_txt", "well_known"],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Challenge:
        """Send a code to your side of a claim. Scope: `claims:write`."""
        return _cast("types.Challenge", await self._transport.send("POST", f"/v1/claims/{_path_part(id)}/challenges", body=_given({"method": method}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def confirm(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Claim:
        """Confirm a claim and give up its alias. Scope: `claims:write`."""
        return _cast("types.Claim", await self._transport.send("POST", f"/v1/claims/{_path_part(id)}/confirm", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def refuse(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Claim:
        """Refuse a claim that moves an alias to another consumer. Scope: `claims:write`."""
        return _cast("types.Claim", await self._transport.send("POST", f"/v1/claims/{_path_part(id)}/refuse", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def contest(
        self,
        id: str,
        *,
        method: Literal["sms_code", "email_code", "dns_txt", "well_known"],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Claim:
        """Contest a claim: send the code that keeps the alias. Scope: `claims:write`."""
        return _cast("types.Claim", await self._transport.send("POST", f"/v1/claims/{_path_part(id)}/contest", body=_given({"method": method}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Claim:
        """Withdraw a claim. Scope: `claims:write`."""
        return _cast("types.Claim", await self._transport.send("POST", f"/v1/claims/{_path_part(id)}/cancel", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))


class ResourcesEndpoints:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        identity: str,
        type: Literal["crypto_wallet", "bank_account", "mobile_money", "payment_pointer", "upi", "pix_key", "lightning_address"],
        address: str,
        details: Union[types.CreateEndpointDetails, NotGiven] = NOT_GIVEN,
        privacy_level: Union[Literal["public", "unlisted", "private", "consent_required"], NotGiven] = NOT_GIVEN,
        priority: Union[float, NotGiven] = NOT_GIVEN,
        capabilities: Union[Sequence[types.CreateEndpointCapabilities], NotGiven] = NOT_GIVEN,
        release: Union[Literal["never", "granted", "public"], NotGiven] = NOT_GIVEN,
        proof: Union[types.CreateEndpointProof, NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Dict[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Endpoint:
        """Create an endpoint. Scope: `endpoints:write`."""
        return _cast("types.Endpoint", await self._transport.send("POST", "/v1/endpoints", body=_given({"identity": identity, "type": type, "address": address, "details": details, "privacy_level": privacy_level, "priority": priority, "capabilities": capabilities, "release": release, "proof": proof, "external_reference": external_reference, "metadata": metadata}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        identity: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["active", "disabled", "removed"], NotGiven] = NOT_GIVEN,
        external_reference: Union[str, NotGiven] = NOT_GIVEN,
        created_gte: Union[int, NotGiven] = NOT_GIVEN,
        created_gt: Union[int, NotGiven] = NOT_GIVEN,
        created_lte: Union[int, NotGiven] = NOT_GIVEN,
        created_lt: Union[int, NotGiven] = NOT_GIVEN,
        updated_gte: Union[int, NotGiven] = NOT_GIVEN,
        updated_gt: Union[int, NotGiven] = NOT_GIVEN,
        updated_lte: Union[int, NotGiven] = NOT_GIVEN,
        updated_lt: Union[int, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Endpoint]:
        """List your endpoints. Scope: `endpoints:read`."""
        return self._transport.pages("GET", "/v1/endpoints", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "identity": identity, "status": status, "external_reference": external_reference, "created[gte]": created_gte, "created[gt]": created_gt, "created[lte]": created_lte, "created[lt]": created_lt, "updated[gte]": updated_gte, "updated[gt]": updated_gt, "updated[lte]": updated_lte, "updated[lt]": updated_lt}), timeout=timeout, max_retries=max_retries)

    async def challenge(
        self,
        *,
        identity: str,
        type: Literal["crypto_wallet"],
        address: str,
        capabilities: Union[Sequence[types.ChallengeEndpointCapabilities], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.EndpointChallenge:
        """Get a challenge that proves control of a wallet. Scope: `endpoints:write`."""
        return _cast("types.EndpointChallenge", await self._transport.send("POST", "/v1/endpoints/challenge", body=_given({"identity": identity, "type": type, "address": address, "capabilities": capabilities}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def search(
        self,
        *,
        identity: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["active", "disabled", "removed"], NotGiven] = NOT_GIVEN,
        external_reference: Union[str, NotGiven] = NOT_GIVEN,
        created: Union[types.EndpointsSearchCreated, NotGiven] = NOT_GIVEN,
        updated: Union[types.EndpointsSearchUpdated, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Endpoint]:
        """Find your endpoints. Scope: `endpoints:read`."""
        return self._transport.pages("POST", "/v1/endpoints/search", _given({"identity": identity, "status": status, "external_reference": external_reference, "created": created, "updated": updated, "limit": limit, "starting_after": starting_after, "ending_before": ending_before}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Endpoint:
        """Read an endpoint. Scope: `endpoints:read`."""
        return _cast("types.Endpoint", await self._transport.send("GET", f"/v1/endpoints/{_path_part(id)}", timeout=timeout, max_retries=max_retries))

    async def update(
        self,
        id: str,
        *,
        privacy_level: Union[Literal["public", "unlisted", "private", "consent_required"], NotGiven] = NOT_GIVEN,
        priority: Union[float, NotGiven] = NOT_GIVEN,
        capabilities: Union[Sequence[types.UpdateEndpointCapabilities], NotGiven] = NOT_GIVEN,
        release: Union[Literal["never", "granted", "public"], NotGiven] = NOT_GIVEN,
        status: Union[Literal["active", "disabled"], NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Dict[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Endpoint:
        """Change an endpoint, except its address. Scope: `endpoints:write`."""
        return _cast("types.Endpoint", await self._transport.send("PATCH", f"/v1/endpoints/{_path_part(id)}", body=_given({"privacy_level": privacy_level, "priority": priority, "capabilities": capabilities, "release": release, "status": status, "external_reference": external_reference, "metadata": metadata}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Removal:
        """Remove an endpoint and erase its address. Scope: `endpoints:write`."""
        return _cast("types.Removal", await self._transport.send("DELETE", f"/v1/endpoints/{_path_part(id)}", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))


class ResourcesConsentGrants:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        identity: str,
        consumer: str,
        covers: types.GrantConsentCovers,
        purpose: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        release: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ConsentGrant:
        """Grant a consumer access to consent-required records. Scope: `consents:write`."""
        return _cast("types.ConsentGrant", await self._transport.send("POST", "/v1/consent_grants", body=_given({"identity": identity, "consumer": consumer, "covers": covers, "purpose": purpose, "release": release, "expires_at": expires_at}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        role: Union[Literal["owner", "grantee"], NotGiven] = NOT_GIVEN,
        alias: Union[str, NotGiven] = NOT_GIVEN,
        endpoint: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.ConsentGrant]:
        """List consent grants. Scope: `consents:read` or `resolve`."""
        return self._transport.pages("GET", "/v1/consent_grants", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "role": role, "alias": alias, "endpoint": endpoint}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ConsentGrant:
        """Read a consent grant; its grantee sees less of it. Scope: `consents:read` or `resolve`."""
        return _cast("types.ConsentGrant", await self._transport.send("GET", f"/v1/consent_grants/{_path_part(id)}", timeout=timeout, max_retries=max_retries))

    async def update(
        self,
        id: str,
        *,
        covers: Union[types.UpdateConsentGrantCovers, NotGiven] = NOT_GIVEN,
        release: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        version: Union[int, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ConsentGrant:
        """Change the covers, releases or end of a consent grant: each given field replaces the stored value. Scope: `consents:write`."""
        return _cast("types.ConsentGrant", await self._transport.send("PATCH", f"/v1/consent_grants/{_path_part(id)}", body=_given({"covers": covers, "release": release, "expires_at": expires_at, "version": version}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ConsentGrant:
        """Revoke a consent grant, at once. Scope: `consents:write`."""
        return _cast("types.ConsentGrant", await self._transport.send("DELETE", f"/v1/consent_grants/{_path_part(id)}", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))


class ResourcesConsentRequests:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @_overload
    async def create(
        self,
        *,
        alias: str,
        purpose: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        wants: Union[Sequence[Literal["disclosure", "release"]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ConsentRequest: ...

    @_overload
    async def create(
        self,
        *,
        type: Literal["username", "phone", "email", "merchant_handle", "payment_link"],
        value: str,
        purpose: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        wants: Union[Sequence[Literal["disclosure", "release"]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ConsentRequest: ...

    async def create(
        self,
        *,
        alias: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[Literal["username", "phone", "email", "merchant_handle", "payment_link"], NotGiven] = NOT_GIVEN,
        value: Union[str, NotGiven] = NOT_GIVEN,
        purpose: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        wants: Union[Sequence[Literal["disclosure", "release"]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ConsentRequest:
        """Request access to an alias; accepted with or without an existing one. Scope: `resolve`."""
        return _cast("types.ConsentRequest", await self._transport.send("POST", "/v1/consent_requests", body=_given({"alias": alias, "type": type, "value": value, "purpose": purpose, "wants": wants}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        direction: Union[Literal["outgoing", "incoming"], NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.ConsentRequest]:
        """List consent requests. Scope: `consents:read` or `resolve`."""
        return self._transport.pages("GET", "/v1/consent_requests", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "direction": direction}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ConsentRequest:
        """Read a consent request; its requester sees less of it. Scope: `consents:read` or `resolve`."""
        return _cast("types.ConsentRequest", await self._transport.send("GET", f"/v1/consent_requests/{_path_part(id)}", timeout=timeout, max_retries=max_retries))

    async def approve(
        self,
        id: str,
        *,
        covers: Union[types.ApproveConsentRequestCovers, NotGiven] = NOT_GIVEN,
        release: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ConsentRequest:
        """Approve an incoming consent request: it creates or extends a grant. Scope: `consents:write`."""
        return _cast("types.ConsentRequest", await self._transport.send("POST", f"/v1/consent_requests/{_path_part(id)}/approve", body=_given({"covers": covers, "release": release, "expires_at": expires_at}) or None, is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def decline(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ConsentRequest:
        """Decline an incoming consent request, without notifying its requester. Scope: `consents:write`."""
        return _cast("types.ConsentRequest", await self._transport.send("POST", f"/v1/consent_requests/{_path_part(id)}/decline", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))


class ResourcesPayeeNames:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Removal:
        """Remove a payee name. Scope: `payee_names:write`."""
        return _cast("types.Removal", await self._transport.send("DELETE", f"/v1/payee_names/{_path_part(id)}", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))


class ResourcesSealingKeys:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        jwk: types.CreateSealingKeyJwk,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SealingKey:
        """Register a public key for sealed addresses. Scope: `sealing_keys:write`."""
        return _cast("types.SealingKey", await self._transport.send("POST", "/v1/sealing_keys", body=_given({"jwk": jwk}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.SealingKey]:
        """List the sealing keys of the own consumer. Scope: `sealing_keys:read`."""
        return self._transport.pages("GET", "/v1/sealing_keys", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before}), timeout=timeout, max_retries=max_retries)

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Removal:
        """Remove a sealing key, and everything stored sealed to it. Scope: `sealing_keys:write`."""
        return _cast("types.Removal", await self._transport.send("DELETE", f"/v1/sealing_keys/{_path_part(id)}", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))


class ResourcesReleases:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @_overload
    async def create(
        self,
        *,
        alias: str,
        endpoint: str,
        sealing_key: str,
        token: Union[str, NotGiven] = NOT_GIVEN,
        purpose: Union[str, NotGiven] = NOT_GIVEN,
        reference: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Release: ...

    @_overload
    async def create(
        self,
        *,
        type: Literal["username", "phone", "email", "merchant_handle", "payment_link"],
        value: str,
        endpoint: str,
        sealing_key: str,
        token: Union[str, NotGiven] = NOT_GIVEN,
        purpose: Union[str, NotGiven] = NOT_GIVEN,
        reference: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Release: ...

    async def create(
        self,
        *,
        endpoint: str,
        sealing_key: str,
        alias: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[Literal["username", "phone", "email", "merchant_handle", "payment_link"], NotGiven] = NOT_GIVEN,
        value: Union[str, NotGiven] = NOT_GIVEN,
        token: Union[str, NotGiven] = NOT_GIVEN,
        purpose: Union[str, NotGiven] = NOT_GIVEN,
        reference: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Release:
        """Get an endpoint's address, sealed to your key. Scope: `release`."""
        return _cast("types.Release", await self._transport.send("POST", "/v1/releases", body=_given({"alias": alias, "type": type, "value": value, "endpoint": endpoint, "token": token, "sealing_key": sealing_key, "purpose": purpose, "reference": reference}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Release]:
        """List your own releases of 30 days, without the sealed addresses. Scope: `release`."""
        return self._transport.pages("GET", "/v1/releases", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Release:
        """Read a release again, for ten minutes. Scope: `release`."""
        return _cast("types.Release", await self._transport.send("GET", f"/v1/releases/{_path_part(id)}", timeout=timeout, max_retries=max_retries))


class ResourcesApiKeys:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        scopes: Sequence[Literal["identities:write", "identities:erase", "identities:read", "aliases:write", "aliases:read", "endpoints:write", "endpoints:read", "webhooks:write", "webhooks:read", "consents:write", "consents:read", "resolve", "payee_names:write", "payee_names:read", "payee_check", "destination_check", "claims:write", "claims:read", "release", "sealing_keys:write", "sealing_keys:read", "requests:read", "audit:read", "keys:write", "*"]],
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        router: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ApiKeyWithSecret:
        """Create an API key; the secret is shown once. Scope: `keys:write`."""
        return _cast("types.ApiKeyWithSecret", await self._transport.send("POST", "/v1/api_keys", body=_given({"scopes": scopes, "name": name, "expires_at": expires_at, "router": router}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.ApiKey]:
        """List the API keys of the own consumer. Scope: `keys:write`."""
        return self._transport.pages("GET", "/v1/api_keys", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ApiKey:
        """Read an API key of the own consumer; never its secret. Scope: `keys:write`."""
        return _cast("types.ApiKey", await self._transport.send("GET", f"/v1/api_keys/{_path_part(id)}", timeout=timeout, max_retries=max_retries))

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Removal:
        """Revoke an API key. Scope: `keys:write`."""
        return _cast("types.Removal", await self._transport.send("DELETE", f"/v1/api_keys/{_path_part(id)}", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def roll(
        self,
        id: str,
        *,
        expires_in: Union[int, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ApiKeyWithSecret:
        """Replace an API key; the old one ends after a while. Scope: `keys:write`."""
        return _cast("types.ApiKeyWithSecret", await self._transport.send("POST", f"/v1/api_keys/{_path_part(id)}/roll", body=_given({"expires_in": expires_in}) or None, is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))


class ResourcesWebhooksDeliveries:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        state: Union[Literal["pending", "delivered", "exhausted", "cancelled"], NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.WebhookDelivery]:
        """List the deliveries of a webhook. Scope: `webhooks:read`."""
        return self._transport.pages("GET", f"/v1/webhooks/{_path_part(id)}/deliveries", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "state": state}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        delivery: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WebhookDeliveryWithAttempts:
        """Read a delivery with its attempts. Scope: `webhooks:read`."""
        return _cast("types.WebhookDeliveryWithAttempts", await self._transport.send("GET", f"/v1/webhooks/{_path_part(id)}/deliveries/{_path_part(delivery)}", timeout=timeout, max_retries=max_retries))

    async def redeliver(
        self,
        id: str,
        delivery: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WebhookDeliveryWithAttempts:
        """Send the same event once more. Scope: `webhooks:write`."""
        return _cast("types.WebhookDeliveryWithAttempts", await self._transport.send("POST", f"/v1/webhooks/{_path_part(id)}/deliveries/{_path_part(delivery)}/redeliver", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))


class ResourcesWebhooks:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.deliveries = ResourcesWebhooksDeliveries(transport)

    async def create(
        self,
        *,
        url: str,
        enabled_events: Sequence[str],
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WebhookWithSecret:
        """Create a webhook; the signing secret is shown once. Scope: `webhooks:write`."""
        return _cast("types.WebhookWithSecret", await self._transport.send("POST", "/v1/webhooks", body=_given({"url": url, "enabled_events": enabled_events, "description": description}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Webhook]:
        """List webhooks. Scope: `webhooks:read`."""
        return self._transport.pages("GET", "/v1/webhooks", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Webhook:
        """Read a webhook. Scope: `webhooks:read`."""
        return _cast("types.Webhook", await self._transport.send("GET", f"/v1/webhooks/{_path_part(id)}", timeout=timeout, max_retries=max_retries))

    async def update(
        self,
        id: str,
        *,
        url: Union[str, NotGiven] = NOT_GIVEN,
        enabled_events: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        status: Union[Literal["enabled", "disabled"], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Webhook:
        """Change a webhook, disable it or enable it again. Scope: `webhooks:write`."""
        return _cast("types.Webhook", await self._transport.send("PATCH", f"/v1/webhooks/{_path_part(id)}", body=_given({"url": url, "enabled_events": enabled_events, "description": description, "status": status}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Removal:
        """Remove a webhook and cancel its pending deliveries. Scope: `webhooks:write`."""
        return _cast("types.Removal", await self._transport.send("DELETE", f"/v1/webhooks/{_path_part(id)}", is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def rotate_secret(
        self,
        id: str,
        *,
        previous_expires_in: Union[int, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WebhookWithSecret:
        """Replace the signing secret; the old one may also sign for a while. Scope: `webhooks:write`."""
        return _cast("types.WebhookWithSecret", await self._transport.send("POST", f"/v1/webhooks/{_path_part(id)}/rotate_secret", body=_given({"previous_expires_in": previous_expires_in}) or None, is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def test(
        self,
        id: str,
        *,
        type: Union[Literal["identity.created", "identity.updated", "identity.status_changed", "identity.erased", "alias.created", "alias.updated", "alias.verified", "alias.unverified", "alias.released", "endpoint.added", "endpoint.updated", "endpoint.removed", "consent.requested", "consent.granted", "consent.updated", "consent.revoked", "consent.expired", "claim.opened", "claim.completed", "claim.cancelled", "endpoint.released", "payee_name.attested", "sealing_key.created", "sealing_key.activated", "sealing_key.removed", "api_key.created", "api_key.rolled", "api_key.revoked", "consumer.suspended", "consumer.resumed", "disclosed_endpoints.changed", "webhook.disabled", "webhook.test"], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WebhookDeliveryWithAttempts:
        """Send a test event now; the answer has its result. Scope: `webhooks:write`."""
        return _cast("types.WebhookDeliveryWithAttempts", await self._transport.send("POST", f"/v1/webhooks/{_path_part(id)}/test", body=_given({"type": type}) or None, is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def recover(
        self,
        id: str,
        *,
        since: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WebhookRecovery:
        """Queue missed events of a webhook again, in the background. Scope: `webhooks:write`."""
        return _cast("types.WebhookRecovery", await self._transport.send("POST", f"/v1/webhooks/{_path_part(id)}/recover", body=_given({"since": since}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))


class ResourcesEvents:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[str, NotGiven] = NOT_GIVEN,
        created_gte: Union[int, NotGiven] = NOT_GIVEN,
        created_gt: Union[int, NotGiven] = NOT_GIVEN,
        created_lte: Union[int, NotGiven] = NOT_GIVEN,
        created_lt: Union[int, NotGiven] = NOT_GIVEN,
        object: Union[str, NotGiven] = NOT_GIVEN,
        request: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Event]:
        """List events. Scope: `webhooks:read`."""
        return self._transport.pages("GET", "/v1/events", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "type": type, "created[gte]": created_gte, "created[gt]": created_gt, "created[lte]": created_lte, "created[lt]": created_lt, "object": object, "request": request}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Event:
        """Read an event. Scope: `webhooks:read`."""
        return _cast("types.Event", await self._transport.send("GET", f"/v1/events/{_path_part(id)}", timeout=timeout, max_retries=max_retries))


class ResourcesEventTypes:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.EventTypesData]:
        """The catalogue of event types, with the JSON Schema of the data of each. Any key."""
        return self._transport.pages("GET", "/v1/event_types", {}, timeout=timeout, max_retries=max_retries)


class ResourcesRequests:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        operation: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[int, NotGiven] = NOT_GIVEN,
        code: Union[str, NotGiven] = NOT_GIVEN,
        key: Union[str, NotGiven] = NOT_GIVEN,
        since: Union[int, NotGiven] = NOT_GIVEN,
        until: Union[int, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.RequestRecord]:
        """List your writes and refusals of the last 7 days. Scope: `requests:read`."""
        return self._transport.pages("GET", "/v1/requests", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "operation": operation, "status": status, "code": code, "key": key, "since": since, "until": until}), timeout=timeout, max_retries=max_retries)


class ResourcesAudit:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        starting_after: Union[str, NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        kind: Union[str, NotGiven] = NOT_GIVEN,
        subject: Union[str, NotGiven] = NOT_GIVEN,
        actor: Union[str, NotGiven] = NOT_GIVEN,
        since: Union[int, NotGiven] = NOT_GIVEN,
        until: Union[int, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.AuditEntry]:
        """List the entries of your log: who did what to which record. Scope: `audit:read`."""
        return self._transport.pages("GET", "/v1/audit", _given({"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "kind": kind, "subject": subject, "actor": actor, "since": since, "until": until}), timeout=timeout, max_retries=max_retries)

    async def retrieve(
        self,
        id: str,
        *,
        subject: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AuditEntry:
        """Read an entry. Scope: `audit:read`."""
        return _cast("types.AuditEntry", await self._transport.send("GET", f"/v1/audit/{_path_part(id)}", query=_given({"subject": subject}), timeout=timeout, max_retries=max_retries))


class Resources:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.identities = ResourcesIdentities(transport)
        self.aliases = ResourcesAliases(transport)
        self.challenges = ResourcesChallenges(transport)
        self.claims = ResourcesClaims(transport)
        self.endpoints = ResourcesEndpoints(transport)
        self.consent_grants = ResourcesConsentGrants(transport)
        self.consent_requests = ResourcesConsentRequests(transport)
        self.payee_names = ResourcesPayeeNames(transport)
        self.sealing_keys = ResourcesSealingKeys(transport)
        self.releases = ResourcesReleases(transport)
        self.api_keys = ResourcesApiKeys(transport)
        self.webhooks = ResourcesWebhooks(transport)
        self.events = ResourcesEvents(transport)
        self.event_types = ResourcesEventTypes(transport)
        self.requests = ResourcesRequests(transport)
        self.audit = ResourcesAudit(transport)

    async def catalogue(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Catalogue:
        """The networks and rails that capabilities may name. Any key."""
        return _cast("types.Catalogue", await self._transport.send("GET", "/v1/catalogue", timeout=timeout, max_retries=max_retries))

    async def changes(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ChangeFeed:
        """Follow the changes of your records. Scope: `identities:read` or `aliases:read` or `endpoints:read` or `consents:read` or `webhooks:read` or `keys:write`."""
        return _cast("types.ChangeFeed", await self._transport.send("GET", "/v1/changes", query=_given({"limit": limit, "cursor": cursor}), timeout=timeout, max_retries=max_retries))

    async def explanations(
        self,
        *,
        alias: str,
        consumer: Union[str, None],
        for_: Union[types.ExplanationFor, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Explanation:
        """Explain what a consumer sees behind an alias of yours. Scope: `aliases:read` and `endpoints:read` and `identities:read` and `consents:read`."""
        return _cast("types.Explanation", await self._transport.send("POST", "/v1/explanations", body=_given({"alias": alias, "consumer": consumer, "for": for_}), timeout=timeout, max_retries=max_retries))

    async def impacts(
        self,
        *,
        operation: Literal["updateAlias", "releaseAlias", "updateEndpoint", "removeEndpoint", "updateIdentity", "grantConsent", "updateConsentGrant", "revokeConsent"],
        id: Union[str, NotGiven] = NOT_GIVEN,
        input: Union[types.ImpactInput, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Impact:
        """Show what a change would do: who would see more, and who less. Scope: `aliases:write` or `endpoints:write` or `identities:write` or `consents:write` and `consents:read`."""
        return _cast("types.Impact", await self._transport.send("POST", "/v1/impacts", body=_given({"operation": operation, "id": id, "input": input}), timeout=timeout, max_retries=max_retries))

    @_overload
    async def resolve(
        self,
        *,
        alias: str,
        for_: Union[types.ResolveFor, NotGiven] = NOT_GIVEN,
        include: Union[Sequence[Literal["assurance"]], NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Resolution: ...

    @_overload
    async def resolve(
        self,
        *,
        type: Literal["username", "phone", "email", "merchant_handle", "payment_link"],
        value: str,
        for_: Union[types.ResolveFor, NotGiven] = NOT_GIVEN,
        include: Union[Sequence[Literal["assurance"]], NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Resolution: ...

    async def resolve(
        self,
        *,
        alias: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[Literal["username", "phone", "email", "merchant_handle", "payment_link"], NotGiven] = NOT_GIVEN,
        value: Union[str, NotGiven] = NOT_GIVEN,
        for_: Union[types.ResolveFor, NotGiven] = NOT_GIVEN,
        include: Union[Sequence[Literal["assurance"]], NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Resolution:
        """Resolve an alias. Scope: `resolve`."""
        return _cast("types.Resolution", await self._transport.send("POST", "/v1/resolve", body=_given({"alias": alias, "type": type, "value": value, "for": for_, "include": include}), timeout=timeout, max_retries=max_retries))

    async def resolve_bulk(
        self,
        *,
        items: Sequence[types.BulkItem],
        include: Union[Sequence[Literal["assurance"]], NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Bulk:
        """Resolve up to 100 aliases. Scope: `resolve`."""
        return _cast("types.Bulk", await self._transport.send("POST", "/v1/resolve/bulk", body=_given({"items": items, "include": include}), timeout=timeout, max_retries=max_retries))

    @_overload
    async def payee_checks(
        self,
        *,
        alias: str,
        name: Union[str, NotGiven] = NOT_GIVEN,
        given: Union[str, NotGiven] = NOT_GIVEN,
        family: Union[str, NotGiven] = NOT_GIVEN,
        identification: Union[types.CheckPayeeIdentification, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PayeeCheck: ...

    @_overload
    async def payee_checks(
        self,
        *,
        type: Literal["username", "phone", "email", "merchant_handle", "payment_link"],
        value: str,
        name: Union[str, NotGiven] = NOT_GIVEN,
        given: Union[str, NotGiven] = NOT_GIVEN,
        family: Union[str, NotGiven] = NOT_GIVEN,
        identification: Union[types.CheckPayeeIdentification, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PayeeCheck: ...

    async def payee_checks(
        self,
        *,
        alias: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[Literal["username", "phone", "email", "merchant_handle", "payment_link"], NotGiven] = NOT_GIVEN,
        value: Union[str, NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        given: Union[str, NotGiven] = NOT_GIVEN,
        family: Union[str, NotGiven] = NOT_GIVEN,
        identification: Union[types.CheckPayeeIdentification, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PayeeCheck:
        """Check whether a name is that of the payee. Scope: `payee_check`."""
        return _cast("types.PayeeCheck", await self._transport.send("POST", "/v1/payee_checks", body=_given({"alias": alias, "type": type, "value": value, "name": name, "given": given, "family": family, "identification": identification}), timeout=timeout, max_retries=max_retries))

    async def payee_checks_bulk(
        self,
        *,
        items: Sequence[types.PayeeCheckItem],
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PayeeChecks:
        """Check up to 100 names. Scope: `payee_check`."""
        return _cast("types.PayeeChecks", await self._transport.send("POST", "/v1/payee_checks/bulk", body=_given({"items": items}), timeout=timeout, max_retries=max_retries))

    @_overload
    async def destination_checks(
        self,
        *,
        alias: str,
        destination: types.CheckDestinationDestination,
        payer: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DestinationCheck: ...

    @_overload
    async def destination_checks(
        self,
        *,
        type: Literal["username", "phone", "email", "merchant_handle", "payment_link"],
        value: str,
        destination: types.CheckDestinationDestination,
        payer: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DestinationCheck: ...

    async def destination_checks(
        self,
        *,
        destination: types.CheckDestinationDestination,
        alias: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[Literal["username", "phone", "email", "merchant_handle", "payment_link"], NotGiven] = NOT_GIVEN,
        value: Union[str, NotGiven] = NOT_GIVEN,
        payer: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DestinationCheck:
        """Check whether a destination is the payee's. Scope: `destination_check`."""
        return _cast("types.DestinationCheck", await self._transport.send("POST", "/v1/destination_checks", body=_given({"alias": alias, "type": type, "value": value, "destination": destination, "payer": payer}), timeout=timeout, max_retries=max_retries))

    async def destination_checks_bulk(
        self,
        *,
        items: Sequence[types.DestinationCheckItem],
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DestinationChecks:
        """Check up to 20 destinations. Scope: `destination_check`."""
        return _cast("types.DestinationChecks", await self._transport.send("POST", "/v1/destination_checks/bulk", body=_given({"items": items}), timeout=timeout, max_retries=max_retries))

    async def me(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Consumer:
        """Show the consumer of the key. Any key."""
        return _cast("types.Consumer", await self._transport.send("GET", "/v1/me", timeout=timeout, max_retries=max_retries))

    async def limits(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Limits:
        """Show the remaining quotas. Any key."""
        return _cast("types.Limits", await self._transport.send("GET", "/v1/limits", timeout=timeout, max_retries=max_retries))

    async def usage(
        self,
        *,
        from_: Union[int, NotGiven] = NOT_GIVEN,
        to: Union[int, NotGiven] = NOT_GIVEN,
        interval: Union[Literal["hour", "day"], NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Usage:
        """Count your requests and your webhooks' answers, by the hour or day. Any key."""
        return _cast("types.Usage", await self._transport.send("GET", "/v1/usage", query=_given({"from": from_, "to": to, "interval": interval}), timeout=timeout, max_retries=max_retries))

    async def usage_keys(
        self,
        *,
        key: Union[str, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.KeyUsage:
        """Count the requests with each of your keys on the last 30 days. Scope: `requests:read`."""
        return _cast("types.KeyUsage", await self._transport.send("GET", "/v1/usage/keys", query=_given({"key": key}), timeout=timeout, max_retries=max_retries))

    async def sandbox_reset(
        self,
        *,
        consumer: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SandboxReset:
        """Empty your test mode, a page at a time: 202 while records are left. Scope: `*`."""
        return _cast("types.SandboxReset", await self._transport.send("POST", "/v1/sandbox/reset", body=_given({"consumer": consumer}), is_write=True, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))
