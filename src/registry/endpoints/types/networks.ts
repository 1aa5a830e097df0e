import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base32nopad, base58, base58xrp, bech32, bech32m, hex } from '@scure/base'

/** Returns a wallet address in its canonical spelling, or null when the network has no such address. */
export type NetworkRule = (address: string) => string | null

/** Any chain of the Ethereum virtual machine. Mixed case is an EIP-55 checksum; one case alone carries none. */
export const evm: NetworkRule = (address) => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return null
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  const checksummed = withCaseChecksum(lower)
  return digits === checksummed || digits === lower || digits === digits.toUpperCase() ? `0x${checksummed}` : null
}

export const bitcoin = bitcoinOf({ versions: [0x00, 0x05], prefix: 'bc' })
export const bitcoinTestnet = bitcoinOf({ versions: [0x6f, 0xc4], prefix: 'tb' })
export const bitcoinRegtest = bitcoinOf({ versions: [0x6f, 0xc4], prefix: 'bcrt' })

/** An Ed25519 public key or a program's address: 32 bytes, without a checksum. */
export const solana: NetworkRule = (address) => (decoded(() => base58.decode(address))?.length === 32 ? address : null)

export const tron: NetworkRule = (address) => {
  const payload = checked(decoded(() => base58.decode(address)))
  return payload?.length === 21 && payload[0] === 0x41 ? address : null
}

export const xrp = xrpOf([0x05, 0x44])
export const xrpTestnet = xrpOf([0x04, 0x93])

/** A Stellar account (G…) or a muxed one (M…), in strkey (SEP-23): a version byte, a payload, CRC16 little-endian. */
export const stellar: NetworkRule = (address) => {
  const bytes = decoded(() => base32nopad.decode(address))
  if (bytes === null || bytes.length < 3) return null
  const body = bytes.subarray(0, -2)
  const isAccount = body[0] === 6 << 3 && body.length === 1 + 32
  const isMuxed = body[0] === 12 << 3 && body.length === 1 + 32 + 8
  if (!isAccount && !isMuxed) return null
  const crc = crc16(body)
  return bytes.at(-2) === (crc & 0xff) && bytes.at(-1) === crc >> 8 ? address : null
}

/** EIP-55: a letter is upper case where the hash of the lower-case digits has a nibble of 8 or more. */
function withCaseChecksum(lower: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)))
  return Array.from(lower, (digit, index) => ((hash[index] ?? '0') >= '8' ? digit.toUpperCase() : digit)).join('')
}

function bitcoinOf({ versions, prefix }: { versions: readonly number[]; prefix: string }): NetworkRule {
  return (address) => {
    const payload = checked(decoded(() => base58.decode(address)))
    if (payload?.length === 21 && versions.includes(payload[0] ?? -1)) return address
    return isSegwit(address, prefix) ? address.toLowerCase() : null
  }
}

/** BIP-173 and BIP-350: version 0 is bech32 with 20 or 32 bytes, versions 1 to 16 are bech32m with 2 to 40 bytes. */
function isSegwit(address: string, prefix: string): boolean {
  return [bech32, bech32m].some((encoding) => {
    const found = decoded(() => {
      const { prefix: written, words } = encoding.decode(address as `${string}1${string}`)
      return { written, version: words[0], program: encoding.fromWords(words.slice(1)) }
    })
    if (found?.written !== prefix || found.version === undefined) return false
    const { version, program } = found
    if (version === 0) return encoding === bech32 && (program.length === 20 || program.length === 32)
    return encoding === bech32m && version <= 16 && program.length >= 2 && program.length <= 40
  })
}

/** A classic address (r…), or an X-address of the given prefix (XLS-5): account, flag, and a tag of 32 bits. */
function xrpOf(prefix: readonly [number, number]): NetworkRule {
  return (address) => {
    const payload = checked(decoded(() => base58xrp.decode(address)))
    if (payload === null) return null
    if (payload.length === 21 && payload[0] === 0x00) return address
    const isExtended = payload.length === 31 && payload[0] === prefix[0] && payload[1] === prefix[1]
    if (!isExtended) return null
    const flag = payload[22]
    const zeros = payload.subarray(flag === 1 ? 27 : 23)
    return (flag === 0 || flag === 1) && zeros.every((byte) => byte === 0) ? address : null
  }
}

/** Splits an X-address into its account and destination tag; null for other text. Its prefix makes it begin with X or T. */
export function splitXAddress(address: string): { account: string; tag: string | null } | null {
  if (!/^[XT]/.test(address)) return null
  if (xrp(address) === null && xrpTestnet(address) === null) return null
  const payload = checked(decoded(() => base58xrp.decode(address)))
  if (payload?.length !== 31) return null
  const body = Uint8Array.of(0x00, ...payload.subarray(2, 22))
  const account = base58xrp.encode(Uint8Array.of(...body, ...sha256(sha256(body)).subarray(0, 4)))
  return { account, tag: payload[22] === 1 ? String(Buffer.from(payload).readUInt32LE(23)) : null }
}

/** Splits a muxed account (M…) into its account and the id of its memo (CAP-27); null for other text. */
export function splitMuxedAccount(address: string): { account: string; id: string } | null {
  if (!address.startsWith('M')) return null
  const bytes = stellar(address) === null ? null : decoded(() => base32nopad.decode(address))
  if (bytes?.length !== 43) return null
  const body = Uint8Array.of(6 << 3, ...bytes.subarray(1, 33))
  const crc = crc16(body)
  const account = base32nopad.encode(Uint8Array.of(...body, crc & 0xff, crc >> 8))
  return { account, id: String(Buffer.from(bytes).readBigUInt64BE(33)) }
}

/** The payload before a base58check checksum of 4 bytes, or null if the checksum is wrong. */
function checked(bytes: Uint8Array | null): Uint8Array | null {
  if (bytes === null || bytes.length < 5) return null
  const payload = bytes.subarray(0, -4)
  const checksum = sha256(sha256(payload)).subarray(0, 4)
  return checksum.every((byte, index) => byte === bytes[payload.length + index]) ? payload : null
}

function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc
}

/** INVARIANT (no echo): a codec's own error repeats its input, so it is caught here. */
function decoded<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
