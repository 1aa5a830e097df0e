/** A part of CI: a shell command, and the programs that it needs. */
export type Stage = {
  readonly name: string
  readonly command: string
  readonly needs?: readonly string[]
  /** It leaves room for another one: consecutive light stages run two at a time. */
  readonly isLight?: boolean
}

const parts = ['web/explorer', 'web/console']
const installed = (folder: string) =>
  `cd ${folder} && npm ci --no-audit --no-fund --silent && npm run --silent typecheck`

/** Generated or built paths that are committed. */
const generated = ['README.md', 'docs', 'src', 'examples/collection', 'packages', ...parts]

/** The stages in their order, the quick ones first. Every control of a test runs with it, in reduced counts. */
export const stages: readonly Stage[] = [
  { name: 'types', command: 'npm run --silent typecheck', isLight: true },
  { name: 'lint', command: 'npm run --silent lint', isLight: true },
  ...['examples/federation', 'test/system/foreign'].map((folder) => ({
    name: `types of ${folder}`,
    command: installed(folder),
    isLight: true,
  })),
  ...parts.map((folder) => ({
    name: `types and build of ${folder}`,
    command: `${installed(folder)} && npm run --silent build -- --logLevel error`,
    isLight: true,
  })),
  { name: 'generators', command: 'npm run --silent generate' },
  {
    name: 'generated files are committed',
    command: `git status --short -- ${generated.join(' ')} && git diff --stat --exit-code -- ${generated.join(' ')}`,
  },
  { name: 'quick tests', command: 'TIER=quick vitest run --silent --reporter=dot' },
  { name: 'thorough tests', command: 'TIER=thorough vitest run --silent --reporter=dot' },
  { name: 'tests in processes of their own', command: 'TIER=alone vitest run --silent --reporter=dot' },
  {
    name: 'owner filters, a sixth of them removed in turn',
    command: 'SHARE=6 node test/system/mutants/owner-filters.ts',
  },
  {
    name: 'behind PgBouncer',
    command:
      'TEST_POOLER=1 vitest run --silent --reporter=dot test/registry/aliases/aliases.test.ts test/consent/grants.test.ts test/system/races test/system/faults/silence-behind-pooler.test.ts --exclude test/system/races/import-kills.test.ts',
    needs: ['pgbouncer'],
    isLight: true,
  },
  {
    name: 'restore',
    command: 'TEST_POSTGRES=15 vitest run --silent --reporter=dot --config test/system/restore/vitest.config.ts',
    needs: ['/usr/lib/postgresql/15/bin/pg_basebackup'],
    isLight: true,
  },
  {
    name: 'the Python client',
    command: 'vitest run --silent --reporter=dot --config test/client/python/vitest.config.ts',
    needs: ['/usr/bin/python3', '/usr/bin/pyproject-build', '/usr/bin/mypy'],
    isLight: true,
  },
]
