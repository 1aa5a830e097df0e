import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSigningSecret } from '../../src/vault/secret.ts'
import { serviceSignature } from '../../src/webhooks/signature.ts'

const receiver = fileURLToPath(new URL('../../examples/receiver/receiver.mjs', import.meta.url))
/** The runtime of the package, and that of the system where there is one, which may be older. */
const runtimes = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path))
const secret = newSigningSecret()
const now = () => Math.floor(Date.now() / 1000)

describe.each(runtimes)('examples/receiver by %s', (runtime) => {
  let child: ChildProcess
  let url: string
  let said = ''
  beforeAll(async () => {
    child = spawn(runtime, [receiver], {
      env: { SIGNING_SECRET: secret, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    url = await new Promise((settle, fail) => {
      child.once('exit', (code) => fail(new Error(`ended with ${code}`)))
      child.stdout!.on('data', (chunk) => {
        said += chunk
        const [, found] = /Listening on (http:\S+)/.exec(said) ?? []
        if (found) settle(found)
      })
    })
  })
  afterAll(() => child?.kill())

  const body = (id: string) => JSON.stringify({ id, type: 'alias.created', data: { alias: 'als_1' } })
  const deliver = async (text: string, signature: string | null) =>
    (
      await fetch(url, {
        method: 'POST',
        body: text,
        headers: signature === null ? {} : { 'service-signature': signature },
      })
    ).status

  test('accepts signatures by either secret of a rotation, and handles each event once', async () => {
    const text = body('evt_1')
    expect(await deliver(text, serviceSignature(text, [secret], now()))).toBe(204)
    expect(await deliver(text, serviceSignature(text, [newSigningSecret(), secret], now()))).toBe(204)
    const last = body('evt_2')
    expect(await deliver(last, serviceSignature(last, [secret, newSigningSecret()], now()))).toBe(204)
    await expect.poll(() => said.match(/alias\.created/g)?.length).toBe(2)
  })

  test('refuses changed, old, unsigned and wrongly signed deliveries', async () => {
    const text = body('evt_3')
    const good = serviceSignature(text, [secret], now())
    for (const [sent, signature] of [
      [`${text} `, good],
      [text, serviceSignature(text, [newSigningSecret()], now())],
      [text, serviceSignature(text, [secret], now() - 301)],
      [text, serviceSignature(text, [secret], now() + 330)],
      [text, null],
      [text, ''],
      [text, 'v1=00'],
      [text, good.replace('v1=', 'v1=00')],
    ] as const) {
      expect([signature, await deliver(sent, signature)]).toEqual([signature, 400])
    }
    expect(said).not.toContain('evt_3')
  })
})
