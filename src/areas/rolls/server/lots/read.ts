/** What the count of lots reads: where it goes on from, and what happened on the line since. */
import { residenceOf } from '@/areas/equipment/rules/plant-settings'
import type { DosedKind, FedToOrder, OrderDosing, RecipePart } from '@/areas/feeding/rules/dosing'
import { toGrams, type Emptied, type Fed } from '@/areas/feeding/rules/hopper-queue'
import { drawOf, soonest, type LineDraw, type LineState, type Wound } from '@/areas/feeding/rules/lots-of-line'
import type { Residence } from '@/areas/feeding/rules/residence'
import { toMillis } from '@/areas/handover/rules/plant-time'
import type { Context } from '@/server/context'
import { settingsOf } from '@/server/plant'
import { madeStates } from '../../rules/winding'
import type { JumboRow } from '../jumbo-guards'

type Lots = JumboRow['lots']
type Moment = Date | string
const millis = (moment: Moment): number => new Date(moment).getTime()

/** Where a count begins: what the hoppers held then. `at` is -Infinity for a line that was never counted. */
export interface Kept {
  readonly at: number
  readonly state: LineState
  readonly kinds: ReadonlyMap<string, DosedKind>
  /** Whether anything was counted beyond it. */
  readonly beyond: boolean
}
/** The newest state that holds no later than a moment at the hopper. */
export async function keptBefore(ctx: Context, lineId: string, moment: number): Promise<Kept> {
  const [row] = await ctx.query<{
    at: Moment | null
    layers: { hopperId: string; feedId: string; lotId: string | null; materialId: string; kg: number }[] | null
    lastFed: { hopperId: string; materialId: string; kind: DosedKind }[] | null
    beyond: boolean
  }>(
    `select c.at, c.layers, c.last_fed as "lastFed", exists (select 1 from hopper_content x where x.site_id = $1 and x.line_id = $2 and x.at > $3) as beyond
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
          .map(({ feedId, lotId, materialId: of, kg }) => ({ feedId, lotId, materialId: of, grams: toGrams(kg) })),
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

/** A roll or waste, with what its row says of its lots now. */
export interface Counted {
  readonly id: string
  readonly table: 'jumbo_roll' | 'recycle' | 'feed'
  readonly lots: Lots
  readonly unknownKg: number | null
}
export interface Drawn {
  readonly draws: readonly LineDraw[]
  readonly rows: readonly Counted[]
  /** Begin of the first one left out, when there were more than asked for. */
  readonly next: number | null
}
/** Rolls and waste of a line that were drawn from a moment on, the first ones. @param given a roll as it will be written, or the id of one that is taken back */
export async function drawnSince(
  ctx: Context,
  lineId: string,
  residence: Residence,
  from: number,
  most: number,
  given: Wound | { readonly id: string } | null,
): Promise<Drawn> {
  const rows = await ctx.query<{
    id: string
    table: 'jumbo_roll' | 'recycle'
    orderId: string
    startsAt: Moment
    endsAt: Moment
    kg: number
    speed: number | null
    lengthM: number | null
    lots: Lots
    unknownKg: number | null
  }>(
    `select * from (
       select id, 'jumbo_roll' as table, work_order_id as "orderId", started_at as "startsAt", doffed_at as "endsAt", coalesce(net_kg, expected_kg, 0) as kg, speed, length_m as "lengthM", lots, unknown_kg as "unknownKg"
       from jumbo_roll where site_id = $1 and line_id = $2 and started_at >= $3 and state = any($5) and doffed_at is not null and id <> $6
       union all
       select id, 'recycle', work_order_id, occurred_at, occurred_at, kg, null, null, lots, unknown_kg
       from recycle where site_id = $1 and line_id = $2 and occurred_at >= $3
     ) drawn order by "startsAt", id limit $4`,
    [ctx.site, lineId, since(from + soonest(residence)), most + 1, madeStates, given?.id ?? NOBODY],
  )
  const shown = rows.slice(0, most)
  const draws = shown.map((row) =>
    drawOf({ ...row, kg: Number(row.kg), startsAt: millis(row.startsAt), endsAt: millis(row.endsAt) }, residence),
  )
  const after = rows[most]
  return {
    draws: given && 'kg' in given ? [...draws, drawOf(given, residence)] : draws,
    rows: shown,
    next: after ? millis(after.startsAt) - soonest(residence) : null,
  }
}
const NOBODY = '00000000-0000-0000-0000-000000000000'
const since = (moment: number): Date | string => (Number.isFinite(moment) ? new Date(moment) : '-infinity')

export interface FedAndEmptied {
  readonly fed: readonly (Fed & { readonly hopperId: string })[]
  readonly emptied: readonly (Emptied & { readonly hopperId: string })[]
  readonly rows: readonly Counted[]
  readonly kinds: ReadonlyMap<string, DosedKind>
}
/** Feeds as their corrections left them, and hoppers that were emptied, from a moment until before another. */
export async function fedSince(
  ctx: Context,
  lineId: string,
  from: number,
  until: number | null,
): Promise<FedAndEmptied> {
  const rows = await ctx.query<{
    id: string
    hopperId: string
    materialId: string
    lotId: string | null
    kind: DosedKind
    at: Moment
    kg: number
    emptied: boolean
    lots: Lots
  }>(
    `select f.id, f.hopper_id as "hopperId", f.material_id as "materialId", f.lot_id as "lotId", f.kind, f.fed_at as at, f.counter_of is not null as emptied, f.lots,
       f.kg + coalesce((select sum(c.kg) from feed c where c.site_id = f.site_id and c.counter_of = f.id and coalesce(c.cause, 'correction') = 'correction'), 0) as kg
     from feed f where f.site_id = $1 and f.line_id = $2 and f.fed_at >= $3 and ($4::timestamptz is null or f.fed_at < $4) and f.kind <> 'pack' and f.hopper_id is not null and (f.counter_of is null or f.cause in ('emptied', 'changedOver'))`,
    [ctx.site, lineId, since(from), until === null ? null : new Date(until)],
  )
  const fed = rows.filter(({ emptied }) => !emptied)
  const emptied = rows.filter((row) => row.emptied)
  return {
    fed: fed.map(({ id, hopperId, materialId, lotId, at, kg }) => ({
      feedId: id,
      hopperId,
      materialId,
      lotId,
      at: millis(at),
      grams: toGrams(Number(kg)),
    })),
    emptied: emptied.map(({ id, hopperId, at }) => ({ id, hopperId, at: millis(at) })),
    rows: emptied.map(({ id, lots }) => ({ id, table: 'feed' as const, lots, unknownKg: null })),
    kinds: new Map(rows.map(({ materialId, kind }) => [materialId, kind])),
  }
}

/**
 * What is known of the dosing of orders: the ratios of the standard that an order runs by, which stays what it was when a
 * newer one comes into force, else of the one that its line would be started on; and what was fed to it.
 */
export async function dosingsOf(
  ctx: Context,
  lineId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderDosing>> {
  if (orderIds.length === 0) return new Map()
  const rows = await ctx.query<{
    id: string
    orderedKg: number | null
    recipe: RecipePart[]
    fed: FedToOrder[]
  }>(
    `select o.id, o.ordered_kg as "orderedKg",
       coalesce((select jsonb_agg(jsonb_build_object('materialId', m.id, 'kind', m.kind, 'targetPercent', ratio->'targetPercent', 'minPercent', ratio->'minPercent', 'maxPercent', ratio->'maxPercent') order by m.id)
         from jsonb_array_elements(coalesce(s.ratios, d.ratios, '[]')) ratio join material m on m.site_id = o.site_id and m.id = (ratio->>'materialId')::uuid where m.kind <> 'pack'), '[]') as recipe,
       coalesce((select jsonb_agg(jsonb_build_object('hopperId', f.hopper_id, 'materialId', f.material_id, 'kind', f.kind, 'kg', f.kg) order by f.hopper_id, f.material_id)
         from (select hopper_id, material_id, kind, sum(kg) as kg from feed where site_id = o.site_id and work_order_id = o.id and line_id = $3 and kind <> 'pack' and hopper_id is not null group by 1, 2, 3) f), '[]') as fed
     from work_order o left join process_standard s on s.site_id = o.site_id and s.id = o.process_standard_id
       left join lateral (select ratios from process_standard p where s.id is null and p.site_id = o.site_id and p.product_id = o.product_id and p.variant = 'mainLine' and p.newest and p.state = 'approved' and (p.line_id = $3 or p.line_id is null)
         order by p.line_id nulls last, p.code limit 1) d on true
     where o.site_id = $1 and o.id = any($2::uuid[])`,
    [ctx.site, orderIds, lineId],
  )
  return new Map(rows.map(({ id, ...dosing }) => [id, dosing]))
}

/** How long what is fed takes to the web at this plant. */
export const residenceAt = async (ctx: Context): Promise<Residence> => residenceOf(await settingsOf(ctx))

/** When the first roll or waste of an order was drawn; null before that. */
export async function orderDrawnAt(ctx: Context, orderId: string, residence: Residence): Promise<number | null> {
  const [row] = await ctx.query<{ at: Moment | null }>(
    `select least((select min(started_at) from jumbo_roll where site_id = $1 and work_order_id = $2 and state = any($3)), (select min(occurred_at) from recycle where site_id = $1 and work_order_id = $2)) as at`,
    [ctx.site, orderId, madeStates],
  )
  return row?.at ? millis(row.at) - soonest(residence) : null
}
export const woundOf = (
  roll: Pick<JumboRow, 'id' | 'workOrderId' | 'startedAt' | 'netKg' | 'expectedKg' | 'speed' | 'lengthM'> & {
    doffedAt: string
  },
): Wound => ({
  id: roll.id,
  orderId: roll.workOrderId,
  startsAt: toMillis(roll.startedAt),
  endsAt: toMillis(roll.doffedAt),
  kg: roll.netKg ?? roll.expectedKg ?? 0,
  speed: roll.speed,
  lengthM: roll.lengthM,
})
