import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { install } from './scripts/generate.ts'
import { asksForForeign, foreign, included } from './test/tiers.ts'

const [words, tier] = [process.argv.slice(3), process.env.TIER]
if (asksForForeign(words, tier)) install(join(import.meta.dirname, foreign))

export default defineConfig({
  // Two copies of graphql (CommonJS and ESM) would otherwise be loaded, and schema instances would not match.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    include: [...included(words, tier), ...(process.env.GROWTH ? ['test/growth/*.growth.ts'] : [])],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // The many processes that tests start strip and compile the same modules.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
  },
})
