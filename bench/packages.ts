/*
 * The ladder installs packages beside itself, and with them other copies of these. Our rungs and their database are measured with
 * the service's own.
 */
export { default as Fastify } from 'fastify'
export { default as pg } from 'pg'
