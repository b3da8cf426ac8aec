/** SQL that finds the jumbos which contain pellets, for recall and trace. */
import { toSqlLiterals } from '@/server/crud/statements'
import { takenBackJumboStates } from '../../rules/jumbo-roll'
import type { PelletHits } from './find-pellet-hits'

/** Amounts below this round to 0 g and are not listed. */
export const MIN_LISTED_KG = 0.0005

/**
 * Common table expressions `pellet_hits` and `by_pellets`: jumbos with the kilograms of the searched item that they hold through
 * pellets (`kg`), and that they may hold because sources are not recorded (`unrecorded_kg`). `$1` is the site; `$3` to `$10` are
 * `getPelletParameters`.
 */
export const pelletJumbosSql = `pellet_hits as materialized (select * from unnest($3::uuid[], $4::float8[], $5::float8[], $6::boolean[]) as t(id, share, unrecorded, without_lot)),
  by_pellets as materialized (
    select j.id, sum(part.kg * h.share) as kg, least(sum(part.kg * h.unrecorded), $9::float8) as unrecorded_kg, (array_agg(h.id order by h.share > 0 desc, part.kg * (h.share + h.unrecorded) desc))[1] as pellet_id
    from jumbo_roll j cross join lateral (select coalesce(entry->>'lotId', entry->>'materialId')::uuid as id, (entry->>'kg')::float8 as kg from jsonb_array_elements(j.lots) entry) part
      join pellet_hits h on h.id = part.id
    where j.site_id = $1 and j.state not in (${toSqlLiterals(takenBackJumboStates)}) and j.lots @> any($7::jsonb[]) and (not h.without_lot or j.started_at >= $8)
    group by j.id having sum(part.kg * h.share) >= ${MIN_LISTED_KG} or sum(part.kg * h.unrecorded) >= greatest($10::float8, ${MIN_LISTED_KG}))`

/**
 * Returns the values of `$3` to `$10`: arrays of the pellets (id, share, unrecorded share, flag for pellets without a lot, the
 * `lots` entry to search for), the start for pellets without a lot, the upper bound of unrecorded kg, and the trace threshold.
 */
export const getPelletParameters = ({ hits, since, maxOriginKg }: PelletHits, traceKg: number): readonly unknown[] => [
  hits.map((hit) => hit.id),
  hits.map(({ share }) => share),
  hits.map(({ unrecordedShare }) => unrecordedShare),
  hits.map(({ lot }) => lot === null),
  hits.map(({ id, lot }) => JSON.stringify(lot ? [{ lotId: id }] : [{ lotId: null, materialId: id }])),
  new Date(since),
  maxOriginKg,
  traceKg,
]
