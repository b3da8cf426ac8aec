/** Finds the pellet lots that can contain a recalled item, with the share of the item and its path into the pellets. */
import {
  buildLineWasteSql,
  findFirstFeed,
  loadWasteNames,
  listPelletMaterialIds,
  wasteWithLotsSql,
} from '@/areas/feeding/server/queries/pellet-lots'
import { materialLot } from '@/areas/feeding/contract/material'
import { toMillis } from '@/plant/rules/plant-time'
import { getDayStart } from '@/plant/server/plant'
import type { PelletsOfLot } from '@/areas/tracing/server/reach-sql'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import {
  calculateOriginShares,
  calculateUnrecordedShares,
  findPelletPaths,
  replaceSubjectParts,
} from '../../rules/pellet-shares'
import type { RecallableKind } from '../../rules/hold-reach'
import {
  loadPelletBook,
  loadSubjectSources,
  type PelletBook,
  type PelletBookLot,
  type SourceKind,
} from './load-pellet-book'
import { sql, type Sql } from '@/server/sql'

/** A pellet lot, or pellets fed without a lot, that can contain the recalled item. */
export interface PelletHit {
  /** Id of the lot, or of the material for pellets without a lot. */
  readonly id: string
  readonly lot: PelletBookLot | null
  /** Kilograms of the recalled item per kilogram of pellets, by the recorded sources. */
  readonly share: number
  /** Kilograms per kilogram of pellets that may be the recalled item, because their sources are not recorded. */
  readonly unrecordedShare: number
  /** Pellet lots on the shortest recorded path, ending with this lot; empty if there is no recorded path. */
  readonly path: readonly string[]
}
export interface PelletHits {
  readonly book: PelletBook
  readonly hits: readonly PelletHit[]
  /** Pellets made before this moment cannot contain the item, ms since 1970. */
  readonly sinceMs: number
  /** Upper bound of the kilograms of the item that got into pellets; null if unknown. */
  readonly maxOriginKg: number | null
}
interface Origin {
  /** All pellet lots but the item itself. The item is one of their parts. */
  readonly lots: PelletBook['lots']
  readonly sinceMs: number
  readonly maxOriginKg: number | null
}

interface StartRow {
  readonly at: Date | null
}
interface OriginQueries {
  /** Condition for the pellet sources that come from the item. */
  readonly sourceCondition: Sql
  /** Selects when the making of the item began. */
  readonly start: Sql<StartRow>
}
/** Builds the queries of the pellet sources that come from a roll or an order; null for other kinds of items. */
export function buildOriginQueries(siteId: number, kind: RecallableKind, id: string): OriginQueries | null {
  if (kind === 'jumboRoll')
    return {
      sourceCondition: sql`jumbo_roll_id = ${id} or slit_roll_id = any(array(select id from slit_roll where site_id = ${siteId} and jumbo_roll_id = ${id}))`,
      start: sql<StartRow>`select started_at as at from jumbo_roll where site_id = ${siteId} and id = ${id}`,
    }
  if (kind === 'slitRoll')
    return {
      sourceCondition: sql`slit_roll_id = any(array(with recursive made as (select ${id}::uuid as id union select r.id from slit_roll r join made m on r.site_id = ${siteId} and r.reworked_from_id = m.id) select id from made))`,
      start: sql<StartRow>`select doffed_at as at from slit_roll where site_id = ${siteId} and id = ${id}`,
    }
  if (kind === 'workOrder') {
    const jumboIds = sql`any(array(select id from jumbo_roll where site_id = ${siteId} and work_order_id = ${id}))`
    return {
      // The order's jumbos may have been cut into rolls of other orders, and its rolls from jumbos of other orders.
      sourceCondition: sql`recycle_id = any(array(select id from ${wasteWithLotsSql} w where w.site_id = ${siteId} and w.work_order_id = ${id}))
    or jumbo_roll_id = ${jumboIds}
    or slit_roll_id = any(array(select id from slit_roll where site_id = ${siteId} and (work_order_id = ${id} or jumbo_roll_id = ${jumboIds})))`,
      start: sql<StartRow>`select least((select min(started_at) from jumbo_roll where site_id = ${siteId} and work_order_id = ${id}),
    (select min(doffed_at) from slit_roll where site_id = ${siteId} and work_order_id = ${id}),
    (select min(w.at) from (${buildLineWasteSql(siteId)}) w where w.work_order_id = ${id})) as at`,
    }
  }
  return null
}

