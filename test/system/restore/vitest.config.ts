import { defineConfig } from 'vitest/config'
import base from '../../../vitest.config.ts'

/** Needs Debian's postgresql-15, for pg_dump, pg_restore and pg_basebackup; not part of `npm test`. */
export default defineConfig({
  ...base,
  root: new URL('../../..', import.meta.url).pathname,
  test: { ...base.test, include: ['test/system/restore/*.check.ts'] },
})
