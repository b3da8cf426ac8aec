/** The part of a trace through reclaimed pellets: down to the rolls that contain them, and up to their source lots. */
import { buildLotNodesSql } from '@/areas/feeding/server/queries/lot-nodes'
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { resolvePelletOrigins } from '../../rules/pellet-shares'
import { describePelletPaths, findPelletHits, type PelletHits } from './find-pellet-hits'
import { loadPelletBook, type PelletBook } from './load-pellet-book'
import { getPelletParameters, MIN_KG } from './pellet-jumbos-sql'

/** Maximum of lots that a trace displays through pellets, most kilograms first; further lots are only counted. */
const MAX_LOTS = 150

/** Pellet details of a trace node. */
export interface PelletNote {
  readonly maxKg: number
  readonly traceAmount: boolean
  readonly through: 'direct' | 'pellets' | 'unrecorded'
  readonly path: string | null
}
export interface LotNode {
  id: string
  label: string
  at: string | null
  kg: number | null
  state: string | null
  grade: string | null
  line: string | null
  note: string | null
  parents: { id: string | null; kg?: number | null }[]
  children: { id: string | null; kg?: number | null }[]
}
interface JumboNode {
  readonly id: string
  readonly label: string
  readonly parents: readonly { readonly id: string | null; readonly kg?: number | null }[]
}
export interface PelletTrace {
  readonly lots: readonly LotNode[]
  readonly edges: readonly { readonly from: string; readonly to: string; readonly kg: number }[]
  readonly notes: ReadonlyMap<string, PelletNote>
  /** Number of lots beyond `MAX_LOTS`. */
  readonly hiddenLots: number
  /** Kilograms of displayed pellets whose sources are not recorded. */
  readonly unrecordedKg: number
}
export const noPelletTrace: PelletTrace = { lots: [], edges: [], notes: new Map(), hiddenLots: 0, unrecordedKg: 0 }

const loadLotNodes = async (ctx: Context, ids: readonly string[]): Promise<LotNode[]> =>
  ids.length === 0
    ? []
    : ctx.query<LotNode & Record<string, unknown>>(
        `select n.id, n.label, n.at, n.kg, n.state, n.grade, n.line, n.note, n.parents, n.children from (${buildLotNodesSql(ctx.language)} where t.site_id = $1 and t.id = any($2::uuid[])) n`,
        [ctx.site, ids],
      )
const toGrams = (kg: number): number => Math.round(kg * 1000) / 1000

/** Pellets that can hold a lot, with the parameters for `buildTraceSql`; without hits there are no parameters. */
export interface LotInPelletsTrace extends PelletHits {
  readonly parameters: readonly unknown[]
  readonly traceKg: number
}
/** Finds the pellets that can hold a lot. */
export async function findLotInPellets(ctx: Context, lotId: string): Promise<LotInPelletsTrace> {
  const [found, settings] = await Promise.all([findPelletHits(ctx, 'materialLot', lotId), loadPlantSettings(ctx)])
  const traceKg = settings.recallTraceKg
  return { ...found, traceKg, parameters: found.hits.length > 0 ? getPelletParameters(found, traceKg) : [] }
}

