import { textOf } from '../parts/field.tsx'

/** Input of the REST interface: a look-up of one alias, or of up to a hundred. */
export type PaymentContext = { asset?: string; network?: string; rail?: string; amount?: number }
export type LookUp = { alias: string; for?: PaymentContext }
type Include = { include?: ['assurance'] }
export type Question =
  | { path: '/v1/resolve'; body: LookUp & Include }
  | { path: '/v1/resolve/bulk'; body: { items: LookUp[] } & Include }

const texts = ['asset', 'network', 'rail'] as const

/** The payment, if any of its fields was given. */
function contextOf(form: FormData): PaymentContext | undefined {
  const context: PaymentContext = {}
  for (const name of texts) {
    const text = textOf(form, name)
    if (text !== undefined) context[name] = text
  }
  const amount = textOf(form, 'amount')
  if (amount !== undefined) context.amount = Number(amount)
  return Object.keys(context).length > 0 ? context : undefined
}

/** One alias in each line that isn't empty: several of them are one request. */
export function questionOf(form: FormData): Question {
  const context = contextOf(form)
  const aliases = String(form.get('aliases') ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const items = aliases.map((alias) => (context ? { alias, for: context } : { alias }))
  const include: Include = form.has('assurance') ? { include: ['assurance'] } : {}
  const [first] = items
  if (items.length === 1 && first) return { path: '/v1/resolve', body: { ...first, ...include } }
  return { path: '/v1/resolve/bulk', body: { items, ...include } }
}
