import { beforeAll, expect, test } from 'vitest'
import { amount, report } from '../support/judge.ts'
import { query, registryForTests, registryOf } from '../support/registry.ts'
import type { Key } from '../support/server.ts'

/*
 * Random changes of an identity's endpoints and grants. What each grantee sees is computed from the owner's own records, without
 * the policy; after each change exactly the grantees whose set differs have a notice, with the difference.
 */

const changes = amount('CHANGES', 150)
let state = amount('SEED', 20_261_126)
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)]!

let grantees: Key[]
const { server, owner } = registryForTests({ logLevel: 'silent' })
beforeAll(async () => {
  grantees = []
  for (let n = 0; n < 4; n++) grantees.push(await server.key({ consumer: `grantee ${n}` }))
})

type Endpoint = { id: string; status: string; privacy_level: string; type: string; capabilities: { asset: string }[] }
/** `known`: the endpoints as they were when its grantee was told last, or when it was made. */
type Grant = { id: string; all: boolean; endpoints: string[]; known: readonly Endpoint[] }

/** The seed's rule on endpoints, by hand: active, not private, and covered. */
const seen = (endpoints: readonly Endpoint[], { all, endpoints: covered }: Grant): Map<string, string> =>
  new Map(
    endpoints
      .filter(
        ({ id, status, privacy_level }) =>
          status === 'active' && privacy_level !== 'private' && (all || covered.includes(id)),
      )
      .map(({ id, capabilities }) => [
        id,
        capabilities
          .map(({ asset }) => asset)
          .sort()
          .join(),
      ]),
  )

function difference(before: Map<string, string>, now: Map<string, string>): string[] {
  const told = [...now].flatMap(([id, what]) =>
    before.get(id) === what ? [] : [`${before.has(id) ? 'updated' : 'added'} ${id}`],
  )
  return [...told, ...[...before.keys()].filter((id) => !now.has(id)).map((id) => `removed ${id}`)].sort()
}

test('exactly the grantees whose set differs are notified, of the difference', async () => {
  const mine = registryOf(server, owner)
  const identity: string = (await mine.identity()).id
  const grants = new Map<Key, Grant>()
  const live = async (): Promise<Endpoint[]> => (await mine.get(`/v1/identities/${identity}/endpoints?limit=100`)).data
  const levels = ['public', 'unlisted', 'consent_required', 'private']
  const assets = () => ['USD', 'EUR', 'BTC'].filter(() => random(2) === 0).map((asset) => ({ asset, rail: 'sepa' }))
  const patched = (path: string, body: Record<string, unknown>) => mine.patch(path, body)
  const add = () => mine.account(identity, { privacy_level: oneOf(levels), capabilities: assets() })
  const onOne = (work: (one: Endpoint) => Promise<unknown>) => async (all: Endpoint[]) =>
    all.length === 0 ? add() : work(oneOf(all))

  const moves: ((all: Endpoint[]) => Promise<unknown>)[] = [
    (all) => (all.length < 8 ? add() : Promise.resolve()),
    onOne(({ id }) => patched(`/v1/endpoints/${id}`, { privacy_level: oneOf(levels) })),
    onOne(({ id }) => patched(`/v1/endpoints/${id}`, { status: oneOf(['active', 'disabled']) })),
    onOne(({ id }) => patched(`/v1/endpoints/${id}`, { capabilities: assets() })),
    onOne(({ id }) => patched(`/v1/endpoints/${id}`, { priority: random(9) })),
    onOne(({ id }) => mine.remove(`/v1/endpoints/${id}`)),
    async (all) => {
      const key = oneOf(grantees)
      const grant = grants.get(key)
      const terms =
        random(2) === 0
          ? { all: true, endpoints: [] }
          : { all: false, endpoints: all.map(({ id }) => id).filter(() => random(2) === 0) }
      if (!terms.all && terms.endpoints.length === 0) return
      const covers = terms.all ? { all: true } : { endpoints: terms.endpoints }
      if (grant && random(3) === 0) {
        await mine.remove(`/v1/consent_grants/${grant.id}`)
        grants.delete(key)
      } else if (grant) {
        expect((await patched(`/v1/consent_grants/${grant.id}`, { covers })).status).toBe(200)
        // A change of its terms is no cause: it is told of pending changes as if it had always had them.
        Object.assign(grant, terms)
      } else {
        const { id } = await mine.grant(identity, key.consumer, { covers })
        grants.set(key, { id, ...terms, known: all })
      }
    },
  ]
  const job = server.app.jobs.find(({ name }) => name === 'notify-grantees')!
  const counted = new Map(grantees.map((key) => [key, 0]))
  let notices = 0
  for (let change = 0; change < changes; change++) {
    await oneOf(moves)(await live())
    // Several changes may be one notice: some are left for the next run.
    if (random(3) === 0) continue
    await job.run()
    const now = await live()
    for (const key of grantees) {
      const { body } = await server.send('GET', '/v1/events?type=disclosed_endpoints.changed&limit=3', { key: key.key })
      const rows = await query<{ n: number }>(
        server,
        `select count(*)::int as n from event_notice where consumer_id = '${key.consumerId}'`,
      )
      const fresh = rows[0]!.n - counted.get(key)!
      counted.set(key, rows[0]!.n)
      notices += fresh
      const grant = grants.get(key)
      const expected = grant ? difference(seen(grant.known, grant), seen(now, grant)) : []
      const told =
        fresh === 0
          ? []
          : body.data[0].data.endpoints
              .map((one: { change: string; public_id: string }) => `${one.change} ${one.public_id}`)
              .sort()
      expect([change, fresh, told]).toEqual([change, expected.length > 0 ? 1 : 0, expected])
      if (grant) grant.known = now
    }
    for (const table of ['event_notice', 'event_body'])
      await query(
        server,
        `update ${table} set created_at = created_at - interval '2 minutes'
        where type like 'disclosed%' and created_at > now() - interval '1 minute'`,
      )
  }
  expect(notices).toBeGreaterThan(changes / 10)
  report(`${changes} changes: ${notices} notices, each as computed`)
}, 3_600_000)
