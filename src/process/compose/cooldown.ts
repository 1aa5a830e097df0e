import type { Config } from '../../config/config.ts'
import type { CooldownDays } from '../../registry/identities/service.ts'

/** Days of cooldown of a released alias, by type. */
export const cooldownDaysOf =
  ({ cooldownDays, cooldownDaysPhone }: Config): CooldownDays =>
  (type) =>
    type === 'phone' ? cooldownDaysPhone : cooldownDays
