import { ormConfig } from './orm.ts'

/** What the ORM's command line reads (`npx mikro-orm`, for developers): the service's own configuration. */
export default ormConfig(process.env.DATABASE_URL ?? '', { poolSize: 1 })
