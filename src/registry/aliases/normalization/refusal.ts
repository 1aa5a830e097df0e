import { type ErrorCode, SignpostError } from '../../../kernel/errors.ts'

/** The codes that normalization may refuse with: mistakes that the input alone shows. */
export type AliasRefusal = Extract<
  ErrorCode,
  `alias_${string}` | `phone_${string}` | 'email_invalid' | 'payment_link_invalid'
>

/** Throws the alias error; the message comes from the catalogue and never contains the value. */
export function refuse(code: AliasRefusal, param = 'value'): never {
  throw new SignpostError(code, { param })
}
