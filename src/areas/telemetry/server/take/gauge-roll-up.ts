/** Roll-ups of gauges and states. Unlike counters, each reading counts independently of the others. */
import type { Context } from '@/server/context'
import { reading } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import {
  addToGauge,
  clearGaugeSlot,
  createPlantDayLookup,
  READING_SLOT_MS,
  getSlotStart,
  type PlantDay,
} from '../../rules/rollup'
import { isInSums, toStandingCode } from '@/areas/telemetry/rules/counter'
import { type NewReading, type ClassifiedReadings, formatSqlArray } from './reading-store'
import { getEntryDecision } from './judge-counters'
import { collectTouchedDays, type PendingRollUp, type TouchedSpan } from './day-roll-ups'
import type { ReadingEntry } from './assign-to-tags'
import { readGaugeDays, writeGaugeDays } from './gauge-days'

/** Gauge readings to store, and the slots that change. */
export interface GaugePlan {
  readonly addedReadings: readonly NewReading[]
  readonly replacedReadings: readonly NewReading[]
  /** Any moment (ms) of each slot that is recalculated from its stored readings. */
  readonly slotsToRecalculate: readonly { readonly tagId: string; readonly at: number }[]
}
const toGaugeStanding = (entry: ReadingEntry): number =>
  toStandingCode(getEntryDecision(entry) === 'excluded' ? 'excluded' : 'counts')

/** Plans which readings of gauges are added or replaced, and which slots must be recalculated. */
export function planGaugeChanges(classifiedReadings: readonly ClassifiedReadings[]): GaugePlan {
  const toNewReadings = (tagId: string, entries: readonly ReadingEntry[]): NewReading[] =>
    entries.map((entry) => ({ tagId, entry, standing: toGaugeStanding(entry) }))
  return {
    addedReadings: classifiedReadings.flatMap((tagReadings) =>
      toNewReadings(tagReadings.tagId, [...tagReadings.newerEntries, ...tagReadings.lateEntries]),
    ),
    replacedReadings: classifiedReadings.flatMap((tagReadings) =>
      toNewReadings(tagReadings.tagId, tagReadings.revisedEntries),
    ),
    slotsToRecalculate: classifiedReadings.flatMap((tagReadings) =>
      tagReadings.revisedEntries.map(({ at }) => ({ tagId: tagReadings.tagId, at })),
    ),
  }
}

/**
 * Reads the roll-ups that the readings change. Recalculated slots use the readings that are stored when `write` runs.
 */
export async function prepareGaugeRollUp(
  ctx: Context,
  { addedReadings, slotsToRecalculate }: Pick<GaugePlan, 'addedReadings' | 'slotsToRecalculate'>,
): Promise<PendingRollUp> {
  const getPlantDay = createPlantDayLookup(ctx.timeZone)
  const readingMoments = [...addedReadings.map((r) => ({ tagId: r.tagId, at: r.entry.at })), ...slotsToRecalculate]
  const gaugeDays = await readGaugeDays(ctx, collectTouchedDays(groupIntoSpans(readingMoments, getPlantDay)))
  const recalculatedSlots = new Map(
    slotsToRecalculate.map(({ tagId, at }) => {
      const slotStart = getSlotStart(at)
      return [`${tagId} ${slotStart}`, { tagId, at: slotStart }]
    }),
  )
  const isRecalculated = (tagId: string, momentMs: number) =>
    recalculatedSlots.size > 0 && recalculatedSlots.has(`${tagId} ${getSlotStart(momentMs)}`)
  return {
    aggregate: () => {
      for (const { tagId, entry, standing } of addedReadings)
        if (isInSums(standing) && !isRecalculated(tagId, entry.at))
          addToGauge(gaugeDays.get(tagId, getPlantDay(entry.at)), entry.at, entry.value)
    },
    write: async () => {
      for (const { tagId, at } of recalculatedSlots.values()) clearGaugeSlot(gaugeDays.get(tagId, getPlantDay(at)), at)
      const storedReadings = await findReadingsInSlots(ctx, [...recalculatedSlots.values()])
      for (const { tagId, ms, value, standing } of storedReadings)
        if (isInSums(standing)) addToGauge(gaugeDays.get(tagId, getPlantDay(ms)), ms, value)
      await writeGaugeDays(ctx, gaugeDays)
    },
  }
}
/** Groups consecutive moments of the same tag and day into one span. */
function groupIntoSpans(
  moments: readonly { tagId: string; at: number }[],
  getPlantDay: (momentMs: number) => PlantDay,
): TouchedSpan[] {
  const spans: { -readonly [K in keyof TouchedSpan]: TouchedSpan[K] }[] = []
  for (const { tagId, at } of moments) {
    const day = getPlantDay(at)
    const currentSpan = spans.at(-1)
    if (currentSpan?.tagId === tagId && currentSpan.day.start === day.start) {
      currentSpan.from = Math.min(currentSpan.from, at)
      currentSpan.to = Math.max(currentSpan.to, at + 1)
    } else spans.push({ tagId, day, from: at, to: at + 1 })
  }
  return spans
}
const findReadingsInSlots = (
  ctx: Context,
  slots: readonly { tagId: string; at: number }[],
): Promise<{ tagId: string; ms: number; value: number; standing: number }[]> =>
  slots.length === 0
    ? Promise.resolve([])
    : ctx.query(
        sql`select ${columns(reading, ['tagId', 'value', 'standing'], 'r')}, ${computed<{ ms: number }>`extract(epoch from r.at) * 1000 as ms`}
         from unnest(${formatSqlArray(slots.map((slot) => slot.tagId))}::uuid[], ${formatSqlArray(slots.map((slot) => slot.at))}::float8[]) w(tag_id, ms)
         join reading r on r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at >= to_timestamp(w.ms / 1000) and r.at < to_timestamp((w.ms + ${READING_SLOT_MS}::float8) / 1000)
         order by r.tag_id, r.at`,
      )
