import { inspect } from 'node:util'

const redacted = '[redacted]'

/** Protects a secret from loggers, templates and serializers: every way to print it gives `[redacted]`. */
export class Sensitive<T = string> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  /** The secret itself. Call it only where the secret leaves the process on purpose. */
  reveal(): T {
    return this.#value
  }

  toString(): string {
    return redacted
  }

  toJSON(): string {
    return redacted
  }

  [inspect.custom](): string {
    return redacted
  }
}
