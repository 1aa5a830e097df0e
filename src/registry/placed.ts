/** A row that lies with its identity. A sharded engine writes and locks one by its home, and by no id alone. */
export type Placed = { readonly id: string; readonly identity_id: string }
