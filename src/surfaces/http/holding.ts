/**
 * How long a refusal is held back, from and to, so that they don't come back in waves, and how many at most. Clients that try
 * again at once would otherwise keep the process busy with refusing them; a held one costs memory alone.
 */
const holdMs = [300, 700] as const
const maxHeld = 2_000
let held = 0

/** Answers a refused request a little later. */
export function holdBack(answer: () => void): void {
  if (held >= maxHeld) {
    answer()
    return
  }
  held++
  const release = () => {
    held--
    answer()
  }
  setTimeout(release, holdMs[0] + Math.random() * (holdMs[1] - holdMs[0]))
}
