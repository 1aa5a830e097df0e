import { challengeClasses, claimedValue } from './payable.ts'

/** Takes every code, and throws it away: only to the receiver that is limited none may come. */
export default () => ({
  async send({ to }: { to: string }) {
    if (to === claimedValue(challengeClasses['limited receiver'])) throw new Error('More was sent than may be.')
  },
})
