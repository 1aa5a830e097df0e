import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { deafen } from './deafen.ts'

/** Requests that may wait behind the one at work on their connection. */
export const maxPipelined = 64

type Waiting = [request: IncomingMessage, response: ServerResponse]

export type TurnEvents = {
  begin: RequestListener
  /** The connection has no request left. */
  idle: (socket: Socket) => void
}

/**
 * Lets the requests of one connection run one after another: whoever sends many before reading an answer (pipelining)
 * has one at work and one answer in memory, like everybody. Too many of them end the connection.
 */
export function inTurn({ begin, idle }: TurnEvents): RequestListener {
  /** On the socket itself: what a map keeps of it would be looked through by every collection. */
  const queueOf = Symbol('requests behind the one at work')
  type Queued = Socket & { [queueOf]?: Waiting[] | undefined }

  function run(socket: Queued, [request, response]: Waiting): void {
    response.on('close', () => next(socket))
    begin(request, response)
  }

  function next(socket: Queued): void {
    const queue = socket[queueOf]
    const waiting = queue?.shift()
    if (waiting && !socket.destroyed) run(socket, waiting)
    else {
      socket[queueOf] = undefined
      idle(socket)
    }
  }

  return (request, response) => {
    const socket: Queued = request.socket
    const queue = socket[queueOf]
    if (queue === undefined) {
      socket[queueOf] = []
      run(socket, [request, response])
    } else if (queue.length < maxPipelined) queue.push([request, response])
    else {
      deafen(socket)
      socket.destroy()
    }
  }
}
