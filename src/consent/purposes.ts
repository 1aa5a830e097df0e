import { type Keyring, openedOr } from '../vault/keyring.ts'

/** Table of a purpose. Each purpose is sealed for its own row, under the data key of its table. */
export type PurposeUse = 'grant_purpose' | 'request_purpose'

export type StoredPurpose = {
  id: string
  livemode: boolean
  sealed_purpose: Uint8Array | null
}

/** Seals the purposes of consents: free text may contain personal data. */
export function createPurposes(keyring: Keyring) {
  const open = (use: PurposeUse, { id, livemode, sealed_purpose: sealed }: StoredPurpose): string | null =>
    sealed === null ? null : keyring.open(use, id, livemode, Buffer.from(sealed)).toString('utf8')

  return {
    seal: (use: PurposeUse, id: string, livemode: boolean, purpose: string | null): Buffer | null =>
      purpose === null ? null : keyring.seal(use, id, livemode, purpose),

    /** The row with its purpose. @throws SignpostError decryption_failed */
    opened: async <Row extends StoredPurpose>(use: PurposeUse, row: Row) => ({
      ...row,
      purpose: await keyring.opening(() => open(use, row)),
    }),

    /**
     * The row with its purpose, null if that can't be opened: it must not hide a list, or prevent the revocation of a
     * grant.
     */
    shown: async <Row extends StoredPurpose>(use: PurposeUse, row: Row) => ({
      ...row,
      purpose: await openedOr(keyring, () => open(use, row), null),
    }),
  }
}

export type Purposes = ReturnType<typeof createPurposes>
