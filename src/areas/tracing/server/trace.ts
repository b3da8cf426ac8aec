import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { isUuid } from '@/contract/id'
import { refuseInput } from '@/contract/errno'
import { parseLabel } from '@/plant/rules/label'
import type { Context } from '@/server/context'
import type { Resource } from '@/contract/resource'
import { materialLot } from '@/areas/feeding/contract/material'
import { listPackingOrders, loadEarlyUses } from '@/areas/feeding/server/queries/lots'
import { customer } from '@/areas/orders/contract/customer'
import { erpOrder } from '@/areas/orders/contract/erp-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { buildErpLinesOfPurchaseSql, buildOrdersOfBatchSql } from '@/areas/orders/server/queries/trace-sql'
import { getStatements } from '@/server/crud/statements'
import { columns, computed, joinSql, limit, Sql, sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { rollPackage } from '@/areas/packing/contract/package'
import { traceKinds, trace as traceCall } from '../contract/trace'
import {
  findLotInPellets,
  EMPTY_PELLET_TRACE,
  tracePelletsDown,
  tracePelletsUp,
  type LotInPelletsTrace,
  type PelletTrace,
} from './pellets/trace-pellets'
import { getTraceLevel, MAX_NODES_BY_KIND, buildTraceSql, type TraceRow, type TraceNodeKind } from './trace-sql'
import { handle } from '@/server/area'

type TraceAnswer = EndpointOutput<typeof traceCall>
interface TraceLevel {
  kind: TraceNodeKind
  total: number
  pages: number | null
  hidden: number | null
  kg: number | null
  nodes: TraceRow[]
}

/** GET /quality/trace: traces an id or number. If several rows match, returns only the candidates to choose from. */
export const traceMaterialFlow = handle(traceCall, async (ctx, input) => {
  const candidates = input.id ? await findById(ctx, input) : await findByNumber(ctx, input)
  const [start] = candidates
  if (!start || candidates.length > 1)
    return {
      found: candidates,
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
  const lotInPellets = start.kind === 'materialLot' && direction !== 'up' ? await findLotInPellets(ctx, start.id) : null
  const levels = await ctx.query(
    buildTraceSql<TraceLevel>(
      { siteId: ctx.site, kind: start.kind, id: start.id, page, pellets: lotInPellets },
      direction,
      ctx.language,
    ),
  )
  const pelletTrace = await addPelletTrace(ctx, start, direction, levels, lotInPellets)
  const packingTrace = await tracePacking(ctx, start, direction, levels)
  const pages = Math.max(1, ...levels.map((level) => level.pages ?? 1))
  const displayedIds = new Set(levels.flatMap((level) => level.nodes.map((node) => node.id)))
  const earlyUses = await loadEarlyUses(
    ctx,
    levels.flatMap(({ kind, nodes }) => (kind === 'materialLot' ? nodes.map(({ id }) => id) : [])),
  )
  const getDepth = (kind: TraceNodeKind) => getTraceLevel(kind) - getTraceLevel(start.kind)
  return {
    found: candidates,
    nodes: levels.flatMap(({ kind, nodes }) =>
      nodes.map(({ parents: _p, children: _c, line, at, ...node }) => ({
        ...node,
        unknownKg: node.unknownKg ?? null,
        kind,
        lineId: line,
        at: at ? new Date(at).toISOString() : null,
        depth: getDepth(kind),
        ...(pelletTrace.notes.get(node.id) ?? {
          maxKg: null,
          traceAmount: false,
          through: packingTrace.reachedIds.has(node.id) ? 'packing' : null,
          path: null,
        }),
        usedBeforeReceipt: earlyUses.get(node.id)?.usedBeforeReceipt ?? false,
        usedBeforeRelease: earlyUses.get(node.id)?.usedBeforeRelease ?? false,
      })),
    ) as TraceAnswer['nodes'],
    edges: buildTraceEdges(levels, displayedIds, [...pelletTrace.edges, ...packingTrace.edges]),
    levels: levels.map(({ kind, total, kg, nodes }) => ({
      kind,
      total,
      shown: nodes.length,
      kg: kg ?? (total > nodes.length ? null : sumKg(nodes)),
    })),
    cut: pages > 1 || levels.some(({ kind, total }) => total > MAX_NODES_BY_KIND[kind]),
    page: Math.min(page, pages),
    pages,
    hiddenLots: pelletTrace.hiddenLots,
    hiddenJumbos: Math.max(0, ...levels.map(({ hidden }) => hidden ?? 0)),
    unrecordedPelletsKg: pelletTrace.unrecordedKg,
  }
})
/** Adds the lots reached through pellets to the lot level: downwards from a lot, upwards from other starts. */
async function addPelletTrace(
  ctx: Context,
  start: TraceAnswer['found'][number],
  direction: 'both' | 'up' | 'down',
  levels: readonly TraceLevel[],
  lotInPellets: LotInPelletsTrace | null,
): Promise<PelletTrace> {
  const lotLevel = levels.find(({ kind }) => kind === 'materialLot')
  if (!lotLevel) return EMPTY_PELLET_TRACE
  const jumbos = levels.find(({ kind }) => kind === 'jumboRoll')?.nodes ?? []
  const displayedLotIds = new Set(lotLevel.nodes.map(({ id }) => id))
  const pelletTraces: PelletTrace[] = []
  if (lotInPellets)
    pelletTraces.push(await tracePelletsDown(ctx, { id: start.id, name: start.label }, lotInPellets, jumbos))
  if (direction !== 'down')
    pelletTraces.push(
      await tracePelletsUp(
        ctx,
        sumPelletLots(start, lotLevel.nodes, jumbos, await loadWidthShares(ctx, start)),
        displayedLotIds,
      ),
    )
  const addedLots = new Map(
    pelletTraces.flatMap((pelletTrace) => pelletTrace.lots.map((lot) => [lot.id, lot] as const)),
  )
  lotLevel.nodes.push(...addedLots.values())
  lotLevel.total += addedLots.size
  return {
    // The lots are nodes of the lot level already.
    lots: [],
    edges: pelletTraces.flatMap(({ edges }) => edges),
    notes: new Map(pelletTraces.flatMap(({ notes }) => [...notes])),
    hiddenLots: pelletTraces.reduce((sum, pelletTrace) => sum + pelletTrace.hiddenLots, 0),
    unrecordedKg: pelletTraces.reduce((sum, pelletTrace) => sum + pelletTrace.unrecordedKg, 0),
  }
}
/**
 * Loads, by jumbo, the largest part of the jumbo that slit rolls or a package can contain. It is the width of the rolls
 * divided by the width of the jumbo, at most 1, as in the recall. Null for other starts, which contain whole jumbos.
 */
async function loadWidthShares(
  ctx: Context,
  { kind, id }: Pick<TraceAnswer['found'][number], 'kind' | 'id'>,
): Promise<ReadonlyMap<string, number> | null> {
  if (kind !== 'slitRoll' && kind !== 'package') return null
  const rows = await ctx.query(
    sql`select ${columns(slitRoll, ['jumboRollId'], 't')},
      ${computed<{ share: number }>`least(1, sum(coalesce(t.width_mm::float8 / nullif(j.width_mm, 0), 1))) as share`}
      from slit_roll t join jumbo_roll j on j.site_id = t.site_id and j.id = t.jumbo_roll_id
      where t.site_id = ${ctx.site} and ${kind === 'package' ? sql`t.package_id = ${id}` : sql`t.id = ${id}`} group by t.jumbo_roll_id`,
  )
  return new Map(rows.map(({ jumboRollId, share }) => [jumboRollId, share]))
}
/**
 * Returns the kilograms by lot from which pellets are traced upwards: the traced lot, or the lots in the displayed
 * jumbos.
 */
function sumPelletLots(
  start: TraceAnswer['found'][number],
  lots: readonly TraceRow[],
  jumbos: readonly TraceRow[],
  widthShares: ReadonlyMap<string, number> | null,
): ReadonlyMap<string, number> {
  if (start.kind === 'materialLot') return new Map([[start.id, Number(lots[0]?.kg ?? 0)]])
  const lotIds = new Set(lots.map(({ id }) => id))
  const kgByLot = new Map<string, number>()
  for (const { id: jumboId, parents } of jumbos)
    for (const { id, kg } of parents)
      if (id !== null && lotIds.has(id))
        kgByLot.set(id, (kgByLot.get(id) ?? 0) + Number(kg ?? 0) * (widthShares?.get(jumboId) ?? 1))
  return kgByLot
}
/**
 * Links a packing lot to the orders to which it was fed, with kilograms, and to their rolls. A packing lot is never fed
 * into a hopper, so packing is the only link to the rolls below it.
 */
async function tracePacking(
  ctx: Context,
  start: TraceAnswer['found'][number],
  direction: 'both' | 'up' | 'down',
  levels: readonly TraceLevel[],
): Promise<{ reachedIds: ReadonlySet<string>; edges: TraceAnswer['edges'] }> {
  const orders = start.kind === 'materialLot' && direction !== 'up' ? await listPackingOrders(ctx, start.id) : []
  if (orders.length === 0) return { reachedIds: new Set(), edges: [] }
  const rolls = levels.filter(({ kind }) => kind === 'jumboRoll' || kind === 'slitRoll').flatMap(({ nodes }) => nodes)
  const reached = [...orders, ...rolls.map(({ id }) => ({ id, kg: null }))]
  return {
    reachedIds: new Set(reached.map(({ id }) => id)),
    edges: reached.map(({ id, kg }) => ({ from: start.id, to: id, kg })),
  }
}
const sumKg = (nodes: readonly TraceRow[]): number | null =>
  nodes.some((node) => node.kg !== null)
    ? Math.round(nodes.reduce((sum, node) => sum + Number(node.kg ?? 0), 0) * 1000) / 1000
    : null

const MAX_EDGES = 20_000
/** Builds the edges between displayed nodes. Adds each pair once, because both nodes may list the same link. */
function buildTraceEdges(
  levels: readonly TraceLevel[],
  displayedIds: ReadonlySet<string>,
  addedEdges: TraceAnswer['edges'],
): TraceAnswer['edges'] {
  const edges = new Map<string, TraceAnswer['edges'][number]>()
  const addEdge = (from: string | null, to: string | null, kg: number | null | undefined) => {
    if (from && to && displayedIds.has(from) && displayedIds.has(to))
      edges.set(`${from} ${to}`, { from, to, kg: kg ?? null })
  }
  for (const { nodes } of levels)
    for (const node of nodes) {
      for (const parent of node.parents) addEdge(parent.id, node.id, parent.kg)
      for (const child of node.children) addEdge(node.id, child.id, child.kg)
    }
  for (const { from, to, kg } of addedEdges) addEdge(from, to, kg)
  return [...edges.values()].slice(0, MAX_EDGES)
}

/** Resource of each kind, with the field for lookups by number (null if none) and the label field. */
const TRACE_RESOURCES: Readonly<Record<TraceNodeKind, { resource: Resource; number: string | null; label: string }>> = {
  materialLot: { resource: materialLot, number: 'number', label: 'number' },
  jumboRoll: { resource: jumboRoll, number: 'number', label: 'number' },
  slitSet: { resource: slitSet, number: null, label: 'setNumber' },
  slitRoll: { resource: slitRoll, number: 'number', label: 'number' },
  package: { resource: rollPackage, number: 'number', label: 'number' },
  workOrder: { resource: workOrder, number: 'number', label: 'number' },
  erpOrder: { resource: erpOrder, number: 'externalNumber', label: 'externalNumber' },
  customer: { resource: customer, number: 'code', label: 'name' },
}
/** Builds SQL of the rows in which a field has the given value, with id and label. */
function buildLookupSql(
  siteId: number,
  resource: Resource,
  { field, value }: { field: string; value: string },
  label: string,
): Sql<{ id: string; label: string }> {
  const { table, columnByField } = getStatements(resource)
  const [labelColumn, tableName, lookupColumn] = [
    new Sql([columnByField[label]!]),
    new Sql([table]),
    new Sql([columnByField[field]!]),
  ]
  return sql<{
    id: string
    label: string
  }>`select id, ${labelColumn}::text as label from ${tableName} where site_id = ${siteId} and ${lookupColumn} = ${value}`
}
async function findById(ctx: Context, input: EndpointInput<typeof traceCall>): Promise<TraceAnswer['found']> {
  if (!input.kind) throw refuseInput([{ path: ['kind'], code: 'missing' }])
  if (!isUuid(input.id!)) throw refuseInput([{ path: ['id'], code: 'badId' }])
  const { resource, label } = TRACE_RESOURCES[input.kind]
  const rows = await ctx.query(buildLookupSql(ctx.site, resource, { field: 'id', value: input.id! }, label))
  if (rows.length === 0) throw refuseInput([{ path: ['id'], code: 'unknownId' }])
  return rows.map((row) => ({ kind: input.kind!, ...row }))
}
/** Additional lookups: orders by production batch, ERP lines by the customer's own order number. */
const EXTRA_LOOKUPS: readonly (readonly [TraceNodeKind, (siteId: number, code: string) => Sql])[] = [
  ['workOrder', buildOrdersOfBatchSql],
  ['erpOrder', buildErpLinesOfPurchaseSql],
]
/** Finds rows by a scanned label or a typed number. */
async function findByNumber(ctx: Context, input: EndpointInput<typeof traceCall>): Promise<TraceAnswer['found']> {
  const text = input.number?.trim()
  if (!text) throw refuseInput([{ path: ['number'], code: 'missing' }])
  const { code } = parseLabel(text)
  const buildKindLookup = (kind: TraceNodeKind, lookup: Sql) =>
    sql`(select ${new Sql([`'${kind}'`])} as kind, id, label from (${lookup}) found ${limit(5)})`
  const lookups = traceKinds.flatMap((kind) => {
    const { resource, number, label } = TRACE_RESOURCES[kind]
    return number && (!input.kind || input.kind === kind)
      ? [buildKindLookup(kind, buildLookupSql(ctx.site, resource, { field: number, value: code }, label))]
      : []
  })
  for (const [kind, buildExtraLookup] of EXTRA_LOOKUPS)
    if (!input.kind || input.kind === kind) lookups.push(buildKindLookup(kind, buildExtraLookup(ctx.site, code)))
  if (lookups.length === 0) return []
  return ctx.query(sql<TraceAnswer['found'][number]>`${joinSql(lookups, ' union all ')}`)
}
