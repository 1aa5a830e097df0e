import { type PrivacyLevel, privacyLevels } from '../../src/kernel/privacy.ts'
import { decide } from '../../src/resolution/policy.ts'

/** The covers of the caller's active grant: none, the alias, the endpoint, both. */
const coverings = [[], ['alias'], ['endpoint'], ['alias', 'endpoint']] as const

/** The verdict of the policy itself for an alias of one level and an endpoint of another. */
function outcome(alias: PrivacyLevel, endpoint: PrivacyLevel, covers: readonly string[]): string {
  const verdict = decide({
    caller: { livemode: true, scopes: ['resolve'] },
    alias: { id: 'alias', livemode: true, status: 'registered', privacyLevel: alias },
    identity: { id: 'identity', livemode: true, status: 'active' },
    grant: {
      active: true,
      livemode: true,
      all: false,
      aliases: covers.includes('alias') ? ['alias'] : [],
      endpoints: covers.includes('endpoint') ? ['endpoint'] : [],
    },
    need: 'none',
    endpoints: [
      { id: 'endpoint', livemode: true, status: 'active', privacyLevel: endpoint, priority: 0, createdAt: 0 },
    ],
  })
  if (verdict.kind !== 'resolved') return 'a miss'
  return verdict.disclosed.length > 0 ? '**shown**' : 'not in the list'
}

const rows = privacyLevels.flatMap((alias) =>
  privacyLevels.map((endpoint) => {
    const cells = coverings.map((covers) => outcome(alias, endpoint, covers))
    return `| \`${alias}\` | \`${endpoint}\` | ${cells.join(' | ')} |`
  }),
)

/** The page of all combinations of levels. */
export const privacyLevelsPage = (): string => `# Privacy levels

Aliases and endpoints carry a level each. The table is every combination of the two with what an active grant of the caller covers. It
is made by asking the policy of the service (\`npm run generate -- privacy-levels\`).

| Alias | Endpoint | No grant | Grant on the alias | Grant on the endpoint | Grant on both |
|---|---|---|---|---|---|
${rows.join('\n')}

- **shown**: the endpoint is in the answer, as far as [resolving](../how-to/resolve.md) discloses it.
- not in the list: the alias resolves, and nothing in the answer tells of the endpoint.
- a miss: the same answer as for an alias that nobody has, 404 \`alias_not_found\`, after the same time ([why](../explanation/uniform-miss.md)).

A grant that covers \`all\` covers both. One that has run out or was revoked covers nothing, from that moment on. In every row the
identity is active, the alias registered, the key of the same environment and with the scope \`resolve\`; otherwise all rows are a miss,
or 403 \`scope_missing\` without the scope, whatever exists. Where the operator requires proofs ([ownership](../how-to/ownership.md)), an alias
without one is a miss too. How a caller asks for a grant: [consent](../how-to/consent.md).
`
