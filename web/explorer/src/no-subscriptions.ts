// Replaces graphql-ws: Signpost has no subscriptions. GraphiQL's toolkit imports that package if a parent folder has
// it, so the build would depend on installed packages.

export function createClient(): never {
  throw new Error('There are no subscriptions.')
}
