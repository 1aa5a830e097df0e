import { readConfig, settingsInForce } from '../../config/config.ts'
import { table } from '../table.ts'

/** Prints each variable with its value and its origin. @throws ConfigError */
export function run({ json }: { json?: boolean }): void {
  const { misspelt } = readConfig()
  const settings = settingsInForce()
  if (json) for (const setting of settings) console.log(JSON.stringify(setting))
  else
    console.log(
      table(
        ['VARIABLE', 'VALUE', 'FROM'],
        settings.map(({ name, value, from }) => [name, value ?? '-', from]),
      ),
    )
  for (const warning of misspelt) console.error(warning)
}
