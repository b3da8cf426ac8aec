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
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  defineTimestamp,
  defineSiteId,
  resourceStamp,
  inletSession,
  pushKey,
  type PushAddress,
  recoveryCode,
  secondFactor,
  outboundMessage,
} from './kit-tables'
import { instant } from './columns'
import { seriesTables } from './series'

// Tables of the kit itself; tables of the plant are derived from the resources.

/** A signed-in person on one device. The token itself is never stored, only its SHA-256. */
export const sessionTable = pgTable(
  'session',
  {
    siteId: defineSiteId(),
    id: uuid('id').notNull(),
    tokenHash: text('token_hash').notNull(),
    userId: uuid('user_id').notNull(),
    device: text('device'),
    address: text('address'),
    createdAt: defineTimestamp('created_at'),
    seenAt: defineTimestamp('seen_at'),
    expiresAt: instant('expires_at').notNull(),
    verifiedAt: instant('verified_at'),
    // The person's role requires a second factor that is not set up yet; nothing else is allowed.
    enrolFirst: boolean('enrol_first').notNull().default(false),
    // `token`: of a service account. `screen`: of a wall screen. Both are named in `device` and end at a chosen time.
    kind: text('kind').$type<'login' | 'token' | 'screen'>().notNull().default('login'),
    // Push address of the phone while the app is closed, if its person wants notifications.
    push: jsonb('push').$type<PushAddress>(),
  },
  (t) => [
    primaryKey({ name: 'session_pk', columns: [t.siteId, t.id] }),
    unique('session_token_key').on(t.tokenHash),
    index('session_user_idx').on(t.siteId, t.userId),
    index('session_expiry_idx').on(t.expiresAt),
  ],
)

/** The hashed password of a person; separate from the person's row so that it is never sent with it. */
export const credential = pgTable(
  'credential',
  {
    siteId: defineSiteId(),
    userId: uuid('user_id').notNull(),
    hash: text('hash').notNull(),
    changedAt: defineTimestamp('changed_at'),
  },
  (t) => [primaryKey({ name: 'credential_pk', columns: [t.siteId, t.userId] })],
)

/** A pending sign-in at the plant's directory, stored under the hash of a secret that only its browser knows. */
export const directoryFlow = pgTable(
  'directory_flow',
  {
    siteId: defineSiteId(),
    id: text('id').notNull(),
    state: text('state').notNull(),
    nonce: text('nonce').notNull(),
    verifier: text('verifier').notNull(),
    // Set once the directory has answered.
    userId: uuid('user_id'),
    // The person named by the directory, while linking an existing account for the first time awaits confirmation.
    person: jsonb('person').$type<{ subject: string; userName: string; fullName: string; role: string | null }>(),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ name: 'directory_flow_pk', columns: [t.siteId, t.id] })],
)

/** Links a person of the directory, by the directory's permanent subject, to an account. */
export const directoryLink = pgTable(
  'directory_link',
  {
    siteId: defineSiteId(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id').notNull(),
    since: defineTimestamp('since'),
  },
  (t) => [
    primaryKey({ name: 'directory_link_pk', columns: [t.siteId, t.issuer, t.subject] }),
    unique('directory_link_user_key').on(t.siteId, t.userId),
  ],
)

/**
 * A person of the directory whose user name matches an account that is not linked yet. The account's password or an
 * administrator confirms the identity; only the latest request per account is stored.
 */
export const directoryLinkRequest = pgTable(
  'directory_link_request',
  {
    siteId: defineSiteId(),
    userId: uuid('user_id').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userName: text('user_name').notNull(),
    fullName: text('full_name').notNull(),
    requestedAt: defineTimestamp('requested_at'),
  },
  (t) => [primaryKey({ name: 'directory_link_request_pk', columns: [t.siteId, t.userId] })],
)

/** Wrong passwords by account and by address; the window slides. */
export const loginFailure = pgTable(
  'login_failure',
  {
    siteId: defineSiteId(),
    key: text('key').notNull(),
    failures: integer('failures').notNull().default(0),
    lastAt: defineTimestamp('last_at'),
  },
  (t) => [primaryKey({ name: 'login_failure_pk', columns: [t.siteId, t.key] })],
)

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
    why: text('why'),
    // Referenced where only pictures are allowed, before its bytes arrived.
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

/** Rows that show a file: whoever may view one of them may read the file. */
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
