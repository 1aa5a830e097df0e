import type { Command } from 'commander'

const running = () => import('./doctor-running.ts')

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'Look at the database, its engine, migrations, keys, snapshots, bindings, clock, records, partitions, replicas, changes feed, opener and webhooks, and say what to do',
    )
    .option('--json', 'print JSON')
    .option('--repair-snapshots', 'first write every snapshot again that differs from its endpoints')
    .option('--bindings', 'look at the bindings of all aliases and endpoints, however long it takes')
    .option(
      '--erased <id>',
      'in the place of the checks: what is left of an erased identity (idn_…), its sealed columns opened',
    )
    .action(async (options) => (await running()).run(options))
}
