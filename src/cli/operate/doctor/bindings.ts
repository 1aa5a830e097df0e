import type { BindingReport } from '../../../vault/rotation/binding-store.ts'
import { invocation } from '../../invocation.ts'
import type { Finding } from './finding.ts'

const named = 20

/** Reports aliases and endpoints that were changed outside of the service. */
export function bindingsFinding({ looked, broken, isWhole }: BindingReport): Omit<Finding, 'check'> {
  if (broken.length > 0) {
    const more = broken.length > named ? ` and ${broken.length - named} more` : ''
    return {
      state: 'bad',
      found: `not as they were sealed: ${broken.slice(0, named).join(', ')}${more}`,
      todo: 'These rows were written outside of the service. They resolve for nobody. Find out who did it; remove them and register them again.',
    }
  }
  if (isWhole) return { state: 'good', found: `${looked} marks and sealed values match their rows` }
  return {
    state: 'good',
    found: `${looked} marks and sealed values match their rows; there are more`,
    todo: `To check all of them: ${invocation()} doctor --bindings`,
  }
}
