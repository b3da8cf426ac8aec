/** The part of a trace through reclaimed pellets: down to the rolls that contain them, and up to their source lots. */
import type { TraceRow } from '../trace-sql'
import { buildLotNodesSql } from '@/areas/feeding/server/queries/lots'
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import { resolvePelletOrigins } from '../../rules/pellet-shares'
import { MIN_LISTED_KG } from '@/areas/tracing/server/reach-sql'
import { describePelletPaths, findPelletHits, type PelletHits } from './find-pellet-hits'
import { loadPelletBook, PURCHASED_LOT_ID, type PelletBook } from './load-pellet-book'
import { roundToGram } from '@/plant/rules/quantity'

/** Maximum of lots that a trace displays through pellets, most kilograms first; further lots are only counted. */
const MAX_LOTS = 150

/** Pellet details of a trace node. */
export interface PelletNote {
  readonly maxKg: number
  readonly traceAmount: boolean
  readonly through: 'direct' | 'pellets' | 'unrecorded'
  readonly path: string | null
}
interface JumboNode {
  readonly id: string
  readonly label: string
  readonly parents: readonly { readonly id: string | null; readonly kg?: number | null }[]
}
export interface PelletTrace {
  readonly lots: readonly TraceRow[]
  readonly edges: readonly { readonly from: string; readonly to: string; readonly kg: number }[]
  readonly notes: ReadonlyMap<string, PelletNote>
  /** Number of lots beyond `MAX_LOTS`. */
  readonly hiddenLots: number
  /** Kilograms of displayed pellets whose sources are not recorded. */
  readonly unrecordedKg: number
}
export const EMPTY_PELLET_TRACE: PelletTrace = { lots: [], edges: [], notes: new Map(), hiddenLots: 0, unrecordedKg: 0 }

const loadLotNodes = async (ctx: Context, ids: readonly string[]): Promise<TraceRow[]> =>
  ids.length === 0
    ? []
    : ctx.query(
        sql<TraceRow>`select n.id, n.label, n.at, n.kg, n.state, n.grade, n.line, n.note, n.parents, n.children from (${buildLotNodesSql(ctx.language)} where t.site_id = ${ctx.site} and t.id = any(${ids}::uuid[])) n`,
      )

/** Pellets that can hold a lot, with the plant's threshold of trace amounts. */
export interface LotInPelletsTrace extends PelletHits {
  readonly traceKg: number
}
/** Finds the pellets that can hold a lot. */
export async function findLotInPellets(ctx: Context, lotId: string): Promise<LotInPelletsTrace> {
  const [pelletHits, settings] = await Promise.all([findPelletHits(ctx, 'materialLot', lotId), loadPlantSettings(ctx)])
  return { ...pelletHits, traceKg: settings.recallTraceKg }
}

/** Traces a lot downwards: the pellet lots between it and the displayed rolls, and the upper bound of the lot in each roll. */
export async function tracePelletsDown(
  ctx: Context,
  lot: { readonly id: string; readonly name: string },
  lotHits: LotInPelletsTrace,
  jumbos: readonly JumboNode[],
): Promise<PelletTrace> {
  const hitByLot = new Map(lotHits.hits.map((hit) => [hit.id, hit]))
  const notes = new Map<string, PelletNote>()
  const passedLotIds = new Set<string>()
  const reachedJumbos = jumbos.flatMap((jumbo) => {
    const parts = jumbo.parents.flatMap(({ id, kg }) => (id === null ? [] : [{ id, kg: Number(kg ?? 0) }]))
    const pelletParts = parts
      .flatMap(({ id, kg }) => (hitByLot.has(id) ? [{ hit: hitByLot.get(id)!, kg }] : []))
      .sort((a, b) => b.kg * b.hit.share - a.kg * a.hit.share)
    const directKg = parts.reduce((sum, { id, kg }) => sum + (id === lot.id ? kg : 0), 0)
    const recordedKg = pelletParts.reduce((sum, { hit, kg }) => sum + kg * hit.share, 0)
    const unrecordedKg = pelletParts.reduce((sum, { hit, kg }) => sum + kg * hit.unrecordedShare, 0)
    const mainHit = pelletParts[0]?.hit ?? null
    for (const { hit } of pelletParts) for (const id of hit.path.length > 0 ? hit.path : [hit.id]) passedLotIds.add(id)
    const countedUnrecordedKg =
      unrecordedKg >= lotHits.traceKg ? Math.min(unrecordedKg, lotHits.maxOriginKg ?? Infinity) : 0
    return [{ jumbo, directKg, recordedKg, maxKg: directKg + recordedKg + countedUnrecordedKg, mainHit }]
  })
  const pathByHit = await describePelletPaths(
    ctx,
    { book: lotHits.book, hits: [...new Set(reachedJumbos.flatMap(({ mainHit }) => mainHit ?? []))] },
    lot,
  )
  for (const { jumbo, directKg, recordedKg, maxKg, mainHit } of reachedJumbos) {
    const through = directKg > 0 ? 'direct' : recordedKg >= MIN_LISTED_KG ? 'pellets' : 'unrecorded'
    const pathText = through === 'direct' ? lot.name : mainHit && pathByHit.get(mainHit.id)
    notes.set(jumbo.id, {
      maxKg: roundToGram(maxKg),
      traceAmount: maxKg < lotHits.traceKg,
      through,
      path: pathText ? `${pathText} → ${jumbo.label}` : null,
    })
  }
  for (const id of passedLotIds) {
    const hit = hitByLot.get(id)
    if (!hit?.lot) continue
    const maxKg = roundToGram(hit.lot.kg * hit.share)
    notes.set(id, {
      maxKg,
      traceAmount: hit.share > 0 && maxKg < lotHits.traceKg,
      through: hit.share > 0 ? 'pellets' : 'unrecorded',
      path: pathByHit.get(id) ?? null,
    })
  }
  const lots = await loadLotNodes(
    ctx,
    [...passedLotIds].filter((id) => id !== lot.id),
  )
  return {
    lots,
    edges: buildPelletEdges(lotHits.book, new Set([lot.id, ...passedLotIds])),
    notes,
    hiddenLots: 0,
    unrecordedKg: 0,
  }
}

