import type { Command } from 'commander'
import { type SealingPurpose, sealingPurposes } from '../vault/keyring.ts'
import { CliError } from './cli-error.ts'
import { valued, wholeNumber } from './options.ts'

const running = () => import('./reencrypt-running.ts')

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
    .action(async (options) => (await running()).run(options))
}
