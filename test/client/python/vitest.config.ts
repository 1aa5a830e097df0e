import { defineConfig } from 'vitest/config'
import base from '../../../vitest.config.ts'

/** Needs Debian's python3-httpx, python3-build, python3-setuptools, python3-wheel and mypy; not part of `npm test`. */
export default defineConfig({
  ...base,
  root: new URL('../../..', import.meta.url).pathname,
  test: { ...base.test, include: ['test/client/python/*.check.ts'] },
})
