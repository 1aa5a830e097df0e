import { expect, test } from 'vitest'
import { environmentReaders, floorViolations, importsInside, importsOf, readSources, statusSpeakers } from './floors.ts'

const sources = readSources()
const seeded = (path: string, text: string) => [...sources, { path, text }]

test('every file imports only from the floors below it', () => {
  expect(sources.length).toBeGreaterThan(80)
  expect(sources.flatMap(importsOf).length).toBeGreaterThan(200)
  expect(floorViolations(sources)).toEqual([])
})

test('more imports stay in their folder than leave it, those of the kernel apart', () => {
  const { all, inside, toKernel } = importsInside(sources)
  const share = (of: number) => `${((100 * inside) / of).toFixed(1)} %`
  console.info(
    `imports inside their folder: ${inside} of ${all}, ${share(all)}; without kernel: ${share(all - toKernel)}`,
  )
  expect(inside / (all - toKernel)).toBeGreaterThan(0.5)
})

test.each([
  ['src/kernel/x.ts', "import { sql } from '../database/orm.ts'"],
  ['src/kernel/x.ts', "import type { Config } from '../config/config.ts'"],
  ['src/vault/x.ts', "import { write } from '../events/write.ts'"],
  ['src/database/x.ts', "import { Keyring } from '../vault/keyring.ts'"],
  ['src/registry/x.ts', "import type { RequestContext } from '../process/compose/context.ts'"],
  ['src/registry/aliases/x.ts', "export * from '../../surfaces/graphql/schema.ts'"],
  ['src/access/x.ts', "import { findIdentity } from '../registry/identities/store.ts'"],
  ['src/process/compose/x.ts', "import { admit } from '../../surfaces/http/gate.ts'"],
  ['src/surfaces/http/x.ts', "import { statusOf } from '../rest/errors.ts'"],
  ['src/surfaces/graphql/x.ts', "import { views } from '../rest/views.ts'"],
  ['src/surfaces/pages/x.ts', "import { statusOf } from '../rest/errors.ts'"],
  ['src/surfaces/perform.ts', "import { views } from './rest/views.ts'"],
  ['src/webhooks/x.ts', "import { createSchema } from '../surfaces/graphql/schema.ts'"],
  ['src/surfaces/rest/x.ts', "const late = await import('../../process/server.ts')"],
  ['src/process/x.ts', "import { serve } from '../cli/serve.ts'"],
  ['src/registry/x.ts', "import { startEmbedded } from '../postgres/embedded.ts'"],
  ['src/process/x.ts', "import { startEmbedded } from '../postgres/embedded.ts'"],
  ['src/client/x.ts', "import type { ErrorCode } from '../kernel/errors.ts'"],
  ['src/verifier/x.ts', "import { serviceSignature } from '../webhooks/signature.ts'"],
  ['src/surfaces/rest/x.ts', "import { RefusedError } from '../../client/errors.ts'"],
  ['src/postgres/x.ts', "import { createLog } from '../kernel/log.ts'"],
  ['src/helpers/x.ts', "import { createLog } from '../kernel/log.ts'"],
])('a seeded import against the floors is caught: %s, %s', (path, text) => {
  expect(floorViolations(seeded(path, text))).toHaveLength(1)
})

test('rest and pages may import graphql, every surface the gate, and nothing else crosses between the surfaces', () => {
  expect(
    floorViolations([
      { path: 'src/surfaces/rest/x.ts', text: "import { resolverOf } from '../graphql/schema.ts'" },
      { path: 'src/surfaces/pages/x.ts', text: "import { sdl } from '../graphql/schema.ts'" },
      { path: 'src/surfaces/graphql/x.ts', text: "import { perform } from '../perform.ts'" },
    ]),
  ).toEqual([])
})

test('only config.ts reads the environment', () => {
  expect(environmentReaders(sources)).toEqual([])
  expect(sources.filter((source) => importsOf(source).includes('src/database/orm-tools.ts'))).toEqual([])
  expect(environmentReaders(seeded('src/registry/x.ts', 'const port = process.env.PORT'))).toEqual([
    'src/registry/x.ts',
  ])
  expect(environmentReaders(seeded('src/registry/x.ts', 'const { env } = process'))).toEqual(['src/registry/x.ts'])
})

test('HTTP statuses live in the one table and in REST alone', () => {
  expect(statusSpeakers(sources)).toEqual([])
  expect(statusSpeakers(seeded('src/registry/x.ts', 'reply.code(200)'))).toEqual(['src/registry/x.ts'])
  expect(statusSpeakers(seeded('src/surfaces/graphql/x.ts', 'throw graphqlError(error, 401)'))).toEqual([
    'src/surfaces/graphql/x.ts',
  ])
})
