/** Absent is undefined. Nulls are refused. */
export type CreateEndpointInput = {
  identity: string
  type: string
  address: string
  privacyLevel?: string | null | undefined
  priority?: number | null | undefined
  capabilities?: unknown
}
export type UpdateEndpointInput = {
  privacyLevel?: string | null | undefined
  priority?: number | null | undefined
  capabilities?: unknown
  status?: string | null | undefined
}
