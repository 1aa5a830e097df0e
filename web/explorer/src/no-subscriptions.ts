// Stands for graphql-ws: Signpost has no subscriptions. GraphiQL's toolkit takes that package where a folder above has it, so
// that the build would depend on what is installed there.

export function createClient(): never {
  throw new Error('There are no subscriptions.')
}
