/**
 * Loads the composition of all pellet lots (the pellet book). It is cached until `pelletSource` changes or the lots of
 * a source are recounted.
 */
import { loadPelletLots, wasteWithLotsSql, type PelletLotRow } from '@/areas/feeding/server/queries/pellet-lots'
import type { Context } from '@/server/context'
import { cacheRead } from '@/server/cached-read'
import { columns, computed, joinSql, limit, options, sql, type Sql } from '@/server/sql'
import { pelletSource } from '../../contract/pellet-source'
import type { PelletLot, SubjectInPellets } from '../../rules/pellet-shares'
import { buildJumboKgSql } from '@/areas/rolls/server/queries/mass-sql'

export type SourceKind = 'recycle' | 'jumboRoll' | 'slitRoll' | 'materialLot'
/** Kilograms of one lot in a pellet lot, with the source that brought the most of them. */
interface LotInPellets {
  readonly pelletLotId: string
  readonly lotId: string
  readonly kg: number
  /** Kilograms that were taken directly, without being fed. */
  readonly directKg: number
  readonly sourceKind: SourceKind
  readonly sourceId: string
}
interface SourceTotals {
  readonly pelletLotId: string
  readonly kg: number
  readonly sources: number
  /** Number of sources that people entered. */
  readonly entered: number
  readonly purchasedKg: number
}
interface PelletSourceData {
  readonly parts: readonly LotInPellets[]
  readonly totals: readonly SourceTotals[]
}
/** Placeholder lot id of bought pellets, which contain no lot of this plant but count as recorded. */
export const PURCHASED_LOT_ID = 'purchased'

const PELLET_LOT_COLUMN = columns(pelletSource, [{ pelletLotId: 'lotId' }])
const JUMBO_KG_SQL = sql`${buildJumboKgSql('j')} as whole`
/**
 * Builds SQL of the rows of `pellet_source` with the lots in the referenced waste, roll or lot. `whole` is the mass of
 * this waste, roll or lot, to which the kilograms in `lots` refer.
 * @param table the table, or a common table expression with some of its rows
 */
const buildSourcesSql = (siteId: number, table = sql`pellet_source`): Sql =>
  joinSql(
    [
      sql`select s.lot_id, s.kg, 'recycle' as kind, w.id as source_id, w.lots, w.kg as whole from ${table} s
        join ${wasteWithLotsSql} w on w.site_id = s.site_id and w.id = s.recycle_id where s.site_id = ${siteId}`,
      sql`select s.lot_id, s.kg, 'jumboRoll' as kind, j.id as source_id, j.lots, ${JUMBO_KG_SQL} from ${table} s
        join jumbo_roll j on j.site_id = s.site_id and j.id = s.jumbo_roll_id where s.site_id = ${siteId}`,
      sql`select s.lot_id, s.kg, 'slitRoll' as kind, r.id as source_id, j.lots, ${JUMBO_KG_SQL} from ${table} s
        join slit_roll r on r.site_id = s.site_id and r.id = s.slit_roll_id join jumbo_roll j on j.site_id = r.site_id and j.id = r.jumbo_roll_id where s.site_id = ${siteId}`,
      sql`select s.lot_id, s.kg, 'materialLot' as kind, s.source_lot_id as source_id, jsonb_build_array(jsonb_build_object('lotId', s.source_lot_id, 'kg', 1)), 1 from ${table} s
        where s.site_id = ${siteId} and s.source_lot_id is not null`,
    ],
    ' union all ',
  )
/**
 * Calculates the kilograms of a lot in all pellet lots, by their recorded trim, waste and rolls. Pellets that became
 * part of other pellets count once.
 */
export async function sumLotInPellets(ctx: Context, lotId: string): Promise<number> {
  const [row] = await ctx.query(
    sql<{
      kg: number
    }>`select coalesce(sum((entry->>'kg')::float8 * source.kg::float8 / nullif(source.whole, 0)::float8), 0) as kg
       from (${buildSourcesSql(ctx.site)}) source cross join lateral jsonb_array_elements(source.lots) entry where source.kind <> 'materialLot' and source.lots @> ${JSON.stringify([{ lotId }])}::jsonb and entry->>'lotId' = (${lotId}::uuid)::text`,
  )
  return row?.kg ?? 0
}
/** SQL of the kilograms of each lot in a source: columns `lot` and `kg`, for a cross join with `buildSourcesSql`. */
const PARTS_SQL = sql`(select (entry->>'lotId')::uuid as lot, (entry->>'kg')::float8 * source.kg::float8 / nullif(source.whole, 0)::float8 as kg from jsonb_array_elements(source.lots) entry where entry->>'lotId' is not null) part`
const PART_COLUMNS = computed<
  Omit<LotInPellets, 'pelletLotId'>
>`part.lot as "lotId", sum(part.kg) as kg, coalesce(sum(part.kg) filter (where kind = 'materialLot'), 0) as "directKg", (array_agg(kind order by part.kg desc))[1] as "sourceKind", (array_agg(source_id order by part.kg desc))[1] as "sourceId"`
const TOTAL_COLUMNS = computed<
  Omit<SourceTotals, 'pelletLotId'>
>`sum(kg)::float8 as kg, count(*)::int as sources, count(*) filter (where basis = ${options(pelletSource.fields.basis, 'entered')})::int as entered, coalesce(sum(kg) filter (where purchased), 0)::float8 as "purchasedKg"`

