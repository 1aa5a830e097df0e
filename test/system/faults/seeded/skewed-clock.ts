// Loaded before the server: this process takes the time for another one. SKEW_MS says by how much.

const skewMs = Number(process.env.SKEW_MS ?? 0)
const RealDate = Date
const now = () => RealDate.now() + skewMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
