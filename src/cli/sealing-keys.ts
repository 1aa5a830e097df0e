import type { Command } from 'commander'

const running = () => import('./sealing-keys-running.ts')

export function addSealingKeys(program: Command): void {
  program
    .command('sealing-keys')
    .description('Keys of payers that addresses are sealed to')
    .command('activate <id>')
    .description('End the wait of a sealing key, once its consumer has confirmed it')
    .option('--json', 'print JSON')
    .action(async (id, options) => (await running()).activate(id, options))
}
