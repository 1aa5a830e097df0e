type Bound<F> = F extends (deps: never, ...sent: infer Sent) => infer Answer ? (...sent: Sent) => Answer : never

/** Use cases with what they depend on given to each as its first argument: what is left is what a caller gives. */
export function bound<Deps, UseCases extends Record<string, (deps: Deps, ...sent: never[]) => unknown>>(
  deps: Deps,
  useCases: UseCases,
): { [Name in keyof UseCases]: Bound<UseCases[Name]> } {
  const named = Object.entries(useCases).map(([name, useCase]) => [name, useCase.bind(null, deps)])
  return Object.fromEntries(named)
}
