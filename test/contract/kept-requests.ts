// Preloaded into the server of kept-requests.test.ts: what it must catch. Requests under way are kept in a Set, which moves into
// a new table with every so many of them.

import { Server } from 'node:http'

const underWay = new Set<unknown>()
const emit = Server.prototype.emit

Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]): boolean {
  if (event === 'request') {
    const [, response] = args as [unknown, NodeJS.EventEmitter]
    underWay.add(response)
    response.on('close', () => underWay.delete(response))
  }
  return emit.call(this, event, ...args)
} as typeof emit
