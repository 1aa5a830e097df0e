import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { routes } from '../../../src/surfaces/rest/routes.ts'
import { type Answered, type Example, holdRecordedAnswers } from '../../support/recorded-answers.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { openWire } from '../../support/wire.ts'
import { makeWorld, type World } from '../../system/contract/privilege-world.ts'

const run = promisify(execFile)

let world: World
const server = forTests(() => startTestServer({ env: { DISCLOSURE_RECORDS_SYNC: 'on' } }))
const wire = forTests(() => openWire(server.url))
beforeAll(async () => {
  world = await makeWorld(server, wire)
})

type Operation = {
  'x-codeSamples': [{ source: string }]
  responses: Record<string, { content: Record<string, { schema: Example['schema'] }> }>
}

test('every operation of the OpenAPI document has a command that runs as printed, with its answer', {
  timeout: 120_000,
}, async () => {
  const { paths } = (await server.send('GET', '/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(routes.length)
  const kept = world.records('owner', false)
  const key = await world.key('owner', false, ['*'], 'valid')
  const answers: Example[] = []
  for (const operation of operations) {
    const { source } = operation['x-codeSamples'][0]
    const usesUp = / -X /.test(source) || /\/(?:verify|recover|rotate_secret|roll|answer|erase)/.test(source)
    const records = usesUp ? await world.fresh('owner', false, source) : kept
    // Only a closed identity can be erased.
    if (source.includes('/erase'))
      await server.send('PATCH', `/v1/identities/${records.identity}`, { key: key!, body: { status: 'closed' } })
    // One grant of an identity to a consumer is active at a time.
    if (source.includes('/v1/consent_grants \\'))
      await server.send('DELETE', `/v1/consent_grants/${records.grant}`, { key: key! })
    await server.app.requestRecords.flush()
    await server.app.keyUsage.flush()
    const answered = await sent(source, {
      ...{
        KEY: key!,
        IDENTITY: records.identity,
        ALIAS: source.includes('/challenges') ? records.address : records.alias,
        ENDPOINT: records.endpoint,
      },
      ...{
        GRANT: records.grant,
        REQUEST: records.request,
        CONSUMER: source.includes('/sandbox') ? records.consumer : records.grantee,
        API_KEY: records.apiKey,
      },
      ...{ PAYEE_NAME: records.payeeName, SEALING_KEY: records.sealingKey, RELEASE: records.release },
      ...{
        WEBHOOK: records.webhook,
        CHALLENGE: records.challenge,
        CLAIM: /confirm|refuse|contest/.test(source) ? records.claimed : records.claim,
        DELIVERY: records.delivery,
        EVENT: kept.event,
        ENTRY: kept.entry,
        WEBHOOK_URL: 'https://127.0.0.1:8443/hook',
      },
    })
    expect(
      Object.keys(operation.responses).filter((code) => code.startsWith('2')),
      source,
    ).toContain(answered.status)
    const { schema } = operation.responses[answered.status]!.content['application/json']!
    answers.push({ schema, body: answered.body })
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
