// Runs in a worker: two seconds of rendering would keep look-ups waiting. It posts the files once, and ends.

import { parentPort, workerData } from 'node:worker_threads'
import { buildSite } from './site.ts'

parentPort!.postMessage(buildSite(workerData as string).files)
