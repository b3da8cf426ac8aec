import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { isUuid } from '@/contract/id'
import { refuseInput } from '@/contract/errno'
import { parseLabel } from '@/plant/rules/label'
import type { Context } from '@/server/context'
import type { Resource } from '@/contract/resource'
import { materialLot } from '@/areas/feeding/contract/material'
import { customer } from '@/areas/orders/contract/customer'
import { erpOrder } from '@/areas/orders/contract/erp-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { byBatchSql, byPurchaseOrderSql } from '@/areas/orders/server/queries/trace-sql'
import { buildLookupSql } from '@/server/crud/statements'
import { jumboRoll } from '../contract/jumbo-roll'
import { rollPackage, slitRoll, slitSet } from '../contract/slitting'
import { traceKinds, type trace as traceCall } from '../contract/trace'
import {
  findLotInPellets,
  noPelletTrace,
  tracePelletsDown,
  tracePelletsUp,
  type LotInPelletsTrace,
  type PelletTrace,
} from './pellets/trace-pellets'
import { isPaged, levelOf, MOST_OF_A_KIND, traceSql, type TraceKind } from './trace-sql'

type Answer = EndpointOutput<typeof traceCall>
interface Link {
  id: string | null
  kg?: number | null
}
interface Node {
  id: string
  label: string
  at: string | null
  kg: number | null
  state: string | null
  grade: string | null
  line: string | null
  note: string | null
  /** Only for jumbos. */
  unknownKg?: number | null
  parents: Link[]
  children: Link[]
}
interface Level extends Record<string, unknown> {
  kind: TraceKind
  total: number
  pages: number | null
  hidden: number | null
  kg: number | null
  nodes: Node[]
}

/** GET /quality/trace: traces an id or number. If several rows match, returns only the candidates to choose from. */
export async function trace(ctx: Context, input: EndpointInput<typeof traceCall>): Promise<Answer> {
  const found = input.id ? await named(ctx, input) : await byNumber(ctx, input)
  const [start] = found
  if (!start || found.length > 1)
    return {
      found,
      nodes: [],
      edges: [],
      levels: [],
      cut: false,
      page: 1,
      pages: 1,
      hiddenLots: 0,
      hiddenJumbos: 0,
      unrecordedPelletsKg: 0,
    }
  const direction = input.direction ?? 'both'
  const page = input.page ?? 1
  const inPellets = start.kind === 'materialLot' && direction !== 'up' ? await findLotInPellets(ctx, start.id) : null
  const levels = await ctx.query<Level>(
    traceSql(start.kind, direction, ctx.language, (inPellets?.hits.length ?? 0) > 0),
    [ctx.site, [start.id], ...(isPaged(start.kind, direction) ? [page] : []), ...(inPellets?.parameters ?? [])],
  )
  const pellets = await throughPellets(ctx, start, levels, inPellets)
  const pages = Math.max(1, ...levels.map((level) => level.pages ?? 1))
  const shown = new Set(levels.flatMap((level) => level.nodes.map((n) => n.id)))
  const depth = (kind: TraceKind) => levelOf(kind) - levelOf(start.kind)
  return {
    found,
    nodes: levels.flatMap(({ kind, nodes }) =>
      nodes.map(({ parents: _p, children: _c, line, at, ...node }) => ({
        ...node,
        unknownKg: node.unknownKg ?? null,
        kind,
        lineId: line,
        at: at ? new Date(at).toISOString() : null,
        depth: depth(kind),
        ...(pellets.notes.get(node.id) ?? { maxKg: null, traceAmount: false, through: null, path: null }),
      })),
    ) as Answer['nodes'],
    edges: edgesOf(levels, shown, pellets.edges),
    levels: levels.map(({ kind, total, kg, nodes }) => ({
      kind,
      total,
      shown: nodes.length,
      kg: kg ?? (total > nodes.length ? null : kgOf(nodes)),
    })),
    cut: pages > 1 || levels.some(({ kind, total }) => total > MOST_OF_A_KIND[kind]),
    page: Math.min(page, pages),
    pages,
    hiddenLots: pellets.hiddenLots,
    hiddenJumbos: Math.max(0, ...levels.map(({ hidden }) => hidden ?? 0)),
    unrecordedPelletsKg: pellets.unrecordedKg,
  }
}
/** Adds the lots reached through pellets to the lot level: downwards from a lot, upwards from other starts. */
async function throughPellets(
  ctx: Context,
  start: Answer['found'][number],
  levels: readonly Level[],
  inPellets: LotInPelletsTrace | null,
): Promise<PelletTrace> {
  const lots = levels.find(({ kind }) => kind === 'materialLot')
  if (!lots) return noPelletTrace
  const jumbos = levels.find(({ kind }) => kind === 'jumboRoll')?.nodes ?? []
  const shown = new Set(lots.nodes.map(({ id }) => id))
  const parts: PelletTrace[] = []
  if (inPellets) parts.push(await tracePelletsDown(ctx, { id: start.id, name: start.label }, inPellets, jumbos))
  const pelletKg = new Map<string, number>()
  if (start.kind === 'materialLot') pelletKg.set(start.id, Number(lots.nodes[0]?.kg ?? 0))
  else
    for (const { id, kg } of jumbos.flatMap(({ parents }) => parents))
      if (id !== null && shown.has(id)) pelletKg.set(id, (pelletKg.get(id) ?? 0) + Number(kg ?? 0))
  parts.push(await tracePelletsUp(ctx, pelletKg, shown))
  const added = new Map(parts.flatMap((part) => part.lots.map((lot) => [lot.id, lot] as const)))
  lots.nodes.push(...added.values())
  lots.total += added.size
  return {
    lots: [],
    edges: parts.flatMap(({ edges }) => edges),
    notes: new Map(parts.flatMap(({ notes }) => [...notes])),
    hiddenLots: parts.reduce((sum, part) => sum + part.hiddenLots, 0),
    unrecordedKg: parts.reduce((sum, part) => sum + part.unrecordedKg, 0),
  }
}
const kgOf = (nodes: readonly Node[]): number | null =>
  nodes.some((n) => n.kg !== null)
    ? Math.round(nodes.reduce((sum, n) => sum + Number(n.kg ?? 0), 0) * 1000) / 1000
    : null

