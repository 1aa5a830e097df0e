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
      todo: 'Somebody wrote these rows past the service. They pay nobody. Find out who did; remove them and register them again.',
    }
  }
  if (isWhole) return { state: 'good', found: `${looked} marks and sealed values are those of their rows` }
  return {
    state: 'good',
    found: `${looked} marks and sealed values are those of their rows; there are more`,
    todo: `To look at all of them: ${invocation()} doctor --bindings`,
  }
}
