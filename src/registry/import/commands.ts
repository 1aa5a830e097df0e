import { requireCursor } from '../../access/consumers/rules.ts'
import type { EntryKind } from '../../events/kinds.ts'
import { consumerPayload } from '../../events/payload.ts'
import type { Write } from '../../events/write.ts'
import { type Call, type Owner, requireOperator } from '../../kernel/call.ts'
import { createNotes } from '../notes/sealing.ts'
import { createRenormalization, type RenormalizationOptions } from '../renormalization/service.ts'
import { type ExportedLine, exportLines } from './export.ts'
import { type ExportOptions, hasIdentity } from './export-store.ts'

/** Characters of a page of an export, behind which no further identity is shown. */
const mostLength = 4_000_000

type Deps = Parameters<typeof createRenormalization>[0] & { write: Write }

/** The operator's commands on whole registries. Each leaves its entry in the operator's log before it begins. */
export function createRegistryCommands({ db, keyring, write }: Deps) {
  const { plan, apply } = createRenormalization({ db, keyring })
  const notes = createNotes(keyring)

  const note = (call: Call, kind: EntryKind, data: Record<string, unknown>): Promise<void> =>
    write(call, async ({ emit }) => emit(kind, data, { consumerId: null }))

  /** INVARIANT (no entry, no export): the entry commits before the first line. */
  async function* exported(call: Call, owner: Owner, options: ExportOptions): AsyncIterable<ExportedLine[]> {
    requireOperator(call)
    await note(call, 'operator.exported', consumerPayload(owner.consumerId))
    yield* exportLines({ db, notes }, owner, options)
  }

  return {
    /** The lines of a tenant's records, identity by identity. */
    export: exported,

    /**
     * At most `limit` identities after `after` (idn_…), fewer if they are large: their lines, and the last identity if there
     * are more. @throws SignpostError cursor_invalid
     */
    async exportPage(call: Call, owner: Owner, { after, limit, since }: PageOptions) {
      const behind = await requireCursor('identity', after, (id) => hasIdentity(db, owner, id))
      const pages: ExportedLine[][] = []
      let length = 0
      for await (const lines of exported(call, owner, { since, after: behind, pageSize: limit + 1 })) {
        if (pages.length === limit || length > mostLength)
          return { lines: pages.flat(), next: identityOf(pages.at(-1)!) }
        pages.push(lines)
        length += JSON.stringify(lines).length
      }
      return { lines: pages.flat(), next: null }
    },

    /** Brings aliases to the current normalization; a plan alone unless `isApplied`. */
    async renormalize(call: Call, { isApplied, ...options }: RenormalizationOptions & { isApplied: boolean }) {
      requireOperator(call)
      if (!isApplied) return plan(options)
      await note(call, 'operator.renormalized', {})
      return apply(options)
    },
  }
}

type PageOptions = { after: string | null; limit: number; since: Date | null }

/** An identity's own line has its id, a line of its records names it. */
const identityOf = ([first]: readonly ExportedLine[]): string => (first!.identity ?? first!.id) as string
