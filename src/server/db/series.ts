import { date, doublePrecision, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/**
 * Time series of measurements. Telemetry writes their rows in large numbers, so the rows have no version, id, audit
 * trail or references. Moments are UTC; a day is a plant day with its slots of 15 minutes (92 to 100).
 */
const keyColumns = () => ({ siteId: integer('site_id').notNull().default(1), tagId: uuid('tag_id').notNull() })
const dayKeyColumns = () => ({ ...keyColumns(), day: date('day', { mode: 'string' }).notNull() })

/** Raw readings, one value per moment. Partitioned by month, see `partitions`. */
export const reading = pgTable(
  'reading',
  {
    ...keyColumns(),
    at: instant('at').notNull(),
    value: doublePrecision('value').notNull(),
    // 0 good, 1 uncertain, 2 bad.
    quality: smallint('quality').notNull().default(0),
    // How sums include the reading, or that they leave it out; see `standings` of telemetry. 0: unchanged.
    standing: smallint('standing').notNull().default(0),
    receivedAt: instant('received_at').notNull(),
    // Set if the meter was replaced before this reading: last value of the old meter and first value of the new meter.
    oldFinal: doublePrecision('old_final'),
    newStart: doublePrecision('new_start'),
  },
  (t) => [primaryKey({ name: 'reading_pk', columns: [t.siteId, t.tagId, t.at] })],
)
/** The previous value of a reading that was replaced by another one for the same moment. */
export const readingRevision = pgTable(
  'reading_revision',
  {
    ...keyColumns(),
    at: instant('at').notNull(),
    value: doublePrecision('value').notNull(),
    quality: smallint('quality').notNull(),
    receivedAt: instant('received_at').notNull(),
    replacedAt: instant('replaced_at').notNull(),
  },
  (t) => [primaryKey({ name: 'reading_revision_pk', columns: [t.siteId, t.tagId, t.at, t.value] })],
)
/** The newest reading of each tag. Locked while readings of the tag are stored, so that two batches never mix. */
export const tagState = pgTable(
  'tag_state',
  {
    ...keyColumns(),
    at: instant('at'),
    value: doublePrecision('value'),
    quality: smallint('quality').notNull().default(0),
    receivedAt: instant('received_at'),
    source: text('source'),
    // The moment and value from which a counter continues: the last counted moment, and the value before the counter
    // dipped.
    baseAt: instant('base_at'),
    baseValue: doublePrecision('base_value'),
    // The newest reading while it is quarantined; the next one may confirm it.
    pendingAt: instant('pending_at'),
    pendingValue: doublePrecision('pending_value'),
    // Set when the sender reported that its device has died, until the device sends again.
    goneAt: instant('gone_at'),
    // Readings before this moment have been deleted; their roll-ups stay.
    keptFrom: instant('kept_from'),
  },
  (t) => [primaryKey({ name: 'tag_state_pk', columns: [t.siteId, t.tagId] })],
)
/** Consumption of a counter per plant day. */
export const usageDay = pgTable(
  'usage_day',
  {
    ...dayKeyColumns(),
    startsAt: instant('starts_at').notNull(),
    // Number of readings that count.
    n: integer('n').notNull(),
    used: doublePrecision('used').notNull(),
    // The part of `used` that was distributed over a gap between readings.
    estimated: doublePrecision('estimated').notNull(),
    // Seconds of the day that lie between two sufficiently close readings.
    measuredS: integer('measured_s').notNull(),
    // The last value shown.
    last: doublePrecision('last'),
  },
  (t) => [primaryKey({ name: 'usage_day_pk', columns: [t.siteId, t.tagId, t.day] })],
)
/**
 * Consumption in slots of 15 minutes, as running totals since the start of the day. The totals begin with a 0, so that
 * the consumption of any period is a difference of two totals. Separate from the days, which are read in large numbers.
 */
export const usageSlots = pgTable(
  'usage_slots',
  {
    ...dayKeyColumns(),
    startsAt: instant('starts_at').notNull(),
    used: doublePrecision('used').array().notNull(),
    // Null: nothing was estimated.
    estimated: doublePrecision('estimated').array(),
    // Measured seconds of each slot; null: all slots are complete.
    measured: smallint('measured').array(),
  },
  (t) => [primaryKey({ name: 'usage_slots_pk', columns: [t.siteId, t.tagId, t.day] })],
)
/** Values of a gauge or a state per plant day, in slots of 15 minutes; null where nothing was read. */
export const gaugeSlots = pgTable(
  'gauge_slots',
  {
    ...dayKeyColumns(),
    startsAt: instant('starts_at').notNull(),
    n: integer('n').array().notNull(),
    sum: doublePrecision('sum').array().notNull(),
    low: doublePrecision('low').array().notNull(),
    high: doublePrecision('high').array().notNull(),
    last: doublePrecision('last').array().notNull(),
    // Moment of `last`, in seconds since the start of the day.
    lastS: doublePrecision('last_s').array().notNull(),
  },
  (t) => [primaryKey({ name: 'gauge_slots_pk', columns: [t.siteId, t.tagId, t.day] })],
)

export const seriesTables = { reading, readingRevision, tagState, usageDay, usageSlots, gaugeSlots }
