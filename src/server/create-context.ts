import { canCall } from '@/contract/endpoint'
import type { AnyRow, Resource } from '@/contract/resource'
import type { Application } from './application'
import type { Context, Origin, FormPart, Person, Query } from './context'
import { createQuery } from './db/prepared-statements'
import type { SingleInsertCall } from './crud/audit'
import { bindRows } from './crud/rows'
import { WrittenRows } from './crud/written-rows'
import type { LiveNotice } from './live/change-feed'
import type { ReplicaSource } from './replica-reads'
import { getTraceparent } from './traces'
import type { Language } from './translations'

/** One request of any origin: HTTP, the sync of a phone, or a scheduled job. */
export interface Call {
  /** Name of the endpoint. */
  endpoint: string
  input: unknown
  person: Person | null
  origin: Origin
  language: Language
  parts?: ReadonlyMap<string, FormPart>
  /** The body of a call that takes raw bytes. */
  bytes?: Buffer
  idempotencyKey?: string | null
  /** Called with the moment of the newest rows if a lagging standby answers the call. */
  onLag?: (asOf: string) => void
}
/** Effects of a finished write outside the database, carried out once it is durable. */
export interface Effects {
  changedResources: Set<string>
  /** Ids of the people whose calls wrote. */
  writerIds: Set<string>
  /** `traceparent` values (W3C Trace Context) of the calls that wrote. */
  traceparents: Set<string>
  notices: LiveNotice[]
  afterCommit: (() => void | Promise<void>)[]
}
/** Creates an empty set of effects. */
export const createEffects = (): Effects => ({
  changedResources: new Set(),
  writerIds: new Set(),
  traceparents: new Set(),
  notices: [],
  afterCommit: [],
})
const poolQueries = new WeakMap<object, Query>()
/** Returns the query function for statements outside any transaction. */
export function getPoolQuery({ db }: Pick<Application, 'db'>): Query {
  const query = poolQueries.get(db.pool) ?? createQuery(db.pool)
  poolQueries.set(db.pool, query)
  return query
}

/** Creates the context of a handler on a given connection. */
export function createContext(
  app: Application,
  call: Omit<Call, 'input'>,
  query: Query,
  effects: Effects,
  { singleInsert, replica = null }: { singleInsert?: SingleInsertCall; replica?: ReplicaSource | null } = {},
): Context {
  const now = app.clock()
  const monthGuard = app.monthGuard
  const contextParts = {
    query,
    person: call.person,
    site: app.site,
    now,
    timeZone: app.timeZone,
    language: call.language,
    t: app.translations.t(call.language),
    origin: call.origin,
    formParts: call.parts ?? new Map<string, FormPart>(),
    bodyBytes: call.bytes ?? Buffer.alloc(0),
    operation: call.endpoint,
    idempotencyKey: call.idempotencyKey ?? null,
    resource: (name: string) => app.resources.get(name),
    canView: (name: string) => {
      const listEndpoint = app.endpoints.get(`${name}.list`)
      return listEndpoint ? canCall(listEndpoint.endpoint.access, call.person) : false
    },
    touch: (resource: string) => {
      effects.changedResources.add(resource)
      if (call.person) effects.writerIds.add(call.person.id)
      const traceparent = getTraceparent()
      if (traceparent) effects.traceparents.add(traceparent)
    },
    hasTouched: (resource: string) => effects.changedResources.has(resource),
    notify: (notice: Parameters<Context['notify']>[0]) =>
      void effects.notices.push({ ...notice, title: { zh: notice.title('zh'), en: notice.title('en') } }),
    afterCommit: (fn: () => void | Promise<void>) => void effects.afterCommit.push(fn),
    app,
    inTransaction: query !== getPoolQuery(app) && !replica,
    replica,
    writtenRows: new WrittenRows(app.rowTriggers),
    ...(monthGuard
      ? {
          monthGuard: {
            canConcernClosedMonth: (values: readonly string[]) => monthGuard.canConcernClosedMonth(ctx, values),
            assertMonthsOpen: (resource: Resource, values: readonly string[]) =>
              monthGuard.assertMonthsOpen(ctx, resource, values),
            onSourceRowWritten: (resource: Resource, previousRow: AnyRow | null, nextRow: AnyRow | null) =>
              monthGuard.onSourceRowWritten(ctx, resource, previousRow, nextRow),
          },
        }
      : {}),
    ...(singleInsert ? { singleInsert } : {}),
  }
  const ctx: Context = { ...contextParts, rows: bindRows(contextParts) }
  return ctx
}
