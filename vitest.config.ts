import { defineConfig } from 'vitest/config'
import { included } from './test/tiers.ts'

export default defineConfig({
  // Two copies of graphql (CommonJS and ESM) would otherwise be loaded, and schema instances would not match.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    include: [
      ...included(process.argv.slice(3), process.env.TIER),
      ...(process.env.GROWTH ? ['test/growth/*.growth.ts'] : []),
    ],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
