import type { Command } from 'commander'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .option('--restored', 'the database was restored from a copy: all cursors of the changes feed end')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../operate/migrate.ts')).run(options))
}

export function addConfig(program: Command): void {
  program
    .command('config')
    .option('--json', 'a JSON object per line')
    .action(async (options) => (await import('../operate/config.ts')).run(options))
}

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .option('--json', 'print JSON')
    .option('--repair-snapshots', 'first rewrite every snapshot that differs from its endpoints')
    .option('--bindings', 'check the bindings of all aliases and endpoints, without a time limit')
    .option(
      '--erased <id>',
      'instead of the checks: the remaining data of an erased identity (idn_…), its sealed columns opened',
    )
    .action(async (options) => (await import('../operate/doctor/doctor.ts')).run(options))
}
