/** Said to whoever migrates while a process runs that would write to tables that are being moved. */
export class OtherVersionRuns extends Error {
  override readonly name = 'OtherVersionRuns'
}
