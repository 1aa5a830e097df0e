import { expect, test } from 'vitest'
import { eventTypes } from '../../src/events/event-types.ts'
import { type EntryKind, kinds, mainSide, type Side, sides, subjectsOf } from '../../src/events/kinds.ts'
import { readRepo } from '../system/contract/observing.ts'

/**
 * Subjects that each side is told of each kind, written by hand from the product rules: no line is derived from the code. A requester is
 * told of its request alone, a claimant of its claim, and nobody but the owner of a match.
 */
const allowed = `
alias.created              owner      identity alias
alias.released             owner      identity alias
alias.unverified           owner      identity alias
alias.updated              owner      identity alias
alias.verified             owner      identity alias
api_key.created            owner      api_key
api_key.new_network        owner      api_key
api_key.revoked            owner      api_key
api_key.rolled             owner      api_key rolled_to
claim.cancelled            claimant   claim
claim.cancelled            owner      claim identity alias
claim.completed            claimant   claim
claim.completed            owner      claim identity alias
claim.created              claimant   claim
claim.opened               claimant   claim
claim.opened               owner      claim identity alias
consent.expired            grantee    identity consent_grant consumer
consent.expired            owner      identity consent_grant consumer
consent.granted            grantee    identity consent_grant consumer
consent.granted            owner      identity consent_grant consumer
consent.requested          owner      identity consent_request consumer
consent.revoked            grantee    identity consent_grant consumer
consent.revoked            owner      identity consent_grant consumer
consent.updated            grantee    identity consent_grant consumer
consent.updated            owner      identity consent_grant consumer
consent_request.approved   owner      identity consent_request consumer
consent_request.asked      requester  consent_request
consent_request.declined   owner      identity consent_request consumer
consumer.resumed           owner      consumer
consumer.settings_changed  owner      consumer
consumer.suspended         owner      consumer
endpoint.added             owner      identity endpoint
endpoint.released          owner      identity endpoint consumer
endpoint.removed           owner      identity endpoint
endpoint.updated           owner      identity endpoint
identity.created           owner      identity
identity.erased            owner      identity
identity.exported          owner      identity
identity.status_changed    owner      identity
identity.updated           owner      identity
operator.api_key_created   operator   consumer api_key
operator.consumer_created  operator   consumer
operator.exported          operator   consumer
operator.group_changed     operator   consumer
operator.limits_changed    operator   consumer
operator.renormalized      operator
payee_name.attested        owner      identity payee_name
payee_name.created         owner      identity payee_name
payee_name.removed         owner      identity payee_name
release.requested          requester  release
retention.dropped          operator
sealing_key.activated      owner      sealing_key
sealing_key.created        owner      sealing_key
sealing_key.removed        owner      sealing_key
webhook.created            owner      webhook
webhook.disabled           owner      webhook
webhook.removed            owner      webhook
webhook.secret_rotated     owner      webhook
webhook.updated            owner      webhook
`

/** Rendered as the table above: data whose values are the names of its fields tells what is shown. */
const fields = new Proxy({}, { get: (_, name) => String(name) })
const rendered = (Object.keys(kinds) as EntryKind[])
  .flatMap((kind) =>
    sides.filter((side) => side in kinds[kind]).map((side) => [kind, side, subjectsOf(kind, side, fields)] as const),
  )
  .map(([kind, side, subjects]) => `${kind.padEnd(26)} ${side.padEnd(10)} ${subjects.join(' ')}`.trimEnd())
  .sort()
  .join('\n')

test('each side is told of each kind what the table allows it, and nothing else', () => {
  expect(rendered).toBe(allowed.trim())
})

test('the page of the docs names every kind, and no other', () => {
  const table = readRepo('docs/how-to/audit.md').split('## Kinds')[1]!.split('\n\n')[1]!
  const named = [...table.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, kind]) => kind!)
  expect(named.sort()).toEqual(Object.keys(kinds).sort())
})

test('each type that webhooks hear is a kind of entry, but for notices', () => {
  expect(Object.keys(eventTypes).filter((type) => !(type in kinds))).toEqual([
    'disclosed_endpoints.changed',
    'webhook.test',
  ])
})

test('a side that a kind does not know is told nothing, and a grantee reads beside the owner', () => {
  for (const kind of Object.keys(kinds) as EntryKind[]) {
    const known = sides.filter((side) => side in kinds[kind])
    for (const side of sides.filter((one) => !known.includes(one)) as Side[])
      expect(subjectsOf(kind, side, fields)).toEqual([])
    expect(known).toContain(mainSide(kind))
    if (known.includes('grantee')) expect(mainSide(kind)).toBe('owner')
  }
})
