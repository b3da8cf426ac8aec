/** Reads the inputs of the lot count: the stored state to continue from, and the events of the line since then. */
import { columns, computed, limit, options, sql } from '@/server/sql'
import { hopperContent } from '../../contract/hopper-content'
import { jumboRoll } from '../../contract/jumbo-roll'
import type { DosedKind, OrderDosing, RecipePart } from '@/areas/feeding/rules/dosing'
import { toWholeGrams, type HopperEmptying, type HopperFeed } from '@/areas/feeding/rules/hopper-queue'
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
  listHopperLines,
  loadMaterialKinds,
  listWasteSince,
} from '@/areas/feeding/server/queries/hoppers'
import { workOrder } from '@/areas/orders/contract/work-order'
import { ratiosOfOrders } from '@/areas/standards/server/queries'
import { toMillis } from '@/plant/rules/plant-time'
import { toResidence, type Residence } from '@/plant/rules/settings'
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { madeStates } from '../../rules/winding'
import type { JumboRow } from '../jumbo-guards'

type Lots = JumboRow['lots']
type Moment = Date | string
const millis = (moment: Moment): number => new Date(moment).getTime()

/** Start of a count: the stored hopper content. `at` is -Infinity for a line that was never counted. */
export interface Kept {
  readonly at: number
  readonly state: LineHopperStates
  readonly kinds: ReadonlyMap<string, DosedKind>
  /** True if there are stored states after it. */
  readonly beyond: boolean
}
/** Returns the newest stored state at or before a moment (in hopper time). */
export async function keptBefore(ctx: Context, lineId: string, moment: number): Promise<Kept> {
  const [row] = await ctx.query<{
    at: Moment | null
    layers: { hopperId: string; feedId: string; lotId: string | null; materialId: string; kg: number }[] | null
    lastFed: { hopperId: string; materialId: string; kind: DosedKind }[] | null
    beyond: boolean
  }>(
    `select ${columns(hopperContent, ['at', 'layers', 'lastFed'], 'c')}, exists (select 1 from hopper_content x where x.site_id = $1 and x.line_id = $2 and x.at > $3) as beyond
     from (select 1) one left join lateral (select at, layers, last_fed from hopper_content k where k.site_id = $1 and k.line_id = $2 and k.at <= $3 order by k.at desc limit 1) c on true`,
    [ctx.site, lineId, new Date(Math.max(moment, 0))],
  )
  const state = new Map(
    (row?.lastFed ?? []).map(({ hopperId, materialId }) => [
      hopperId,
      {
        materialId: materialId as string | null,
        layers: (row?.layers ?? [])
          .filter((layer) => layer.hopperId === hopperId)
          .map(({ feedId, lotId, materialId: of, kg }) => ({ feedId, lotId, materialId: of, grams: toWholeGrams(kg) })),
      },
    ]),
  )
  return {
    at: row?.at ? millis(row.at) : -Infinity,
    state,
    kinds: new Map((row?.lastFed ?? []).map(({ materialId, kind }) => [materialId, kind])),
    beyond: row?.beyond ?? false,
  }
}

/** A roll, waste or emptied hopper with its currently stored lots. */
export interface Counted {
  readonly id: string
  /** Null for waste without an order; undefined for an emptied hopper. */
  readonly orderId?: string | null
  readonly table: 'jumbo_roll' | 'recycle' | 'feed'
  readonly lots: Lots
  readonly unknownKg: number | null
}
export interface Drawn {
  readonly draws: readonly LineDraw[]
  readonly rows: readonly Counted[]
  /** Start of the first omitted row if there were more than `maxRows`, in ms; else null. */
  readonly next: number | null
}
/** Loads the first `maxRows` rolls and waste records drawn on a line since a moment. @param givenRoll a roll as it will be written, or the id of a removed one */
export async function drawnSince(
  ctx: Context,
  lineId: string,
  residence: Residence,
  from: number,
  most: number,
  given: WoundRoll | { readonly id: string } | null,
): Promise<Drawn> {
  const begin = since(from + getMinResidenceMs(residence))
  const rolls = ctx.query(
    sql`select ${columns(jumboRoll, ['id', { orderId: 'workOrderId', startsAt: 'startedAt', endsAt: 'doffedAt' }, 'speed', 'lengthM', 'lots', 'unknownKg'])}, ${computed<{ kg: number }>`coalesce(net_kg, expected_kg, 0) as kg`}
     from jumbo_roll where site_id = ${ctx.site} and line_id = ${lineId} and started_at >= ${begin} and state in (${options(jumboRoll.fields.state, ...madeStates)}) and doffed_at is not null and id <> ${given?.id ?? NOBODY}
     order by started_at, id ${limit(most + 1)}`,
  )
  const [wound, waste] = await Promise.all([rolls, listWasteSince(ctx, { lineId, from: begin, maxRows: most + 1 })])
  const all = [
    ...wound.map((row) => ({
      ...row,
      table: 'jumbo_roll' as const,
      startsAt: millis(row.startsAt),
      // Not null, since the query selects doffed rolls only.
      endsAt: millis(row.endsAt!),
    })),
    ...waste.map(({ at, ...row }) => ({
      ...row,
      table: 'recycle' as const,
      startsAt: millis(at),
      endsAt: millis(at),
      speed: null,
      lengthM: null,
    })),
  ].sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))
  const shown = all.slice(0, most)
  const draws = shown.map((row) => toLineDraw({ ...row, kg: Number(row.kg) }, residence))
  return {
    draws: given && 'kg' in given ? [...draws, toLineDraw(given, residence)] : draws,
    rows: shown,
    next: all[most] ? all[most].startsAt - getMinResidenceMs(residence) : null,
  }
}
const NOBODY = '00000000-0000-0000-0000-000000000000'
const since = (moment: number): Date | '-infinity' => (Number.isFinite(moment) ? new Date(moment) : '-infinity')

