/**
 * Traces material through reclaimed pellets: down to the rolls that contain the pellets, and up to their source lots.
 */
import type { TraceRow } from '../trace-sql'
import { buildLotNodesSql } from '@/areas/feeding/server/queries/lots'
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import { resolvePelletOrigins } from '../../rules/pellet-shares'
import { MIN_LISTED_KG } from '@/areas/tracing/server/reach-sql'
import { describePelletPaths, findPelletHits, type PelletHits } from './find-pellet-hits'
import { loadPelletBook, PURCHASED_LOT_ID, type PelletBook, type PelletBookLot } from './load-pellet-book'
import { roundToGram } from '@/plant/rules/quantity'

/**
 * Maximum number of lots that a trace displays through pellets, most kilograms first. Further lots are only counted.
 */
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
  /** Number of lots beyond `MAX_LOTS`, and of lots with less than `MIN_LISTED_KG`. */
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

/** Pellets that can contain a lot, with the plant's threshold of trace amounts. */
export interface LotInPelletsTrace extends PelletHits {
  readonly traceKg: number
}
/** Finds the pellets that can contain a lot. */
export async function findLotInPellets(ctx: Context, lotId: string): Promise<LotInPelletsTrace> {
  const [pelletHits, settings] = await Promise.all([findPelletHits(ctx, 'materialLot', lotId), loadPlantSettings(ctx)])
  return { ...pelletHits, traceKg: settings.recallTraceKg }
}

/** Traces a lot down to the pellet lots that contain it, and calculates its upper bound in each displayed roll. */
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
  const { displayedHits, hiddenLots } = selectPelletLots(lotHits, passedLotIds)
  const pathByHit = await describePelletPaths(
    ctx,
    {
      book: lotHits.book,
      hits: [...new Set([...reachedJumbos.flatMap(({ mainHit }) => mainHit ?? []), ...displayedHits])],
    },
    lot,
  )
  for (const { jumbo, directKg, recordedKg, maxKg, mainHit } of reachedJumbos) {
    const throughPellets = recordedKg >= MIN_LISTED_KG ? 'pellets' : 'unrecorded'
    const through = directKg > 0 ? 'direct' : throughPellets
    const pathText = through === 'direct' ? lot.name : mainHit && pathByHit.get(mainHit.id)
    notes.set(jumbo.id, {
      maxKg: roundToGram(maxKg),
      traceAmount: maxKg < lotHits.traceKg,
      through,
      path: pathText ? `${pathText} → ${jumbo.label}` : null,
    })
  }
  for (const { id, lot: pelletLot, share } of displayedHits) {
    const maxKg = roundToGram(pelletLot.kg * share)
    notes.set(id, {
      maxKg,
      traceAmount: share > 0 && maxKg < lotHits.traceKg,
      through: share > 0 ? 'pellets' : 'unrecorded',
      path: pathByHit.get(id) ?? null,
    })
  }
  const displayedIds = displayedHits.map(({ id }) => id)
  return {
    lots: await loadLotNodes(ctx, displayedIds),
    edges: buildPelletEdges(lotHits.book, new Set([lot.id, ...displayedIds])),
    notes,
    hiddenLots,
    unrecordedKg: 0,
  }
}

type PelletLotHit = PelletHits['hits'][number] & { readonly lot: PelletBookLot }
/**
 * Selects the pellet lots that a trace displays: first those on the path to a displayed roll, then those that contain
 * most of the traced lot. Other pellet lots whose recorded sources contain the traced lot are counted as hidden.
 */
function selectPelletLots(
  { hits, traceKg }: LotInPelletsTrace,
  passedLotIds: ReadonlySet<string>,
): { displayedHits: readonly PelletLotHit[]; hiddenLots: number } {
  const lotHits = hits.filter((hit): hit is PelletLotHit => hit.lot !== null)
  const listedHits = lotHits
    .filter(
      ({ id, lot, share, unrecordedShare }) =>
        passedLotIds.has(id) ||
        lot.kg * share >= MIN_LISTED_KG ||
        lot.kg * unrecordedShare >= Math.max(traceKg, MIN_LISTED_KG),
    )
    .sort(
      (a, b) =>
        Number(passedLotIds.has(b.id)) - Number(passedLotIds.has(a.id)) ||
        b.lot.kg * b.share - a.lot.kg * a.share ||
        b.lot.kg * b.unrecordedShare - a.lot.kg * a.unrecordedShare,
    )
  const displayedHits = listedHits.slice(0, Math.max(MAX_LOTS, passedLotIds.size))
  const unlistedHits = lotHits.filter((hit) => hit.share > 0 && !listedHits.includes(hit))
  return { displayedHits, hiddenLots: listedHits.length - displayedHits.length + unlistedHits.length }
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
    .filter(([id]) => id !== PURCHASED_LOT_ID)
    .sort((a, b) => b[1] - a[1])
  const displayedLots = reachedLots.filter(([, kg]) => kg >= MIN_LISTED_KG).slice(0, MAX_LOTS)
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
    // Lots that are also in the rolls directly get no note, because the edges already show their paths.
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
