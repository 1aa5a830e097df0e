// A webhook receiver: verifies, answers at once, and handles each event once.
// SIGNING_SECRET=whsec_… node receiver.ts

import { createServer } from 'node:http'
import { verifySignature } from '../../src/verifier/verify.ts' // elsewhere: 'signpost/verify'

const secret = process.env.SIGNING_SECRET
if (!secret) throw new Error('Set SIGNING_SECRET to the secret that creating the webhook showed.')
const seen = new Set<string>() // a table with a unique key, in earnest

createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const rawBody = Buffer.concat(chunks)
  try {
    verifySignature(rawBody, request.headers['service-signature'] as string | undefined, secret)
  } catch {
    return response.writeHead(400).end()
  }
  response.writeHead(204).end()
  const event = JSON.parse(rawBody.toString('utf8')) as { id: string; type: string; data: object }
  if (seen.has(event.id)) return
  seen.add(event.id)
  console.log(event.type, event.data)
}).listen(4010, '127.0.0.1', () => console.log('Listening on http://127.0.0.1:4010'))
