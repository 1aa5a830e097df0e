import type { CapabilityInput } from '../generated/documents.ts'
import { textOf } from '../parts/field.tsx'

export type EndpointFields = { address: string; capabilities: CapabilityInput[] }

/** The common fields of an endpoint and of its wallet's challenge. */
export const fieldsOf = (form: FormData): EndpointFields => ({
  address: textOf(form, 'address') ?? '',
  capabilities: capabilitiesOf(form),
})

const capabilitiesOf = (form: FormData): CapabilityInput[] =>
  [...form.keys()]
    .filter((name) => name.startsWith('asset-'))
    .map((name) => name.slice('asset-'.length))
    .map((row) => {
      const network = textOf(form, `network-${row}`)
      const named = { asset: textOf(form, `asset-${row}`) ?? '', rail: textOf(form, `rail-${row}`) ?? '' }
      return network === undefined ? named : { ...named, network }
    })

/** The given proof; undefined without a signature. */
export function proofOf(form: FormData): { token: string; signature: string } | undefined {
  const [token, signature] = [textOf(form, 'token'), textOf(form, 'signature')]
  return token && signature ? { token, signature } : undefined
}
