/**
 * Loads the inputs of the lot count: the stored hopper state to continue from, and the events of the line since then.
 * Hopper time is the moment at which material leaves the hopper (see `count-lots`).
 */
import { columns, computed, limit, options, sql } from '@/server/sql'
import { hopperContent } from '../../contract/hopper-content'
import { jumboRoll } from '../../contract/jumbo-roll'
import type { DosedKind, OrderDosing, RecipePart } from '@/areas/feeding/rules/dosing'
import type { toStoredContent } from '@/areas/feeding/rules/hopper-content'
import {
  type FeedLayer,
  type HopperEmptying,
  type HopperFeed,
  type HopperState,
} from '@/areas/feeding/rules/hopper-queue'
import {
  toLineDraw,
  getMinResidenceMs,
  type LineDraw,
  type LineHopperStates,
  type WoundRoll,
} from '@/areas/feeding/rules/allocate-lots'
import {
  loadFedToOrders,
  findFirstWasteAt,
  listHopperFeedRows,
  loadMaterialKinds,
  listWasteSince,
} from '@/areas/feeding/server/queries/hoppers'
import { workOrder } from '@/areas/orders/contract/work-order'
import { loadOrderRatios } from '@/areas/standards/server/queries'
import { toMillis } from '@/plant/rules/plant-time'
import { toResidence, type Residence } from '@/plant/rules/settings'
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { doffedJumboStates } from '../../rules/jumbo-roll'
import type { JumboRow } from '../queries/roll-checks'
import { toWholeGrams } from '@/plant/rules/quantity'
import { buildJumboKgSql } from '../queries/mass-sql'
import { getJumboKg } from '../../rules/roll-mass'

type Lots = JumboRow['lots']
type DbMoment = Date | string
const toMs = (moment: DbMoment): number => new Date(moment).getTime()

/**
 * Stored hopper content from which a count continues. `atMs` (hopper time) is -Infinity for a line that was never
 * counted.
 */
export interface CountStart {
  readonly atMs: number
  readonly hoppers: LineHopperStates
  readonly kinds: ReadonlyMap<string, DosedKind>
  /** True if later states are stored for this line. */
  readonly hasLaterStates: boolean
}
type StoredLayer = ReturnType<typeof toStoredContent>['layers'][number]
const toFeedLayer = ({ feedId, lotId, materialId, kg }: StoredLayer): FeedLayer => ({
  feedId,
  lotId,
  materialId,
  grams: toWholeGrams(kg),
})
function toHopperState(
  hopperId: string,
  materialByHopper: ReadonlyMap<string, string>,
  storedLayers: readonly StoredLayer[],
): HopperState {
  const hopperLayers = storedLayers.filter((layer) => layer.hopperId === hopperId)
  const returning = hopperLayers.flatMap((layer) =>
    layer.returnsAt ? [{ ...toFeedLayer(layer), at: toMs(layer.returnsAt) }] : [],
  )
  return {
    materialId: materialByHopper.get(hopperId) ?? null,
    layers: hopperLayers.filter(({ returnsAt }) => !returnsAt).map(toFeedLayer),
    ...(returning.length > 0 ? { returning } : {}),
  }
}
/** Returns the newest stored state at or before a moment (in hopper time). */
export async function findCountStart(ctx: Context, lineId: string, momentMs: number): Promise<CountStart> {
  const moment = new Date(Math.max(momentMs, 0))
  const [row] = await ctx.query(
    sql<{
      at: DbMoment | null
      layers: StoredLayer[] | null
      /** The material last fed to each hopper. It is never packing material. */
      lastFed: { hopperId: string; materialId: string; kind: DosedKind }[] | null
      hasLaterStates: boolean
    }>`select ${columns(hopperContent, ['at', 'layers', 'lastFed'], 'c')}, exists (select 1 from hopper_content x where x.site_id = ${ctx.site} and x.line_id = ${lineId} and x.at > ${moment}) as "hasLaterStates"
     from (select 1) one left join lateral (select at, layers, last_fed from hopper_content k where k.site_id = ${ctx.site} and k.line_id = ${lineId} and k.at <= ${moment} order by k.at desc limit 1) c on true`,
  )
  const storedLayers = row?.layers ?? []
  const materialByHopper = new Map((row?.lastFed ?? []).map(({ hopperId, materialId }) => [hopperId, materialId]))
  const hopperIds = new Set([...materialByHopper.keys(), ...storedLayers.map(({ hopperId }) => hopperId)])
  const hoppers = new Map([...hopperIds].map((id) => [id, toHopperState(id, materialByHopper, storedLayers)]))
  return {
    atMs: row?.at ? toMs(row.at) : -Infinity,
    hoppers,
    kinds: new Map((row?.lastFed ?? []).map(({ materialId, kind }) => [materialId, kind])),
    hasLaterStates: row?.hasLaterStates ?? false,
  }
}

