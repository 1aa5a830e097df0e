import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { chainIdOf, chainIds } from '../../src/ownership/wallets/messages.ts'
import { isSigned } from '../../src/ownership/wallets/signatures.ts'
import { networks } from '../../src/registry/endpoints/catalogue/names.ts'
import { evm } from '../../src/registry/endpoints/types/networks.ts'
import { report } from '../support/judge.ts'
import { failure, registryForTests, registryOf } from '../support/registry.ts'
import { type Answer, type Body, forTests, startTestServer } from '../support/server.ts'
import { evmSigner, type Signer, solanaSigner } from '../support/wallets.ts'

const { server, owner, mine } = registryForTests({ env: { PUBLIC_URL: 'https://pay.example.com' } })
const other = forTests(() => server.key({ consumer: 'other' }))

const ann = evmSigner('ann')
const sol = solanaSigner('sol')
const signers = [
  ['an Ethereum account', ann],
  ['a Solana account', sol],
] as const

const post = (path: string, body: object, key = owner, headers = {}): Promise<Answer> =>
  server.send('POST', `/v1/${path}`, { key: key.key, body, headers })
const walletOf = (identity: string, { address, capabilities }: Signer) => ({
  identity,
  type: 'crypto_wallet',
  address,
  capabilities,
})
const challenge = async (identity: string, signer: Signer, key = owner): Promise<Body> => {
  const answer = await post('endpoints/challenge', walletOf(identity, signer), key)
  expect([answer.status, answer.body.object]).toEqual([200, 'endpoint_challenge'])
  return answer.body
}
const register = (identity: string, signer: Signer, proof: object, key = owner) =>
  post('endpoints', { ...walletOf(identity, signer), proof }, key)
const owned = async (identity: string): Promise<number> =>
  (await mine.get(`/v1/identities/${identity}/endpoints`)).data.length
const identity = async (): Promise<string> => (await mine.identity()).id

test.each(signers)('%s that signs the message is registered, proved', async (_, signer) => {
  const id = await identity()
  const { message, token, expires_at } = await challenge(id, signer)
  expect(Math.abs(expires_at - Date.now() / 1_000 - 600)).toBeLessThan(60)
  const made = await register(id, signer, { token, signature: signer.sign(message) })
  expect([made.status, made.body]).toMatchObject([201, { verification: 'proved', verified_method: 'wallet_signature' }])
  expect(await mine.get(`/v1/endpoints/${made.body.id}`)).toEqual(made.body)
  const plain = await mine.wallet(id)
  expect(plain).toMatchObject({ verification: 'none', verified_method: null })
})

test('the message is EIP-4361’s, and names the consumer, the identity and the chain', async () => {
  const id = await identity()
  const polygon = { ...ann, capabilities: [{ asset: 'USDC', network: 'eip155:137', rail: 'onchain' }] }
  const lines = (await challenge(id, polygon)).message.split('\n')
  expect(lines.slice(0, 3)).toEqual([
    'pay.example.com wants you to sign in with your Ethereum account:',
    ann.address,
    '',
  ])
  expect(lines[3]).toContain(`owner (${owner.consumer})`)
  expect(lines[3]).toContain(id)
  expect(lines.slice(4, 8)).toEqual(['', 'URI: https://pay.example.com', 'Version: 1', 'Chain ID: 137'])
  expect(lines[8]).toMatch(/^Nonce: [0-9a-f]{32}$/)
  expect(lines).toHaveLength(11)
  const odd = await server.key({ consumer: 'odd "☃" <b>' })
  const theirs = (await registryOf(server, odd).identity()).id
  const [, , , statement] = (await challenge(theirs, ann, odd)).message.split('\n')
  expect(statement).toMatch(/^[ -~]+$/)
  expect(statement).not.toContain('"')
})

test.each<[string, number]>([
  ['bep20', 56],
  ['Binance Smart Chain', 56],
  ['bsc', 56],
  ['xDai', 100],
  ['Avalanche C-Chain', 43_114],
  ['arb', 42_161],
  ['Base Sepolia', 84_532],
  ['polygon:amoy', 80_002],
  ['eip155:5000', 5_000],
  ['erc20', 1],
  ['bsc-testnet', 97],
  ['Mantle', 5_000],
  ['solana', 1],
  ['own', 1],
  ['constructor', 1],
])('the message names the chain of %s by its number, whichever synonym it has: %i', (network, chainId) => {
  expect(chainIdOf([{ asset: 'USDC', network, rail: 'onchain' }])).toBe(chainId)
})

