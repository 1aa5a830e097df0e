import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { routes } from '../../../src/surfaces/rest/routes.ts'
import { startReceiver } from '../../support/receiver.ts'
import { forTests } from '../../support/server.ts'
import { startWebhookServer } from '../../support/webhooks.ts'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../../../examples/collection')
const file = join(folder, 'signpost.postman_collection.json')
const slow = { timeout: 120_000 }

const server = forTests(startWebhookServer)
const receiver = forTests(startReceiver)
beforeAll(async () => {
  if (!existsSync(join(folder, 'node_modules/newman'))) {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, timeout: 600_000 })
  }
  server.work()
}, 600_000)

test('the collection is the one that the OpenAPI document makes', slow, async () => {
  const script = "import { collection } from './generate.ts'; console.log(JSON.stringify(await collection(), null, 2))"
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, maxBuffer: 1e8 })
  expect(await readFile(file, 'utf8')).toBe(stdout)
})

type Execution = {
  item: { name: string }
  request: { method: string; url: { path: string[] } }
  response?: { code: number }
}
const anId = /\/[a-z]{3}_[0-9a-z]{26}(?=\/|$)/
const routeOf = ({ method, url }: Execution['request']) =>
  `${method} /${url.path.join('/').replace(anId, '/:id').replace(anId, '/:delivery')}`

test('newman runs it from the first request to the last: every route, answered as documented', slow, async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'signpost-collection-'))
  const report = join(scratch, 'report.json')
  const other = await server.key({ consumer: 'other' })
  const variables = {
    baseUrl: server.url,
    apiKey: server.owner.key,
    otherApiKey: other.key,
    webhookUrl: receiver.url,
  }
  try {
    await run(
      join(folder, 'node_modules/.bin/newman'),
      [
        ...['run', file, '--reporters', 'json', '--reporter-json-export', report, '--suppress-exit-code'],
        ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
      ],
      { maxBuffer: 1e8 },
    )
    const { executions, failures, stats } = JSON.parse(await readFile(report, 'utf8')).run
    expect(
      failures.map(({ error, source }: { error: Error; source?: { name: string } }) => [source?.name, error.message]),
    ).toEqual([])
    // Requests of scripts are listed too, under the request that they run for.
    const asked = new Set((executions as Execution[]).map(({ request }) => routeOf(request)))
    expect([...asked].toSorted()).toEqual(routes.map(({ verb, path }) => `${verb} ${path}`).toSorted())
    expect(stats.assertions.total).toBe(2 * routes.length)
    for (const { item, request, response } of executions as Execution[]) {
      // A caller cannot answer its own claims, and nothing is released without a grant.
      const isAbsent = /confirm|refuse|contest|\/v1\/releases/.test(routeOf(request))
      const fits = (code: number) => code < 300 || code === 409 || (isAbsent && code === 404)
      expect([item.name, response?.code]).toEqual([item.name, expect.toSatisfy(fits)])
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
})
