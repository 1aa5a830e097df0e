// Preloaded into a process: writes down every module that it loads, a line each, into the file that RECORD_MODULES names.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.RECORD_MODULES, `${process.pid} ${url}\n`)
    return next(url, context)
  },
})

if (process.env.SEEDED) globalThis.seeded = Buffer.from(process.env.SEEDED.split('').reverse().join(''), 'hex')
