import { ormConfig } from './orm.ts'

/**
 * Configuration for the ORM's command line (`MIKRO_ORM_CLI_PREFER_TS=1 npx mikro-orm`, for developers): the service's
 * own.
 */
export default ormConfig(process.env.DATABASE_URL ?? '', { poolSize: 1 })
