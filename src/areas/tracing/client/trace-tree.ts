/** Arranges a trace in levels from material to customer, and finds everything connected with a node. */
import type { EndpointOutput } from '@/contract/endpoint'
import { traceKinds, type trace } from '@/areas/tracing/contract/trace'

export type TraceTree = EndpointOutput<typeof trace>
export type TraceNode = TraceTree['nodes'][number]
export type TraceKind = (typeof traceKinds)[number]
export interface TraceLevel {
  kind: TraceKind
  nodes: TraceNode[]
  total: number
  kg: number | null
}

/** Returns the non-empty levels in the order of the material flow. */
export function getLevels(tree: TraceTree): TraceLevel[] {
  return traceKinds.flatMap((kind) => {
    const level = tree.levels.find((treeLevel) => treeLevel.kind === kind)
    return level && level.total > 0
      ? [{ kind, nodes: tree.nodes.filter((node) => node.kind === kind), total: level.total, kg: level.kg }]
      : []
  })
}
/**
 * Returns the ids of a node and of all its ancestors and descendants. Siblings, e.g. rolls of the same lot, are
 * omitted.
 */
export function findRelatedNodes(tree: TraceTree, id: string): ReadonlySet<string> {
  const relatedIds = new Set([id])
  const directions = [
    { nearEnd: 'to', farEnd: 'from' },
    { nearEnd: 'from', farEnd: 'to' },
  ] as const
  for (const { nearEnd, farEnd } of directions) {
    let frontier = [id]
    const visited = new Set(frontier)
    while (frontier.length > 0) {
      const next = new Set(tree.edges.filter((e) => frontier.includes(e[nearEnd])).map((e) => e[farEnd]))
      frontier = [...next].filter((nodeId) => !visited.has(nodeId))
      for (const nodeId of frontier) {
        visited.add(nodeId)
        relatedIds.add(nodeId)
      }
    }
  }
  return relatedIds
}
