/** Arranges a trace in levels from material to customer, and finds everything connected with a node. */
import type { EndpointOutput } from '@/contract/endpoint'
import { traceKinds, type trace } from '@/areas/rolls/contract/trace'

export type Tree = EndpointOutput<typeof trace>
export type TraceNode = Tree['nodes'][number]
export type TraceKind = (typeof traceKinds)[number]
export interface Level {
  kind: TraceKind
  nodes: TraceNode[]
  total: number
  kg: number | null
}

/** Returns the non-empty levels in the order of the material flow. */
export function levelsOf(tree: Tree): Level[] {
  return traceKinds.flatMap((kind) => {
    const level = tree.levels.find((one) => one.kind === kind)
    return level && level.total > 0
      ? [{ kind, nodes: tree.nodes.filter((node) => node.kind === kind), total: level.total, kg: level.kg }]
      : []
  })
}
/** Returns the node with all its ancestors and descendants: its lots and its orders, but not its siblings. */
export function related(tree: Tree, id: string): ReadonlySet<string> {
  const found = new Set([id])
  for (const [from, to] of [
    ['to', 'from'],
    ['from', 'to'],
  ] as const) {
    let edge = [id]
    const seen = new Set(edge)
    while (edge.length > 0) {
      const next = new Set(tree.edges.filter((e) => edge.includes(e[from])).map((e) => e[to]))
      edge = [...next].filter((one) => !seen.has(one))
      for (const one of edge) {
        seen.add(one)
        found.add(one)
      }
    }
  }
  return found
}
