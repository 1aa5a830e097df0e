import { expect, test } from 'vitest'
import { environmentReaders, floorViolations, importsOf, readSources, statusSpeakers } from './floors.ts'

const sources = readSources()
const planted = (path: string, text: string) => [...sources, { path, text }]

test('every file imports only from the floors below it', () => {
  expect(sources.length).toBeGreaterThan(80)
  expect(sources.flatMap(importsOf).length).toBeGreaterThan(200)
  expect(floorViolations(sources)).toEqual([])
})

test.each([
  ['src/domain/x.ts', "import { sql } from '../persistence/orm.ts'"],
  ['src/domain/x.ts', "import type { Config } from '../config.ts'"],
  ['src/crypto/x.ts', "import { write } from '../services/writing.ts'"],
  ['src/persistence/x.ts', "import { Call } from '../services/caller.ts'"],
  ['src/services/x.ts', "import type { RequestContext } from '../request-context.ts'"],
  ['src/services/x.ts', "export * from '../graphql/schema.ts'"],
  ['src/app/context.ts', "import { admit } from './http/gate.ts'"],
  ['src/http/x.ts', "import { statusOf } from '../rest/errors.ts'"],
  ['src/graphql/x.ts', "import { views } from '../rest/views.ts'"],
  ['src/webhooks/x.ts', "import { createSchema } from '../graphql/schema.ts'"],
  ['src/rest/x.ts', "const late = await import('../server.ts')"],
  ['src/process/server.ts', "import { serve } from './cli/serve.ts'"],
  ['src/services/x.ts', "import { startEmbedded } from '../postgres/embedded.ts'"],
  ['src/client/x.ts', "import type { ErrorCode } from '../domain/errors.ts'"],
  ['src/client/x.ts', "import { version } from '../version.ts'"],
  ['src/verifier/x.ts', "import { serviceSignature } from '../crypto/signature.ts'"],
  ['src/rest/x.ts', "import { RefusedError } from '../client/errors.ts'"],
  ['src/postgres/x.ts', "import { createLog } from '../log.ts'"],
])('a planted import against the floors is caught: %s, %s', (path, text) => {
  expect(floorViolations(planted(path, text))).toHaveLength(1)
})

test('rest may import graphql, and nothing else crosses between the edges', () => {
  expect(
    floorViolations([{ path: 'src/rest/x.ts', text: "import { resolverOf } from '../graphql/schema.ts'" }]),
  ).toEqual([])
})

test('only config.ts reads the environment', () => {
  expect(environmentReaders(sources)).toEqual([])
  expect(environmentReaders(planted('src/services/x.ts', 'const port = process.env.PORT'))).toEqual([
    'src/services/x.ts',
  ])
  expect(environmentReaders(planted('src/services/x.ts', 'const { env } = process'))).toEqual(['src/services/x.ts'])
})

test('HTTP statuses live in rest alone', () => {
  expect(statusSpeakers(sources)).toEqual([])
  expect(statusSpeakers(planted('src/services/x.ts', 'reply.code(200)'))).toEqual(['src/services/x.ts'])
  expect(statusSpeakers(planted('src/graphql/x.ts', 'throw graphqlError(error, 401)'))).toEqual(['src/graphql/x.ts'])
})