export interface FedAndEmptied {
  readonly fed: readonly (HopperFeed & { readonly hopperId: string })[]
  readonly emptied: readonly (HopperEmptying & { readonly hopperId: string })[]
  readonly rows: readonly Counted[]
  readonly kinds: ReadonlyMap<string, DosedKind>
}
/** Loads feeds with their corrections, and emptied hoppers, from a moment until before another. */
export async function fedSince(
  ctx: Context,
  lineId: string,
  from: number,
  until: number | null,
): Promise<FedAndEmptied> {
  const rows = await listHopperLines(ctx, { lineId, from: since(from), until: until === null ? null : new Date(until) })
  const emptied = rows.filter((row) => row.emptied)
  return {
    fed: rows
      .filter((row) => !row.emptied)
      .map(({ id, hopperId, materialId, lotId, at, kg }) => ({
        feedId: id,
        hopperId,
        materialId,
        lotId,
        at: millis(at),
        grams: toWholeGrams(Number(kg)),
      })),
    emptied: emptied.map(({ id, hopperId, at }) => ({ id, hopperId, at: millis(at) })),
    rows: emptied.map(({ id, lots }) => ({ id, table: 'feed' as const, lots, unknownKg: null })),
    kinds: new Map(rows.map(({ materialId, kind }) => [materialId, kind])),
  }
}

/** Loads the dosing of orders: the ratios of their standards and the material fed to them. */
export async function dosingsOf(
  ctx: Context,
  lineId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderDosing>> {
  if (orderIds.length === 0) return new Map()
  const [orders, fed] = await Promise.all([
    ctx.rows.find(workOrder, { where: { id: orderIds }, limit: orderIds.length }),
    loadFedToOrders(ctx, lineId, orderIds),
  ])
  const found = await ratiosOfOrders(ctx, {
    lineId,
    asked: orders.map(({ id, processStandardId, productId }) => ({ orderId: id, processStandardId, productId })),
  })
  const kinds = await loadMaterialKinds(ctx, [
    ...new Set(found.flatMap(({ ratios }) => ratios.map(({ materialId }) => materialId))),
  ])
  const recipes = new Map(
    found.map(({ orderId, ratios }) => [
      orderId,
      ratios.flatMap((ratio): RecipePart[] => {
        const kind = kinds.get(ratio.materialId)
        return kind && kind !== 'pack' ? [{ ...ratio, targetPercent: ratio.targetPercent ?? null, kind }] : []
      }),
    ]),
  )
  return new Map(
    orders.map(({ id, orderedKg }) => [id, { recipe: recipes.get(id) ?? [], fed: fed.get(id) ?? [], orderedKg }]),
  )
}

/** Returns the residence time of this plant: how long fed material takes to reach the web. */
export const residenceAt = async (ctx: Context): Promise<Residence> => toResidence(await loadPlantSettings(ctx))

/** Returns when the first roll or waste of an order was drawn, in ms (hopper time), or null. */
export async function orderDrawnAt(ctx: Context, orderId: string, residence: Residence): Promise<number | null> {
  const [row] = await ctx.query<{ at: Moment | null }>(
    'select min(started_at) as at from jumbo_roll where site_id = $1 and work_order_id = $2 and state = any($3)',
    [ctx.site, orderId, madeStates],
  )
  const moments = [row?.at ?? null, await findFirstWasteAt(ctx, orderId)].flatMap((at) =>
    at === null ? [] : [millis(at)],
  )
  return moments.length > 0 ? Math.min(...moments) - getMinResidenceMs(residence) : null
}
/** Converts a roll row to the input of the lot count. */
export const woundOf = (
  roll: Pick<JumboRow, 'id' | 'workOrderId' | 'startedAt' | 'netKg' | 'expectedKg' | 'speed' | 'lengthM'> & {
    doffedAt: string
  },
): WoundRoll => ({
  id: roll.id,
  orderId: roll.workOrderId,
  startsAt: toMillis(roll.startedAt),
  endsAt: toMillis(roll.doffedAt),
  kg: roll.netKg ?? roll.expectedKg ?? 0,
  speed: roll.speed,
  lengthM: roll.lengthM,
})
