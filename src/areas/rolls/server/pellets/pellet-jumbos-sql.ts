/** The SQL that finds the jumbos which hold pellets, for recall and trace alike. */
import { toSqlLiterals } from '@/server/crud/statements'
import { takenBack } from '../../rules/jumbo-roll'
import type { PelletHits } from './find-pellet-hits'

/** Less of a lot in a roll rounds to no gram: it is in no list. */
export const MIN_KG = 0.0005

/**
 * Common table expressions `pellet_hits` and `by_pellets`: jumbos with the kilograms of what is looked for that they hold by pellets
 * (`kg`), and those that they may hold because sources are not recorded (`unrecorded_kg`). `$1` is the site; `$3` to `$10` are
 * `getPelletParameters`.
 */
export const pelletJumbosSql = `pellet_hits as materialized (select * from unnest($3::uuid[], $4::float8[], $5::float8[], $6::boolean[]) as t(id, share, unrecorded, without_lot)),
  by_pellets as materialized (
    select j.id, sum(part.kg * h.share) as kg, least(sum(part.kg * h.unrecorded), $9::float8) as unrecorded_kg, (array_agg(h.id order by h.share > 0 desc, part.kg * (h.share + h.unrecorded) desc))[1] as pellet_id
    from jumbo_roll j cross join lateral (select coalesce(entry->>'lotId', entry->>'materialId')::uuid as id, (entry->>'kg')::float8 as kg from jsonb_array_elements(j.lots) entry) part
      join pellet_hits h on h.id = part.id
    where j.site_id = $1 and j.state not in (${toSqlLiterals(takenBack)}) and j.lots @> any($7::jsonb[]) and (not h.without_lot or j.started_at >= $8)
    group by j.id having sum(part.kg * h.share) >= ${MIN_KG} or sum(part.kg * h.unrecorded) >= greatest($10::float8, ${MIN_KG}))`

/** Values of `$3` to `$10`: the pellets as arrays (id, share, unrecorded share, whether without a lot, the entry of `lots` they are found by), since when pellets without a lot count, the most kilograms by ways that are not recorded, and the threshold of trace amounts. */
export const getPelletParameters = ({ hits, since, mostKg }: PelletHits, traceKg: number): readonly unknown[] => [
  hits.map((hit) => hit.id),
  hits.map(({ share }) => share),
  hits.map(({ unrecordedShare }) => unrecordedShare),
  hits.map(({ lot }) => lot === null),
  hits.map(({ id, lot }) => JSON.stringify(lot ? [{ lotId: id }] : [{ lotId: null, materialId: id }])),
  new Date(since),
  mostKg,
  traceKg,
]
