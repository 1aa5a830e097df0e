import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { install } from './scripts/generate.ts'
import { SlowestFirst } from './test/support/slowest-first.ts'
import { asksForForeign, foreign, included, tierOf } from './test/tiers.ts'

const [words, tier] = [process.argv.slice(3), process.env.TIER]
if (asksForForeign(words, tier)) install(join(import.meta.dirname, foreign))
const files = included(words, tier)

export default defineConfig({
  // Two copies of graphql (CommonJS and ESM) would otherwise be loaded, and schema instances would not match.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    pool: 'forks',
    // One more than the processors of CI: tests of processes, browsers and faults wait for much of their time.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    // Most tests share their processes: loading the same modules for each file took half of the time of quick ones.
    isolate: files.some((file) => tierOf(file) === 'alone'),
    include: [...files, ...(process.env.GROWTH ? ['test/system/growth/*.growth.ts'] : [])],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A page on a busy machine takes longer than Vitest's second.
    expect: { poll: { timeout: 10_000 } },
    // The many processes that tests start strip and compile the same modules.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
  },
})
