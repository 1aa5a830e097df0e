import { normalizeAlias, normalizeIdentifier } from '../src/registry/aliases/normalization/normalize.ts'

const ROUNDS = 7
const CALLS = 20_000

type Row = { name: string; goal?: number; work: (input: string) => unknown; inputs: string[] }

const rows: Row[] = [
  {
    name: 'handle, ASCII',
    goal: 5,
    work: (input) => normalizeAlias('username', input),
    inputs: ['@Alice', 'john.doe', 'BOB_1984', 'acme-store', 'a.rather.long.handle-2024'],
  },
  {
    name: 'handle, folded',
    goal: 5,
    work: (input) => normalizeAlias('username', input),
    inputs: ['\u0430lice', 'p\u0430yp\u0430l', 'Stra\u00dfe', '\uff20\uff22\uff2f\uff22', 'al\u200bice'],
  },
  {
    name: 'e-mail',
    goal: 15,
    work: (input) => normalizeAlias('email', input),
    inputs: ['Bob@Example.COM', 'b.o.b+tag@gmail.com', "o'hara@mail.example.ie", 'bob@b\u00fccher.de'],
  },
  {
    name: 'phone',
    goal: 25,
    work: (input) => normalizeAlias('phone', input),
    inputs: ['+14155550100', '+44 (0)20 7946 0958', '+55 11 91234-5678', '+883 5100 1234 5678', 'tel:+1-415-555-0100'],
  },
  {
    name: 'payment link',
    work: (input) => normalizeAlias('payment_link', input),
    inputs: ['https://pay.example/x', 'pay.example/a/../b?id=1', 'https://\u0430pple.com/x', 'link:inv-2024'],
  },
  {
    name: 'bare string, detected',
    work: (input) => normalizeIdentifier(input),
    inputs: ['@alice', '+14155550100', 'bob@example.com', '$acme', 'https://pay.example/x'],
  },
]

/** The median round's cost of one call, in microseconds. */
function measure({ work, inputs }: Row): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    for (let call = 0; call < CALLS; call += 1) work(inputs[call % inputs.length]!)
    return ((performance.now() - start) * 1000) / CALLS
  })
  return rounds.sort((a, b) => a - b)[ROUNDS >> 1]!
}

for (const row of rows) {
  const goal = row.goal === undefined ? '' : `   goal ≤ ${row.goal}`
  console.log(`${row.name.padEnd(24)}${measure(row).toFixed(2).padStart(8)} µs/op${goal}`)
}