/** A roll, waste or emptied hopper with its currently stored lots. */
export interface CountedRow {
  readonly id: string
  /** Null for waste without an order; undefined for an emptied hopper. */
  readonly orderId?: string | null
  readonly table: 'jumbo_roll' | 'recycle' | 'feed'
  readonly lots: Lots
  readonly unknownKg: number | null
}
export interface DrawnHistory {
  readonly draws: readonly LineDraw[]
  readonly rows: readonly CountedRow[]
  /** Hopper time of the first omitted row if there were more than `maxRows`, in ms; else null. */
  readonly firstOmittedMs: number | null
}
/**
 * Loads the first `maxRows` rolls and waste records drawn on a line since a moment (hopper time).
 * @param changedRoll a roll as it will be written, or the id of a removed roll
 */
export async function loadDrawnHistory(
  ctx: Context,
  lineId: string,
  residence: Residence,
  fromMs: number,
  maxRows: number,
  changedRoll: WoundRoll | { readonly id: string } | null,
): Promise<DrawnHistory> {
  const firstStartAt = toSqlMoment(fromMs + getMinResidenceMs(residence))
  const rollQuery = ctx.query(
    sql`select ${columns(jumboRoll, ['id', { orderId: 'workOrderId', startsAt: 'startedAt', endsAt: 'doffedAt' }, 'speed', 'lengthM', 'lots', 'unknownKg'])}, ${computed<{ kg: number }>`coalesce(${buildJumboKgSql()}, 0) as kg`}
     from jumbo_roll where site_id = ${ctx.site} and line_id = ${lineId} and started_at >= ${firstStartAt} and state in (${options(jumboRoll.fields.state, ...doffedJumboStates)}) and doffed_at is not null and id <> ${changedRoll?.id ?? NO_ROLL_ID}
     order by started_at, id ${limit(maxRows + 1)}`,
  )
  const [woundRows, wasteRows] = await Promise.all([
    rollQuery,
    listWasteSince(ctx, { lineId, from: firstStartAt, maxRows: maxRows + 1 }),
  ])
  const drawnRows = [
    ...woundRows.map(({ speed, ...row }) => ({
      ...row,
      speedMPerMin: speed,
      table: 'jumbo_roll' as const,
      startsAt: toMs(row.startsAt),
      // Not null, since the query selects doffed rolls only.
      endsAt: toMs(row.endsAt!),
    })),
    ...wasteRows.map(({ at, destination, ...row }) => ({
      ...row,
      isReturned: destination === 'hopper',
      table: 'recycle' as const,
      startsAt: toMs(at),
      endsAt: toMs(at),
      speedMPerMin: null,
      lengthM: null,
    })),
  ].sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))
  const countedRows = drawnRows.slice(0, maxRows)
  const draws = countedRows.map((row) => toLineDraw({ ...row, kg: Number(row.kg) }, residence))
  return {
    draws: changedRoll && 'kg' in changedRoll ? [...draws, toLineDraw(changedRoll, residence)] : draws,
    rows: countedRows,
    firstOmittedMs: drawnRows[maxRows] ? drawnRows[maxRows].startsAt - getMinResidenceMs(residence) : null,
  }
}
/** Matches no roll. */
const NO_ROLL_ID = '00000000-0000-0000-0000-000000000000'
const toSqlMoment = (momentMs: number): Date | '-infinity' =>
  Number.isFinite(momentMs) ? new Date(momentMs) : '-infinity'

