import { challengeClasses, claimedValue } from './payable.ts'

/** Discards every code; the receiver at its limit must never get one. */
export default () => ({
  async send({ to }: { to: string }) {
    if (to === claimedValue(challengeClasses['limited receiver'])) throw new Error('More was sent than may be.')
  },
})
