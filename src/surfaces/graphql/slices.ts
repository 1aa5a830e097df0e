import { createSlices } from '../../kernel/long-work.ts'

/** Yields to the event loop after this many endpoints of a response: about 2 ms with all of their fields. */
const sliceEndpoints = 250
const nextSlice = createSlices()

type Rendering = { shown: number; turn: Promise<void> | null }

const renderings = new WeakMap<object, Rendering>()

/**
 * Returns the endpoints of one record, after a yield to the event loop when many were rendered. The executor renders all
 * available records without a pause, and a response may hold thousands.
 */
export function inSlices<Endpoint>(context: object, endpoints: Endpoint[]): Endpoint[] | Promise<Endpoint[]> {
  let rendering = renderings.get(context)
  if (!rendering) {
    rendering = { shown: 0, turn: null }
    renderings.set(context, rendering)
  }
  const { turn } = rendering
  rendering.shown += endpoints.length
  if (rendering.shown >= sliceEndpoints) {
    rendering.shown = 0
    rendering.turn = (turn ?? Promise.resolve()).then(nextSlice)
  }
  return turn ? turn.then(() => endpoints) : endpoints
}
