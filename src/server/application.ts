import type { Endpoint } from '@/contract/endpoint'
import { getAreaEndpoints, type AreaContract } from '@/contract/area'
import type { Resource } from '@/contract/resource'
import type { AreaServer, Handler, HandlerEntry, Job, Service, ShiftPackPart } from './area'
import { type Person, FileAnswer } from './context'
import { describeEvents, describeQuestions, type EventDoc, type QuestionDoc } from './docs/describe-events'
import type { QuestionAnswerer, AreaEventListener } from './events'
import type { CodeLookup } from './crud/find-rows-by-code'
import type { RowTrigger } from './crud/written-rows'
import type { InsertBatcher } from './crud/insert-batcher'
import { type TotalAndNameCache, type ListCache, SerializedJson } from './crud/list-cache'
import { fillNames, hasFilledNames } from './crud/fill-names'
import { createDefaultHandlers } from './crud/operations'
import { assertChangedCodeNotSimilar, assertNewCodeNotSimilar, hasCodes } from './crud/similar-codes'
import type { ChangeFeed } from './live/change-feed'
import type { FileServices } from './files/files'
import type { Database } from './db/connect'
import type { DirectorySettings } from './directory-settings'
import type { BackupSettings } from './backups/backup-settings'
import type { ReplicaReads } from './replica-reads'
import type { Seals } from './seals'
import type { ConcurrencyLimit } from './concurrency-limit'
import type { Translations } from './translations'
import { refuseInput } from '@/contract/errno'
import { findRestrictedInputs, hasRestrictedOutput, maskAnswer, getWithheldFields } from '@/contract/field-visibility'

/** The methods of the logger that the server uses. */
export interface Log {
  info(o: object | string, msg?: string): void
  warn(o: object | string, msg?: string): void
  error(o: object | string, msg?: string): void
}

/** Lifetime of a session and the maximum number of sessions per person. */
export interface SessionLimits {
  /** Hours without use after which a session ends. */
  readonly idleHours: number
  /** Days after which a session ends even if it is used. */
  readonly maxDays: number
  /** Maximum number of devices and live screens signed in at once. */
  readonly maxPerPerson: number
}
/** Finds the owner of a token. Returns `expired` for a token that was valid once and null for an unknown one. */
export type Authenticate = (token: string, caller: { address: string | null }) => Promise<Person | 'expired' | null>

/** The running server without its transport, which pipelines, jobs and sockets use. */
export interface Application {
  readonly db: Database
  /** Reads of a standby; null without one. */
  readonly replicaReads: ReplicaReads | null
  readonly site: number
  readonly timeZone: string
  readonly translations: Translations
  readonly log: Log
  readonly changes: ChangeFeed
  readonly listCache: ListCache
  readonly totalsCache: TotalAndNameCache
  readonly insertBatcher: InsertBatcher
  /** Limits how many phones send their outbox at once, so that interactive users keep connections. */
  readonly phoneSyncLimit: ConcurrencyLimit
  readonly files: FileServices
  readonly authenticate: Authenticate
  readonly monthGuard: AreaServer['monthGuard']
  readonly sessions: SessionLimits
  /** Minutes for which a re-entered password stays valid. */
  readonly verifiedMinutes: number
  /** The plant's directory of people (OpenID Connect); null if people sign in with local accounts only. */
  readonly directory: DirectorySettings | null
  /** URL under which browsers outside the plant reach the app, without a trailing slash; null if not configured. */
  readonly publicUrl: string | null
  /** Ports on which this server listens. Connections configured by users must not lead back to the server itself. */
  readonly ownPorts: Set<number>
  /** Hosts in the plant's own network that outbound messages may be sent to. */
  readonly outboundHosts: ReadonlySet<string>
  /** Encrypts secrets that the server must read again. */
  readonly seals: Seals
  /** Settings of scheduled backups; null where none are made. */
  readonly backups: BackupSettings | null
  readonly clock: () => Date
  readonly resources: ReadonlyMap<string, Resource>
  readonly endpoints: ReadonlyMap<string, BoundEndpoint>
  readonly jobs: readonly Job[]
  /**
   * Jobs whose last run left work over, by name. `hasEveryJobRun` becomes true once each job has run in this process.
   */
  readonly jobBacklog: { hasEveryJobRun: boolean; readonly jobs: Set<string> }
  /**
   * Progress of loading the demonstration history, newest days first: the history is complete from `loadedUntil` on.
   * Null once all is loaded or if there is no demonstration.
   */
  readonly history: { progress: { loadedUntil: string; percent: number } | null }
  /** Seconds that each job has worked since the start, by job name. */
  readonly jobSeconds: Map<string, number>
  /** Failed runs of each job since the start, by job name. */
  readonly jobFailures: Map<string, number>
  readonly services: readonly Service[]
  readonly backgroundServices: readonly Service[]
  readonly shiftPack: readonly ShiftPackPart[]
  /** Contracts of all areas, lowest layer first. */
  readonly contracts: readonly AreaContract[]
  /** Events and questions between areas, for the API documents. */
  readonly eventDocs: readonly EventDoc[]
  readonly questionDocs: readonly QuestionDoc[]
  /** Listeners by event name, lowest layer first. */
  readonly listeners: ReadonlyMap<string, readonly AreaEventListener[]>
  /** Triggers that derive data from changed rows, lowest layer first. */
  readonly rowTriggers: readonly RowTrigger[]
  /** The answerer of each question, by question name. */
  readonly answerers: ReadonlyMap<string, QuestionAnswerer>
  /** Sources that find rows by a scanned code, lowest layer first. */
  readonly codeLookups: readonly CodeLookup[]
  readonly customColumns: NonNullable<AreaServer['customColumns']>
}
/** An endpoint with the function that answers it. */
export interface BoundEndpoint {
  endpoint: Endpoint
  run: Handler
  /** The resource if this is its default list, whose answers may be cached. */
  cachedListResource: Resource | null
  // See `HandlerEntry`.
  isSingleInsert: boolean
  assertAdmitted: HandlerEntry['assertAdmitted']
  runBeforeTransaction: HandlerEntry['runBeforeTransaction']
  buildFile: HandlerEntry['buildFile']
}

