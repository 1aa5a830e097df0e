// Runs the owner's privilege matrix in its working folder as often as it is told to, each time in a process of its own. Vitest is
// started once, and what it has transformed it keeps: only the files that are named as changed are read again.

import { createVitest, type TestModule } from 'vitest/node'

/** The input of a run: the files that changed since the last one, and the variables of the order. */
export type Run = { changed: readonly string[]; order: Record<string, string> }

/** The result of a run: neither a failure of a cell nor success is a matrix that could not run. */
export type Ran = { success: boolean; failures: readonly string[]; broken: string }

const orders = ['MATRIX_FIRST', 'MATRIX_REVERSED']

const ranOf = (modules: readonly TestModule[]): Ran => {
  const tests = modules.flatMap((module) => [...module.children.allTests('failed')])
  const failures = tests.flatMap((test) => (test.result().errors ?? []).map(({ message }) => message))
  const errors = modules.flatMap((module) => module.errors().map(({ message }) => message))
  const success = modules.length > 0 && modules.every((module) => module.ok() && module.state() === 'passed')
  return { success: success && errors.length === 0, failures, broken: errors[0] ?? '' }
}

if (process.send) {
  const vitest = await createVitest('test', { watch: false, bail: 1, silent: true, reporters: [{}] })
  const [specification] = await vitest.globTestSpecifications(['test/system/contract/privilege-matrix.test.ts'])
  process.on('message', async ({ changed, order }: Run) => {
    for (const file of changed) vitest.invalidateFile(file)
    for (const name of orders) delete process.env[name]
    Object.assign(process.env, order)
    const { testModules } = await vitest.runTestSpecifications([specification!], true)
    process.send!(ranOf(testModules))
  })
  process.once('disconnect', () => process.exit())
}
