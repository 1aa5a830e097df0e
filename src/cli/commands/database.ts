import type { Command } from 'commander'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database to the newest migration, and that of the disclosure records')
    .option('--restored', 'the database was brought back from a copy: every cursor of the changes feed ends')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../operate/migrate.ts')).run(options))
}

export function addConfig(program: Command): void {
  program
    .command('config')
    .description('Print the settings in force and where each comes from; secrets are `set`')
    .option('--json', 'a JSON object per line')
    .action(async (options) => (await import('../operate/config.ts')).run(options))
}

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'Look at the settings, the database, its engine, migrations, keys, snapshots, bindings, clock, records, partitions, replicas, changes feed, opener and webhooks, and say what to do',
    )
    .option('--json', 'print JSON')
    .option('--repair-snapshots', 'first write every snapshot again that differs from its endpoints')
    .option('--bindings', 'look at the bindings of all aliases and endpoints, however long it takes')
    .option(
      '--erased <id>',
      'in the place of the checks: what is left of an erased identity (idn_…), its sealed columns opened',
    )
    .action(async (options) => (await import('../operate/doctor/doctor.ts')).run(options))
}