/**
 * Finds how much of a recalled item the trim of pellet lots contains. Returns null if pellets cannot contain the item,
 * because it was never used, or because it is a package or customer, whose rolls are recalled directly.
 */
async function findOriginInPellets(
  ctx: Context,
  book: PelletBook,
  kind: RecallableKind,
  id: string,
): Promise<Origin | null> {
  if (kind === 'materialLot') {
    // A recalled pellet lot is the origin itself, not a step of a path.
    const lots = new Map([...book.lots].filter(([lotId]) => lotId !== id))
    const use = await findUseOfLot(ctx, lots, id, book.sumDirectKg(id))
    return use && { lots, ...use }
  }
  const originQueries = buildOriginQueries(ctx.site, kind, id)
  if (!originQueries) return null
  const [subjectByLot, [startRow]] = await Promise.all([
    loadSubjectSources(ctx, originQueries.sourceCondition),
    ctx.query(originQueries.start),
  ])
  if (!startRow?.at) return null
  return {
    lots: replaceSubjectParts(book.lots, id, subjectByLot),
    sinceMs: new Date(startRow.at).getTime(),
    maxOriginKg: null,
  }
}
/**
 * Finds when the use of a lot began, and how much of it was used: fed, or taken into pellets directly. The time of a
 * direct use is not recorded; it may be as early as the receipt. Null if the lot was not used.
 */
async function findUseOfLot(
  ctx: Context,
  lots: PelletBook['lots'],
  id: string,
  directKg: number,
): Promise<Pick<Origin, 'sinceMs' | 'maxOriginKg'> | null> {
  const firstFeed = await findFirstFeed(ctx, id)
  const isEarlierThanFeed = [...getOriginKg(lots, id).keys()].some(
    (lotId) => !firstFeed || lots.get(lotId)!.madeAtMs <= firstFeed.at,
  )
  if (!firstFeed && !isEarlierThanFeed) return null
  const receivedMs = toMillis(getDayStart(ctx, (await ctx.rows.get(materialLot, id)).receivedOn))
  const usedKg = (firstFeed?.kg ?? 0) + directKg
  return {
    sinceMs: isEarlierThanFeed ? Math.min(receivedMs, firstFeed?.at ?? Infinity) : firstFeed!.at,
    maxOriginKg: usedKg > 0 ? usedKg : null,
  }
}
/** Returns the kilograms of an item in the sources of each pellet lot that has it as a part. */
const getOriginKg = (lots: PelletBook['lots'], id: string): ReadonlyMap<string, number> =>
  new Map(
    [...lots.values()].flatMap((lot) =>
      lot.parts.filter(({ lotId }) => lotId === id).map(({ kg }) => [lot.id, kg] as const),
    ),
  )

/** Smaller shares count as none, because the shares are not more precise. */
const MIN_SHARE = 1e-12

