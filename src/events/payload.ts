import { encodeId } from '../kernel/id.ts'

/** Payloads of events by kind of record: public ids and types. All ids that come in are uuids. */

type Named = { id: string; type: string }

export const identityPayload = ({ id, type }: Named) => ({ identity: encodeId('identity', id), type })

export const aliasPayload = (identityId: string, { id, type }: Named) => ({
  identity: encodeId('identity', identityId),
  alias: { public_id: encodeId('alias', id), type },
})

export const endpointPayload = (identityId: string, { id, type }: Named) => ({
  identity: encodeId('identity', identityId),
  endpoint: { public_id: encodeId('endpoint', id), type },
})

export const grantPayload = (identityId: string, grant: { id: string; consumer_id: string }) => ({
  identity: encodeId('identity', identityId),
  consent_grant: encodeId('consentGrant', grant.id),
  consumer: encodeId('consumer', grant.consumer_id),
})

export type EndpointChange = Named & { change: 'added' | 'updated' | 'removed' }

export const disclosedEndpointsPayload = (identityId: string, grantId: string, changes: readonly EndpointChange[]) => ({
  consent_grant: encodeId('consentGrant', grantId),
  identity: encodeId('identity', identityId),
  endpoints: changes.map(({ id, type, change }) => ({ public_id: encodeId('endpoint', id), type, change })),
})

export const consentRequestPayload = (identityId: string, request: { id: string; consumer_id: string }) => ({
  identity: encodeId('identity', identityId),
  consent_request: encodeId('consentRequest', request.id),
  consumer: encodeId('consumer', request.consumer_id),
})

export const releaseRequestPayload = (id: string) => ({ release: encodeId('release', id) })

export const webhookPayload = (id: string) => ({ webhook: encodeId('webhook', id) })

export const apiKeyPayload = (id: string) => ({ api_key: encodeId('apiKey', id) })

export const apiKeyRolledPayload = (id: string, rolledTo: string) => ({
  ...apiKeyPayload(id),
  rolled_to: encodeId('apiKey', rolledTo),
})

export const consumerPayload = (id: string) => ({ consumer: encodeId('consumer', id) })

export const sealingKeyPayload = (id: string) => ({ sealing_key: encodeId('sealingKey', id) })

export const payeeNamePayload = (identityId: string, id: string) => ({
  identity: encodeId('identity', identityId),
  payee_name: encodeId('payeeName', id),
})

export const releasePayload = (identityId: string, { id, type }: Named, consumerId: string) => ({
  ...endpointPayload(identityId, { id, type }),
  consumer: encodeId('consumer', consumerId),
})
