import type { Config } from '../../config/config.ts'
import type { CooldownDays } from '../../registry/identities/service.ts'

/** For how many days a released alias of a type cools down. */
export const cooldownDaysOf =
  ({ cooldownDays, cooldownDaysPhone }: Config): CooldownDays =>
  (type) =>
    type === 'phone' ? cooldownDaysPhone : cooldownDays
