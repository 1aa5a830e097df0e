import { catalogueModes } from '../registry/endpoints/catalogue/catalogue.ts'
import { decimal, flag, integer, oneOf, text, type ValuesOf } from './environment.ts'

export const registryVariables = {
  DEFAULT_PHONE_REGION: {
    kind: { ...text, takes: 'a country, like DE' },
    about: 'the country of phone numbers without a country code',
  },
  ALIAS_COOLDOWN_DAYS: {
    kind: decimal,
    standard: '30',
    isCritical: true,
    about: "how long a released alias can't be registered",
  },
  ALIAS_COOLDOWN_DAYS_PHONE: { kind: decimal, standard: '90', isCritical: true, about: 'the same for phone numbers' },
  CAPABILITY_CATALOGUE: {
    kind: oneOf(catalogueModes),
    standard: 'open',
    about: '`strict` refuses an endpoint with a network or rail that is not in the [catalogue](catalogue.md)',
  },
  PAYEE_NAMES_ACCEPT: {
    kind: oneOf(['attested', 'declared']),
    standard: 'attested',
    isCritical: true,
    about: 'with `declared`, a name that only its owner declares counts as a match; identifications never do',
  },
  SEALING_KEY_DELAY: {
    kind: integer({ max: 2_592_000 }),
    standard: '86400',
    isCritical: true,
    about: 'the delay of a new live sealing key, in seconds, before anything is sealed to it',
  },
  RESPONSE_STEP_SINGLE_MS: {
    kind: decimal,
    standard: '5',
    isCritical: true,
    about: 'the time step of answers that may have a miss: [uniform-miss.md](../explanation/uniform-miss.md)',
  },
  RESPONSE_STEP_BULK_MS: { kind: decimal, standard: '25', isCritical: true, about: 'the same for bulks' },
  DISCLOSURE_RECORDS_SYNC: {
    kind: flag,
    standard: 'off',
    isCritical: true,
    about: 'with on, an answer waits until its disclosure record is stored',
  },
  DISCLOSURE_RETENTION_DAYS: {
    kind: integer({ min: 1 }),
    standard: '400',
    isCritical: true,
    about: 'how long disclosure records are kept',
  },
  AUDIT_RETENTION_DAYS: {
    kind: integer({ min: 60 }),
    standard: '400',
    isCritical: true,
    about: 'how long the entries of changes are kept',
  },
} as const

/** The rules of the registry that an operator may set. */
export function registryConfig(values: ValuesOf<typeof registryVariables>) {
  const { aliasCooldownDays, aliasCooldownDaysPhone, responseStepSingleMs, responseStepBulkMs, ...others } = values
  const { disclosureRecordsSync, disclosureRetentionDays, ...named } = others
  return {
    ...named,
    cooldownDays: aliasCooldownDays,
    cooldownDaysPhone: aliasCooldownDaysPhone,
    /** The grid on which answers with a miss are released, in milliseconds. Source: docs/rules.md#uniform-miss. */
    releaseSteps: { singleMs: responseStepSingleMs, bulkMs: responseStepBulkMs },
    disclosureRecords: { synchronous: disclosureRecordsSync, retentionDays: disclosureRetentionDays },
  }
}
