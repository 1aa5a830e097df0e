import { Command } from 'commander'
import { version } from '../kernel/version.ts'
import { addAddresses } from './addresses.ts'
import { addConsumers } from './consumers.ts'
import { addDoctor } from './doctor.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addKeys } from './keys.ts'
import { addListen } from './listen.ts'
import { helpText, manual } from './manual.ts'
import { addMcp } from './mcp.ts'
import { addMigrate } from './migrate.ts'
import { addNormalize } from './normalize.ts'
import { addOpener } from './opener.ts'
import { refuseBlanks } from './options.ts'
import { addPayeeNames } from './payee-names.ts'
import { addReencrypt } from './reencrypt.ts'
import { addRenormalize } from './renormalize.ts'
import { addResolve } from './resolve.ts'
import { addSealingKeys } from './sealing-keys.ts'
import { addServe } from './serve.ts'
import { addWorker } from './worker.ts'

const adders = [
  addServe,
  addWorker,
  addListen,
  addMigrate,
  addKeys,
  addConsumers,
  addPayeeNames,
  addSealingKeys,
  addReencrypt,
  addAddresses,
  addOpener,
  addNormalize,
  addRenormalize,
  addImport,
  addExport,
  addResolve,
  addMcp,
  addDoctor,
]

/** The commands that do something, by their path: `keys create`. */
export function leavesOf(command: Command, path = ''): [string, Command][] {
  if (command.commands.length === 0) return [[path, command]]
  return command.commands.flatMap((inner) => leavesOf(inner, `${path} ${inner.name()}`.trim()))
}

/** The command line. A mistake in it is exit code 2, like every other mistake of the user's. */
export function createProgram(): Command {
  const program = new Command('signpost')
    .description('Identity registry and resolution service')
    .version(version)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .showHelpAfterError('Add --help to see how it is used.')
  for (const add of adders) add(program)
  for (const [path, command] of leavesOf(program)) {
    const page = manual[path]
    if (page) command.addHelpText('after', helpText(page))
    refuseBlanks(command)
  }
  return program
}
