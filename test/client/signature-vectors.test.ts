import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SignatureVerificationError, verifySignature } from '../../src/verifier/verify.ts'
import { verifySignature as verifyOnWebCrypto } from '../../src/verifier/verify-web.ts'

/** Of the verifiers of all languages. */
type Vector = {
  title: string
  body?: string
  body_base64?: string
  header: string | null
  secret: string
  now: number
  tolerance?: number
  outcome: { time: number } | { reason: string }
}

const vectors: Vector[] = JSON.parse(readFileSync(new URL('../vectors/signatures.json', import.meta.url), 'utf8'))

async function outcomeOf(verify: typeof verifySignature | typeof verifyOnWebCrypto, vector: Vector) {
  const { body, body_base64, header, secret, now, tolerance } = vector
  try {
    const given = body ?? Buffer.from(body_base64!, 'base64')
    return { time: await verify(given, header, secret, { now, ...(tolerance === undefined ? {} : { tolerance }) }) }
  } catch (error) {
    if (error instanceof SignatureVerificationError) return { reason: error.reason }
    throw error
  }
}

test.each(vectors)('both verifiers have the verdict of the vector: $title', async (vector) => {
  expect(await outcomeOf(verifySignature, vector)).toEqual(vector.outcome)
  expect(await outcomeOf(verifyOnWebCrypto, vector)).toEqual(vector.outcome)
})

test.each([undefined, ''])('a missing secret is named, and nothing is verified: %j', async (missing) => {
  const { body, header, now } = vectors[0]!
  const secret = missing as string
  expect(() => verifySignature(body!, header, secret, { now })).toThrow('The signing secret is missing')
  await expect(verifyOnWebCrypto(body!, header, secret, { now })).rejects.toThrow('The signing secret is missing')
})