/** Traces a lot downwards: the pellet lots between it and the displayed rolls, and the upper bound of the lot in each roll. */
export async function tracePelletsDown(
  ctx: Context,
  lot: { readonly id: string; readonly name: string },
  found: LotInPelletsTrace,
  jumbos: readonly JumboNode[],
): Promise<PelletTrace> {
  const hitOf = new Map(found.hits.map((hit) => [hit.id, hit]))
  const notes = new Map<string, PelletNote>()
  const passed = new Set<string>()
  const reached = jumbos.flatMap((jumbo) => {
    const parts = jumbo.parents.flatMap(({ id, kg }) => (id === null ? [] : [{ id, kg: Number(kg ?? 0) }]))
    const pellets = parts
      .flatMap(({ id, kg }) => (hitOf.has(id) ? [{ hit: hitOf.get(id)!, kg }] : []))
      .sort((a, b) => b.kg * b.hit.share - a.kg * a.hit.share)
    const directKg = parts.reduce((sum, { id, kg }) => sum + (id === lot.id ? kg : 0), 0)
    const recordedKg = pellets.reduce((sum, { hit, kg }) => sum + kg * hit.share, 0)
    const unrecordedKg = pellets.reduce((sum, { hit, kg }) => sum + kg * hit.unrecordedShare, 0)
    const main = pellets[0]?.hit ?? null
    if (pellets.length > 0)
      for (const { hit } of pellets) for (const id of hit.path.length > 0 ? hit.path : [hit.id]) passed.add(id)
    const counted = unrecordedKg >= found.traceKg ? Math.min(unrecordedKg, found.mostKg ?? Infinity) : 0
    return [{ jumbo, directKg, recordedKg, maxKg: directKg + recordedKg + counted, main }]
  })
  const ways = await describePelletPaths(
    ctx,
    { book: found.book, hits: [...new Set(reached.flatMap(({ main }) => main ?? []))] },
    lot,
  )
  for (const { jumbo, directKg, recordedKg, maxKg, main } of reached) {
    const through = directKg > 0 ? 'direct' : recordedKg >= MIN_KG ? 'pellets' : 'unrecorded'
    const way = through === 'direct' ? lot.name : main && ways.get(main.id)
    notes.set(jumbo.id, {
      maxKg: toGrams(maxKg),
      traceAmount: maxKg < found.traceKg,
      through,
      path: way ? `${way} → ${jumbo.label}` : null,
    })
  }
  for (const id of passed) {
    const hit = hitOf.get(id)
    if (!hit?.lot) continue
    const maxKg = toGrams(hit.lot.kg * hit.share)
    notes.set(id, {
      maxKg,
      traceAmount: hit.share > 0 && maxKg < found.traceKg,
      through: hit.share > 0 ? 'pellets' : 'unrecorded',
      path: ways.get(id) ?? null,
    })
  }
  const lots = await loadLotNodes(
    ctx,
    [...passed].filter((id) => id !== lot.id),
  )
  return { lots, edges: edgesBetween(found.book, new Set([lot.id, ...passed])), notes, hiddenLots: 0, unrecordedKg: 0 }
}

/** Traces pellet lots upwards to their source lots. @param pelletKg kilograms of each displayed pellet lot */
export async function tracePelletsUp(
  ctx: Context,
  pelletKg: ReadonlyMap<string, number>,
  shown: ReadonlySet<string>,
): Promise<PelletTrace> {
  const [book, settings] = await Promise.all([loadPelletBook(ctx), loadPlantSettings(ctx)])
  const begun = new Map([...pelletKg].filter(([id, kg]) => book.lots.has(id) && kg > 0))
  if (begun.size === 0) return noPelletTrace
  const { originKg, passedKg, unrecordedKg } = resolvePelletOrigins(book.lots, begun)
  const reached = [...originKg, ...[...passedKg].filter(([id]) => !begun.has(id))]
    .filter(([id, kg]) => kg >= MIN_KG && !id.startsWith('purchased'))
    .sort((a, b) => b[1] - a[1])
  const chosen = reached.slice(0, MAX_LOTS)
  const notes = new Map<string, PelletNote>(
    chosen.map(([id, kg]) => [
      id,
      { maxKg: toGrams(kg), traceAmount: kg < settings.recallTraceKg, through: 'pellets', path: null },
    ]),
  )
  for (const [id] of begun)
    if (book.lots.get(id)!.basis === 'none') notes.set(id, { ...noteOf(begun.get(id)!), through: 'unrecorded' })
  const lots = await loadLotNodes(
    ctx,
    chosen.flatMap(([id]) => (shown.has(id) ? [] : [id])),
  )
  return {
    lots,
    edges: edgesBetween(book, new Set([...shown, ...chosen.map(([id]) => id)])),
    // For a lot that is also in the rolls directly, the edges show the paths.
    notes: new Map([...notes].filter(([id, note]) => !shown.has(id) || note.through === 'unrecorded')),
    hiddenLots: reached.length - chosen.length,
    unrecordedKg: toGrams(unrecordedKg),
  }
}
const noteOf = (kg: number) => ({ maxKg: toGrams(kg), traceAmount: false, path: null })

/** Builds the edges from the lots in `ids` to the pellet lots in `ids` that contain them. */
function edgesBetween(book: PelletBook, ids: ReadonlySet<string>): { from: string; to: string; kg: number }[] {
  return [...ids].flatMap((id) =>
    (book.lots.get(id)?.parts ?? [])
      .filter(({ lotId }) => lotId !== id && ids.has(lotId))
      .map(({ lotId, kg }) => ({ from: lotId, to: id, kg: toGrams(kg) })),
  )
}
