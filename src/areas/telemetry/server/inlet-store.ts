/**
 * Database access for inlets: settings, certificates that servers showed, holders of the sessions, connection states.
 */
import type { Application } from '@/server/application'
import { openSealedField } from '@/server/seals'
import { getPoolQuery } from '@/server/create-context'
import { columns, limit, options, sql, type SqlRow } from '@/server/sql'
import { inlet, type InletState } from '../contract/inlet'
import type { PayloadProblem } from '../rules/message-parser'

const settingsColumns = columns(inlet, [
  'id',
  'version',
  'name',
  'kind',
  'url',
  'userName',
  'password',
  'authority',
  'security',
  'serverCertificate',
  'mqttVersion',
  'patterns',
  'nodes',
  'samplingMs',
  'sessions',
  'accountId',
])
/** Settings of an inlet, including its password. */
export type InletSettings = SqlRow<typeof settingsColumns>

/** Loads all enabled inlets with decrypted passwords. */
export async function loadEnabledInlets(app: Application): Promise<InletSettings[]> {
  const rows = await getPoolQuery(app)(
    sql`select ${settingsColumns} from inlet where site_id = ${app.site} and enabled order by id`,
  )
  return rows.map((row) => ({ ...row, password: openSealedField(app, inlet, 'password', row.password) }))
}

/**
 * Stores the certificate that a server shows. The version stays unchanged, because a person may be editing the inlet.
 */
export async function storeShownCertificate(app: Application, inletId: string, fingerprint: string): Promise<void> {
  const changedRows = await getPoolQuery(app)(
    sql<{ id: string }>`update inlet set shown_certificate = ${fingerprint}
      where site_id = ${app.site} and id = ${inletId} and shown_certificate is distinct from ${fingerprint} returning id`,
  )
  if (changedRows.length) app.changes.publishSoon(['inlet'])
}

/** Returns the number of sessions of an inlet. Only plain MQTT topics can be shared by several sessions. */
export const countSessions = ({ kind, sessions }: Pick<InletSettings, 'kind' | 'sessions'>): number =>
  kind === 'mqtt' ? sessions : 1
/** SQL of `countSessions` for an inlet `i`. */
const sessionCountSql = sql`case when i.kind = ${options(inlet.fields.kind, 'mqtt')} then i.sessions else 1 end`

/** One of the parallel sessions of an inlet. */
export interface SessionId {
  readonly inletId: string
  /** Number of the session within its inlet, from 0. */
  readonly slot: number
}
/** State of a session, and counts since the last report. */
export interface SessionReport {
  readonly state: InletState
  readonly since: Date
  readonly lastError: string | null
  readonly received: number
  readonly lastReceivedAt: Date | null
  readonly problems: readonly (PayloadProblem & { readonly at: Date })[]
  readonly refused: number
}

/**
 * Claims a session that nobody holds or whose lease has ended. The database clock decides, because the clocks of the
 * instances may differ. @returns true if claimed
 */
export async function claimSession(
  app: Application,
  holderId: string,
  { inletId, slot }: SessionId,
  leaseMs: number,
): Promise<boolean> {
  const claimedRows = await getPoolQuery(app)(
    sql`insert into inlet_session (site_id, inlet_id, slot, holder, lease_until)
       values (${app.site}, ${inletId}, ${slot}, ${holderId}, clock_timestamp() + make_interval(secs => ${leaseMs / 1000}))
     on conflict (site_id, inlet_id, slot) do update set holder = excluded.holder, lease_until = excluded.lease_until
     where inlet_session.holder is null or inlet_session.holder = excluded.holder or inlet_session.lease_until < clock_timestamp()
     returning slot`,
  )
  return claimedRows.length === 1
}
/** Number of problems that an inlet shows, the newest first. */
const MAX_REFUSALS = 20
/** Renews the lease of a session and stores its state. @returns false if another instance has taken it */
export async function renewSession(
  app: Application,
  holderId: string,
  { inletId, slot }: SessionId,
  leaseMs: number,
  report: SessionReport,
): Promise<boolean> {
  const newRefusals = [...report.problems]
    .reverse()
    .map((p) => ({ at: p.at.toISOString(), topic: p.topic, why: p.why, shown: p.shown }))
  const renewedRows = await getPoolQuery(app)(
    sql`update inlet_session set lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000}), state = ${report.state}, since = ${report.since},
       last_error = ${report.lastError?.slice(0, 400) ?? null}, received = received + ${report.received},
       last_received_at = coalesce(${report.lastReceivedAt}, last_received_at), refused = refused + ${report.refused},
       refusals = (select coalesce(jsonb_agg(entry), '[]') from (select entry from jsonb_array_elements(${JSON.stringify(newRefusals)}::jsonb || refusals) with ordinality as entries (entry, position) order by position ${limit(MAX_REFUSALS)}) kept)
     where site_id = ${app.site} and inlet_id = ${inletId} and slot = ${slot} and holder = ${holderId}
     returning slot`,
  )
  return renewedRows.length === 1
}
/** Releases a session, so that the next holder does not have to wait until the lease ends. */
export async function releaseSession(app: Application, holderId: string, { inletId, slot }: SessionId): Promise<void> {
  await getPoolQuery(app)(
    sql`update inlet_session set holder = null, lease_until = null
      where site_id = ${app.site} and inlet_id = ${inletId} and slot = ${slot} and holder = ${holderId}`,
  )
}

const connectedSql = options(inlet.fields.state, 'connected')
const failedSql = options(inlet.fields.state, 'failed')
/**
 * Sets the state of each inlet from the states of its sessions. The version stays unchanged, because a person may be
 * editing the inlet.
 */
export async function updateInletStates(app: Application): Promise<void> {
  const changedRows = await getPoolQuery(app)(
    sql<{ id: string }>`with summary as (
       select s.inlet_id, case when bool_or(s.state = ${failedSql}) then ${failedSql} when bool_and(s.state = ${connectedSql}) then ${connectedSql} else ${options(inlet.fields.state, 'connecting')} end as state,
         max(s.since) as since, max(s.last_error) filter (where s.state <> ${connectedSql}) as last_error, sum(s.received)::bigint as received,
         max(s.last_received_at) as last_received_at, sum(s.refused)::bigint as refused,
         (array_agg(s.refusals order by jsonb_array_length(s.refusals) desc, s.slot))[1] as refusals
       from inlet_session s join inlet i on i.site_id = s.site_id and i.id = s.inlet_id and s.slot < ${sessionCountSql}
       where s.site_id = ${app.site} and i.enabled group by s.inlet_id)
     update inlet i set state = n.state, since = n.since, last_error = n.last_error, received = n.received,
       last_received_at = n.last_received_at, refused = n.refused, refusals = n.refusals
     from summary n where i.site_id = ${app.site} and i.id = n.inlet_id
       and (i.state, i.since, i.last_error, i.received, i.refused) is distinct from (n.state, n.since, n.last_error, n.received, n.refused)
     returning i.id`,
  )
  if (changedRows.length) app.changes.publishSoon(['inlet'])
}
