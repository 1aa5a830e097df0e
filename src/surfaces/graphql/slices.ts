import { createSlices } from '../../kernel/slices.ts'

/** So many endpoints of an answer are rendered before others have their turn: two milliseconds with all of their fields. */
const sliceEndpoints = 250
const nextSlice = createSlices()

type Rendering = { shown: number; turn: Promise<void> | null }

const renderings = new WeakMap<object, Rendering>()

/**
 * The endpoints of one record of a document, at once or when it is their turn: the executor renders all that is there in one
 * go, and an answer may hold thousands of them.
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
