import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slowest } from '../tiers.ts'

const root = join(import.meta.dirname, '../..')

/** The order of the files: the slowest ones first, as they are listed, then Vitest's own order. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = slowest.indexOf(relative(root, moduleId))
      return place < 0 ? slowest.length : place
    }
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
  }
}
