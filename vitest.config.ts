import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Two copies of graphql (CommonJS and ESM) would otherwise be loaded, and schema instances would not match.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // What takes long or needs more than npm brings has a script of its own.
    include: ['test/**/*.test.ts', ...(process.env.GROWTH ? ['test/growth/*.growth.ts'] : [])],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
