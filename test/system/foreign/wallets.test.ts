import { hashMessage, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { messageOf, type ToSign } from '../../../src/ownership/wallets/messages.ts'
import { isSigned, personalHash } from '../../../src/ownership/wallets/signatures.ts'

// The public example key of EIP-155 and of many later texts.
const account = privateKeyToAccount('0x4646464646464646464646464646464646464646464646464646464646464646')

const toSign: ToSign = {
  family: 'evm',
  origin: 'https://pay.example.com',
  address: account.address,
  consumer: 'apc_2g3xhmegyz9j299fdm6wxfdbew',
  consumerName: 'Acme & Sons (Berlin)',
  identity: 'idn_1xkn27nbsv97q9vjan1vkpbm8h',
  chainId: 8_453,
  nonce: '3f0c6d1e9a2b4c5d8e7f00112233aabb',
  issuedAt: 1_790_000_000,
  expiresAt: 1_790_000_600,
}

/** The example of EIP-4361, "Using an EOA", as its text has it. */
const example = `example.com wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the ExampleOrg Terms of Service: https://example.com/tos

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24Z`

test('signatures by viem’s account are accepted, and viem accepts ours', async () => {
  for (const text of [messageOf(toSign), 'Some data', '', 'ünï ☃\n', example]) {
    const signature = await account.signMessage({ message: text })
    expect(isSigned('evm', text, signature, account.address)).toBe(true)
    expect(await verifyMessage({ address: account.address, message: text, signature })).toBe(true)
    expect(isSigned('evm', `${text}.`, signature, account.address)).toBe(false)
    expect(`0x${Buffer.from(personalHash(text)).toString('hex')}`).toBe(hashMessage(text))
  }
})

test('a second signature of the same key and text, with the high s, is refused', async () => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const text = messageOf(toSign)
  const signature = await account.signMessage({ message: text })
  const high = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  const twin = `${signature.slice(0, 66)}${high}${signature.endsWith('1b') ? '1c' : '1b'}`
  expect(isSigned('evm', text, signature, account.address)).toBe(true)
  expect(isSigned('evm', text, twin, account.address)).toBe(false)
})

test('viem reads our message as EIP-4361, with every field, and writes the same', () => {
  const text = messageOf(toSign)
  const fields = parseSiweMessage(text)
  expect(fields).toMatchObject({
    domain: 'pay.example.com',
    address: account.address,
    uri: 'https://pay.example.com',
    version: '1',
    chainId: 8_453,
    nonce: toSign.nonce,
    issuedAt: new Date(toSign.issuedAt * 1_000),
    expirationTime: new Date(toSign.expiresAt * 1_000),
  })
  const time = new Date(toSign.issuedAt * 1_000 + 1_000)
  expect(validateSiweMessage({ message: fields, address: account.address, domain: 'pay.example.com', time })).toBe(true)
  expect(createSiweMessage(fields as Parameters<typeof createSiweMessage>[0])).toBe(text)
})

test('the example of EIP-4361 is read by viem as ours is', () => {
  expect(parseSiweMessage(example)).toMatchObject({ domain: 'example.com', nonce: '32891756', chainId: 1 })
})
