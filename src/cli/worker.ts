import type { Command } from 'commander'

const running = () => import('./worker-running.ts')

export function addWorker(program: Command): void {
  program
    .command('worker')
    .description('Deliver webhooks, beside the server or on a machine of its own')
    .action(async () => (await running()).work())
}
