import type { Endpoint } from '@/contract/endpoint'
import { endpointsOfArea } from '@/contract/area'
import type { Resource } from '@/contract/resource'
import type { AreaServer, Handler, Job, ShiftPackPart } from './area'
import { settingsFrom } from '@/areas/equipment/rules/plant-settings'
import { fourTeamsThreeShifts } from '@/areas/handover/rules/shift'
import type { Context, Person } from './context'
import type { InsertsTogether } from './crud/inserts-together'
import type { KeptFigures, ListCache } from './crud/list-cache'
import { defaultHandlers } from './crud/operations'
import type { Changes } from './live/changes'
import type { Files } from './files/files'
import type { Database } from './db/connect'
import type { Words } from './words'

export interface Log {
  info(o: object | string, msg?: string): void
  warn(o: object | string, msg?: string): void
  error(o: object | string, msg?: string): void
}

/** Who a token belongs to. `expired` when it was good once; null when nobody knows it. */
export type Authenticate = (token: string, seen: { address: string | null }) => Promise<Person | 'expired' | null>

/** The running server without its transport: what pipelines, jobs and sockets work with. */
export interface Application {
  readonly db: Database
  readonly site: number
  readonly timeZone: string
  readonly words: Words
  readonly log: Log
  readonly changes: Changes
  readonly listCache: ListCache
  readonly kept: KeptFigures
  readonly together: InsertsTogether
  readonly files: Files
  readonly authenticate: Authenticate
  readonly sessionHours: number
  /** How long a password entered again is good for, minutes. */
  readonly verifiedMinutes: number
  readonly clock: () => Date
  readonly resources: ReadonlyMap<string, Resource>
  readonly endpoints: ReadonlyMap<string, Bound>
  readonly jobs: readonly Job[]
  readonly shiftPack: readonly ShiftPackPart[]
  readonly customColumns: NonNullable<AreaServer['customColumns']>
  readonly bookParts: NonNullable<AreaServer['bookParts']>
  readonly hoppers: NonNullable<AreaServer['hoppers']>
  readonly calendar: NonNullable<AreaServer['calendar']>
  readonly settings: NonNullable<AreaServer['settings']>
  readonly calendarChanged: NonNullable<AreaServer['calendarChanged']>
}
/** An endpoint with the function that answers it. */
export interface Bound {
  endpoint: Endpoint
  run: Handler
  /** The kit's own list of a resource: its answers may be kept. */ plainList: Resource | null
  /** See `HandlerEntry`. */ oneInsert: boolean
}

/** Binds every endpoint of every area to its handler. Refuses to start with a call that nobody answers or nobody guards. */
export function bindAreas(
  areas: readonly AreaServer[],
): Pick<
  Application,
  | 'resources'
  | 'endpoints'
  | 'jobs'
  | 'shiftPack'
  | 'customColumns'
  | 'bookParts'
  | 'hoppers'
  | 'calendar'
  | 'calendarChanged'
  | 'settings'
> {
  const resources = new Map<string, Resource>()
  for (const area of areas)
    for (const r of area.contract.resources) {
      if (resources.has(r.name)) throw new Error(`resource ${r.name} is declared twice`)
      resources.set(r.name, r)
    }
  const endpoints = new Map<string, Bound>()
  for (const area of areas) {
    const own = new Map(area.handlers.map((h) => [h.endpoint, h]))
    const plain = new Map(
      area.contract.resources.flatMap((r) => defaultHandlers(r).map((d) => [d.endpoint, { ...d, r }] as const)),
    )
    for (const endpoint of endpointsOfArea(area.contract)) {
      if (!endpoint.access) throw new Error(`${endpoint.name} declares no permission`)
      if (endpoint.offline && endpoint.verified)
        throw new Error(`${endpoint.name} cannot ask for a password from the outbox`)
      if (endpoints.has(endpoint.name)) throw new Error(`endpoint ${endpoint.name} is declared twice`)
      const replaced = own.get(endpoint.name)
      const standard = plain.get(endpoint.name)
      const answering = replaced ?? standard
      if (!answering) throw new Error(`nobody answers ${endpoint.name}`)
      own.delete(endpoint.name)
      endpoints.set(endpoint.name, {
        endpoint,
        run: answering.run,
        oneInsert: answering.oneInsert ?? false,
        plainList: !replaced && standard && endpoint.name.endsWith('.list') ? standard.r : null,
      })
    }
    if (own.size)
      throw new Error(`handlers without an endpoint in ${area.contract.name}: ${[...own.keys()].join(', ')}`)
  }
  const customColumns = areas.find((a) => a.customColumns)?.customColumns ?? (() => Promise.resolve([]))
  const bookParts = areas.find((a) => a.bookParts)?.bookParts ?? (() => Promise.resolve())
  const hoppers = areas.find((a) => a.hoppers)?.hoppers ?? {
    changed: () => Promise.resolve(),
    inside: () => Promise.resolve([]),
  }
  const calendar =
    areas.find((a) => a.calendar)?.calendar ??
    ((ctx: Context) => Promise.resolve({ pattern: fourTeamsThreeShifts, timeZone: ctx.timeZone }))
  const settings = areas.find((a) => a.settings)?.settings ?? (() => Promise.resolve(settingsFrom([])))
  const calendarChanged = async (ctx: Context): Promise<void> => {
    for (const area of areas) await area.calendarChanged?.(ctx)
  }
  return {
    resources,
    endpoints,
    customColumns,
    bookParts,
    hoppers,
    calendar,
    calendarChanged,
    settings,
    jobs: areas.flatMap((a) => a.jobs),
    shiftPack: areas.flatMap((a) => a.shiftPack),
  }
}
