import type { ManualPage } from '../manual.ts'

const refused = 'the service refused the request, or was unavailable'

const page = (...examples: string[]): ManualPage => ({ examples, fails: refused })

/** The manual pages of the commands that use a running service. */
export const askingManual: Record<string, ManualPage> = {
  login: page('signpost login --url https://signpost.example.com', 'signpost login < key.txt'),
  logout: page('signpost logout'),
  resolve: {
    examples: ["signpost resolve '@alice'", "signpost resolve '@alice' --json"],
    fails: `a miss, or ${refused}`,
  },
  'check-destination': {
    examples: [
      "signpost check-destination '@acme' 'DE89 3704 0044 0532 0130 00'",
      "signpost check-destination --type crypto_wallet --memo 12 '@acme' rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh --json",
    ],
    fails: `${refused}; 3: no match; 4: unavailable: not checked, never a match`,
  },
  'identities list': page('signpost identities list', 'signpost identities list --type merchant --limit 100 --json'),
  'identities show': page('signpost identities show idn_…'),
  'identities create': page(
    "signpost identities create --type merchant --display-name 'Acme Ltd'",
    'signpost identities create --body identity.json --json',
  ),
  'identities update': page('signpost identities update idn_… --status suspended'),
  'aliases list': page('signpost aliases list --identity idn_…', 'signpost aliases list --status released'),
  'aliases show': page('signpost aliases show als_…'),
  'aliases create': page(
    "signpost aliases create --identity idn_… --type username --value '@acme' --privacy-level public --primary",
  ),
  'aliases update': page('signpost aliases update als_… --privacy-level private'),
  'aliases verify': page('signpost aliases verify als_… --method otp'),
  'aliases release': page('signpost aliases release als_…'),
  'endpoints list': page('signpost endpoints list --identity idn_…'),
  'endpoints show': page('signpost endpoints show end_…'),
  'endpoints create': page(
    'signpost endpoints create --identity idn_… --type crypto_wallet --address-file wallet.txt --body capabilities.json',
    'signpost endpoints create --body - --json < endpoint.json',
  ),
  'endpoints update': page('signpost endpoints update end_… --status disabled'),
  'endpoints remove': page('signpost endpoints remove end_…'),
  'consents list': page('signpost consents list --role owner'),
  'consents show': page('signpost consents show cgr_…'),
  'consents grant': page('signpost consents grant --identity idn_… --consumer apc_… --alias als_… --expires-in 86400'),
  'consents update': page('signpost consents update cgr_… --endpoint end_… --release end_… --if-version 1'),
  'consents revoke': page('signpost consents revoke cgr_…'),
  'consents requests': page('signpost consents requests --direction incoming'),
  'consents request': page("signpost consents request '@alice' --purpose 'Paying an invoice' --release"),
  'consents approve': page('signpost consents approve crq_… --release end_… --expires-in 86400'),
  'consents decline': page('signpost consents decline crq_…'),
  'events list': page('signpost events list --type alias.created'),
  'events show': page('signpost events show evt_…'),
  'events tail': page('signpost events tail', 'signpost events tail --last 10 --json'),
  'releases list': page('signpost releases list', 'signpost releases list --json'),
  'requests list': page('signpost requests list --code alias_taken', 'signpost requests list --status 429 --json'),
  'requests usage': page('signpost requests usage'),
  'audit list': page('signpost audit list --kind endpoint.* --since 2026-11-01'),
  'audit show': page('signpost audit show aud_…'),
  'audit export': page('signpost audit export --since 2026-11-01 --until 2026-12-01'),
  'sandbox reset': page('signpost sandbox reset --consumer apc_…'),
  'webhooks list': page('signpost webhooks list'),
  'webhooks show': page('signpost webhooks show whk_…'),
  'webhooks create': page(
    "signpost webhooks create --to https://pay.example.com/webhooks --events 'alias.*,consent.*'",
  ),
  'webhooks remove': page('signpost webhooks remove whk_…'),
  'webhooks trigger': {
    examples: ['signpost webhooks trigger alias.created --to http://127.0.0.1:3000/webhooks --secret whsec_…'],
    fails: 'the receiver did not accept it',
  },
}
