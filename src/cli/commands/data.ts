import type { AliasType } from '../../registry/aliases/normalization/alias-types.ts'
import {
  type Commands,
  environment,
  fileOption,
  label,
  mandatory,
  moment,
  oneOf,
  valued,
  wholeNumber,
} from '../options.ts'

export const formats = ['jsonl', 'csv'] as const

/** The types are listed here: loading their rules would take longer than showing help may take. */
const named: Record<AliasType, true> = {
  username: true,
  phone: true,
  email: true,
  merchant_handle: true,
  payment_link: true,
}

const types = Object.keys(named) as AliasType[]

export const commands: Commands = {
  import: (command) =>
    command
      .argument('[file]')
      .addOption(valued('--consumer <name>', 'the consumer of the records; created if absent', label))
      .addOption(valued('--env <env>', 'test or live', oneOf(['test', 'live'])))
      .addOption(
        valued('--format <format>', 'jsonl or csv; by default from the name: .jsonl, .ndjson or .csv', oneOf(formats)),
      )
      .addOption(
        valued(
          '--object <object>',
          'for a CSV without a column `object`: identity, alias, endpoint, or payee for one row a payee',
          oneOf(['identity', 'alias', 'endpoint', 'payee']),
        ),
      )
      .addOption(valued('--example <format>', 'only print an example file, jsonl or csv', oneOf(formats)))
      .option('--dry-run', 'check every line against the registry, and change nothing')
      .option('--rejected <file>', 'where the rejected lines are reported; standard error when absent')
      .option(
        '--warnings <file>',
        'where warnings about imported lines are reported; they are counted alone when absent',
      )
      .option('--json', 'print the report as JSON')
      .action(async (file, options) => (await import('../operate/import.ts')).runOrShow(file, options)),

  export: (command) =>
    command
      .addOption(mandatory(valued('--consumer <name>', 'their consumer', label)))
      .addOption(environment())
      .addOption(valued('--format <format>', 'jsonl or csv', oneOf(formats), 'jsonl'))
      .addOption(valued('--updated-since <time>', 'only the records that changed since then', moment))
      .option('--output <file>', 'a file, created with mode 0600; standard output by default')
      .option('--json', 'print the count as JSON')
      .action(async (options) => (await import('../operate/export.ts')).run(options)),

  erase: (erase) =>
    erase
      .option(
        '--list',
        'print the ids, one a line, or `# No erasure was requested.`: store them apart from the backups, and as long',
      )
      .addOption(valued('--since <time>', 'with --list: only requests since then', moment))
      .option('--replay <file>', 'close and erase again the identities in the file; - is standard input')
      .option('--dry-run', 'with --replay: count the erasures, and change nothing')
      .option('--json', 'with --replay: print JSON')
      .action(async (options) => (await import('../operate/erase.ts')).run(options)),

  renormalize: (renormalize) =>
    renormalize
      .option('--apply', 'write, one transaction a batch; can be stopped and run again')
      .addOption(valued('--batch <aliases>', 'aliases in one transaction', wholeNumber(1, 10_000), 500))
      .option('--json', 'print JSON')
      .action(async (options) => (await import('../operate/renormalize.ts')).renormalize(options)),

  normalize: (normalize) =>
    normalize
      .argument('[alias]')
      .addOption(valued('--type <type>', `${types.join(', ')}; detected when absent`, oneOf(types)))
      .addOption(fileOption('--file <path>', 'one alias a line'))
      .option('--json', 'a JSON object per line')
      .action(async (alias, options) => (await import('../operate/local.ts')).normalize(alias, options)),

  migrate: (migrate) =>
    migrate
      .option('--restored', 'the database was restored from a copy: all cursors of the changes feed end')
      .option('--json', 'print JSON')
      .action(async (options) => (await import('../operate/migrate.ts')).run(options)),

  config: (config) =>
    config
      .option('--json', 'a JSON object per line')
      .action(async (options) => (await import('../operate/local.ts')).printConfig(options)),

  doctor: (doctor) =>
    doctor
      .option('--json', 'print JSON')
      .option('--repair-snapshots', 'first rewrite every snapshot that differs from its endpoints')
      .option('--bindings', 'check the bindings of all aliases and endpoints, without a time limit')
      .option(
        '--erased <id>',
        'instead of the checks: the remaining data of an erased identity (idn_…), its sealed columns opened',
      )
      .action(async (options) => (await import('../operate/doctor/doctor.ts')).run(options)),
}
