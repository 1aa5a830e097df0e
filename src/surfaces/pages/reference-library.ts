// Runs in a worker: the package is a program of five megabytes, which ships the page's library as the answer of a route of its
// own. It posts the library once, compressed, and ends.

import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

const shipping = Fastify()
await shipping.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } })
const { rawPayload } = await shipping.inject('/js/scalar.js')
parentPort!.postMessage(gzipSync(rawPayload))
