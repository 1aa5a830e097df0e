import type { Resolvers } from '../generated/resolvers.ts'

export const sandbox: Resolvers = {
  Mutation: {
    resetSandbox: (_, input, context) => context.services.sandbox.reset(context, input),
  },
  SandboxReset: { consumerId: ({ consumer }) => consumer },
}
