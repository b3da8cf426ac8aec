/** Gauges and states: each reading stands for itself. */
import type { Context } from '@/server/context'
import { reading } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import { addToGauge, clearSlot } from '../../rules/rollup'
import { plantDays, SLOT_MS, slotStart } from '../../rules/slots'
import { inSums, standingOf } from '../../rules/standing'
import { arrayOf } from './array-text'
import { saidOfEntry } from './counters'
import { touchedDays } from './days'
import type { Entry } from './entry'
import { readGauges, writeGauges } from './gauge-days'
import type { NewReading, Sorted } from './store'

export interface GaugePlan {
  readonly added: readonly NewReading[]
  readonly replaced: readonly NewReading[]
  /** Slots that are summed up anew from their readings. */
  readonly anew: readonly { readonly tagId: string; readonly at: number }[]
}
const standing = (entry: Entry): number => standingOf(saidOfEntry(entry) === 'left' ? 'left' : 'counts')

export function planGauges(sorted: readonly Sorted[]): GaugePlan {
  const rows = (tagId: string, entries: readonly Entry[]): NewReading[] =>
    entries.map((entry) => ({ tagId, entry, standing: standing(entry) }))
  return {
    added: sorted.flatMap((s) => rows(s.tagId, [...s.newer, ...s.late])),
    replaced: sorted.flatMap((s) => rows(s.tagId, s.revised)),
    anew: sorted.flatMap((s) => s.revised.map(({ at }) => ({ tagId: s.tagId, at }))),
  }
}

/** Brings the roll-ups up to readings that are stored already. */
export async function sumUpGauges(ctx: Context, { added, anew }: Pick<GaugePlan, 'added' | 'anew'>): Promise<void> {
  const dayOf = plantDays(ctx.timeZone)
  const touched = [...added.map((r) => ({ tagId: r.tagId, at: r.entry.at })), ...anew]
  const days = await readGauges(
    ctx,
    touchedDays(touched.map(({ tagId, at }) => ({ tagId, day: dayOf(at), from: at, to: at + 1 }))),
  )
  const again = new Map(anew.map(({ tagId, at }) => [`${tagId} ${slotStart(at)}`, { tagId, at: slotStart(at) }]))
  for (const { tagId, entry, standing: of } of added)
    if (inSums(of) && !again.has(`${tagId} ${slotStart(entry.at)}`))
      addToGauge(days.get(tagId, dayOf(entry.at)), entry.at, entry.value)
  for (const { tagId, at } of again.values()) clearSlot(days.get(tagId, dayOf(at)), at)
  for (const { tagId, ms, value, standing: of } of await readingsOf(ctx, [...again.values()]))
    if (inSums(of)) addToGauge(days.get(tagId, dayOf(ms)), ms, value)
  await writeGauges(ctx, days)
}
const readingsOf = (
  ctx: Context,
  slots: readonly { tagId: string; at: number }[],
): Promise<{ tagId: string; ms: number; value: number; standing: number }[]> =>
  slots.length === 0
    ? Promise.resolve([])
    : ctx.query(
        sql`select ${columns(reading, ['tagId', 'value', 'standing'], 'r')}, ${computed<{ ms: number }>`extract(epoch from r.at) * 1000 as ms`}
         from unnest(${arrayOf(slots.map((s) => s.tagId))}::uuid[], ${arrayOf(slots.map((s) => s.at))}::float8[]) w(tag_id, ms)
         join reading r on r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at >= to_timestamp(w.ms / 1000) and r.at < to_timestamp((w.ms + ${SLOT_MS}::float8) / 1000)
         order by r.tag_id, r.at`,
      )