/** Builds the edges between displayed nodes, each pair once, since both nodes may list the link. */
function edgesOf(
  levels: readonly Level[],
  shown: ReadonlySet<string>,
  byPellets: PelletTrace['edges'],
): Answer['edges'] {
  const edges = new Map<string, Answer['edges'][number]>()
  const add = (from: string | null, to: string | null, kg: number | null | undefined) => {
    if (from && to && shown.has(from) && shown.has(to)) edges.set(`${from} ${to}`, { from, to, kg: kg ?? null })
  }
  for (const { nodes } of levels)
    for (const node of nodes) {
      for (const parent of node.parents) add(parent.id, node.id, parent.kg)
      for (const child of node.children) add(node.id, child.id, child.kg)
    }
  for (const { from, to, kg } of byPellets) add(from, to, kg)
  return [...edges.values()].slice(0, 20_000)
}

/** Resource of each kind, its number field for lookups (null: none), and its label field. */
const numbered: Readonly<Record<TraceKind, { of: Resource; number: string | null; label: string }>> = {
  materialLot: { of: materialLot, number: 'number', label: 'number' },
  jumboRoll: { of: jumboRoll, number: 'number', label: 'number' },
  slitSet: { of: slitSet, number: null, label: 'setNumber' },
  slitRoll: { of: slitRoll, number: 'number', label: 'number' },
  package: { of: rollPackage, number: 'number', label: 'number' },
  workOrder: { of: workOrder, number: 'number', label: 'number' },
  erpOrder: { of: erpOrder, number: 'externalNumber', label: 'externalNumber' },
  customer: { of: customer, number: 'code', label: 'name' },
}
async function named(ctx: Context, input: EndpointInput<typeof traceCall>): Promise<Answer['found']> {
  if (!input.kind) throw refuseInput([{ path: ['kind'], code: 'missing' }])
  if (!isUuid(input.id!)) throw refuseInput([{ path: ['id'], code: 'badId' }])
  const { of, label } = numbered[input.kind]
  const rows = await ctx.query<{ id: string; label: string }>(buildLookupSql(of, 'id', label), [ctx.site, input.id])
  if (rows.length === 0) throw refuseInput([{ path: ['id'], code: 'unknownId' }])
  return rows.map((row) => ({ kind: input.kind!, ...row }))
}
/** Additional lookups: orders by production batch, ERP lines by the customer's own order number. */
const alsoKnown: readonly (readonly [TraceKind, string])[] = [
  ['workOrder', byBatchSql],
  ['erpOrder', byPurchaseOrderSql],
]
/** Finds rows by a scanned label or a typed number. */
async function byNumber(ctx: Context, input: EndpointInput<typeof traceCall>): Promise<Answer['found']> {
  const text = input.number?.trim()
  if (!text) throw refuseInput([{ path: ['number'], code: 'missing' }])
  const { code } = parseLabel(text)
  const ofKind = (kind: TraceKind, found: string) =>
    `(select '${kind}' as kind, id, label from (${found}) found limit 5)`
  const lookups = traceKinds.flatMap((kind) => {
    const { of, number, label } = numbered[kind]
    return number && (!input.kind || input.kind === kind) ? [ofKind(kind, buildLookupSql(of, number, label))] : []
  })
  for (const [kind, sql] of alsoKnown) if (!input.kind || input.kind === kind) lookups.push(ofKind(kind, sql))
  return ctx.query<Answer['found'][number]>(lookups.join(' union all '), [ctx.site, code])
}
