/** Takes every code, and gives it to nobody: for tests whose subject is something else. */
export default () => ({ send: async () => undefined })
