import { randomBytes } from 'node:crypto'
import type { Write } from '../../events/write.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { present, requireId } from '../../kernel/input.ts'
import { moment, owner, type RecordOf, shape, text } from '../../kernel/record.ts'
import { parseCapabilities } from '../../registry/endpoints/capability.ts'
import type { JudgeWallet, Wallet } from '../../registry/endpoints/rules.ts'
import { normalizeWallet, type WalletFamily, walletFamily } from '../../registry/endpoints/types/wallets.ts'
import { findIdentity } from '../../registry/identities/store.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { note } from '../challenges/store.ts'
import { chainIdOf, messageOf } from './messages.ts'
import { isSigned } from './signatures.ts'
import { type Carried, createWalletTokens } from './tokens.ts'

export type WalletChallengeInput = { identity: string; type: string; address: string; capabilities?: unknown }

/** The message for the wallet to sign, and the token to send with the signature. */
export const endpointChallenge = shape('endpoint_challenge', {
  message: owner(text('The message for the wallet to sign: EIP-191 for EVM, ed25519 for Solana')),
  token: owner(text('The token to send with the signature')),
  expiresAt: owner(moment()),
})
export type WalletChallengeRecord = RecordOf<typeof endpointChallenge>

type Deps = {
  write: Write
  keyring: Keyring
  clock: () => number
  /** The service's public URL, which messages name. */
  origin: string
  minutes: number
}

const invalid = () => new SignpostError('proof_invalid', { param: 'proof' })

/** Issues challenges of wallets, for addresses that are given with the proof, and verifies the proofs. */
export function createWalletProofs({ write, keyring, clock, origin, minutes }: Deps) {
  const tokens = createWalletTokens(keyring)
  const lifetime = Math.max(1, Math.round(minutes * 60))

  const boundTo = ({ caller }: Call, { identityId, address }: Wallet, family: WalletFamily) => ({
    consumerId: caller.consumerId,
    livemode: caller.livemode,
    identityId,
    family,
    address,
  })

  function message({ caller }: Call, { identityId, address }: Wallet, family: WalletFamily, carried: Carried): string {
    return messageOf({
      family,
      origin,
      address,
      consumer: encodeId('consumer', caller.consumerId),
      consumerName: caller.consumerName,
      identity: encodeId('identity', identityId),
      chainId: carried.chainId,
      nonce: carried.nonce.toString('hex'),
      issuedAt: carried.expiresAt - lifetime,
      expiresAt: carried.expiresAt,
    })
  }

  /** INVARIANT (one use): the nonce is stored when the proof is used, for longer than the token is valid. */
  const judge: JudgeWallet = (call, wallet, proof) => {
    const family = wallet.type === 'crypto_wallet' ? walletFamily(wallet.address, wallet.capabilities) : null
    if (family === null) throw invalid()
    const carried = tokens.read(boundTo(call, wallet, family), proof.token)
    if (carried === null || carried.expiresAt * 1_000 <= clock()) throw invalid()
    if (!isSigned(family, message(call, wallet, family, carried), proof.signature, wallet.address)) throw invalid()
    const key = keyring.hash('challenge', call.caller.livemode, `tally|wallet nonce|${carried.nonce.toString('hex')}`)
    return async (db) => {
      if (!(await note(db, key, [{ seconds: 2 * lifetime, most: 1 }]))) throw invalid()
    }
  }

  return {
    judge,

    /** Issues a challenge for control of a wallet, for one identity of the caller's. Nothing is stored. */
    async challenge(call: Call, input: WalletChallengeInput): Promise<WalletChallengeRecord> {
      requireScope(call, 'endpoints:write')
      if (input.type !== 'crypto_wallet')
        throw new SignpostError('parameter_invalid', { param: 'type', rule: 'Only a crypto_wallet can be proved.' })
      const capabilities = parseCapabilities(input.capabilities)
      const address = normalizeWallet(input.address, capabilities)
      const family = walletFamily(address, capabilities)
      if (family === null) {
        const rule = 'Wallets of EVM networks and of Solana can be proved.'
        throw new SignpostError('parameter_invalid', { param: 'capabilities', rule })
      }
      const identityId = requireId('identity', input.identity)
      return write(call, async ({ db }) => {
        const identity = present(await findIdentity(db, call.caller, identityId))
        if (identity.status !== 'active') throw new SignpostError('identity_not_active')
        const wallet = { identityId, type: input.type, address, capabilities }
        const expiresAt = Math.floor(clock() / 1_000) + lifetime
        const carried = { nonce: randomBytes(16), chainId: chainIdOf(capabilities), expiresAt }
        return {
          message: message(call, wallet, family, carried),
          token: tokens.write(boundTo(call, wallet, family), carried),
          expiresAt: new Date(expiresAt * 1_000),
        }
      })
    },
  }
}
