/** A failure of the start, as one plain sentence. */
export class StartFailure extends Error {}
