import { expect } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { freshNumber } from './claims.ts'
import { query, registryOf } from './registry.ts'
import type { Body, Key, TestServer } from './server.ts'

/** Two consumers about one number, and a clock that is moved in the stored times. */
export function claimScene(server: TestServer, donor: Key, claimer: Key) {
  const send = (key: Key, path: string, body: object = {}, method = 'POST') =>
    server.send(method, `/v1/${path}`, { key: key.key, body })
  const advance = () => server.app.jobs.find(({ name }) => name === 'advance-claims')!.run()

  async function held(): Promise<Body> {
    const mine = registryOf(server, donor)
    const identity = (await mine.identity()).id
    await mine.wallet(identity)
    return mine.alias(identity, 'phone', freshNumber())
  }

  async function asked({ value }: Body, kind = 'ownership'): Promise<Body> {
    const identity = (await registryOf(server, claimer).identity()).id
    const { status, body } = await send(claimer, 'claims', { type: 'phone', value, identity, kind })
    expect(status).toBe(202)
    return body
  }

  /** Has a code made and gives it: it is known to the test alone, by its hash. */
  async function meet(key: Key, claim: Body): Promise<string> {
    const { body } = await send(key, `claims/${claim.id}/challenges`, { method: 'sms_code' })
    if (body.error) return body.error.code
    const id = decodeId('challenge', body.id)
    const hash = server.app.keyring.hash('challenge', true, `code|${id}|${body.purpose}|24681357`)
    await server.query`update challenge set code_hash = ${hash} where id = ${id}`
    await server.query`delete from challenge_tally`
    const answer = await send(key, `challenges/${body.id}/answer`, { code: '24681357' })
    return answer.body.status ?? answer.body.error.code
  }

  return {
    send,
    advance,
    held,
    asked,
    meet,
    /** A claim of it that was proved, once the worker has looked. */
    async opened(alias: Body, kind = 'ownership'): Promise<Body> {
      const claim = await asked(alias, kind)
      expect(await meet(claimer, claim)).toBe('met')
      await advance()
      return claim
    },
    /** Lets so many seconds go by, for everything that has a part in claims. */
    async pass(seconds: number): Promise<void> {
      const ago = (column: string) => `${column} = ${column} - ${seconds} * interval '1 second'`
      const times = ['deadline', 'next_at', 'proved_at', 'second_proved_at'].map(ago).join(', ')
      await query(server, `update claim set ${times} where next_at is not null`)
      await query(server, `update identity set ${ago('suspended_at')} where suspended_at is not null`)
      await query(server, `update consumer set ${ago('suspended_at')} where suspended_at is not null`)
      await query(server, `update alias_reservation set ${ago('available_at')} where available_at is not null`)
    },
    setStatus: async ({ identity }: Body, status: string): Promise<void> => {
      expect((await send(donor, `identities/${identity}`, { status }, 'PATCH')).status).toBe(200)
    },
    setConsumer: ({ consumerId }: Key, isSuspended: boolean) =>
      query(server, `update consumer set suspended_at = ${isSuspended ? 'now()' : 'null'} where id = $1`, [consumerId]),
    async state(claim: Body): Promise<string> {
      const [row] = await server.query<{ status: string; reason: string | null }>`select status, reason from claim
        where id = ${decodeId('claim', claim.id)}`
      return row!.reason === null ? row!.status : `${row!.status}/${row!.reason}`
    },
    /** Returns the hours until the deadline that the claimer is shown, rounded. */
    async hoursLeft(claim: Body): Promise<number> {
      const { body } = await server.send('GET', `/v1/claims/${claim.id}`, { key: claimer.key })
      return Math.round((body.deadline - Date.now() / 1_000) / 3_600)
    },
  }
}
