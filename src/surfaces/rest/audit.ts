import Type from 'typebox'
import { auditEntry } from '../../audit/record.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { restOf } from '../../kernel/record.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, route, shows } from './route.ts'
import { text } from './schema-parts.ts'

export const auditRest = restOf(auditEntry)

const last = 253_402_300_799_999
const unixMs = (description: string) => Type.Integer({ description, minimum: 0, maximum: last })

/** A moment of a query string. @throws SignpostError parameter_invalid */
function momentOf(text: string | undefined, param: string): Date | undefined {
  if (text === undefined) return undefined
  if (!/^[0-9]{1,15}$/.test(text) || Number(text) > last)
    throw new SignpostError('parameter_invalid', { param, rule: 'The value must be Unix time in milliseconds.' })
  return new Date(Number(text))
}

export const audit: Noun = {
  group: 'This caller',
  tags: { audit: 'Who did what to which record.' },
  variables: { audit: 'ENTRY' },
  records: { auditEntry: auditRest.schema },
  routes: [
    route('GET /v1/audit', {
      maps: 'Query.auditEntries',
      summary: 'List the entries of your log: who did what to which record',
      query: {
        ...paging,
        kind: text('Only this kind, or this family: `endpoint.*`'),
        subject: text('A public id: only entries about it; of an identity, its disclosures among them'),
        actor: text('key_…, apc_…, the name of a job or of an operator’s way: only what it did'),
        since: unixMs('From this Unix time in milliseconds on'),
        until: unixMs('Before this Unix time in milliseconds'),
      },
      args: ({ query: { kind, subject, actor, since, until, ...page } }) => ({
        ...pageArgs(page),
        kind,
        subject,
        actor,
        since: momentOf(since, 'since'),
        until: momentOf(until, 'until'),
      }),
      ...lists(auditRest),
    }),
    route('GET /v1/audit/:id', {
      maps: 'Query.auditEntry',
      summary: 'Read an entry',
      query: { subject: text('idn_…, of an entry dsc_…: whose records were shown') },
      args: ({ params, query }) => ({ id: params.id, subject: query.subject }),
      ...shows(auditRest),
    }),
  ],
}
