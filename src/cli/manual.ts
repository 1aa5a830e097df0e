import { askingManual } from './ask/manual.ts'

/** Help of a command beyond its options, by its path: examples, and its exit codes besides 0 and 2. */
export type ManualPage = { examples: readonly string[]; fails: string }

/** Exit code 2 of every command. */
export const mistake = 'wrong usage or configuration: nothing was done'

const broken = 'it failed: standard error has the reason'

export const manual: Record<string, ManualPage> = {
  ...askingManual,
  serve: { examples: ['signpost serve', 'PORT=8080 signpost serve --role control'], fails: 'it could not start' },
  worker: { examples: ['signpost worker'], fails: 'it could not start' },
  listen: {
    examples: [
      'signpost listen --secret whsec_…',
      'signpost listen --status 500 --json',
      'signpost listen --forward-to http://127.0.0.1:3000/webhooks',
    ],
    fails: broken,
  },
  'audit export-all': { examples: ['signpost audit export-all --since 2026-11-01'], fails: broken },
  migrate: { examples: ['signpost migrate'], fails: broken },
  'keys create': {
    examples: [
      'signpost keys create --consumer acme --new --env test --scopes resolve',
      "signpost keys create --consumer acme --env live --scopes 'resolve,aliases:write' --name checkout --json",
    ],
    fails: broken,
  },
  'keys list': { examples: ['signpost keys list', 'signpost keys list --consumer acme --json'], fails: broken },
  'keys revoke': { examples: ['signpost keys revoke key_…'], fails: broken },
  'keys roll': { examples: ['signpost keys roll key_… --expires-in 3600'], fails: broken },
  'consumers create': {
    examples: ["signpost consumers create --consumer acme --display-name 'Acme Ltd'"],
    fails: broken,
  },
  'consumers list': { examples: ['signpost consumers list', 'signpost consumers list --json'], fails: broken },
  'consumers show': { examples: ['signpost consumers show --consumer acme'], fails: broken },
  'consumers rename': { examples: ['signpost consumers rename --consumer acme --name acme-eu'], fails: broken },
  'consumers limits': {
    examples: [
      'signpost consumers limits --consumer acme',
      "signpost consumers limits --consumer acme --set 'misses=2000 + 250/min' --reset resolve",
    ],
    fails: broken,
  },
  'consumers suspend': { examples: ['signpost consumers suspend --consumer acme'], fails: broken },
  'consumers resume': { examples: ['signpost consumers resume --consumer acme'], fails: broken },
  'consumers group': {
    examples: [
      'signpost consumers group --consumer acme-pos --group acme',
      'signpost consumers group --consumer acme-pos',
    ],
    fails: broken,
  },
  'consumers attests': {
    examples: [
      'signpost consumers attests --consumer acme --set on',
      'signpost consumers attests --consumer acme --set off',
    ],
    fails: broken,
  },
  'payee-names attest': {
    examples: ['signpost payee-names attest pnm_…', 'signpost payee-names attest --file verified.txt'],
    fails: `a name of the file could not be attested, or ${broken}`,
  },
  'sealing-keys activate': { examples: ['signpost sealing-keys activate slk_…'], fails: broken },
  reencrypt: { examples: ['signpost reencrypt', 'signpost reencrypt --wrap'], fails: broken },
  'addresses keygen': { examples: ['signpost addresses keygen --private-key-file address.key'], fails: broken },
  'addresses rotate': {
    examples: [
      'signpost addresses rotate --keyring --to address_public_…',
      'signpost addresses rotate --private-key-file OLD --to address_public_… --dry-run',
    ],
    fails: 'some addresses are not sealed to the new key',
  },
  'addresses verify': {
    examples: ['signpost addresses verify --private-key-file address.key'],
    fails: 'the given keys do not open every address',
  },
  'opener run': {
    examples: ['signpost opener --private-key-file address.key'],
    fails: 'it could not start',
  },
  'opener keys': { examples: ['signpost opener keys --private-key-file address.key'], fails: broken },
  'opener export': {
    examples: [
      'signpost opener export --private-key-file address.key --consumer acme --env live --sealing-key acme.jwk.json',
    ],
    fails: 'the given keys did not open an address: its jwe is null',
  },
  normalize: {
    examples: ["signpost normalize '@Alice'", 'signpost normalize --type phone --file numbers.txt --json'],
    fails: 'an alias was refused',
  },
  renormalize: {
    examples: ['signpost renormalize', 'signpost renormalize --apply'],
    fails: 'some aliases collide or are refused',
  },
  import: {
    examples: [
      'signpost import --example jsonl > payees.jsonl',
      'signpost import payees.jsonl --consumer acme --env live --dry-run',
      'signpost import aliases.csv --object alias --consumer acme --env test --rejected rejected.jsonl',
      'signpost import payees.csv --object payee --consumer acme --env live --warnings warnings.jsonl',
    ],
    fails: 'lines were rejected',
  },
  export: {
    examples: [
      'signpost export --consumer acme --env live --output acme.jsonl',
      'signpost export --consumer acme --env live --format csv --updated-since 2026-11-22 --output changed.csv',
    ],
    fails: broken,
  },
  erase: {
    examples: [
      'signpost erase --list > erasures.txt',
      'signpost erase --replay erasures.txt --dry-run',
      'signpost erase --replay erasures.txt',
    ],
    fails: 'some identities of the list are not erased yet',
  },
  mcp: { examples: ['SIGNPOST_API_KEY=spk_test_… signpost mcp --url https://signpost.example.com'], fails: broken },
  completion: {
    examples: ['source <(signpost completion bash)', 'signpost completion fish | source'],
    fails: broken,
  },
  config: { examples: ['signpost config', 'signpost config --json'], fails: broken },
  doctor: {
    examples: [
      'signpost doctor',
      'signpost doctor --repair-snapshots',
      'signpost doctor --json',
      'signpost doctor --erased idn_…',
    ],
    fails: 'something is broken',
  },
}

/** Below a command's options: its examples and its exit codes. */
export const helpText = ({ examples, fails }: ManualPage): string =>
  `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}\n\nExit codes: 0 done; 1 ${fails}; 2 ${mistake}.`
