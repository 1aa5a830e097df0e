import { parentPort, workerData } from 'node:worker_threads'
import { readConfig } from '../../src/app/config.ts'
import { createApp } from '../../src/app/context.ts'
import { createLog } from '../../src/kernel/log.ts'
import { localKeyProvider } from '../../src/vault/key-provider.ts'
import { Keyring } from '../../src/vault/keyring.ts'
import { fillLane, type Lane } from './seed.ts'

const lane = workerData as Lane
const app = await createApp({
  config: readConfig({ RATE_LIMITS: 'off' }),
  databaseUrl: lane.url,
  keyProvider: localKeyProvider(Buffer.from(lane.encryptionKey)),
  log: createLog('silent'),
})
// Nobody rotates a key of the bench: there is no need to read them again while it seals millions.
const keyring = new Keyring(app.keyring.keys())
await app.close()
await fillLane(lane, { keyring, consumerId: lane.consumerId, at: lane.at }, (count) => parentPort!.postMessage(count))