/** The parts of the application that come from the areas. */
type AreaParts = Pick<
  Application,
  | 'contracts'
  | 'resources'
  | 'endpoints'
  | 'jobs'
  | 'services'
  | 'backgroundServices'
  | 'shiftPack'
  | 'eventDocs'
  | 'questionDocs'
  | 'listeners'
  | 'rowTriggers'
  | 'answerers'
  | 'codeLookups'
  | 'customColumns'
>

/**
 * Binds every endpoint of every area to its handler.
 * @throws Error if an endpoint has no handler or does not declare a permission, so that the server does not start
 */
export function bindAreas(areas: readonly AreaServer[]): AreaParts {
  return {
    contracts: areas.map((a) => a.contract),
    resources: collectResources(areas),
    endpoints: bindEndpoints(areas),
    eventDocs: describeEvents(areas),
    questionDocs: describeQuestions(areas),
    listeners: collectListeners(areas),
    rowTriggers: areas.flatMap((a) => a.rowTriggers),
    answerers: collectAnswerers(areas),
    customColumns: combineCustomColumns(areas),
    jobs: areas.flatMap((a) => a.jobs),
    services: areas.flatMap((a) => a.services),
    backgroundServices: areas.flatMap((a) => a.backgroundServices),
    shiftPack: areas.flatMap((a) => a.shiftPack),
    codeLookups: areas.flatMap((a) => a.codeLookups),
  }
}
function collectResources(areas: readonly AreaServer[]): ReadonlyMap<string, Resource> {
  const resources = areas.flatMap((a) => a.contract.resources)
  const resourcesByName = new Map(resources.map((r) => [r.name as string, r]))
  if (resourcesByName.size !== resources.length) throw new Error('a resource is declared twice')
  return resourcesByName
}
function bindEndpoints(areas: readonly AreaServer[]): ReadonlyMap<string, BoundEndpoint> {
  const boundEndpoints = areas.flatMap(bindAreaEndpoints)
  const endpointsByName = new Map(boundEndpoints.map((bound) => [bound.endpoint.name, bound]))
  if (endpointsByName.size !== boundEndpoints.length) throw new Error('an endpoint is declared twice')
  return endpointsByName
}
function collectListeners(areas: readonly AreaServer[]): ReadonlyMap<string, readonly AreaEventListener[]> {
  const listenersByEvent = new Map<string, AreaEventListener[]>()
  for (const listener of areas.flatMap((a) => a.listeners))
    listenersByEvent.set(listener.event, [...(listenersByEvent.get(listener.event) ?? []), listener])
  return listenersByEvent
}
function collectAnswerers(areas: readonly AreaServer[]): ReadonlyMap<string, QuestionAnswerer> {
  const answerers = areas.flatMap((a) => a.answerers)
  const answerersByQuestion = new Map(answerers.map((a) => [a.question, a]))
  if (answerersByQuestion.size !== answerers.length) throw new Error('two areas answer one question')
  const unansweredQuestions = areas.flatMap((a) => a.questions).filter(({ name }) => !answerersByQuestion.has(name))
  if (unansweredQuestions.length)
    throw new Error(`nobody answers ${unansweredQuestions.map(({ name }) => name).join(', ')}`)
  return answerersByQuestion
}
/** Combines the custom columns of all areas; each area knows only the columns of its own resources. */
const combineCustomColumns =
  (areas: readonly AreaServer[]): AreaParts['customColumns'] =>
  async (ctx, resource) =>
    (await Promise.all(areas.map((area) => area.customColumns?.(ctx, resource) ?? []))).flat()
/** Returns a part from the only area that provides it; undefined if none does. @throws Error if two areas provide it */
export function getFromOnlyArea<K extends 'authenticator' | 'monthGuard'>(
  areas: readonly AreaServer[],
  part: K,
): AreaServer[K] | undefined {
  const providers = areas.filter((a) => a[part])
  if (providers.length > 1) throw new Error(`${providers.map((a) => a.contract.name).join(' and ')} both give ${part}`)
  return providers[0]?.[part]
}

