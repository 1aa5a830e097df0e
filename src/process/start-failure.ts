/** What kept the service from starting, as one plain sentence. */
export class StartFailure extends Error {}
