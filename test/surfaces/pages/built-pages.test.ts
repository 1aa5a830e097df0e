import fs, { readdirSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { forTests, startTestServer } from '../../support/server.ts'

const filesOf = (folder: string) => readdirSync(join(import.meta.dirname, '../../../web', folder))
const places = {
  console: { prefix: '/console/', files: filesOf('console/dist') },
  explorer: { prefix: '/graphql/explorer/', files: filesOf('explorer/dist') },
  // Its library is compressed when it is asked for.
  reference: { prefix: '/docs/reference/files/', files: ['scalar.js.gz'] },
}

const server = forTests(startTestServer)

async function ask(path: string, accepted?: string) {
  const headers: IncomingHttpHeaders = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>()
  get(server.url + path, { headers }, resolve).on('error', reject)
  const answer = await promise
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

test('the documentation is there again after a load that failed', async () => {
  const failing = vi.spyOn(fs, 'globSync').mockImplementation(() => {
    throw new Error('too many open files')
  })
  syncBuiltinESMExports()
  expect((await ask('/docs')).status).toBe(500)
  failing.mockRestore()
  syncBuiltinESMExports()
  expect((await ask('/docs')).status).toBe(200)
})

describe.each(Object.entries(places))('the built page of the %s', (_, { prefix, files }) => {
  const compressed = files.filter((name) => name.endsWith('.gz'))

  test('a script or style is sent compressed to a client that accepts it, and whole to another', async () => {
    expect(compressed).not.toEqual([])
    expect(files.filter((name) => /\.(?:js|css)$/.test(name))).toEqual([])
    for (const name of compressed) {
      const path = prefix + name.replace(/\.gz$/, '')
      const short = await ask(path, 'br, gzip;q=0.8')
      expect([name, short.status, short.headers['content-encoding'], short.headers.vary]).toEqual([
        name,
        200,
        'gzip',
        'accept-encoding',
      ])
      for (const accepted of [undefined, 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br']) {
        const whole = await ask(path, accepted)
        expect([name, accepted, whole.headers['content-encoding']]).toEqual([name, accepted, undefined])
        expect(whole.body.equals(gunzipSync(short.body))).toBe(true)
      }
      expect(short.headers['content-type']).toMatch(/^text\/(?:javascript|css); charset=utf-8$/)
    }
  })

  test('no name of a compressed file is a path', async () => {
    for (const name of compressed) expect([name, (await ask(prefix + name)).status]).toEqual([name, 404])
  })
})
