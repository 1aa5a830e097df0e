import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Two copies of graphql (CommonJS and ESM) would otherwise be loaded, and schema instances would not match.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
