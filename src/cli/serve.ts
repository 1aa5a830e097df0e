import type { Command } from 'commander'
import { type Role, roles } from '../app/role.ts'
import { oneOf, valued } from './options.ts'

const running = () => import('./serve-running.ts')

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Run the service (with DATABASE_URL, or an embedded PostgreSQL in DATA_DIR)')
    .addOption(
      valued(
        '--role <role>',
        'all, resolver (look-ups and consent requests) or control (all but look-ups)',
        oneOf(roles),
      ),
    )
    .action(async (options: { role?: Role }) => (await running()).serve(options))
}
