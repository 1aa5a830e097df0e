import { gcm } from '@noble/ciphers/aes.js'
import { expect } from 'vitest'
import type { Key, TestServer } from './server.ts'

export type Payee = { identity: string; endpoint: string; alias: string; key: Key }

/** Identities with an alias and a wallet each, half of them live; one of `owner`'s keys per environment. */
export async function seedPayees(server: TestServer, count: number): Promise<Payee[]> {
  const keys = [await server.key(), await server.key({ livemode: true })]
  const payees: Payee[] = []
  const lane = async (first: number) => {
    for (let n = first; n < count; n += 4) payees[n] = await seedPayee(server, keys[n % 2]!, n)
  }
  await Promise.all([0, 1, 2, 3].map(lane))
  return payees
}

async function seedPayee(server: TestServer, key: Key, n: number): Promise<Payee> {
  const post = async (path: string, body: object) => {
    const answer = await server.send('POST', path, {
      key: key.key,
      body,
      headers: { 'idempotency-key': `seed-${path}-${n}` },
    })
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }
  const { id: identity } = await post('/v1/identities', { type: 'user' })
  const alias = `@payee${n}`
  await post('/v1/aliases', { identity, type: 'username', value: alias, privacy_level: 'public' })
  const { id: endpoint } = await post('/v1/endpoints', {
    identity,
    type: 'payment_pointer',
    address: pointerOf(n),
    privacy_level: 'public',
  })
  return { identity, endpoint, alias, key }
}

export const pointerOf = (n: number) => `https://pay.example.com/payee-${n}`

/**
 * The record, read by another library from its description alone: version 1, the data key's id (16 bytes), the nonce
 * (12), the ciphertext, the tag (16). AES-256-GCM; associated data `1|purpose|record|live or test|data-key id`, the id as
 * a lower-case uuid. The record is the id of its row, or that with all else that the value is bound to.
 */
export function openIndependently(
  purpose: string,
  place: string,
  livemode: boolean,
  key: Buffer,
  record: Buffer,
): string {
  expect(record[0]).toBe(1)
  const hex = record.subarray(1, 17).toString('hex')
  const keyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const associated = Buffer.from(`1|${purpose}|${place}|${livemode ? 'live' : 'test'}|${keyId}`)
  return Buffer.from(gcm(key, record.subarray(17, 29), associated).decrypt(record.subarray(29))).toString()
}
