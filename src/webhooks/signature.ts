import { createHmac } from 'node:crypto'

/**
 * `t=<unix>,v1=<hex>`, with one `v1` per secret, newest first: hex HMAC-SHA256 over `<t>.<body>`, keyed with the whole
 * `whsec_…` text. Source: the seed, "Signature".
 */
export function serviceSignature(body: string, secrets: readonly string[], unix: number): string {
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${unix}.${body}`).digest('hex'))
  return [`t=${unix}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}

/** The Standard Webhooks signature under the same secrets: keyed with the bytes that `whsec_` spells in base64. */
export function standardSignature(id: string, body: string, secrets: readonly string[], unix: number): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${unix}.${body}`).digest('base64')}`
    })
    .join(' ')
}