function bindAreaEndpoints(area: AreaServer): BoundEndpoint[] {
  const areaHandlers = new Map(area.handlers.map((h) => [h.endpoint, h]))
  assertImportsUseAreaHandlers(area.contract.resources, areaHandlers)
  const defaultHandlersByEndpoint = new Map(
    area.contract.resources.flatMap((resource) =>
      createDefaultHandlers(resource).map((entry) => [entry.endpoint, { ...entry, resource }] as const),
    ),
  )
  const boundEndpoints = getAreaEndpoints(area.contract).map((endpoint): BoundEndpoint => {
    if (!endpoint.access) throw new Error(`${endpoint.name} declares no permission`)
    if (endpoint.offline && endpoint.reauthentication)
      throw new Error(`${endpoint.name} cannot ask for a password from the outbox`)
    const areaHandler = areaHandlers.get(endpoint.name)
    const defaultHandler = defaultHandlersByEndpoint.get(endpoint.name)
    const handler = areaHandler ?? defaultHandler
    if (!handler) throw new Error(`nobody answers ${endpoint.name}`)
    areaHandlers.delete(endpoint.name)
    const codeResource = findCodeResource(endpoint, area.contract.resources)
    return {
      endpoint,
      run: withVisibilityChecks(
        endpoint,
        withFilledNames(endpoint, codeResource ? withCodeCheck(endpoint, codeResource, handler.run) : handler.run),
      ),
      // The code check takes a lock that must last until the row is committed, so it needs a transaction.
      isSingleInsert: (handler.isSingleInsert ?? false) && !codeResource,
      assertAdmitted: handler.assertAdmitted,
      runBeforeTransaction: handler.runBeforeTransaction,
      buildFile: handler.buildFile,
      cachedListResource:
        !areaHandler && defaultHandler && endpoint.name.endsWith('.list') ? defaultHandler.resource : null,
    }
  })
  if (areaHandlers.size)
    throw new Error(`handlers without an endpoint in ${area.contract.name}: ${[...areaHandlers.keys()].join(', ')}`)
  return boundEndpoints
}

/**
 * Asserts that an area with its own create or update handler also has its own import handler. The default import writes
 * rows itself and would bypass the area's handlers.
 */
function assertImportsUseAreaHandlers(
  resources: readonly Resource[],
  areaHandlers: ReadonlyMap<string, unknown>,
): void {
  for (const { name, endpoints } of resources) {
    const hasOwnWrites = areaHandlers.has(`${name}.create`) || areaHandlers.has(`${name}.update`)
    if (hasOwnWrites && 'import' in endpoints && !areaHandlers.has(`${name}.import`))
      throw new Error(`a sheet of ${name} would come past its own handlers`)
  }
}

/** Finds the resource with codes whose create or update endpoint this is. */
const findCodeResource = (endpoint: Endpoint, resources: readonly Resource[]): Resource | undefined =>
  resources.find(
    (resource) =>
      (endpoint === resource.endpoints.create || endpoint === resource.endpoints.update) && hasCodes(resource),
  )
/** Wraps the create or update handler of a resource so that it refuses codes that differ only in case or width. */
function withCodeCheck(endpoint: Endpoint, resource: Resource, run: Handler): Handler {
  const assertCodeNotSimilar =
    endpoint === resource.endpoints.create ? assertNewCodeNotSimilar : assertChangedCodeNotSimilar
  return async (ctx, input) => {
    await assertCodeNotSimilar(ctx, resource, input)
    return run(ctx, input)
  }
}

/** Wraps a handler so that its answers have the names that the output declares with `nameOf` and `nameOfRow`. */
const withFilledNames = ({ output }: Endpoint, run: Handler): Handler =>
  hasFilledNames(output) ? async (ctx, input) => fillNames(ctx, output, await run(ctx, input)) : run

/**
 * Wraps a handler so that it accepts and returns only fields that the caller may see (`viewPermissions`). Files and
 * serialized lists pass unchanged, because their builders already omit hidden fields.
 */
function withVisibilityChecks({ input, output }: Endpoint, run: Handler): Handler {
  if (!hasRestrictedOutput({ shape: 'one', fields: input }) && !hasRestrictedOutput(output)) return run
  return async (ctx, callInput) => {
    const forbiddenInputs = getWithheldFields(input, ctx.person).filter((name) => callInput[name] !== undefined)
    forbiddenInputs.push(...findRestrictedInputs(input, callInput, ctx.person))
    if (forbiddenInputs.length) throw refuseInput(forbiddenInputs.map((name) => ({ path: [name], code: 'notAllowed' })))
    const answer = await run(ctx, callInput)
    return answer instanceof FileAnswer || answer instanceof SerializedJson
      ? answer
      : maskAnswer(output, answer, ctx.person)
  }
}
