import { type Command, Option } from 'commander'
import { environment, label, mandatory, valued } from './options.ts'

/** INVARIANT (no gateway opens an address): what opens them is loaded by these commands alone, when one of them runs. */
const opening = () => import('./opener-running.ts')

const several = (path: string, before: string[] = []) => [...before, path]

const privateKeyFile = () =>
  mandatory(
    new Option(
      '--private-key-file <file>',
      'the private half of an address key pair; the first signs; may be given several times',
    ).argParser(several),
  )

export function addOpener(program: Command): void {
  const opener = program
    .command('opener')
    .description('What makes releases where addresses are sealed to ADDRESS_PUBLIC_KEY; run it off the gateways')

  opener
    .command('run', { isDefault: true })
    .description('Make releases until a signal ends it; it listens on nothing')
    .addOption(privateKeyFile())
    .action(async (options) => (await opening()).run(options))

  opener
    .command('keys')
    .description('Print the public half of what releases are signed with: OPENER_PUBLIC_KEY of the gateways')
    .addOption(privateKeyFile())
    .option('--json', 'print JSON')
    .action(async (options) => (await opening()).keys(options))

  opener
    .command('export')
    .description("Print a consumer's addresses, each sealed to a key of its own, a JSON object per line")
    .addOption(privateKeyFile())
    .addOption(mandatory(valued('--consumer <name>', 'whose addresses', label)))
    .addOption(environment())
    .requiredOption('--sealing-key <file>', "the owner's public key, a JWK of X25519")
    .option('--json', 'tell the counts as JSON, on standard error')
    .action(async (options) => (await opening()).exportAddresses(options))
}
