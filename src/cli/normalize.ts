import type { Command } from 'commander'
import type { AliasType } from '../registry/aliases/normalization/alias-types.ts'
import { readable } from './files.ts'
import { oneOf, valued } from './options.ts'

const running = () => import('./normalize-running.ts')

/** The types by name: their rules take longer to load than help may take to show. */
const named: Record<AliasType, true> = {
  username: true,
  phone: true,
  email: true,
  merchant_handle: true,
  payment_link: true,
}

export function addNormalize(program: Command): void {
  const types = Object.keys(named) as AliasType[]
  program
    .command('normalize [alias]')
    .description('Show what would be stored of an alias, or of each line of a file')
    .addOption(valued('--type <type>', `${types.join(', ')}; detected when absent`, oneOf(types)))
    .addOption(
      valued('--file <path>', 'one alias a line; - for standard input', (path, name) =>
        path === '-' ? path : readable(path, name),
      ),
    )
    .option('--json', 'a JSON object per line')
    .action(async (alias, options) => (await running()).run(alias, options))
}
