import { join } from 'node:path'
import { generate } from '@graphql-codegen/cli'
import config from '../../codegen.ts'

const cwd = join(import.meta.dirname, '../..')
await generate({ ...config, cwd, pluginLoader: (name) => import(name) }, true)