test('every EVM network of the catalogue has a number of its own', () => {
  const names = networks.flatMap(({ name, rule }) => (rule === evm ? [name] : []))
  expect(Object.keys(chainIds).sort()).toEqual(names.sort())
  expect(new Set(Object.values(chainIds)).size).toBe(names.length)
})

test('the first capability with a known chain decides, Ethereum too', () => {
  const on = (network: string) => ({ asset: 'USDC', network, rail: 'onchain' })
  expect(chainIdOf([on('erc20'), on('polygon')])).toBe(1)
  expect(chainIdOf([on('own'), on('polygon')])).toBe(137)
})

test('a proof is of one identity, address, consumer and environment, and is used once', async () => {
  const id = await identity()
  const { message, token } = await challenge(id, ann)
  const proof = { token, signature: ann.sign(message) }
  const theirs = (await registryOf(server, other).identity()).id
  const live = await server.key({ livemode: true })
  const inLive = (await registryOf(server, live).identity()).id
  const ben = evmSigner('ben')
  const attempts: [string, Promise<Answer>][] = [
    ['another identity', register(await identity(), ann, proof)],
    ['another consumer', register(theirs, ann, proof, other)],
    ['the other environment', register(inLive, ann, proof, live)],
    ['another address', register(id, ben, proof)],
    ['another signer', register(id, ann, { token, signature: ben.sign(message) })],
    ['another message', register(id, ann, { token, signature: ann.sign(`${message} `) })],
    [
      'an older challenge’s message',
      register(id, ann, { token, signature: ann.sign((await challenge(id, ann)).message) }),
    ],
    ['no wallet', post('endpoints', { identity: id, type: 'bank_account', address: 'DE89370400440532013000', proof })],
    ['no signature', register(id, ann, { token, signature: '' })],
    ['no token', register(id, ann, { token: '', signature: proof.signature })],
  ]
  for (const [what, attempt] of attempts) {
    const answer = await attempt
    expect([what, answer.status, failure(answer).code]).toEqual([what, 400, 'proof_invalid'])
  }
  expect(await owned(id)).toBe(0)
  const parallel = await Promise.all(Array.from({ length: 8 }, () => register(id, ann, proof)))
  expect(parallel.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 400)])
  expect(await owned(id)).toBe(1)
})

test('a proof that is refused for another reason is not used up, and a replayed request is one use', async () => {
  const id = await identity()
  const { message, token } = await challenge(id, sol)
  const proof = { token, signature: sol.sign(message) }
  await mine.patch(`/v1/identities/${id}`, { status: 'suspended' })
  expect((await register(id, sol, proof)).body.error.code).toBe('identity_not_active')
  await mine.patch(`/v1/identities/${id}`, { status: 'active' })
  const body = { ...walletOf(id, sol), proof }
  const key = { 'idempotency-key': 'a-wallet' }
  const first = await post('endpoints', body, owner, key)
  const second = await post('endpoints', body, owner, key)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).toBe(first.body.id)
  expect(await owned(id)).toBe(1)
})

test('a proof holds for ten minutes', async () => {
  let now = Date.now()
  const apart = await startTestServer({ clock: () => now })
  try {
    const key = await apart.key()
    const id = (await registryOf(apart, key).identity()).id
    const send = (path: string, body: object) => apart.send('POST', `/v1/${path}`, { key: key.key, body })
    const { message, token } = (await send('endpoints/challenge', walletOf(id, ann))).body
    const body = { ...walletOf(id, ann), proof: { token, signature: ann.sign(message) } }
    now += 600_000
    expect((await send('endpoints', body)).body.error.code).toBe('proof_invalid')
    now -= 2_000
    expect((await send('endpoints', body)).status).toBe(201)
  } finally {
    await apart.close()
  }
})

test.each([
  ['a bank account', { type: 'bank_account', address: 'DE89370400440532013000' }, 'type'],
  ['Bitcoin', { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }, 'capabilities'],
  [
    'a network that is unknown',
    { address: sol.address, capabilities: [{ asset: 'X', network: 'own', rail: 'r' }] },
    'capabilities',
  ],
])('%s has no challenge', async (_, fields, param) => {
  const answer = await post('endpoints/challenge', { identity: await identity(), type: 'crypto_wallet', ...fields })
  expect([answer.status, failure(answer)]).toMatchObject([400, { code: 'parameter_invalid', param }])
})

