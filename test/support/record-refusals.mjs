// Preloaded into a test process: writes down every statement that the server could not run, a line of JSON each, into the file
// that RECORD_REFUSALS names. Statements carry no values, and messages are left out, for some do.
import { appendFileSync } from 'node:fs'
import pg from 'pg'

/** SQLSTATEs of a statement that an engine does not support, knows no name or syntax of, or fails at by its own fault. */
const lacks = /^(?:0A|42601|42704|42883|42P0|58|XX)/

const { query } = pg.Client.prototype

function note(error, text) {
  const code = error?.code
  if (typeof code !== 'string' || !lacks.test(code)) return
  const statement = text.replace(/\s+/g, ' ').trim().slice(0, 160)
  appendFileSync(process.env.RECORD_REFUSALS, `${JSON.stringify({ code, statement })}\n`)
}

pg.Client.prototype.query = function recorded(config, ...rest) {
  const text = typeof config === 'string' ? config : (config?.text ?? '')
  const last = rest.at(-1)
  if (typeof last === 'function') {
    rest[rest.length - 1] = (error, ...answer) => {
      if (error) note(error, text)
      return last(error, ...answer)
    }
    return query.call(this, config, ...rest)
  }
  const asked = query.call(this, config, ...rest)
  asked?.catch?.((error) => note(error, text))
  return asked
}
