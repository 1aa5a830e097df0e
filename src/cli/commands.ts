import { Command } from 'commander'
import { version } from '../kernel/version.ts'
import { helpText, manual } from './manual.ts'
import { refuseBlanks } from './options.ts'

type Entry = readonly [summary: string, load: () => Promise<(program: Command) => void>]

/**
 * All commands, in the groups of `signpost --help`, with their summary and module. A module is loaded when its command
 * runs: help must not take as long as a start of the service.
 */
export const commandGroups: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'Run the service:': {
    serve: [
      'Run the service (with DATABASE_URL, or an embedded PostgreSQL in DATA_DIR)',
      async () => (await import('./commands/run.ts')).addServe,
    ],
    worker: [
      'Deliver webhooks, beside the server or on a separate machine',
      async () => (await import('./commands/run.ts')).addWorker,
    ],
    opener: [
      'Issue releases of addresses that are sealed to ADDRESS_PUBLIC_KEY; run it apart from the gateways',
      async () => (await import('./commands/run.ts')).addOpener,
    ],
  },
  'Use a running service:': {
    login: [
      'Store a key for the commands that use a running service; it is read from the terminal or standard input',
      async () => (await import('./ask/login.ts')).addLogin,
    ],
    logout: ['Delete the stored key', async () => (await import('./ask/login.ts')).addLogout],
    resolve: ['Resolve an alias at a running service', async () => (await import('./ask/resolve.ts')).addResolve],
    'check-destination': [
      "Check whether a destination, such as an invoice's account, is the payee's",
      async () => (await import('./ask/resolve.ts')).addCheckDestination,
    ],
    identities: [
      'Identities: the people and organizations to pay',
      async () => (await import('./ask/identities.ts')).addIdentities,
    ],
    aliases: ['Aliases: the names that payers type', async () => (await import('./ask/aliases.ts')).addAliases],
    endpoints: [
      'Endpoints: the wallets and accounts behind an identity',
      async () => (await import('./ask/endpoints.ts')).addEndpoints,
    ],
    consents: [
      'Consent: access to records that require it',
      async () => (await import('./ask/consents.ts')).addConsents,
    ],
    events: ['Events: changes of your records', async () => (await import('./ask/events.ts')).addEvents],
    releases: ['Releases: addresses sealed to your keys', async () => (await import('./ask/requests.ts')).addReleases],
    requests: ['Requests: your writes and refusals', async () => (await import('./ask/requests.ts')).addRequests],
    audit: ['Audit log: who did what to which record', async () => (await import('./ask/audit.ts')).addAudit],
    sandbox: ['Your own test mode', async () => (await import('./ask/identities.ts')).addSandbox],
    webhooks: ['Webhooks: receivers of events', async () => (await import('./ask/webhooks.ts')).addWebhooks],
    listen: [
      'Receive webhooks on this machine and verify their signatures, or forward events to a receiver here',
      async () => (await import('./ask/listen.ts')).addListen,
    ],
    mcp: [
      'Serve look-ups to a language model, over the Model Context Protocol on standard input and output',
      async () => (await import('./ask/resolve.ts')).addMcp,
    ],
  },
  'Operate the registry:': {
    migrate: [
      'Bring the database to the newest migration, and that of the disclosure records',
      async () => (await import('./commands/data.ts')).addMigrate,
    ],
    keys: [
      "API keys: a consumer's first key is created here",
      async () => (await import('./commands/tenants.ts')).addKeys,
    ],
    consumers: ['Consumers: the tenants of the API', async () => (await import('./commands/tenants.ts')).addConsumers],
    'payee-names': [
      "Names of payees: the operator's attestation",
      async () => (await import('./commands/tenants.ts')).addPayeeNames,
    ],
    'sealing-keys': [
      "Payers' keys, which addresses are sealed to",
      async () => (await import('./commands/tenants.ts')).addSealingKeys,
    ],
    reencrypt: [
      'Give every use a new data key and seal all values again; it can be stopped at any point and run again',
      async () => (await import('./commands/sealing.ts')).addReencrypt,
    ],
    addresses: [
      'Keys that addresses are sealed to (ADDRESS_PUBLIC_KEY), and their addresses; run it apart from the gateways',
      async () => (await import('./commands/sealing.ts')).addAddresses,
    ],
    renormalize: [
      'Bring stored aliases to the current normalization; a dry run without --apply',
      async () => (await import('./commands/data.ts')).addRenormalize,
    ],
    import: [
      'Import identities, aliases and endpoints from JSONL or CSV: lines find their records; killed, run it again',
      async () => (await import('./commands/data.ts')).addImport,
    ],
    export: [
      'Export identities, aliases and endpoints in the form of `import`, without addresses',
      async () => (await import('./commands/data.ts')).addExport,
    ],
    erase: [
      'List the identities whose erasure was requested, and erase them again after a restore of a backup',
      async () => (await import('./commands/data.ts')).addErase,
    ],
    config: [
      'Print the settings in force and their origins; secrets are shown as `set`',
      async () => (await import('./commands/data.ts')).addConfig,
    ],
    doctor: [
      'Check the settings, the database, its engine, migrations, keys, snapshots, bindings, clock, records, partitions, replicas, changes feed, opener and webhooks, and print what to do',
      async () => (await import('./commands/data.ts')).addDoctor,
    ],
  },
  'On this machine:': {
    normalize: [
      'Normalize an alias, or each line of a file, without a look-up',
      async () => (await import('./commands/data.ts')).addNormalize,
    ],
    completion: [
      'Print the completion script for bash, zsh or fish',
      async () => (await import('./completion.ts')).addCompletion,
    ],
  },
}

/** The commands that have an action, by their path: `keys create`. */
export function leavesOf(command: Command, path = ''): [string, Command][] {
  if (command.commands.length === 0) return [[path, command]]
  return command.commands.flatMap((inner) => leavesOf(inner, `${path} ${inner.name()}`.trim()))
}

/** Adds a command with its options, or its name alone; its summary is that of the list. */
async function add(program: Command, name: string, group: string, isWanted: boolean): Promise<void> {
  const [summary, load] = commandGroups[group]![name]!
  if (isWanted) (await load())(program)
  else program.command(name)
  program.commands.at(-1)!.description(summary).helpGroup(group)
}

/** An error may quote a secret that was put in the wrong place: values of options and keys are never repeated. */
const withoutValues = (text: string): string =>
  text.replace(/'(-[^'=]*)=[^']*'/g, "'$1'").replace(/\b(spk_(?:test|live)_|whsec_)[^\s']+/g, '$1…')

/**
 * Builds the command line. A mistake of the user's is exit code 2.
 *
 * @param only the one command to load: the others are named only; all are loaded when it is absent
 */
export async function createProgram(only?: string): Promise<Command> {
  const program = new Command('signpost')
    .description('Identity registry and resolution service')
    .version(version)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .configureOutput({ outputError: (text, write) => write(withoutValues(text)) })
    .showHelpAfterError('See its usage with --help.')
  for (const [group, commands] of Object.entries(commandGroups))
    for (const name of Object.keys(commands)) await add(program, name, group, only === undefined || only === name)
  for (const [path, command] of leavesOf(program)) {
    const page = manual[path]
    if (page) command.addHelpText('after', helpText(page))
    refuseBlanks(command)
  }
  return program
}

/** Returns the command that a command line names, also behind `help`; empty if there is none. */
export const commandOf = (words: readonly string[]): string => (words[0] === 'help' ? words[1] : words[0]) ?? ''
