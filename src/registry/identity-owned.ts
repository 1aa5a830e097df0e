/** A row of an identity. A sharded engine needs both ids to write or lock it: `identity_id` names the shard. */
export type IdentityOwned = { readonly id: string; readonly identity_id: string }
