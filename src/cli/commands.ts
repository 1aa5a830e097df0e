import { Command } from 'commander'
import { version } from '../kernel/version.ts'
import { helpText, manual } from './manual.ts'
import { type Commands, refuseBlanks } from './options.ts'

type Entry = readonly [summary: string, load: () => Promise<{ commands: Commands }>]

const run = () => import('./commands/run.ts')
const login = () => import('./ask/login.ts')
const resolve = () => import('./ask/resolve.ts')
const identities = () => import('./ask/identities.ts')
const requests = () => import('./ask/requests.ts')
const data = () => import('./commands/data.ts')
const tenants = () => import('./commands/tenants.ts')
const sealing = () => import('./commands/sealing.ts')

/**
 * All commands, in the groups of `signpost --help`, with their summary and module. A module is loaded when its command
 * runs: help must not take as long as a start of the service.
 */
export const commandGroups: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'Run the service:': {
    serve: ['Run the service (with DATABASE_URL, or an embedded PostgreSQL in DATA_DIR)', run],
    worker: ['Deliver webhooks, beside the server or on a separate machine', run],
    opener: ['Issue releases of addresses that are sealed to ADDRESS_PUBLIC_KEY; run it apart from the gateways', run],
  },
  'Use a running service:': {
    login: [
      'Store a key for the commands that use a running service; it is read from the terminal or standard input',
      login,
    ],
    logout: ['Delete the stored key', login],
    resolve: ['Resolve an alias at a running service', resolve],
    'check-destination': ["Check whether a destination, such as an invoice's account, is the payee's", resolve],
    identities: ['Identities: the people and organizations to pay', identities],
    aliases: ['Aliases: the names that payers type', () => import('./ask/aliases.ts')],
    endpoints: ['Endpoints: the wallets and accounts behind an identity', () => import('./ask/endpoints.ts')],
    consents: ['Consent: access to records that require it', () => import('./ask/consents.ts')],
    events: ['Events: changes of your records', () => import('./ask/events.ts')],
    releases: ['Releases: addresses sealed to your keys', requests],
    requests: ['Requests: your writes and refusals', requests],
    audit: ['Audit log: who did what to which record', () => import('./ask/audit.ts')],
    sandbox: ['Your own test mode', identities],
    webhooks: ['Webhooks: receivers of events', () => import('./ask/webhooks.ts')],
    listen: [
      'Receive webhooks on this machine and verify their signatures, or forward events to a receiver here',
      () => import('./ask/listen.ts'),
    ],
    mcp: ['Serve look-ups to a language model, over the Model Context Protocol on standard input and output', resolve],
  },
  'Operate the registry:': {
    migrate: ['Bring the database to the newest migration, and that of the disclosure records', data],
    keys: ["API keys: a consumer's first key is created here", tenants],
    consumers: ['Consumers: the tenants of the API', tenants],
    'payee-names': ["Names of payees: the operator's attestation", tenants],
    'sealing-keys': ["Payers' keys, which addresses are sealed to", tenants],
    reencrypt: [
      'Give every use a new data key and seal all values again; it can be stopped at any point and run again',
      sealing,
    ],
    addresses: [
      'Keys that addresses are sealed to (ADDRESS_PUBLIC_KEY), and their addresses; run it apart from the gateways',
      sealing,
    ],
    renormalize: ['Bring stored aliases to the current normalization; a dry run without --apply', data],
    import: [
      'Import identities, aliases and endpoints from JSONL or CSV: lines find their records; killed, run it again',
      data,
    ],
    export: ['Export identities, aliases and endpoints in the form of `import`, without addresses', data],
    erase: ['List the identities whose erasure was requested, and erase them again after a restore of a backup', data],
    config: ['Print the settings in force and their origins; secrets are shown as `set`', data],
    doctor: [
      'Check the settings, the database, its engine, migrations, keys, snapshots, bindings, clock, records, partitions, replicas, changes feed, opener and webhooks, and print what to do',
      data,
    ],
  },
  'On this machine:': {
    normalize: ['Normalize an alias, or each line of a file, without a look-up', data],
    completion: ['Print the completion script for bash, zsh or fish', () => import('./completion.ts')],
  },
}

/** The commands that have an action, by their path: `keys create`. */
export function leavesOf(command: Command, path = ''): [string, Command][] {
  if (command.commands.length === 0) return [[path, command]]
  return command.commands.flatMap((inner) => leavesOf(inner, `${path} ${inner.name()}`.trim()))
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
  for (const [group, entries] of Object.entries(commandGroups)) {
    for (const [name, [summary, load]] of Object.entries(entries)) {
      const command = program.command(name).description(summary).helpGroup(group)
      if (only === undefined || only === name) (await load()).commands[name]!(command)
    }
  }
  for (const [path, command] of leavesOf(program)) {
    const page = manual[path]
    if (page) command.addHelpText('after', helpText(page))
    refuseBlanks(command)
  }
  return program
}

/** Returns the command that a command line names, also behind `help`; empty if there is none. */
export const commandOf = (words: readonly string[]): string => (words[0] === 'help' ? words[1] : words[0]) ?? ''
