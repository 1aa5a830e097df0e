import { setTimeout as pause } from 'node:timers/promises'

/** True for the codes of a machine that is too busy to hand over a connection within a second: nothing has happened then. */
export const isStarved = (code: unknown): boolean => code === 'service_unavailable' || code === 'overloaded'

/** Sends again, once and a second later, what a busy machine refused. */
export async function unlessStarved<T extends { body: { error?: { code?: unknown } } | null }>(
  send: () => Promise<T>,
): Promise<T> {
  const answer = await send()
  if (!isStarved(answer.body?.error?.code)) return answer
  await pause(1_000)
  return send()
}
