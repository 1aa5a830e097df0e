import Type from 'typebox'
import { sealingKeyStatuses } from '../../releases/keys/service.ts'
import { releaseStatuses } from '../../releases/record.ts'
import { nullable, one, record, text, unixSeconds } from './schema-parts.ts'

export const releaseRecords = {
  sealingKey: record('sealing_key', {
    jwk: Type.Object({ kty: text('OKP'), crv: text('X25519'), x: text() }),
    status: one(sealingKeyStatuses),
    usable_at: unixSeconds(),
  }),
  release: Type.Object({
    object: Type.Literal('release'),
    id: text('rel_…'),
    livemode: Type.Boolean(),
    status: one(releaseStatuses),
    endpoint: text('end_…'),
    sealing_key: text('slk_…'),
    jwe: nullable(text('A JWE around a JWS; null in a replay, and when it is no longer there')),
    expires_at: unixSeconds(),
    created: unixSeconds(),
    request_id: text('req_…'),
  }),
}
