import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/kernel/log.ts'
import { type OpenerProcess, startOpener } from '../../src/process/compose/opener.ts'
import { writeOpenerKey } from '../../src/releases/signing.ts'
import { type AddressKeyPair, makeKeyFile } from '../../src/vault/open-address.ts'
import { type TestServer, testEnvironment } from './server.ts'

/** The machine of an opener: its key file, and the gateways' settings for it. */
export type OpenerMachine = {
  pair: AddressKeyPair
  keyFile: string
  /** Settings of a gateway, which seals and opens nothing. */
  env: Record<string, string>
  logged: string[]
  /** Starts an opener beside a server, as `signpost opener` does. It has opened nothing yet, unless given a folder. */
  start(server: TestServer, env?: Record<string, string>): Promise<OpenerProcess>
  remove(): void
}

export function openerMachine(): OpenerMachine {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-opener-'))
  const keyFile = join(folder, 'private')
  const pair = makeKeyFile(keyFile)
  const own = {
    ADDRESS_PUBLIC_KEY: pair.publicKey,
    OPENER_PUBLIC_KEY: writeOpenerKey(pair.signingSeed),
    OPENER_STATE_DIR: join(folder, 'openings'),
  }
  const logged: string[] = []
  return {
    pair,
    keyFile,
    env: own,
    logged,
    start: ({ app, database }, env = {}) =>
      startOpener(
        {
          config: readConfig({
            ...testEnvironment,
            ...own,
            OPENER_STATE_DIR: mkdtempSync(join(folder, 'fresh-')),
            ...env,
          }),
          databaseUrl: database.url,
          keyProvider: app.keyProvider,
          log: createLog('info', { write: (line) => void logged.push(line) }),
        },
        [pair],
      ),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
