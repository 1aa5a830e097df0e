import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for the tests of a file, removed behind them. */
export function folderForTests(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `signpost-${name}-`))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
