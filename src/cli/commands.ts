import { Command } from 'commander'
import { version } from '../kernel/version.ts'
import { helpText, manual } from './manual.ts'
import { refuseBlanks } from './options.ts'

type Entry = { summary: string; load(): Promise<(program: Command) => void> }

/**
 * All commands, in the groups of `signpost --help`, with their summary and module. A module is loaded when its command
 * runs: help must not take as long as a start of the service.
 */
export const commandGroups: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'Run the service:': {
    serve: {
      summary: 'Run the service (with DATABASE_URL, or an embedded PostgreSQL in DATA_DIR)',
      load: async () => (await import('./commands/run.ts')).addServe,
    },
    worker: {
      summary: 'Deliver webhooks, beside the server or on a separate machine',
      load: async () => (await import('./commands/run.ts')).addWorker,
    },
    opener: {
      summary: 'Issue releases of addresses that are sealed to ADDRESS_PUBLIC_KEY; run it apart from the gateways',
      load: async () => (await import('./commands/run.ts')).addOpener,
    },
  },
  'Use a running service:': {
    login: {
      summary:
        'Store a key for the commands that use a running service; it is read from the terminal or standard input',
      load: async () => (await import('./ask/login.ts')).addLogin,
    },
    logout: {
      summary: 'Delete the stored key',
      load: async () => (await import('./ask/login.ts')).addLogout,
    },
    resolve: {
      summary: 'Resolve an alias at a running service',
      load: async () => (await import('./ask/resolve.ts')).addResolve,
    },
    'check-destination': {
      summary: "Check whether a destination, such as an invoice's account, is the payee's",
      load: async () => (await import('./ask/resolve.ts')).addCheckDestination,
    },
    identities: {
      summary: 'Identities: the people and organizations to pay',
      load: async () => (await import('./ask/identities.ts')).addIdentities,
    },
    aliases: {
      summary: 'Aliases: the names that payers type',
      load: async () => (await import('./ask/aliases.ts')).addAliases,
    },
    endpoints: {
      summary: 'Endpoints: the wallets and accounts behind an identity',
      load: async () => (await import('./ask/endpoints.ts')).addEndpoints,
    },
    consents: {
      summary: 'Consent: access to records that require it',
      load: async () => (await import('./ask/consents.ts')).addConsents,
    },
    events: {
      summary: 'Events: changes of your records',
      load: async () => (await import('./ask/events.ts')).addEvents,
    },
    releases: {
      summary: 'Releases: addresses sealed to your keys',
      load: async () => (await import('./ask/requests.ts')).addReleases,
    },
    requests: {
      summary: 'Requests: your writes and refusals',
      load: async () => (await import('./ask/requests.ts')).addRequests,
    },
    audit: {
      summary: 'Audit log: who did what to which record',
      load: async () => (await import('./ask/audit.ts')).addAudit,
    },
    sandbox: {
      summary: 'Your own test mode',
      load: async () => (await import('./ask/identities.ts')).addSandbox,
    },
    webhooks: {
      summary: 'Webhooks: receivers of events',
      load: async () => (await import('./ask/webhooks.ts')).addWebhooks,
    },
    listen: {
      summary: 'Receive webhooks on this machine and verify their signatures, or forward events to a receiver here',
      load: async () => (await import('./ask/listen.ts')).addListen,
    },
    mcp: {
      summary: 'Serve look-ups to a language model, over the Model Context Protocol on standard input and output',
      load: async () => (await import('./ask/resolve.ts')).addMcp,
    },
  },
  'Operate the registry:': {
    migrate: {
      summary: 'Bring the database to the newest migration, and that of the disclosure records',
      load: async () => (await import('./commands/data.ts')).addMigrate,
    },
    keys: {
      summary: "API keys: a consumer's first key is created here",
      load: async () => (await import('./commands/tenants.ts')).addKeys,
    },
    consumers: {
      summary: 'Consumers: the tenants of the API',
      load: async () => (await import('./commands/tenants.ts')).addConsumers,
    },
    'payee-names': {
      summary: "Names of payees: the operator's attestation",
      load: async () => (await import('./commands/tenants.ts')).addPayeeNames,
    },
    'sealing-keys': {
      summary: "Payers' keys, which addresses are sealed to",
      load: async () => (await import('./commands/tenants.ts')).addSealingKeys,
    },
    reencrypt: {
      summary: 'Give every use a new data key and seal all values again; it can be stopped at any point and run again',
      load: async () => (await import('./commands/sealing.ts')).addReencrypt,
    },
    addresses: {
      summary:
        'Keys that addresses are sealed to (ADDRESS_PUBLIC_KEY), and their addresses; run it apart from the gateways',
      load: async () => (await import('./commands/sealing.ts')).addAddresses,
    },
    renormalize: {
      summary: 'Bring stored aliases to the current normalization; a dry run without --apply',
      load: async () => (await import('./commands/data.ts')).addRenormalize,
    },
    import: {
      summary:
        'Import identities, aliases and endpoints from JSONL or CSV: lines find their records; killed, run it again',
      load: async () => (await import('./commands/data.ts')).addImport,
    },
    export: {
      summary: 'Export identities, aliases and endpoints in the form of `import`, without addresses',
      load: async () => (await import('./commands/data.ts')).addExport,
    },
    erase: {
      summary: 'List the identities whose erasure was requested, and erase them again after a restore of a backup',
      load: async () => (await import('./commands/data.ts')).addErase,
    },
    config: {
      summary: 'Print the settings in force and their origins; secrets are shown as `set`',
      load: async () => (await import('./commands/data.ts')).addConfig,
    },
    doctor: {
      summary:
        'Check the settings, the database, its engine, migrations, keys, snapshots, bindings, clock, records, partitions, replicas, changes feed, opener and webhooks, and print what to do',
      load: async () => (await import('./commands/data.ts')).addDoctor,
    },
  },
  'On this machine:': {
    normalize: {
      summary: 'Normalize an alias, or each line of a file, without a look-up',
      load: async () => (await import('./commands/data.ts')).addNormalize,
    },
    completion: {
      summary: 'Print the completion script for bash, zsh or fish',
      load: async () => (await import('./completion.ts')).addCompletion,
    },
  },
}

/** The commands that have an action, by their path: `keys create`. */
export function leavesOf(command: Command, path = ''): [string, Command][] {
  if (command.commands.length === 0) return [[path, command]]
  return command.commands.flatMap((inner) => leavesOf(inner, `${path} ${inner.name()}`.trim()))
}

/** Adds a command with its options, or its name alone; its summary is that of the list. */
async function add(program: Command, name: string, group: string, isWanted: boolean): Promise<void> {
  const { summary, load } = commandGroups[group]![name]!
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