/** Finds all pellet lots, and pellet materials without lots, that can contain a recalled item. */
export async function findPelletHits(ctx: Context, kind: RecallableKind, id: string): Promise<PelletHits> {
  const book = await loadPelletBook(ctx)
  const origin = await findOriginInPellets(ctx, book, kind, id)
  if (!origin) return { book, hits: [], sinceMs: 0, maxOriginKg: null }
  const { lots } = origin
  const originKgByLot = getOriginKg(lots, id)
  const recordedShares = calculateOriginShares(lots, originKgByLot)
  // Lots made before the item was first used cannot contain it, neither directly nor within other pellets.
  const unrecordedShares = calculateUnrecordedShares(
    new Map([...lots].filter(([, lot]) => lot.madeAtMs > origin.sinceMs)),
  )
  const paths = findPelletPaths(lots, originKgByLot)
  const hits = [...book.lots.values()].flatMap((lot): PelletHit[] => {
    const share = recordedShares.get(lot.id) ?? 0
    const unrecordedShare = unrecordedShares.get(lot.id) ?? 0
    return share + unrecordedShare > MIN_SHARE
      ? [{ id: lot.id, lot, share, unrecordedShare, path: paths.get(lot.id) ?? [] }]
      : []
  })
  const hitsWithoutLot = (await listPelletMaterialIds(ctx)).map((materialId): PelletHit => ({
    id: materialId,
    lot: null,
    share: 0,
    unrecordedShare: 1,
    path: [],
  }))
  return { book, hits: [...hits, ...hitsWithoutLot], sinceMs: origin.sinceMs, maxOriginKg: origin.maxOriginKg }
}

/**
 * Describes the path of the item into each hit as text, by hit id: `L-01 → trim of J-7 → pellet lot P-3`. Each step
 * names the source with the most kilograms.
 * @param origin id and name of the recalled item
 */
export async function describePelletPaths(
  ctx: Context,
  { book, hits }: Pick<PelletHits, 'book' | 'hits'>,
  origin: { readonly id: string; readonly name: string },
): Promise<ReadonlyMap<string, string>> {
  const steps = hits.flatMap(({ path }) =>
    path.map((lotId, i) => ({ lotId, source: book.findMainSource(lotId, i === 0 ? origin.id : path[i - 1]!) })),
  )
  const getSourceIds = (kind: SourceKind) => [
    ...new Set(steps.flatMap(({ source }) => (source?.kind === kind ? [source.id] : []))),
  ]
  const [trimNames, jumboNames, slitRollNames] = await Promise.all([
    loadWasteNames(ctx, getSourceIds('recycle')),
    loadNames(ctx, 'jumboRoll', getSourceIds('jumboRoll')),
    loadNames(ctx, 'slitRoll', getSourceIds('slitRoll')),
  ])
  const formatStep = (lotId: string, fromId: string): string => {
    const source = book.findMainSource(lotId, fromId)
    const pelletText = ctx.t('tracing:pages.qualityTracking.path.pellets', {
      number: book.lots.get(lotId)?.number ?? '',
    })
    if (!source || source.kind === 'materialLot') return pelletText
    const trimName =
      trimNames.get(source.id) ??
      ctx.t(`tracing:pages.qualityTracking.path.${source.kind === 'slitRoll' ? 'slitRoll' : 'jumboRoll'}`, {
        name: jumboNames[source.id] ?? slitRollNames[source.id] ?? '',
      })
    return `${trimName} → ${pelletText}`
  }
  return new Map(
    hits.map(({ id, lot, path, share }) => {
      if (share > 0 && path.length > 0)
        return [id, [origin.name, ...path.map((lotId, i) => formatStep(lotId, path[i - 1] ?? origin.id))].join(' → ')]
      const number = lot?.number ?? ctx.t('tracing:pages.qualityTracking.path.noLot')
      return [id, `${origin.name} → ${ctx.t('tracing:pages.qualityTracking.path.unrecorded', { number })}`]
    }),
  )
}
/** Finds the pellet lots whose recorded sources contain a lot. */
export async function findPelletsWithLot(ctx: Context, lotId: string): Promise<readonly PelletsOfLot[]> {
  const { hits } = await findPelletHits(ctx, 'materialLot', lotId)
  return hits
    .filter(({ lot, share }) => lot && share > 0)
    .map(({ id, lot, share }) => ({ id, lot: lot && { kg: lot.kg }, share, unrecordedShare: 0 }))
}
