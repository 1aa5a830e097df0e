import { spawnSync } from 'node:child_process'
import type { webcrypto } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointTypes } from '../../../src/registry/endpoints/endpoint-types.ts'
import { openJwe, type PayerKey, payerKey, verifyJws } from '../../support/open-release.ts'
import { openerMachine } from '../../support/opener.ts'
import { type Releasing, registerSealingKey, releasing } from '../../support/releasing.ts'
import { forTests, type Json, startTestServer } from '../../support/server.ts'

/*
 * Releases of both openers, opened and verified by a library that the service does not use, and by WebCrypto by hand. Without the
 * library this fails: what is not run shows nothing.
 */

const python = '/usr/bin/python3'
const machine = openerMachine()
const encryptionKey = Buffer.alloc(32, 7)
const builtIn = forTests(() => startTestServer({ encryptionKey }))
const sealed = forTests(() => startTestServer({ env: { ...machine.env, RELEASE_WAIT_MS: '8000' }, encryptionKey }))
const opener = forTests(() => machine.start(sealed))
beforeAll(async () => {
  const { status, stderr } = spawnSync(python, ['-c', 'import jwcrypto'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`This needs python3-jwcrypto (apt-get install python3-jwcrypto): ${stderr}`)
})
afterAll(async () => {
  await opener?.stop()
  machine.remove()
})

/** The registered fields of each type, and the signed ones. */
const destinations: Record<string, { sent: Json; signed: Json }> = {
  bank_account: {
    sent: { address: 'DE89370400440532013000', details: { holder_name: 'Bob Müller', country: 'DE' } },
    signed: { address: 'DE89370400440532013000', details: { holder_name: 'Bob Müller', country: 'DE' } },
  },
  crypto_wallet: {
    sent: {
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      capabilities: [{ asset: 'ETH', network: 'ethereum', rail: 'onchain', max_amount: 3 }],
    },
    signed: {
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      details: null,
      capabilities: [{ asset: 'ETH', network: 'ethereum', rail: 'onchain', max_amount: 3 }],
    },
  },
  payment_pointer: {
    sent: { address: '$pay.example.com/bob' },
    signed: { address: 'https://pay.example.com/bob', details: null },
  },
  upi: { sent: { address: 'bob.miller@okaxis' }, signed: { address: 'bob.miller@okaxis', details: null } },
  pix_key: { sent: { address: '+5511987654321' }, signed: { address: '+5511987654321', details: null } },
  lightning_address: { sent: { address: 'bob@pay.example' }, signed: { address: 'bob@pay.example', details: null } },
  mobile_money: { sent: { address: '+254712345678' }, signed: { address: '+254712345678', details: null } },
}

type Opened = { header: Json; claims: Json }

async function byJwcrypto(jwe: string, pair: PayerKey, scene: Releasing, more: Json = {}): Promise<Opened> {
  const { kty, crv, x, d } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const input = { jwe, key: { kty, crv, x, d }, keys: await scene.jwks(), aud: scene.payer.consumer, ...more }
  const { status, stdout, stderr } = spawnSync(python, [join(import.meta.dirname, 'open.py')], {
    input: JSON.stringify(input),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1))
  return JSON.parse(stdout)
}

async function byHand(jwe: string, pair: PayerKey, scene: Releasing): Promise<Opened> {
  const { header, text } = await openJwe(jwe, pair)
  return { header, claims: (await verifyJws(text, await scene.jwks())).claims }
}

describe.each(['built-in', 'of its own'])('opener %s', { timeout: 60_000 }, (which) => {
  const server = () => (which === 'built-in' ? builtIn : sealed)

  test('every type and every field is opened by both alike', async () => {
    const scene = await releasing(server())
    expect(Object.keys(destinations).sort()).toEqual(Object.keys(endpointTypes).sort())
    for (const [type, { sent, signed }] of Object.entries(destinations)) {
      const payee = await scene.payee({ type, ...sent })
      const { body } = await scene.ask(payee, { reference: 'Rechnung № 7' })
      const opened = await byJwcrypto(body.jwe, scene.key, scene)
      expect(opened).toEqual(await byHand(body.jwe, scene.key, scene))
      expect(Object.keys(opened.header).sort()).toEqual(['alg', 'cty', 'enc', 'epk', 'kid'])
      expect(opened.claims).toMatchObject({
        ...signed,
        type,
        iss: 'signpost',
        aud: scene.payer.consumer,
        sub: payee.identity,
        endpoint: payee.endpoint,
        reference: 'Rechnung № 7',
        livemode: false,
        jti: body.id,
      })
      expect(opened.claims.exp).toBe((opened.claims.iat as number) + 600)
    }
  })

  test('swapped, replayed, expired and re-signed ones are refused by jwcrypto', async () => {
    const scene = await releasing(server(), { owner: 'owner', payer: `refuser ${which}` })
    const { body } = await scene.ask(await scene.payee())
    const [head, wrapped, iv, text, tag] = body.jwe.split('.')
    const other = (await scene.ask(await scene.payee())).body.jwe.split('.')
    const swapped = [head, wrapped, iv, other[3], other[4]].join('.')
    await expect(byJwcrypto(swapped, scene.key, scene)).rejects.toThrow(/Invalid|decrypt/i)
    await expect(byJwcrypto([other[0], wrapped, iv, text, tag].join('.'), scene.key, scene)).rejects.toThrow()
    await expect(byJwcrypto(body.jwe, await payerKey(), scene)).rejects.toThrow()
    await expect(byJwcrypto(body.jwe, scene.key, scene, { now: Date.now() / 1000 + 601 })).rejects.toThrow('expired')
    await expect(byJwcrypto(body.jwe, scene.key, scene, { aud: 'apc_somebody' })).rejects.toThrow('for somebody else')
    const foreign = await crypto.subtle.exportKey(
      'jwk',
      ((await crypto.subtle.generateKey('Ed25519', true, ['sign'])) as webcrypto.CryptoKeyPair).publicKey,
    )
    const keys = (await scene.jwks()).map((key) => ({ ...key, x: foreign.x }))
    await expect(byJwcrypto(body.jwe, scene.key, scene, { keys })).rejects.toThrow(/Invalid|verif/i)
    expect(await registerSealingKey(server(), scene.payer, await payerKey())).toMatch(/^slk_/)
  })
})
