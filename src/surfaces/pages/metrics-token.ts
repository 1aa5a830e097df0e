import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Tells whether an Authorization header carries the token, in a time that says nothing about how much of it is right. */
export function tokenHolder(token: string): (header: string | undefined) => boolean {
  const expected = digest(`Bearer ${token}`)
  return (header = '') => timingSafeEqual(digest(header), expected)
}