/**
 * Traces pellet lots upwards to their source lots.
 * @param kgByPelletLot kilograms of each displayed pellet lot
 * @param displayedIds nodes that the trace displays without pellets
 */
export async function tracePelletsUp(
  ctx: Context,
  kgByPelletLot: ReadonlyMap<string, number>,
  displayedIds: ReadonlySet<string>,
): Promise<PelletTrace> {
  const [book, settings] = await Promise.all([loadPelletBook(ctx), loadPlantSettings(ctx)])
  const startKgByLot = new Map([...kgByPelletLot].filter(([id, kg]) => book.lots.has(id) && kg > 0))
  if (startKgByLot.size === 0) return EMPTY_PELLET_TRACE
  const { originKg, passedKg, unrecordedKg } = resolvePelletOrigins(book.lots, startKgByLot)
  const reachedLots = [...originKg, ...[...passedKg].filter(([id]) => !startKgByLot.has(id))]
    .filter(([id, kg]) => kg >= MIN_LISTED_KG && id !== PURCHASED_LOT_ID)
    .sort((a, b) => b[1] - a[1])
  const displayedLots = reachedLots.slice(0, MAX_LOTS)
  const notes = new Map<string, PelletNote>(
    displayedLots.map(([id, kg]) => [
      id,
      { maxKg: roundToGram(kg), traceAmount: kg < settings.recallTraceKg, through: 'pellets', path: null },
    ]),
  )
  for (const [id] of startKgByLot)
    if (book.lots.get(id)!.basis === 'none')
      notes.set(id, { ...buildStartNote(startKgByLot.get(id)!), through: 'unrecorded' })
  const lots = await loadLotNodes(
    ctx,
    displayedLots.flatMap(([id]) => (displayedIds.has(id) ? [] : [id])),
  )
  return {
    lots,
    edges: buildPelletEdges(book, new Set([...displayedIds, ...displayedLots.map(([id]) => id)])),
    // Lots that are also in the rolls directly get no note, as the edges show their paths.
    notes: new Map([...notes].filter(([id, note]) => !displayedIds.has(id) || note.through === 'unrecorded')),
    hiddenLots: reachedLots.length - displayedLots.length,
    unrecordedKg: roundToGram(unrecordedKg),
  }
}
const buildStartNote = (kg: number) => ({ maxKg: roundToGram(kg), traceAmount: false, path: null })

/** Builds the edges from the lots in `ids` to the pellet lots in `ids` that contain them. */
function buildPelletEdges(book: PelletBook, ids: ReadonlySet<string>): { from: string; to: string; kg: number }[] {
  return [...ids].flatMap((id) =>
    (book.lots.get(id)?.parts ?? [])
      .filter(({ lotId }) => lotId !== id && ids.has(lotId))
      .map(({ lotId, kg }) => ({ from: lotId, to: id, kg: roundToGram(kg) })),
  )
}
