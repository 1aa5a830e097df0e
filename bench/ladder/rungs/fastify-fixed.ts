import Fastify from 'fastify'
import { ready, setting } from './serving.ts'

/** Fastify, the same fixed answer. */
const answer = JSON.parse(process.env.BENCH_ANSWER!)
const fastify = Fastify({ logger: false })
fastify.post('/v1/resolve', async () => answer)
await fastify.listen({ port: setting.port, host: '127.0.0.1' })
ready()
