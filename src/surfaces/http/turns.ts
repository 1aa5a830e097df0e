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
  const queues = new WeakMap<Socket, Waiting[]>()

  function run(socket: Socket, [request, response]: Waiting): void {
    response.on('close', () => next(socket))
    begin(request, response)
  }

  function next(socket: Socket): void {
    const queue = queues.get(socket)
    const waiting = queue?.shift()
    if (waiting && !socket.destroyed) run(socket, waiting)
    else {
      queues.delete(socket)
      idle(socket)
    }
  }

  return (request, response) => {
    const { socket } = request
    const queue = queues.get(socket)
    if (queue === undefined) {
      queues.set(socket, [])
      run(socket, [request, response])
    } else if (queue.length < maxPipelined) queue.push([request, response])
    else {
      deafen(socket)
      socket.destroy()
    }
  }
}
