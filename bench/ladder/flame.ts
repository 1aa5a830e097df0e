/** A profile as V8 writes it, as far as it is read here. Times in µs. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** A function with what ran below it. Times in µs. */
type Frame = { name: string; own: number; total: number; below: Map<string, Frame> }

const frame = (name: string): Frame => ({ name, own: 0, total: 0, below: new Map() })

/** What only happens at the start, or is no work. */
const isLeftOut = (name: string, url: string) => name === '(idle)' || /run_main|modules\/(?:esm|cjs)/.test(url)

function nameOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  const [, installed] = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(url) ?? []
  const [, own] = /\/(src\/.+)$/.exec(url) ?? []
  const place = installed ?? own ?? (url.startsWith('node:') ? url : '')
  return `${functionName || '(anonymous)'}${place ? ` · ${place}` : ''}`
}

/** Where a frame's own time belongs in the table: a package, a folder of ours, a part of Node. */
function roomOf(name: string): string {
  const [called, place] = name.split(' · ')
  if (!place) return called!
  if (place.startsWith('src/')) return place.split('/').slice(0, 2).join('/')
  if (place.startsWith('node:internal/')) return place.split('/').slice(0, 2).join('/')
  return place
}

/** The call tree of a profile, same calls merged. */
export function readProfile({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const own = new Map<number, number>()
  for (const [index, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + timeDeltas[index]!)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const root = frame('all')
  const walk = (id: number, into: Frame): number => {
    const { callFrame, children = [] } = byId.get(id)!
    if (isLeftOut(callFrame.functionName, callFrame.url)) return 0
    const name = nameOf(callFrame)
    const here = into.below.get(name) ?? frame(name)
    into.below.set(name, here)
    const mine = own.get(id) ?? 0
    const total = children.reduce((sum, child) => sum + walk(child, here), mine)
    here.own += mine
    here.total += total
    return total
  }
  root.total = byId.get(nodes[0]!.id)!.children!.reduce((sum, id) => sum + walk(id, root), 0)
  return root
}

/** Own time by room, the largest first, in µs per request. */
export function roomsOf(root: Frame, requests: number): [room: string, micros: number][] {
  const rooms = new Map<string, number>()
  const add = ({ name, own, below }: Frame) => {
    if (own > 0) rooms.set(roomOf(name), (rooms.get(roomOf(name)) ?? 0) + own)
    for (const next of below.values()) add(next)
  }
  add(root)
  return [...rooms].map(([room, micros]): [string, number] => [room, micros / requests]).sort((a, b) => b[1] - a[1])
}

const width = 1_200
const row = 17
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function colour(name: string): string {
  if (name.includes('· src/')) return '#7aa2f7'
  if (name.includes('· node:')) return '#a7c080'
  return name.includes(' · ') ? '#e0af68' : '#b8b8b8'
}

/** The tree as a picture: widths are time, what is called hangs below; ours are blue, packages amber, Node green. */
export function flameGraph(root: Frame, title: string): string {
  const boxes: string[] = []
  let deepest = 0
  const draw = (here: Frame, x: number, depth: number) => {
    const w = (here.total / root.total) * width
    if (w < 0.7) return
    deepest = Math.max(deepest, depth)
    const share = ((here.total / root.total) * 100).toFixed(1)
    const label = w > 42 ? escaped(here.name.slice(0, Math.floor(w / 6))) : ''
    const y = 34 + depth * row
    boxes.push(
      `<g><title>${escaped(here.name)}: ${share} %</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, w - 0.5).toFixed(1)}" height="${row - 1}" fill="${colour(here.name)}"/>${label ? `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${label}</text>` : ''}</g>`,
    )
    let at = x
    for (const next of [...here.below.values()].sort((a, b) => b.total - a.total)) {
      draw(next, at, depth + 1)
      at += (next.total / root.total) * width
    }
  }
  draw(root, 0, 0)
  const height = 44 + (deepest + 1) * row
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, monospace" font-size="10"><title>${escaped(title)}</title><rect width="100%" height="100%" fill="#fff"/><text x="6" y="20" font-size="14" font-family="sans-serif">${escaped(title)}</text>${boxes.join('')}</svg>\n`
}
