import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Creates a check of an Authorization header for the token, in constant time. */
export function tokenHolder(token: string): (header: string | undefined) => boolean {
  const expected = digest(`Bearer ${token}`)
  return (header = '') => timingSafeEqual(digest(header), expected)
}
