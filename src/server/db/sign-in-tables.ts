/** Tables of sessions, passwords, second factors and the plant's directory. */
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { defineTimestamp, defineSiteId, type PushAddress } from './kit-tables'
import { instant } from './columns'

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
    // `token`: session of a service account. `screen`: session of a wall screen. `device` holds the name of a token or
    // screen; such sessions end at a chosen time.
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

/** A person's authenticator app: the shared secret and the last time step whose code was used. */
export const secondFactor = pgTable(
  'second_factor',
  {
    siteId: defineSiteId(),
    userId: uuid('user_id').notNull(),
    // `secret` and `pending` are sealed; see `server/seals`.
    secret: text('secret'),
    // A proposed secret, not in force until one of its codes has been entered.
    pending: text('pending'),
    since: instant('since'),
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ name: 'second_factor_pk', columns: [t.siteId, t.userId] })],
)

/** Recovery codes for people who lost their phone, hashed; each works once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    siteId: defineSiteId(),
    userId: uuid('user_id').notNull(),
    hash: text('hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ name: 'recovery_code_pk', columns: [t.siteId, t.userId, t.hash] })],
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

/** Counts wrong passwords by account and by address within a sliding time window. */
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
