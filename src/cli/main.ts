#!/usr/bin/env node
import { Command } from 'commander'
import { ConfigError } from '../config.ts'
import { SignpostError } from '../domain/errors.ts'
import { version } from '../version.ts'
import { addAddresses } from './addresses.ts'
import { CliError } from './app.ts'
import { addDoctor } from './doctor.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addKeys } from './keys.ts'
import { addListen } from './listen.ts'
import { addMigrate } from './migrate.ts'
import { addNormalize } from './normalize.ts'
import { addReencrypt } from './reencrypt.ts'
import { addRenormalize } from './renormalize.ts'
import { addResolve } from './resolve.ts'
import { addServe } from './serve.ts'
import { addWorker } from './worker.ts'

const program = new Command('signpost').description('Identity registry and resolution service').version(version)
const commands = [
  addServe,
  addWorker,
  addListen,
  addMigrate,
  addKeys,
  addReencrypt,
  addAddresses,
  addNormalize,
  addRenormalize,
  addImport,
  addExport,
  addResolve,
  addDoctor,
]
for (const add of commands) add(program)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof CliError || error instanceof SignpostError || error instanceof ConfigError ? 2 : 1)
}
