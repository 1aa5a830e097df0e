import { defineConfig } from 'vitest/config'
import base from '../../../vitest.config.ts'

/** Needs Debian's python3-jwcrypto; `npm run evidence -- releases` runs it, `npm test` does not. */
export default defineConfig({
  ...base,
  root: new URL('../../..', import.meta.url).pathname,
  test: { ...base.test, include: ['test/releases/jwcrypto/*.check.ts'] },
})