const loadSources = cacheRead([pelletSource], async (ctx): Promise<PelletSourceData> => {
  const [parts, totals] = await Promise.all([
    ctx.query(
      sql`select ${PELLET_LOT_COLUMN}, ${PART_COLUMNS} from (${buildSourcesSql(ctx.site)}) source cross join lateral ${PARTS_SQL}
       where part.kg > 0 group by lot_id, part.lot`,
    ),
    ctx.query(
      sql`select ${PELLET_LOT_COLUMN}, ${TOTAL_COLUMNS} from pellet_source where site_id = ${ctx.site} group by lot_id`,
    ),
  ])
  return { parts, totals }
})

export interface PelletBookLot extends PelletLot, PelletLotRow {
  readonly kg: number
  readonly sources: number
  /** `entered` if people entered at least one source; `none` without sources. */
  readonly basis: 'entered' | 'derived' | 'none'
  readonly recordedKg: number
}
export interface PelletBook {
  readonly lots: ReadonlyMap<string, PelletBookLot>
  /** Returns the source that brought the most kilograms of a lot into a pellet lot. */
  findMainSource(pelletLotId: string, lotId: string): { readonly kind: SourceKind; readonly id: string } | null
  /** Returns the kilograms of a lot that were taken into pellets directly, without being fed. */
  sumDirectKg(lotId: string): number
}
function determineBasis(totals: SourceTotals | undefined): PelletBookLot['basis'] {
  if (!totals) return 'none'
  return totals.entered > 0 ? 'entered' : 'derived'
}
/** Loads all pellet lots with the lots that their sources contained, in production order. */
export async function loadPelletBook(ctx: Context): Promise<PelletBook> {
  const { parts, totals: sourceTotals } = await loadSources(ctx)
  const rows = await loadPelletLots(
    ctx,
    sourceTotals.map(({ pelletLotId }) => pelletLotId),
  )
  const partsByPelletLot = new Map<string, LotInPellets[]>()
  for (const part of parts)
    partsByPelletLot.set(part.pelletLotId, [...(partsByPelletLot.get(part.pelletLotId) ?? []), part])
  const totalsByPelletLot = new Map(sourceTotals.map((totals) => [totals.pelletLotId, totals]))
  const lots = rows.map((row): PelletBookLot => {
    const totals = totalsByPelletLot.get(row.id)
    const purchasedParts = totals && totals.purchasedKg > 0 ? [{ lotId: PURCHASED_LOT_ID, kg: totals.purchasedKg }] : []
    return {
      ...row,
      parts: [...(partsByPelletLot.get(row.id) ?? []), ...purchasedParts],
      sources: totals?.sources ?? 0,
      basis: determineBasis(totals),
      recordedKg: totals?.kg ?? 0,
    }
  })
  return {
    lots: new Map(lots.map((lot) => [lot.id, lot])),
    findMainSource: (pelletLotId, lotId) => {
      const part = partsByPelletLot.get(pelletLotId)?.find((lotPart) => lotPart.lotId === lotId)
      return part ? { kind: part.sourceKind, id: part.sourceId } : null
    },
    sumDirectKg: (lotId) => parts.reduce((sum, part) => (part.lotId === lotId ? sum + part.directKg : sum), 0),
  }
}
interface SubjectSourceRow {
  readonly pelletLotId: string
  /** Null for the kilograms of the sources, otherwise a lot in them. */
  readonly partLotId: string | null
  readonly kg: number
}
/**
 * Builds the statement of the sources that come from a subject: per pellet lot their kilograms, and those of each lot in
 * them.
 * @param condition on columns of `pellet_source`
 */
export const buildSubjectSourcesSql = (siteId: number, condition: Sql): Sql<SubjectSourceRow> =>
  sql<SubjectSourceRow>`with subject_source as materialized (select * from pellet_source where site_id = ${siteId} and (${condition}))
    select ${PELLET_LOT_COLUMN}, null::uuid as "partLotId", sum(kg)::float8 as kg from subject_source group by lot_id
    union all
    select lot_id, part.lot, sum(part.kg) from (${buildSourcesSql(siteId, sql`subject_source`)}) source cross join lateral ${PARTS_SQL}
      where part.kg > 0 group by lot_id, part.lot`
/** Loads the sources that come from a subject, by pellet lot. */
export async function loadSubjectSources(ctx: Context, condition: Sql): Promise<ReadonlyMap<string, SubjectInPellets>> {
  const rows = await ctx.query(buildSubjectSourcesSql(ctx.site, condition))
  const partsByPelletLot = new Map<string, { lotId: string; kg: number }[]>()
  for (const { pelletLotId, partLotId: lotId, kg } of rows) {
    if (lotId === null) continue
    const parts = partsByPelletLot.get(pelletLotId)
    if (parts) parts.push({ lotId, kg })
    else partsByPelletLot.set(pelletLotId, [{ lotId, kg }])
  }
  return new Map(
    rows.flatMap(({ pelletLotId, partLotId, kg }) =>
      partLotId === null ? [[pelletLotId, { kg, parts: partsByPelletLot.get(pelletLotId) ?? [] }] as const] : [],
    ),
  )
}
/** Event handler: invalidates cached pellet compositions if a changed row is a pellet source. */
export async function invalidatePelletBook(ctx: Context, { ids }: { readonly ids: readonly string[] }): Promise<void> {
  const [sourceRow] = await ctx.query(
    sql`select 1 as used from pellet_source s where s.site_id = ${ctx.site} and (s.recycle_id = any(${ids}::uuid[]) or s.jumbo_roll_id = any(${ids}::uuid[])
       or s.slit_roll_id in (select id from slit_roll where site_id = ${ctx.site} and jumbo_roll_id = any(${ids}::uuid[]))) ${limit(1)}`,
  )
  if (sourceRow) ctx.touch('pelletSource')
}
