import { type Command, Option } from 'commander'
import { type SealingPurpose, sealingPurposes } from '../../vault/keyring.ts'
import { CliError } from '../cli-error.ts'
import { valued, wholeNumber } from '../options.ts'

function purposesOf(text: string): readonly SealingPurpose[] {
  const named = text.split(',').map((name) => sealingPurposes.find((purpose) => purpose === name.trim()))
  const known = named.filter((purpose) => purpose !== undefined)
  if (known.length < named.length)
    throw new CliError(`--purpose takes, separated by commas: ${sealingPurposes.join(', ')}.`)
  return known
}

export function addReencrypt(program: Command): void {
  program
    .command('reencrypt')
    .description('Give every use a new data key and seal everything again; stopped at any point, run it again')
    .addOption(
      valued(
        '--purpose <purposes>',
        `comma-separated: ${sealingPurposes.join(', ')}; all of them when absent`,
        purposesOf,
      ),
    )
    .addOption(valued('--batch <values>', 'values in one transaction', wholeNumber(1, 10_000), 200))
    .addOption(valued('--pause <ms>', 'rest between batches', wholeNumber(0, 3_600_000), 0))
    .addOption(
      valued('--grace <seconds>', 'how long a request under way may take to commit', wholeNumber(0, 86_400), 15),
    )
    .option('--wrap', 'only wrap the data keys again, by ENCRYPTION_KEY; ENCRYPTION_KEY_FORMER is the key before')
    .option('--json', 'a JSON object per line')
    .action(async (options) => (await import('../operate/reencrypt.ts')).run(options))
}

const several = (path: string, before: string[] = []) => [...before, path]

/** INVARIANT (no gateway opens an address): only these commands load the code that opens addresses, when they run. */
export function addAddresses(program: Command): void {
  const addresses = program
    .command('addresses')
    .description(
      'Keys that addresses are sealed to (ADDRESS_PUBLIC_KEY), and what they sealed; run it off the gateways',
    )

  addresses
    .command('keygen')
    .description('Make a key pair: its private half goes into a new file, its public half is printed')
    .requiredOption('--private-key-file <file>', 'a new file, mode 0600; one that is there is left as it is')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../operate/addresses.ts')).keygen(options))

  addresses
    .command('rotate')
    .description(
      'Seal addresses to another key until none are left under the old ones; stopped at any point, run it again',
    )
    .addOption(privateKeyFile())
    .option('--keyring', 'also move what the key ring sealed (needs ENCRYPTION_KEY)')
    .requiredOption('--to <public key>', 'address_public_…, or keyring (needs ENCRYPTION_KEY)')
    .addOption(valued('--batch <addresses>', 'addresses in one transaction', wholeNumber(1, 10_000), 200))
    .addOption(
      valued('--grace <seconds>', 'how long nothing new may come under the old keys', wholeNumber(0, 86_400), 15),
    )
    .option('--dry-run', 'open what would be moved, and write nothing')
    .option('--json', 'a JSON object per line')
    .action(async (options) => (await import('../operate/addresses.ts')).rotate(options))

  addresses
    .command('verify')
    .description('Count addresses by the key that they are sealed to, and name those that the given keys do not open')
    .addOption(privateKeyFile())
    .option('--keyring', 'also open what the key ring sealed (needs ENCRYPTION_KEY)')
    .option('--json', 'a JSON object per line')
    .action(async (options) => (await import('../operate/addresses.ts')).verify(options))
}

const privateKeyFile = () =>
  new Option('--private-key-file <file>', 'the private half of a key pair; may be given several times').argParser(
    several,
  )
