import type { Command } from 'commander'

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
      summary: 'Deliver webhooks, beside the server or on a machine of its own',
      load: async () => (await import('./commands/run.ts')).addWorker,
    },
    opener: {
      summary: 'What makes releases where addresses are sealed to ADDRESS_PUBLIC_KEY; run it off the gateways',
      load: async () => (await import('./commands/run.ts')).addOpener,
    },
  },
  'Ask a running service:': {
    login: {
      summary:
        'Store a key for the commands that ask a running service; it is read from the terminal or standard input',
      load: async () => (await import('./ask/login.ts')).addLogin,
    },
    logout: {
      summary: 'Forget the stored key',
      load: async () => (await import('./ask/login.ts')).addLogout,
    },
    resolve: {
      summary: 'Resolve an alias at a running service',
      load: async () => (await import('./ask/resolve.ts')).addResolve,
    },
    'check-destination': {
      summary: "Check whether a destination, such as an invoice's account, is the payee's",
      load: async () => (await import('./ask/check-destination.ts')).addCheckDestination,
    },
    identities: {
      summary: 'Identities: who can be paid',
      load: async () => (await import('./ask/identities.ts')).addIdentities,
    },
    aliases: {
      summary: 'Aliases: what payers type',
      load: async () => (await import('./ask/aliases.ts')).addAliases,
    },
    endpoints: {
      summary: 'Endpoints: the wallets and accounts behind an identity',
      load: async () => (await import('./ask/endpoints.ts')).addEndpoints,
    },
    consents: {
      summary: 'Consent: who may see what asks for it',
      load: async () => (await import('./ask/consents.ts')).addConsents,
    },
    events: {
      summary: 'Events: what changed',
      load: async () => (await import('./ask/events.ts')).addEvents,
    },
    releases: {
      summary: 'Releases: the addresses that were sealed to your keys',
      load: async () => (await import('./ask/releases.ts')).addReleases,
    },
    requests: {
      summary: 'Requests: your writes, and what was refused',
      load: async () => (await import('./ask/requests.ts')).addRequests,
    },
    sandbox: {
      summary: 'Your own test mode',
      load: async () => (await import('./ask/sandbox.ts')).addSandbox,
    },
    webhooks: {
      summary: 'Webhooks: who is told of events',
      load: async () => (await import('./ask/webhooks.ts')).addWebhooks,
    },
    listen: {
      summary: 'Receive webhooks on this machine and verify their signatures, or forward events to a receiver here',
      load: async () => (await import('./ask/listen.ts')).addListen,
    },
    mcp: {
      summary: 'Serve look-ups to a language model, over the Model Context Protocol on standard input and output',
      load: async () => (await import('./ask/mcp.ts')).addMcp,
    },
  },
  'Operate the registry:': {
    migrate: {
      summary: 'Bring the database to the newest migration, and that of the disclosure records',
      load: async () => (await import('./commands/database.ts')).addMigrate,
    },
    keys: {
      summary: 'API keys: the first one of a consumer comes from here',
      load: async () => (await import('./commands/tenants.ts')).addKeys,
    },
    consumers: {
      summary: 'Consumers: the tenants of the API',
      load: async () => (await import('./commands/tenants.ts')).addConsumers,
    },
    'payee-names': {
      summary: 'Names of payees: what the operator says of them',
      load: async () => (await import('./commands/tenants.ts')).addPayeeNames,
    },
    'sealing-keys': {
      summary: 'Keys of payers that addresses are sealed to',
      load: async () => (await import('./commands/tenants.ts')).addSealingKeys,
    },
    reencrypt: {
      summary: 'Give every use a new data key and seal everything again; stopped at any point, run it again',
      load: async () => (await import('./commands/sealing.ts')).addReencrypt,
    },
    addresses: {
      summary: 'Keys that addresses are sealed to (ADDRESS_PUBLIC_KEY), and what they sealed; run it off the gateways',
      load: async () => (await import('./commands/sealing.ts')).addAddresses,
    },
    renormalize: {
      summary: 'Bring stored aliases to the current normalization; a dry run unless told to apply',
      load: async () => (await import('./commands/data.ts')).addRenormalize,
    },
    import: {
      summary:
        'Import identities, aliases and endpoints from JSONL or CSV: lines find their records; killed, run it again',
      load: async () => (await import('./commands/data.ts')).addImport,
    },
    export: {
      summary: 'Export identities, aliases and endpoints as `import` reads them; addresses are never in it',
      load: async () => (await import('./commands/data.ts')).addExport,
    },
    erase: {
      summary: 'List the identities whose erasure was asked for, and erase them again after a restore of a backup',
      load: async () => (await import('./commands/data.ts')).addErase,
    },
    config: {
      summary: 'Print the settings in force and where each comes from; secrets are `set`',
      load: async () => (await import('./commands/database.ts')).addConfig,
    },
    doctor: {
      summary:
        'Look at the settings, the database, its engine, migrations, keys, snapshots, bindings, clock, records, partitions, replicas, changes feed, opener and webhooks, and say what to do',
      load: async () => (await import('./commands/database.ts')).addDoctor,
    },
  },
  'On this machine:': {
    normalize: {
      summary: 'Show what would be stored of an alias, or of each line of a file',
      load: async () => (await import('./commands/data.ts')).addNormalize,
    },
    completion: {
      summary: 'Print what completes commands and options in bash, zsh or fish',
      load: async () => (await import('./completion.ts')).addCompletion,
    },
  },
}