export interface FeedHistory {
  readonly feeds: readonly (HopperFeed & { readonly hopperId: string })[]
  readonly emptyings: readonly (HopperEmptying & { readonly hopperId: string })[]
  readonly rows: readonly CountedRow[]
  readonly kinds: ReadonlyMap<string, DosedKind>
}
/** Loads the feeds (with corrections) and emptyings of a line, from `fromMs` (inclusive) to `untilMs` (exclusive). */
export async function loadFeedHistory(
  ctx: Context,
  lineId: string,
  fromMs: number,
  untilMs: number | null,
): Promise<FeedHistory> {
  const hopperRows = await listHopperFeedRows(ctx, {
    lineId,
    from: toSqlMoment(fromMs),
    until: untilMs === null ? null : new Date(untilMs),
  })
  const emptiedRows = hopperRows.filter((row) => row.emptied)
  return {
    feeds: hopperRows
      .filter((row) => !row.emptied)
      .map(({ id, hopperId, materialId, lotId, at, kg }) => ({
        feedId: id,
        hopperId,
        materialId,
        lotId,
        at: toMs(at),
        grams: toWholeGrams(Number(kg)),
      })),
    emptyings: emptiedRows.map(({ id, hopperId, at }) => ({ id, hopperId, at: toMs(at) })),
    rows: emptiedRows.map(({ id, lots }) => ({ id, table: 'feed' as const, lots, unknownKg: null })),
    kinds: new Map(hopperRows.map(({ materialId, kind }) => [materialId, kind])),
  }
}

/** Loads the dosing of each order: the ratios of its standard and the material fed to it. */
export async function loadOrderDosings(
  ctx: Context,
  lineId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderDosing>> {
  if (orderIds.length === 0) return new Map()
  const [orders, fedByOrder] = await Promise.all([
    ctx.rows.find(workOrder, { where: { id: orderIds }, limit: orderIds.length }),
    loadFedToOrders(ctx, lineId, orderIds),
  ])
  const orderRatios = await loadOrderRatios(ctx, {
    lineId,
    orders: orders.map(({ id, processStandardId, productId }) => ({ orderId: id, processStandardId, productId })),
  })
  const kindByMaterial = await loadMaterialKinds(ctx, [
    ...new Set(orderRatios.flatMap(({ ratios }) => ratios.map(({ materialId }) => materialId))),
  ])
  const recipeByOrder = new Map(
    orderRatios.map(({ orderId, ratios }) => [
      orderId,
      ratios.flatMap((ratio): RecipePart[] => {
        const kind = kindByMaterial.get(ratio.materialId)
        return kind && kind !== 'pack' ? [{ ...ratio, targetPercent: ratio.targetPercent ?? null, kind }] : []
      }),
    ]),
  )
  return new Map(
    orders.map(({ id, orderedKg }) => [
      id,
      { recipe: recipeByOrder.get(id) ?? [], feeds: fedByOrder.get(id) ?? [], orderedKg },
    ]),
  )
}

/** Returns the residence time of this plant: how long fed material takes to reach the web. */
export const loadResidence = async (ctx: Context): Promise<Residence> => toResidence(await loadPlantSettings(ctx))

/** Returns when the first roll or waste of an order was drawn, in ms (hopper time), or null. */
export async function findFirstDrawMs(ctx: Context, orderId: string, residence: Residence): Promise<number | null> {
  const [row] = await ctx.query(
    sql<{ at: DbMoment | null }>`select min(started_at) as at from jumbo_roll
      where site_id = ${ctx.site} and work_order_id = ${orderId} and state in (${options(jumboRoll.fields.state, ...doffedJumboStates)})`,
  )
  const moments = [row?.at ?? null, await findFirstWasteAt(ctx, orderId)].flatMap((at) =>
    at === null ? [] : [toMs(at)],
  )
  return moments.length > 0 ? Math.min(...moments) - getMinResidenceMs(residence) : null
}
/** Converts a roll row to the input of the lot count. */
export const toWoundRoll = (
  roll: Pick<JumboRow, 'id' | 'workOrderId' | 'startedAt' | 'netKg' | 'expectedKg' | 'speed' | 'lengthM'> & {
    doffedAt: string
  },
): WoundRoll => ({
  id: roll.id,
  orderId: roll.workOrderId,
  startsAt: toMillis(roll.startedAt),
  endsAt: toMillis(roll.doffedAt),
  kg: getJumboKg(roll) ?? 0,
  speedMPerMin: roll.speed,
  lengthM: roll.lengthM,
})
