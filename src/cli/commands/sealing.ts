import { type Command, Option } from 'commander'
import { type SealingPurpose, sealingPurposes } from '../../vault/keyring.ts'
import { CliError, type Commands, several, valued, wholeNumber } from '../options.ts'

function purposesOf(text: string): readonly SealingPurpose[] {
  const named = text.split(',').map((name) => sealingPurposes.find((purpose) => purpose === name.trim()))
  const known = named.filter((purpose) => purpose !== undefined)
  if (known.length < named.length)
    throw new CliError(`--purpose takes, separated by commas: ${sealingPurposes.join(', ')}.`)
  return known
}

function addReencrypt(reencrypt: Command): void {
  reencrypt
    .addOption(
      valued(
        '--purpose <purposes>',
        `comma-separated: ${sealingPurposes.join(', ')}; all of them when absent`,
        purposesOf,
      ),
    )
    .addOption(valued('--batch <values>', 'values in one transaction', wholeNumber(1, 10_000), 200))
    .addOption(valued('--pause <ms>', 'pause between batches', wholeNumber(0, 3_600_000), 0))
    .addOption(
      valued('--grace <seconds>', 'the longest time until a running request commits', wholeNumber(0, 86_400), 15),
    )
    .option('--wrap', 'only wrap the data keys again, with ENCRYPTION_KEY; ENCRYPTION_KEY_FORMER is the former key')
    .option('--json', 'a JSON object per line')
    .action(async (options) => (await import('../operate/reencrypt.ts')).run(options))
}

/** INVARIANT (no gateway opens an address): only these commands load the code that opens addresses, when they run. */
function addAddresses(addresses: Command): void {
  addresses
    .command('keygen')
    .description('Make a key pair: the private half is written to a new file, the public half is printed')
    .requiredOption('--private-key-file <file>', 'a new file, mode 0600; an existing one is never overwritten')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../operate/addresses.ts')).keygen(options))

  addresses
    .command('rotate')
    .description(
      'Seal addresses to another key until none are left under the old ones; it can be stopped at any point and run again',
    )
    .addOption(privateKeyFile())
    .option('--keyring', 'also move addresses sealed by the key ring (needs ENCRYPTION_KEY)')
    .requiredOption('--to <public key>', 'address_public_…, or keyring (needs ENCRYPTION_KEY)')
    .addOption(valued('--batch <addresses>', 'addresses in one transaction', wholeNumber(1, 10_000), 200))
    .addOption(
      valued(
        '--grace <seconds>',
        'the time without new addresses under the old keys before the end',
        wholeNumber(0, 86_400),
        15,
      ),
    )
    .option('--dry-run', 'open the addresses to move, and write nothing')
    .option('--json', 'a JSON object per line')
    .action(async (options) => (await import('../operate/addresses.ts')).rotate(options))

  addresses
    .command('verify')
    .description('Count addresses by their key, and list those that the given keys do not open')
    .addOption(privateKeyFile())
    .option('--keyring', 'also open addresses sealed by the key ring (needs ENCRYPTION_KEY)')
    .option('--json', 'a JSON object per line')
    .action(async (options) => (await import('../operate/addresses.ts')).verify(options))
}

const privateKeyFile = () =>
  new Option('--private-key-file <file>', 'the private half of a key pair; may be given several times').argParser(
    several,
  )

export const commands: Commands = { reencrypt: addReencrypt, addresses: addAddresses }
