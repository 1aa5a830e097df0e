/** Something to wait for that may be raised any number of times, also before anyone waits. */
export function createSignal() {
  let isRaised = false
  let wake: (() => void) | undefined
  return {
    raise: (): void => {
      isRaised = true
      wake?.()
    },
    /** Returns when it is raised, at once if it was since the last wait, or after `atMostMs`. */
    async wait(atMostMs: number): Promise<void> {
      if (!isRaised) {
        await new Promise<void>((settle) => {
          const timer = setTimeout(settle, atMostMs)
          wake = () => {
            clearTimeout(timer)
            settle()
          }
        })
        wake = undefined
      }
      isRaised = false
    },
  }
}
