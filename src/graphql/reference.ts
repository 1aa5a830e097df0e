/** What a federation reference stands for. A router's keys are not coerced: one that is no text is nobody's. */
export const loadReference = <R>(
  key: unknown,
  loader: { load(key: string): Promise<R | null> },
): Promise<R | null> | null => (typeof key === 'string' ? loader.load(key) : null)