test('keys that anybody can sign for prove nothing', async () => {
  // The neutral point and one of order four: R = A and s = 0 verify under lax rules.
  for (const key of ['0100000000000000000000000000000000000000000000000000000000000000', '00'.repeat(32)]) {
    const point = Buffer.from(key, 'hex')
    const address = base58.encode(point)
    for (const r of [point, Buffer.from(`01${'00'.repeat(31)}`, 'hex')]) {
      const signature = base58.encode(Buffer.concat([r, Buffer.alloc(32)]))
      for (let n = 0; n < 16; n++) expect(isSigned('solana', `message ${n}`, signature, address)).toBe(false)
    }
  }
})

const mutations = Number(process.env.MUTATIONS ?? 300)

/** The text with one of its characters replaced, dropped, doubled or another one's place taken. */
function mutated(text: string, n: number): string {
  const at = (n * 7_919) % text.length
  const alphabet = '0123456789abcdefABCDEFGHJKLMNPQRSTUVWXYZghijkmnopqrstuvwxyz-_'
  const letter = alphabet[(n * 31 + Math.floor(n / text.length)) % alphabet.length]!
  const made = [
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
    text.slice(0, at) +
      text
        .slice(at, at + 2)
        .split('')
        .reverse()
        .join('') +
      text.slice(at + 2),
    text.slice(at) + text.slice(0, at),
  ][n % 5]!
  return made === text ? `${text}${letter}` : made
}

test('no mutation of a signature, a message or an address is taken', { timeout: 600_000 }, () => {
  const signed = Array.from({ length: 24 }, (_, n) => {
    const [family, signer] = n % 2 ? (['evm', ann] as const) : (['solana', sol] as const)
    const parts = [`message ${n}`, signer.sign(`message ${n}`), signer.address] as const
    expect(isSigned(family, ...parts)).toBe(true)
    return { family, parts }
  })
  let refused = 0
  for (let n = 0; refused < mutations; n++) {
    const { family, parts } = signed[n % signed.length]!
    const which = Math.floor(n / signed.length) % 3
    const changed = mutated(parts[which]!, n)
    // Another case of the same account: the address is bound by its token, letter by letter.
    if (which === 2 && family === 'evm' && changed.toLowerCase() === parts[2].toLowerCase()) continue
    const given = parts.with(which, changed) as [string, string, string]
    expect([family, which, changed, isSigned(family, ...given)]).toEqual([family, which, changed, false])
    refused++
  }
  report(`wallet proofs: ${refused.toLocaleString('en')} mutations refused`)
})

test('no mutation of a token is taken, over HTTP', async () => {
  const id = await identity()
  const { message, token } = await challenge(id, ann)
  const signature = ann.sign(message)
  for (let n = 0; n < 120; n++) {
    const answer = await register(id, ann, { token: mutated(token, n), signature })
    expect(answer.body.error.code).toBe('proof_invalid')
  }
  // The last letter of a token has bits to spare: the same bytes in another spelling.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (const letter of letters) {
    const spelled = token.slice(0, -1) + letter
    if (spelled !== token) expect((await register(id, ann, { token: spelled, signature })).status).toBe(400)
  }
  expect((await register(id, ann, { token, signature })).status).toBe(201)
})

test('the same over GraphQL; nothing of a wallet or a proof is stored or logged', async () => {
  const id = await identity()
  const signer = evmSigner('carol')
  const input = { identity: id, type: 'CRYPTO_WALLET', address: signer.address, capabilities: signer.capabilities }
  const asked = await owner.graphql(
    'mutation ($input: ChallengeEndpointInput!) { challengeEndpoint(input: $input) { message token expiresAt } }',
    { input },
  )
  const { message, token } = asked.body.data.challengeEndpoint
  const proof = { token, signature: signer.sign(message) }
  const document =
    'mutation ($input: CreateEndpointInput!) { createEndpoint(input: $input) { verification verifiedMethod } }'
  const made = await owner.graphql(document, { input: { ...input, proof } })
  expect(made.body.data.createEndpoint).toEqual({ verification: 'PROVED', verifiedMethod: 'WALLET_SIGNATURE' })
  const again = await owner.graphql(document, { input: { ...input, proof } })
  expect(again.body.errors[0].extensions.code).toBe('PROOF_INVALID')
  const [row] = await server.query<{ stored: string }>`select string_agg(t::text, ${'\n'}) as stored
    from challenge_tally t`
  for (const secret of [signer.address, token, proof.signature, token.slice(0, 20)]) {
    expect(server.logged.join('\n')).not.toContain(secret)
    expect(row!.stored).not.toContain(secret)
  }
})
