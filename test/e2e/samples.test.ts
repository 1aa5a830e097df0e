import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../../src/surfaces/rest/routes.ts'
import { makeWorld, type World } from '../contract/privilege-world.ts'
import { type Answered, holdRecordedAnswers } from '../support/recorded-answers.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { openWire, type Wire } from '../support/wire.ts'

const run = promisify(execFile)

let server: TestServer
let wire: Wire
let world: World
beforeAll(async () => {
  server = await startTestServer({ env: { DISCLOSURE_RECORDS_SYNC: 'on' } })
  wire = openWire(server.url)
  world = await makeWorld(server, wire)
})
afterAll(async () => {
  await wire.close()
  await server.close()
})

type Operation = { operationId: string; 'x-codeSamples': [{ source: string }]; responses: Record<string, unknown> }

test('every operation of the OpenAPI document shows a command that runs as printed, and what it was answered', {
  timeout: 120_000,
}, async () => {
  const { paths } = (await server.send('GET', '/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(routes.length)
  const kept = world.records('owner', false)
  const key = await world.key('owner', false, ['*'], 'valid')
  const answers = new Map<string, Answered>()
  for (const operation of operations) {
    const { source } = operation['x-codeSamples'][0]
    const usesUp = / -X /.test(source) || /\/(?:verify|recover|rotate_secret|roll|answer|erase)/.test(source)
    const records = usesUp ? await world.fresh('owner', false, source) : kept
    // Only a closed identity can be erased.
    if (source.includes('/erase'))
      await server.send('PATCH', `/v1/identities/${records.identity}`, { key: key!, body: { status: 'closed' } })
    const answered = await sent(source, {
      ...{
        KEY: key!,
        IDENTITY: records.identity,
        ALIAS: source.includes('/challenges') ? records.address : records.alias,
        ENDPOINT: records.endpoint,
      },
      ...{ GRANT: records.grant, REQUEST: records.request, CONSUMER: records.grantee, API_KEY: records.apiKey },
      ...{ PAYEE_NAME: records.payeeName, SEALING_KEY: records.sealingKey, RELEASE: records.release },
      ...{
        WEBHOOK: records.webhook,
        CHALLENGE: records.challenge,
        CLAIM: /confirm|refuse|contest/.test(source) ? records.claimed : records.claim,
        DELIVERY: records.delivery,
        EVENT: kept.event,
        WEBHOOK_URL: 'https://127.0.0.1:8443/hook',
      },
    })
    expect(
      Object.keys(operation.responses).filter((code) => code.startsWith('2')),
      source,
    ).toContain(answered.status)
    answers.set(operation.operationId, answered)
  }
  holdRecordedAnswers(answers)
})

/** Runs a command in a shell as it is printed. @returns what it was answered with */
async function sent(source: string, env: Record<string, string>): Promise<Answered> {
  const { stdout } = await run('bash', ['--norc', '-euc', `${source} -w '\\n%{http_code}'`], {
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  const end = stdout.lastIndexOf('\n')
  return { status: stdout.slice(end + 1), body: JSON.parse(stdout.slice(0, end)) }
}
