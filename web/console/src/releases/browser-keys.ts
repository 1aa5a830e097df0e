/**
 * Private keys of sealing keys that were created in this browser: in IndexedDB under their public halves (`x`), as keys
 * that no script can read.
 *
 * INVARIANT (it stays here): a key is made without `extractable`, so neither this page nor the service gets its bytes.
 */
const stored = 'sealing-keys'

function answered<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}

async function run<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open('signpost', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(stored)
  const database = await answered(opening)
  return answered(use(database.transaction(stored, mode).objectStore(stored))).finally(() => database.close())
}

export type NewKey = { privateKey: CryptoKey; jwk: { kty: string; crv: string; x: string } }

/** @throws DOMException where the browser lacks X25519 */
export async function makeKey(): Promise<NewKey> {
  const pair = (await crypto.subtle.generateKey({ name: 'X25519' }, false, ['deriveBits'])) as CryptoKeyPair
  const { kty, crv, x } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { privateKey: pair.privateKey, jwk: { kty: kty!, crv: crv!, x: x! } }
}

export const keepKey = ({ privateKey, jwk }: NewKey): Promise<unknown> =>
  run('readwrite', (store) => store.put(privateKey, jwk.x))

export const findKey = (x: string): Promise<CryptoKey | undefined> =>
  run<CryptoKey | undefined>('readonly', (store) => store.get(x))

/** The public halves of keys whose private half is in this browser. */
export const keptKeys = async (): Promise<string[]> =>
  (await run('readonly', (store) => store.getAllKeys())).map(String)
