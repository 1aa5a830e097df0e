import { expect, test } from 'vitest'
import { type Body, forTests, type Key } from '../../support/server.ts'
import { inLanes } from '../../support/wire.ts'
import { type MadeRegistry, makeRegistry, type Payer, startWorld } from '../explanations/random-registry.ts'
import { type Choices, choices, levels } from '../explanations/random-tables.ts'

/* An impact is the difference of what resolve shows before and after the real write, on random registries with REQUIRE_PROOF. */

const histories = Number(process.env.HISTORIES ?? 100)
const seed = Number(process.env.SEED ?? 20_261_127)

const world = forTests(startWorld)

type Change = { operation: string; id?: string; input?: object; write: [verb: string, path: string, body?: object] }

/** A random change of the registry, as an impact and as its write. */
function someChange(pick: Choices, { identity, aliases, endpoints, grants }: MadeRegistry): Change {
  const terms = () => {
    const lists = { aliases: pick.some(aliases.map(({ id }) => id)), endpoints: pick.some(endpoints) }
    const isAll = pick.often(0.3) || lists.aliases.length + lists.endpoints.length === 0
    return { covers: isAll ? { all: true } : lists }
  }
  const update = (operation: string, noun: string, id: string, input: object): Change => ({
    operation,
    id,
    input,
    write: ['PATCH', `/v1/${noun}/${id}`, input],
  })
  const end = (operation: string, noun: string, id: string): Change => ({
    operation,
    id,
    write: ['DELETE', `/v1/${noun}/${id}`],
  })
  const input = { identity, consumer: pick.one(world.payers).live.consumer, ...terms() }
  const grant: Change = { operation: 'grantConsent', input, write: ['POST', '/v1/consent_grants', input] }
  const level = { privacy_level: pick.one(levels.filter((one) => one !== null)) }
  const alias = pick.one(aliases).id
  const changes = [
    grant,
    update('updateAlias', 'aliases', alias, level),
    update('updateAlias', 'aliases', alias, level),
    end('releaseAlias', 'aliases', alias),
    update('updateIdentity', 'identities', identity, { status: pick.one(['active', 'suspended', 'closed']) }),
    ...(endpoints.length === 0
      ? []
      : [
          update('updateEndpoint', 'endpoints', pick.one(endpoints), level),
          update('updateEndpoint', 'endpoints', pick.one(endpoints), { status: pick.one(['active', 'disabled']) }),
          end('removeEndpoint', 'endpoints', pick.one(endpoints)),
        ]),
    ...(grants.length === 0
      ? []
      : [
          update('updateConsentGrant', 'consent_grants', pick.one(grants), terms()),
          end('revokeConsent', 'consent_grants', pick.one(grants)),
        ]),
  ]
  return pick.one(changes)
}

type Side = { aliases: string[]; endpoints: string[] }

const keyOf = (payer: Payer, { livemode }: Key) => (livemode ? payer.live : payer.test)

/** Returns the endpoints that resolve shows to a payer. */
async function shownTo({ key }: Key, { aliases }: MadeRegistry): Promise<Side> {
  const side: Side = { aliases: [], endpoints: [] }
  for (const { id, type, value } of aliases) {
    const { status, body } = await world.server.send('POST', '/v1/resolve', { key, body: { type, value } })
    expect([200, 404]).toContain(status)
    if (status !== 200) continue
    side.aliases.push(id)
    side.endpoints.push(...body.endpoints.map((one: Body) => one.id))
  }
  return { aliases: [...new Set(side.aliases)].sort(), endpoints: [...new Set(side.endpoints)].sort() }
}

const without = (a: string[], b: string[]) => a.filter((id) => !b.includes(id))
const sorted = ({ aliases, endpoints }: Side): Side => ({
  aliases: [...aliases].sort(),
  endpoints: [...endpoints].sort(),
})
const empty: Side = { aliases: [], endpoints: [] }

type Counts = { compared: number; refused: number; changing: number; differences: object[] }

/** The difference of one payer's two views, as an impact tells it. */
const differenceOf = (was: Side, is: Side) => ({
  gains: { aliases: without(is.aliases, was.aliases), endpoints: without(is.endpoints, was.endpoints) },
  loses: { aliases: without(was.aliases, is.aliases), endpoints: without(was.endpoints, is.endpoints) },
})

async function tryOne(n: number, counts: Counts): Promise<void> {
  const pick = choices(seed + n)
  const owner = pick.one(world.owners)
  const made = await makeRegistry(world, pick, owner)
  const { write, ...asked } = someChange(pick, made)
  const views = () => Promise.all(world.payers.map((payer) => shownTo(keyOf(payer, owner), made)))
  const active = async (): Promise<Body[]> =>
    (
      await world.server.send('GET', `/v1/identities/${made.identity}/consent_grants?limit=100`, { key: owner.key })
    ).body.data.filter(({ status }: Body) => status === 'active')
  const [before, grantsBefore] = [await views(), await active()]
  const told = await world.server.send('POST', '/v1/impacts', { key: owner.key, body: asked })
  const [verb, path, body] = write
  const wrote = await world.server.send(verb, path, { key: owner.key, ...(body && { body }) })
  if (wrote.status >= 400 || told.status !== 200) {
    counts.refused++
    const codes = [told.body.error?.code, wrote.body.error?.code]
    if (codes[0] !== codes[1] || told.status !== wrote.status) counts.differences.push({ n, asked, codes })
    return
  }
  const [after, grantsAfter] = [await views(), await active()]
  const differs = (what: string, expected: object, found: object) => {
    if (JSON.stringify(expected) !== JSON.stringify(found)) counts.differences.push({ n, asked, what, expected, found })
  }
  counts.compared++
  for (const [at, payer] of world.payers.entries()) {
    const { consumer } = keyOf(payer, owner)
    const { gains, loses } = differenceOf(before[at]!, after[at]!)
    const isGrantee = [...grantsBefore, ...grantsAfter].some((grant) => grant.consumer === consumer)
    if (!isGrantee) {
      differs('everybody before', before[at]!, sorted(told.body.everybody.before))
      differs('everybody after', after[at]!, sorted(told.body.everybody.after))
    }
    const shown = (list: Body[]) => sorted((list.find((one) => one.consumer === consumer) as Side | undefined) ?? empty)
    differs('gains', isGrantee ? gains : empty, shown(told.body.gains))
    differs('loses', isGrantee ? loses : empty, shown(told.body.loses))
    if (gains.aliases.length + loses.aliases.length + gains.endpoints.length + loses.endpoints.length > 0)
      counts.changing++
  }
}

test('an impact is the difference that the write makes, on random registries', { timeout: 3_600_000 }, async () => {
  const counts: Counts = { compared: 0, refused: 0, changing: 0, differences: [] }
  await inLanes(
    Array.from({ length: histories }, (_, n) => n),
    6,
    (n) => tryOne(n, counts),
  )
  const { compared, refused, changing, differences } = counts
  console.info(
    `impacts: ${histories} histories, ${compared} compared, ${refused} refused alike, ${changing} views changed, ${differences.length} differences`,
  )
  expect(differences).toEqual([])
  expect(Math.min(4 * compared, 10 * refused, 4 * changing)).toBeGreaterThan(histories)
})
