/** Help of a command beyond its options, by its path: examples, and its exit codes besides 0 and 2. */
type ManualPage = { examples: readonly string[]; fails: string }

/** Exit code 2 of every command. */
export const mistake = 'wrong usage or configuration: nothing was done'

const broken = 'it failed: standard error has the reason'
const refused = 'the service refused the request, or was unavailable'

/** The page of a command that ends with 1 for a reason of its own. */
const failing = (fails: string, ...examples: string[]): ManualPage => ({ examples, fails })
const page = (...examples: string[]): ManualPage => failing(broken, ...examples)

/** The page of a command that uses a running service. */
const asking = (...examples: string[]): ManualPage => failing(refused, ...examples)

export const manual: Record<string, ManualPage> = {
  login: asking('signpost login --url https://signpost.example.com', 'signpost login < key.txt'),
  logout: asking('signpost logout'),
  resolve: failing(`a miss, or ${refused}`, "signpost resolve '@alice'", "signpost resolve '@alice' --json"),
  'check-destination': failing(
    `${refused}; 3: no match; 4: unavailable: not checked, never a match`,
    "signpost check-destination '@acme' 'DE89 3704 0044 0532 0130 00'",
    "signpost check-destination --type crypto_wallet --memo 12 '@acme' rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh --json",
  ),
  'identities list': asking('signpost identities list', 'signpost identities list --type merchant --limit 100 --json'),
  'identities show': asking('signpost identities show idn_…'),
  'identities create': asking(
    "signpost identities create --type merchant --display-name 'Acme Ltd'",
    'signpost identities create --body identity.json --json',
  ),
  'identities update': asking('signpost identities update idn_… --status suspended'),
  'aliases list': asking('signpost aliases list --identity idn_…', 'signpost aliases list --status released'),
  'aliases show': asking('signpost aliases show als_…'),
  'aliases create': asking(
    "signpost aliases create --identity idn_… --type username --value '@acme' --privacy-level public --primary",
  ),
  'aliases update': asking('signpost aliases update als_… --privacy-level private'),
  'aliases verify': asking('signpost aliases verify als_… --method otp'),
  'aliases release': asking('signpost aliases release als_…'),
  'endpoints list': asking('signpost endpoints list --identity idn_…'),
  'endpoints show': asking('signpost endpoints show end_…'),
  'endpoints create': asking(
    'signpost endpoints create --identity idn_… --type crypto_wallet --address-file wallet.txt --body capabilities.json',
    'signpost endpoints create --body - --json < endpoint.json',
  ),
  'endpoints update': asking('signpost endpoints update end_… --status disabled'),
  'endpoints remove': asking('signpost endpoints remove end_…'),
  'consents list': asking('signpost consents list --role owner'),
  'consents show': asking('signpost consents show cgr_…'),
  'consents grant': asking(
    'signpost consents grant --identity idn_… --consumer apc_… --alias als_… --expires-in 86400',
  ),
  'consents update': asking('signpost consents update cgr_… --endpoint end_… --release end_… --if-version 1'),
  'consents revoke': asking('signpost consents revoke cgr_…'),
  'consents requests': asking('signpost consents requests --direction incoming'),
  'consents request': asking("signpost consents request '@alice' --purpose 'Paying an invoice' --release"),
  'consents approve': asking('signpost consents approve crq_… --release end_… --expires-in 86400'),
  'consents decline': asking('signpost consents decline crq_…'),
  'events list': asking('signpost events list --type alias.created'),
  'events show': asking('signpost events show evt_…'),
  'events tail': asking('signpost events tail', 'signpost events tail --last 10 --json'),
  'releases list': asking('signpost releases list', 'signpost releases list --json'),
  'requests list': asking('signpost requests list --code alias_taken', 'signpost requests list --status 429 --json'),
  'requests usage': asking('signpost requests usage'),
  'audit list': asking('signpost audit list --kind endpoint.* --since 2026-11-01'),
  'audit show': asking('signpost audit show aud_…'),
  'audit export': asking('signpost audit export --since 2026-11-01 --until 2026-12-01'),
  'sandbox reset': asking('signpost sandbox reset --consumer apc_…'),
  'webhooks list': asking('signpost webhooks list'),
  'webhooks show': asking('signpost webhooks show whk_…'),
  'webhooks create': asking(
    "signpost webhooks create --to https://pay.example.com/webhooks --events 'alias.*,consent.*'",
  ),
  'webhooks remove': asking('signpost webhooks remove whk_…'),
  'webhooks trigger': failing(
    'the receiver did not accept it',
    'signpost webhooks trigger alias.created --to http://127.0.0.1:3000/webhooks --secret whsec_…',
  ),
  serve: failing('it could not start', 'signpost serve', 'PORT=8080 signpost serve --role control'),
  worker: failing('it could not start', 'signpost worker'),
  listen: page(
    'signpost listen --secret whsec_…',
    'signpost listen --status 500 --json',
    'signpost listen --forward-to http://127.0.0.1:3000/webhooks',
  ),
  'audit export-all': page('signpost audit export-all --since 2026-11-01'),
  migrate: page('signpost migrate'),
  'keys create': page(
    'signpost keys create --consumer acme --new --env test --scopes resolve',
    "signpost keys create --consumer acme --env live --scopes 'resolve,aliases:write' --name checkout --json",
  ),
  'keys list': page('signpost keys list', 'signpost keys list --consumer acme --json'),
  'keys revoke': page('signpost keys revoke key_…'),
  'keys roll': page('signpost keys roll key_… --expires-in 3600'),
  'consumers create': page("signpost consumers create --consumer acme --display-name 'Acme Ltd'"),
  'consumers list': page('signpost consumers list', 'signpost consumers list --json'),
  'consumers show': page('signpost consumers show --consumer acme'),
  'consumers rename': page('signpost consumers rename --consumer acme --name acme-eu'),
  'consumers limits': page(
    'signpost consumers limits --consumer acme',
    "signpost consumers limits --consumer acme --set 'misses=2000 + 250/min' --reset resolve",
  ),
  'consumers suspend': page('signpost consumers suspend --consumer acme'),
  'consumers resume': page('signpost consumers resume --consumer acme'),
  'consumers group': page(
    'signpost consumers group --consumer acme-pos --group acme',
    'signpost consumers group --consumer acme-pos',
  ),
  'consumers attests': page(
    'signpost consumers attests --consumer acme --set on',
    'signpost consumers attests --consumer acme --set off',
  ),
  'payee-names attest': failing(
    `a name of the file could not be attested, or ${broken}`,
    'signpost payee-names attest pnm_…',
    'signpost payee-names attest --file verified.txt',
  ),
  'sealing-keys activate': page('signpost sealing-keys activate slk_…'),
  reencrypt: page('signpost reencrypt', 'signpost reencrypt --wrap'),
  'addresses keygen': page('signpost addresses keygen --private-key-file address.key'),
  'addresses rotate': failing(
    'some addresses are not sealed to the new key',
    'signpost addresses rotate --keyring --to address_public_…',
    'signpost addresses rotate --private-key-file OLD --to address_public_… --dry-run',
  ),
  'addresses verify': failing(
    'the given keys do not open every address',
    'signpost addresses verify --private-key-file address.key',
  ),
  'opener run': failing('it could not start', 'signpost opener --private-key-file address.key'),
  'opener keys': page('signpost opener keys --private-key-file address.key'),
  'opener export': failing(
    'the given keys did not open an address: its jwe is null',
    'signpost opener export --private-key-file address.key --consumer acme --env live --sealing-key acme.jwk.json',
  ),
  normalize: failing(
    'an alias was refused',
    "signpost normalize '@Alice'",
    'signpost normalize --type phone --file numbers.txt --json',
  ),
  renormalize: failing(
    'some aliases collide, are claimed or refused',
    'signpost renormalize',
    'signpost renormalize --apply',
  ),
  import: failing(
    'lines were rejected',
    'signpost import --example jsonl > payees.jsonl',
    'signpost import payees.jsonl --consumer acme --env live --dry-run',
    'signpost import aliases.csv --object alias --consumer acme --env test --rejected rejected.jsonl',
    'signpost import payees.csv --object payee --consumer acme --env live --warnings warnings.jsonl',
  ),
  export: page(
    'signpost export --consumer acme --env live --output acme.jsonl',
    'signpost export --consumer acme --env live --format csv --updated-since 2026-11-22 --output changed.csv',
  ),
  erase: failing(
    'some identities of the list are not erased yet',
    'signpost erase --list > erasures.txt',
    'signpost erase --replay erasures.txt --dry-run',
    'signpost erase --replay erasures.txt',
  ),
  mcp: page('SIGNPOST_API_KEY=spk_test_… signpost mcp --url https://signpost.example.com'),
  completion: page('source <(signpost completion bash)', 'signpost completion fish | source'),
  config: page('signpost config', 'signpost config --json'),
  doctor: failing(
    'something is broken',
    'signpost doctor',
    'signpost doctor --repair-snapshots',
    'signpost doctor --json',
    'signpost doctor --erased idn_…',
  ),
}

/** Below a command's options: its examples and its exit codes. */
export const helpText = ({ examples, fails }: ManualPage): string =>
  `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}\n\nExit codes: 0 done; 1 ${fails}; 2 ${mistake}.`
