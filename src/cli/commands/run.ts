import { type Command, Option } from 'commander'
import { type Role, roles } from '../../config/processes.ts'
import { type Commands, environment, label, mandatory, oneOf, several, valued } from '../options.ts'

const privateKeyFile = () =>
  mandatory(
    new Option(
      '--private-key-file <file>',
      'the private half of an address key pair; the first signs; may be given several times',
    ).argParser(several),
  )

/** INVARIANT (no gateway opens an address): only these commands load the code that opens addresses, when they run. */
function addOpener(opener: Command): void {
  opener
    .command('run', { isDefault: true })
    .description('Issue releases until a signal; it listens on nothing')
    .addOption(privateKeyFile())
    .action(async (options) => (await import('../operate/opener.ts')).run(options))

  opener
    .command('keys')
    .description("Print the public key of the releases' signature: OPENER_PUBLIC_KEY of the gateways")
    .addOption(privateKeyFile())
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../operate/opener.ts')).keys(options))

  opener
    .command('export')
    .description("Print a consumer's addresses, each sealed to its key, as one JSON object per line")
    .addOption(privateKeyFile())
    .addOption(mandatory(valued('--consumer <name>', 'whose addresses', label)))
    .addOption(environment())
    .requiredOption('--sealing-key <file>', "the owner's public key, a JWK of X25519")
    .option('--json', 'print the counts as JSON, on standard error')
    .action(async (options) => (await import('../operate/opener.ts')).exportAddresses(options))
}

export const commands: Commands = {
  serve: (serve) =>
    serve
      .addOption(
        valued(
          '--role <role>',
          'all, resolver (look-ups and consent requests) or control (all except look-ups)',
          oneOf(roles),
        ),
      )
      .action(async (options: { role?: Role }) => (await import('../operate/serve.ts')).serve(options)),
  worker: (worker) => worker.action(async () => (await import('../operate/worker.ts')).work()),
  opener: addOpener,
}
