/** Roll-ups of gauges and states: each reading counts independently of the others. */
import type { Context } from '@/server/context'
import { reading } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import { addToGauge, clearSlot } from '../../rules/rollup'
import { plantDays, SLOT_MS, slotStart, type PlantDay } from '../../rules/slots'
import { inSums, standingOf } from '../../rules/standing'
import { arrayOf } from './array-text'
import { saidOfEntry } from './counters'
import { touchedDays, type RollUp, type Span } from './days'
import type { Entry } from './entry'
import { readGauges, writeGauges } from './gauge-days'
import type { NewReading, Sorted } from './store'

export interface GaugePlan {
  readonly added: readonly NewReading[]
  readonly replaced: readonly NewReading[]
  /** Slots that are recalculated from their stored readings. */
  readonly anew: readonly { readonly tagId: string; readonly at: number }[]
}
const standing = (entry: Entry): number => standingOf(saidOfEntry(entry) === 'left' ? 'left' : 'counts')

/** Plans which readings of gauges are added or replaced, and which slots must be recalculated. */
export function planGauges(sorted: readonly Sorted[]): GaugePlan {
  const rows = (tagId: string, entries: readonly Entry[]): NewReading[] =>
    entries.map((entry) => ({ tagId, entry, standing: standing(entry) }))
  return {
    added: sorted.flatMap((s) => rows(s.tagId, [...s.newer, ...s.late])),
    replaced: sorted.flatMap((s) => rows(s.tagId, s.revised)),
    anew: sorted.flatMap((s) => s.revised.map(({ at }) => ({ tagId: s.tagId, at }))),
  }
}

/**
 * Reads the roll-ups that the readings change. Recalculated slots use the readings that are stored when `write` runs.
 */
export async function gaugeRollUp(ctx: Context, { added, anew }: Pick<GaugePlan, 'added' | 'anew'>): Promise<RollUp> {
  const dayOf = plantDays(ctx.timeZone)
  const touched = [...added.map((r) => ({ tagId: r.tagId, at: r.entry.at })), ...anew]
  const days = await readGauges(ctx, touchedDays(spansOf(touched, dayOf)))
  const again = new Map(anew.map(({ tagId, at }) => [`${tagId} ${slotStart(at)}`, { tagId, at: slotStart(at) }]))
  const isAgain = (tagId: string, at: number) => again.size > 0 && again.has(`${tagId} ${slotStart(at)}`)
  return {
    sumUp: () => {
      for (const { tagId, entry, standing: of } of added)
        if (inSums(of) && !isAgain(tagId, entry.at)) addToGauge(days.get(tagId, dayOf(entry.at)), entry.at, entry.value)
    },
    write: async () => {
      for (const { tagId, at } of again.values()) clearSlot(days.get(tagId, dayOf(at)), at)
      for (const { tagId, ms, value, standing: of } of await readingsOf(ctx, [...again.values()]))
        if (inSums(of)) addToGauge(days.get(tagId, dayOf(ms)), ms, value)
      await writeGauges(ctx, days)
    },
  }
}
/** Groups consecutive moments of the same tag and day into one span. */
function spansOf(moments: readonly { tagId: string; at: number }[], dayOf: (at: number) => PlantDay): Span[] {
  const spans: { -readonly [K in keyof Span]: Span[K] }[] = []
  for (const { tagId, at } of moments) {
    const day = dayOf(at)
    const open = spans.at(-1)
    if (open?.tagId === tagId && open.day.start === day.start) {
      open.from = Math.min(open.from, at)
      open.to = Math.max(open.to, at + 1)
    } else spans.push({ tagId, day, from: at, to: at + 1 })
  }
  return spans
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
