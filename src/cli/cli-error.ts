/** A mistake of the user's: shown as a sentence, exit code 2. */
export class CliError extends Error {}
