// A webhook receiver: verifies, answers at once, and handles each event once. Plain JavaScript without packages, for Node 18
// and newer: SIGNING_SECRET=whsec_… node receiver.mjs

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.SIGNING_SECRET
if (!secret) {
  console.error('Set SIGNING_SECRET to the secret that creating the webhook showed.')
  process.exit(2)
}
const port = Number(process.env.PORT ?? 4010)
const toleranceSeconds = 300
const largestBody = 256 * 1024
const seen = new Set() // a table with a unique key, in earnest

/** Checks that these very bytes were signed with the secret within the last five minutes. `@signpost/client/verify` does the same. */
function isSigned(rawBody, header = '') {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1]
  if (!/^\d{1,12}$/.test(time ?? '') || Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
  // While a secret is rotated there are two signatures: either will do.
  return parts.some(
    ([name, hex]) => name === 'v1' && /^[0-9a-f]{64}$/.test(hex) && timingSafeEqual(Buffer.from(hex, 'hex'), expected),
  )
}

async function read(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > largestBody) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  const rawBody = await read(request).catch(() => null)
  if (!rawBody || !isSigned(rawBody, request.headers['service-signature'])) return response.writeHead(400).end()
  response.writeHead(204).end()
  const event = JSON.parse(rawBody.toString('utf8'))
  if (seen.has(event.id)) return
  seen.add(event.id)
  console.log(event.type, event.data)
})

server.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${server.address().port}`))
