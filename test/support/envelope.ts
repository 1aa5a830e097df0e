import { expect } from 'vitest'

export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The canonical envelope with this code, and what every answer carries. */
export function expectRefusal(
  { status, headers, body }: { status: number; headers: Record<string, string>; body: string },
  expectedStatus: number,
  code: string,
): void {
  expect({ status, body }).toEqual({ status: expectedStatus, body: expect.stringContaining(`"code":"${code}"`) })
  expect(headers).toMatchObject(securityHeaders)
  expect(headers['request-id']).toMatch(/^req_[0-9a-z]{26}$/)
  expect(JSON.parse(body)).toEqual({
    error: expect.objectContaining({ code, type: expect.any(String), request_id: headers['request-id'] }),
  })
}
