import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { defineTimestamp, defineSiteId, resourceStamp, inletSession, pushKey, outboundMessage } from './kit-tables'
import { instant } from './columns'
import { seriesTables } from './series'
import {
  sessionTable,
  credential,
  directoryFlow,
  directoryLink,
  directoryLinkRequest,
  loginFailure,
  recoveryCode,
  secondFactor,
} from './sign-in-tables'

/** Tables of the server itself. The tables of the plant are derived from its resources. */

/** Every applied command with its answer, written in the transaction of its effects. */
export const syncOp = pgTable(
  'sync_op',
  {
    siteId: defineSiteId(),
    opId: uuid('op_id').notNull(),
    userId: uuid('user_id').notNull(),
    op: text('op').notNull(),
    requestHash: text('request_hash').notNull(),
    response: jsonb('response').$type<{ data: unknown }>().notNull(),
    clientId: text('client_id'),
    seq: bigint('seq', { mode: 'number' }),
    occurredAt: instant('occurred_at'),
    receivedAt: defineTimestamp('received_at'),
    drift: boolean('drift').notNull().default(false),
  },
  (t) => [
    primaryKey({ name: 'sync_op_pk', columns: [t.siteId, t.opId] }),
    index('sync_op_received_idx').on(t.receivedAt),
  ],
)

/** A file known to the plant. Its bytes are stored under their hash; `awaited` files are still on a phone. */
export const storedFileTable = pgTable(
  'stored_file',
  {
    siteId: defineSiteId(),
    id: uuid('id').notNull(),
    state: text('state').$type<'awaited' | 'partial' | 'stored' | 'refused'>().notNull(),
    sentSha256: text('sent_sha256'),
    sha256: text('sha256'),
    mime: text('mime'),
    name: text('name'),
    size: bigint('size', { mode: 'number' }),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    width: integer('width'),
    height: integer('height'),
    thumbSha256: text('thumb_sha256'),
    // Reason why the file was refused.
    why: text('why'),
    // True if a row shows the file as a picture, so that only the bytes of a picture are accepted.
    picture: boolean('picture').notNull().default(false),
    createdBy: uuid('created_by'),
    createdAt: defineTimestamp('created_at'),
    updatedAt: defineTimestamp('updated_at'),
  },
  (t) => [
    primaryKey({ name: 'stored_file_pk', columns: [t.siteId, t.id] }),
    index('stored_file_sha_idx').on(t.sha256),
    index('stored_file_state_idx').on(t.state, t.updatedAt),
  ],
)

/** Rows that show a file. People who may view one of these rows may read the file. */
export const fileUse = pgTable(
  'file_use',
  {
    siteId: defineSiteId(),
    fileId: uuid('file_id').notNull(),
    resource: text('resource').notNull(),
    rowId: uuid('row_id').notNull(),
  },
  (t) => [
    primaryKey({ name: 'file_use_pk', columns: [t.siteId, t.fileId, t.resource, t.rowId] }),
    index('file_use_row_idx').on(t.siteId, t.rowId),
  ],
)

/** Deleted rows, so that phones delete them too. Kept as long as a shift pack's cursor is valid. */
export const goneRow = pgTable(
  'gone_row',
  {
    siteId: defineSiteId(),
    resource: text('resource').notNull(),
    rowId: uuid('row_id').notNull(),
    goneAt: defineTimestamp('gone_at'),
  },
  (t) => [
    primaryKey({ name: 'gone_row_pk', columns: [t.siteId, t.resource, t.rowId] }),
    index('gone_row_at_idx').on(t.siteId, t.goneAt),
  ],
)

/** Series of human-readable numbers, e.g. `repair:20260214`. */
export const numberSeries = pgTable(
  'number_series',
  {
    siteId: defineSiteId(),
    series: text('series').notNull(),
    last: integer('last').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'number_series_pk', columns: [t.siteId, t.series] })],
)

/** The last run and current holder of each job, so that several instances never run it twice. */
export const jobRun = pgTable(
  'job_run',
  {
    siteId: defineSiteId(),
    job: text('job').notNull(),
    holder: text('holder'),
    leaseUntil: instant('lease_until'),
    ranAt: instant('ran_at'),
    failedAt: instant('failed_at'),
    error: text('error'),
  },
  (t) => [primaryKey({ name: 'job_run_pk', columns: [t.siteId, t.job] })],
)

/** Small settings that belong to the database rather than to the process. */
export const setting = pgTable(
  'setting',
  {
    siteId: defineSiteId(),
    name: text('name').notNull(),
    value: jsonb('value').notNull(),
    updatedAt: defineTimestamp('updated_at'),
  },
  (t) => [primaryKey({ name: 'setting_pk', columns: [t.siteId, t.name] })],
)

/** Line speeds from a gateway, m/min: a time series without version, id or references. */
export const lineSpeed = pgTable(
  'line_speed',
  {
    siteId: defineSiteId(),
    lineId: uuid('line_id').notNull(),
    at: instant('at').notNull(),
    speed: real('speed').notNull(),
  },
  (t) => [primaryKey({ name: 'line_speed_pk', columns: [t.siteId, t.lineId, t.at] })],
)

/** 尖峰平谷 (time-of-use tariff): band and price in CNY/kWh of each quarter of an hour, precalculated from the tariff. */
export const priceSlot = pgTable(
  'price_slot',
  {
    siteId: defineSiteId(),
    at: instant('at').notNull(),
    band: text('band').$type<'critical' | 'peak' | 'normal' | 'low' | 'deep'>().notNull(),
    price: doublePrecision('price'),
  },
  (t) => [primaryKey({ name: 'price_slot_pk', columns: [t.siteId, t.at] })],
)

export const systemTables = {
  session: sessionTable,
  pushKey,
  credential,
  secondFactor,
  directoryFlow,
  directoryLink,
  directoryLinkRequest,
  recoveryCode,
  loginFailure,
  syncOp,
  storedFile: storedFileTable,
  fileUse,
  goneRow,
  numberSeries,
  jobRun,
  setting,
  lineSpeed,
  priceSlot,
  resourceStamp,
  ...seriesTables,
  outboundMessage,
  inletSession,
}
