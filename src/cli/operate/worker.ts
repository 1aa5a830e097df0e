import { readConfig } from '../../config/config.ts'
import { createServiceLog } from '../../kernel/log.ts'
import { createApp } from '../../process/compose/context.ts'
import { openExporter, openWorkerExporter } from '../../process/metrics-server.ts'
import { ignoreClosedTerminal, serveOnMs, stopOnSignals } from '../../process/stopping.ts'
import { createTransport } from '../../webhooks/transport/transport.ts'
import { startWebhookWorker } from '../../webhooks/worker/worker.ts'
import { chooseKeyProvider, runningDatabaseUrl } from '../database.ts'

/** Delivers webhooks until a signal stops it; any number of these may share a database. */
export async function work(): Promise<void> {
  const read = readConfig()
  // Long timeouts: no request waits here, and cleaning up a large table takes long.
  const config = {
    ...read,
    role: 'all' as const,
    databaseTimeoutMs: Math.max(read.databaseTimeoutMs, read.webhooks.leaseMs),
  }
  const databaseUrl = await runningDatabaseUrl(config)
  ignoreClosedTerminal()
  const log = createServiceLog(config)
  for (const warning of config.misspelt) log.warn(warning)
  const app = await createApp({
    config,
    databaseUrl,
    keyProvider: await chooseKeyProvider(config),
    log,
    createTransport,
  })
  const exporters = await Promise.all([openExporter(app), openWorkerExporter(app)])
  const worker = startWebhookWorker(app, {
    pollMs: config.webhooks.pollMs,
    graceMs: serveOnMs,
  })
  log.info('the webhook worker is ready')

  const end = async () => {
    await worker.stop()
    for (const exporter of exporters) await exporter?.close()
    await app.close()
  }
  stopOnSignals(end, log)
}
