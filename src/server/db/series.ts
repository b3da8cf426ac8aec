import { date, doublePrecision, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/**
 * Time series of what is measured: written by the thousand, so without a version, an id, a trail or references. Their area is
 * telemetry. Moments are UTC; a day is the plant's own, with as many slots of 15 minutes as it has (92 to 100).
 */
const key = () => ({ siteId: integer('site_id').notNull().default(1), tagId: uuid('tag_id').notNull() })
const dayKey = () => ({ ...key(), day: date('day', { mode: 'string' }).notNull() })

/** Raw readings, one value a moment. In partitions by month, see `partitions`. */
export const reading = pgTable(
  'reading',
  {
    ...key(),
    at: instant('at').notNull(),
    value: doublePrecision('value').notNull(),
    // 0 good, 1 uncertain, 2 bad.
    quality: smallint('quality').notNull().default(0),
    // How it counts, see `standings` of telemetry: 0 as it is.
    standing: smallint('standing').notNull().default(0),
    receivedAt: instant('received_at').notNull(),
    // The meter was exchanged before it: what the old one showed last, and the new one first.
    oldFinal: doublePrecision('old_final'),
    newStart: doublePrecision('new_start'),
  },
  (t) => [primaryKey({ name: 'reading_pk', columns: [t.siteId, t.tagId, t.at] })],
)
/** What a reading was before another value came for the same moment. */
export const readingRevision = pgTable(
  'reading_revision',
  {
    ...key(),
    at: instant('at').notNull(),
    value: doublePrecision('value').notNull(),
    quality: smallint('quality').notNull(),
    receivedAt: instant('received_at').notNull(),
    replacedAt: instant('replaced_at').notNull(),
  },
  (t) => [primaryKey({ name: 'reading_revision_pk', columns: [t.siteId, t.tagId, t.at, t.value] })],
)
/** The newest reading of each tag. Held while readings of the tag are taken in, so that two batches never mix. */
export const tagState = pgTable(
  'tag_state',
  {
    ...key(),
    at: instant('at'),
    value: doublePrecision('value'),
    quality: smallint('quality').notNull().default(0),
    receivedAt: instant('received_at'),
    source: text('source'),
    // From where a counter goes on: when it last counted, and what it showed before it dipped.
    baseAt: instant('base_at'),
    baseValue: doublePrecision('base_value'),
    // The newest reading, where it is kept apart: the next one may tell that it was right.
    pendingAt: instant('pending_at'),
    pendingValue: doublePrecision('pending_value'),
    // Who sent it said then that it is none of now: its device has died. Until somebody sends it again.
    goneAt: instant('gone_at'),
    // Earlier readings are not kept any more: roll-ups of before stay as they are.
    keptFrom: instant('kept_from'),
  },
  (t) => [primaryKey({ name: 'tag_state_pk', columns: [t.siteId, t.tagId] })],
)
/** What a counter counted in a day of the plant. */
export const usageDay = pgTable(
  'usage_day',
  {
    ...dayKey(),
    startsAt: instant('starts_at').notNull(),
    // Readings that count.
    n: integer('n').notNull(),
    used: doublePrecision('used').notNull(),
    // The part of it that was spread over a gap.
    estimated: doublePrecision('estimated').notNull(),
    // Seconds of the day that lie between two readings close enough to each other.
    measuredS: integer('measured_s').notNull(),
    // What it showed last.
    last: doublePrecision('last'),
  },
  (t) => [primaryKey({ name: 'usage_day_pk', columns: [t.siteId, t.tagId, t.day] })],
)
/**
 * The same in slots of 15 minutes: running totals since the begin of the day, 0 first, so that any stretch of time is a
 * difference of two. Apart from the days, which are read by the thousand.
 */
export const usageSlots = pgTable(
  'usage_slots',
  {
    ...dayKey(),
    startsAt: instant('starts_at').notNull(),
    used: doublePrecision('used').array().notNull(),
    // Null: none of it.
    estimated: doublePrecision('estimated').array(),
    // Seconds measured of each slot; null: all of each.
    measured: smallint('measured').array(),
  },
  (t) => [primaryKey({ name: 'usage_slots_pk', columns: [t.siteId, t.tagId, t.day] })],
)
/** What a gauge or a state showed in a day, in slots of 15 minutes; null where nothing was read. */
export const gaugeSlots = pgTable(
  'gauge_slots',
  {
    ...dayKey(),
    startsAt: instant('starts_at').notNull(),
    n: integer('n').array().notNull(),
    sum: doublePrecision('sum').array().notNull(),
    low: doublePrecision('low').array().notNull(),
    high: doublePrecision('high').array().notNull(),
    last: doublePrecision('last').array().notNull(),
    // When it showed that, in seconds since the begin of the day.
    lastS: doublePrecision('last_s').array().notNull(),
  },
  (t) => [primaryKey({ name: 'gauge_slots_pk', columns: [t.siteId, t.tagId, t.day] })],
)

export const seriesTables = { reading, readingRevision, tagState, usageDay, usageSlots, gaugeSlots }
