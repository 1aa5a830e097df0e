import type { Command } from 'commander'

const running = () => import('./payee-names-running.ts')

export function addPayeeNames(program: Command): void {
  program
    .command('payee-names')
    .description('Names of payees: what the operator says of them')
    .command('attest <id>')
    .description("Attest a payee name, by the operator's own proof: it may match in live mode")
    .option('--json', 'print JSON')
    .action(async (id, options) => (await running()).attest(id, options))
}
