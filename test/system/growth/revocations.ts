import { setTimeout as pause } from 'node:timers/promises'
import { administer, withClient } from '../../support/admin.ts'
import { freshName } from '../../support/registry.ts'
import type { Key, TestServer } from '../../support/server.ts'
import { openWire, type Wire } from '../../support/wire.ts'

/** An alias that is opened and closed again while every gateway resolves it. */
export type Stage = {
  gateways: readonly TestServer[]
  wires: readonly Wire[]
  /** The primary, for writes by hand. */
  url: () => string
  owner: Key
  grantee: Key
  identity: string
  alias: string
  aliasValue: string
}

export type Race = {
  rounds: number
  late: number
  before: number
  hidden: number
  /** Refused as overload: on a machine that stood still for a while, and no disclosure. */
  shed: number
  failed: string[]
}

export async function openStage(gateways: readonly TestServer[], url: () => string): Promise<Stage> {
  const wires = gateways.map((gateway) => openWire(gateway.url, { connections: 8 }))
  const owner = await gateways[0]!.key({ consumer: `owner-${freshName()}` })
  const grantee = await gateways[0]!.key({ consumer: `grantee-${freshName()}`, scopes: ['resolve'] })
  const made = async (path: string, body: object) => (await wires[0]!.send('POST', path, { key: owner.key, body })).body
  const identity = (await made('/v1/identities', { type: 'user' })).id
  const aliasValue = freshName()
  const given = { identity, type: 'username', value: aliasValue, privacy_level: 'consent_required' }
  const alias = (await made('/v1/aliases', given)).id
  return { gateways, wires, url, owner, grantee, identity, alias, aliasValue }
}

export const closeStage = async ({ wires }: Stage) => {
  for (const wire of wires) await wire.close()
}

type Way = { open(): Promise<unknown>; close(): Promise<unknown> }

/** Ways to end a disclosure, each by another write: by a gateway, by another gateway, and by hand in SQL. */
function waysOf({ wires, url, owner, grantee, identity, alias }: Stage): Way[] {
  let grant = ''
  let turn = 0
  const send = async (method: string, path: string, body?: object) => {
    const {
      status,
      text,
      body: record,
    } = await wires[turn++ % wires.length]!.send(method, path, {
      key: owner.key,
      body,
    })
    if (status >= 400) throw new Error(`${method} ${path}: ${text}`)
    return record
  }
  const byHand = (statement: string) => withClient(url(), (client) => client.query(statement))
  const level = (privacy_level: string) => send('PATCH', `/v1/aliases/${alias}`, { privacy_level })
  const opening = async () => {
    grant = (await send('POST', '/v1/consent_grants', { identity, consumer: grantee.consumer, covers: { all: true } }))
      .id
  }
  return [
    { open: opening, close: () => send('DELETE', `/v1/consent_grants/${grant}`) },
    { open: () => level('public'), close: () => level('consent_required') },
    {
      open: opening,
      close: () => byHand("update consent_grant set revoked_at = now() where status = 'active' and revoked_at is null"),
    },
  ]
}

/** Opens and closes again while both gateways resolve. A disclosure after the close was acknowledged is late. */
export async function raceRevocations(
  stage: Stage,
  times: number,
  perhaps: () => Promise<unknown> | unknown = () => 0,
) {
  const race: Race = { rounds: 0, late: 0, before: 0, hidden: 0, shed: 0, failed: [] }
  const ways = waysOf(stage)
  for (; race.rounds < times; race.rounds++) {
    await perhaps()
    await oneRound(stage, ways[race.rounds % ways.length]!, race)
  }
  return race
}

/** Runs a statement on a standby, again when it is cancelled there for what the primary vacuumed. */
export async function administerStandby(url: string, statement: string): Promise<void> {
  for (;;) {
    try {
      return await administer(url, statement)
    } catch (error) {
      if ((error as { code?: string }).code !== '40001') throw error
    }
  }
}

async function oneRound({ wires, grantee, aliasValue }: Stage, way: Way, race: Race): Promise<void> {
  const seen = race.before
  let isClosed = false
  let isOver = false
  const ask = async (wire: Wire) => {
    const wasClosed = isClosed
    const { status, text } = await wire.send('POST', '/v1/resolve', {
      key: grantee.key,
      body: { alias: `@${aliasValue}` },
    })
    if (status === 200 && wasClosed) race.late++
    else if (status === 200) race.before++
    else if (status === 404) race.hidden++
    else if (text.includes('"overloaded"')) race.shed++
    else race.failed.push(text)
  }
  const lane = async (wire: Wire) => {
    while (!isOver) await ask(wire)
  }
  const lanes = wires.flatMap((wire) => [lane(wire), lane(wire)])
  try {
    await way.open()
    const deadline = performance.now() + 10_000
    while (race.before < seen + 3 && performance.now() < deadline) await pause(1)
    await way.close()
    isClosed = true
    await Promise.all(wires.flatMap((wire) => [ask(wire), ask(wire)]))
  } finally {
    isOver = true
    await Promise.all(lanes)
  }
}
