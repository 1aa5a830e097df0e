import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkLibraries } from '../../src/postgres/binaries.ts'

test('libraries of the embedded PostgreSQL are linked where its install script was not allowed to run', () => {
  const root = mkdtempSync(join(tmpdir(), 'signpost-links-'))
  mkdirSync(join(root, 'native/lib'), { recursive: true })
  writeFileSync(join(root, 'native/lib/libpq.so.5.18'), 'a library')
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  ]
  writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify(links))
  linkLibraries(root)
  // Again, as another process would.
  linkLibraries(root)
  for (const { target } of links) expect(readFileSync(join(root, target), 'utf8')).toBe('a library')
  rmSync(root, { recursive: true })
})
