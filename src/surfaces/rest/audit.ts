import { auditEntry } from '../../audit/record.ts'
import { milliseconds, restOf } from '../../kernel/record.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, route, shows } from './route.ts'
import { text, unixText } from './schema-parts.ts'

export const auditRest = restOf(auditEntry)

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
        since: milliseconds('From this Unix time in milliseconds on').schema,
        until: milliseconds('Before this Unix time in milliseconds').schema,
      },
      args: ({ query: { kind, subject, actor, since, until, ...page } }) => ({
        ...pageArgs(page),
        kind,
        subject,
        actor,
        since: unixText(since, 'since', 'milliseconds'),
        until: unixText(until, 'until', 'milliseconds'),
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
