import { ormConfig } from './orm.ts'

/** What the ORM's command line reads (`MIKRO_ORM_CLI_PREFER_TS=1 npx mikro-orm`, for developers: Node runs the sources itself): the service's own configuration. */
export default ormConfig(process.env.DATABASE_URL ?? '', { poolSize: 1 })
