import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { runService } from '../support/service.ts'

// The test starts a process, whose start time depends on the machine.
vi.setConfig({ testTimeout: 240_000 })

const isLinux = process.platform === 'linux'

test.runIf(isLinux)('METRICS_PORT answers this machine alone, and nothing but the metrics', async () => {
  const port = await freePort()
  const service = await runService({ METRICS_PORT: String(port), HOST: '0.0.0.0' })
  try {
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/v1/me`)).status).toBe(404)
    expect((await fetch(`${service.url.replace('0.0.0.0', '127.0.0.1')}/metrics`)).status).toBe(404)
    const listening = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === '0A' && Number.parseInt(local!.split(':')[1]!, 16) === port)
      .map(([, local]) => local!.split(':')[0])
    expect(listening).toEqual(['0100007F'])
  } finally {
    await service.close()
  }
})
