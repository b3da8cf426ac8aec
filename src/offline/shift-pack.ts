import type { Language } from '@/contract/language'
import type { ShiftPackPage } from '@/contract/sync'
import type { Clock } from './clock'
import {
  readMeta,
  withReconnect,
  type CacheDatabase,
  type OutboxDatabase,
  type PackRow,
  type RefRow,
  combineReads,
} from './database'
import type { PhoneSession } from './drain'
import { wipeCache, withEviction, type EvictCache } from './storage'
import type { RequestOutcome, Transport } from './transport'

/**
 * Progress of the shift pack. `startedAt`: start of the running refresh, null after it has finished; `readyAt`: when
 * the pack was last complete; `freshAt`: when the refresh that completed it began (ms, phone's clock).
 */
interface PackState {
  userId: string
  cursor: string | null
  generation: number
  resetting: boolean
  startedAt: number | null
  readyAt: number | null
  freshAt: number | null
}
/** A row that a code refers to. */
export interface PackMatch {
  resource: string
  id: string
  row: Record<string, unknown>
}
interface PackedRows {
  rows: Record<string, unknown>[]
  fetchedAt: number | null
}
/** `stopped`: another person signed in, or the server sent too many pages. The other results are failed requests. */
export type PackRefreshResult =
  | 'ready'
  | 'signedOut'
  | 'stopped'
  | Exclude<RequestOutcome<unknown>, { kind: 'ok' }>['kind']

const REQUEST_TIMEOUT_MS = 30_000
/** Pages per refresh, so that a server that always answers `more` cannot keep the phone busy forever. */
const MAX_PAGES = 500
/** Up to this many display names (`refs`) are read individually. Above this number it is faster to read all. */
const MAX_SINGLE_READS = 20
/** Time for which the display names stay in memory, milliseconds. Short, because another tab may store more. */
const NAME_CACHE_MS = 1000
/** Normalizes a printed or typed code: trimmed, upper case. */
export const normalizePackCode = (code: string): string => code.trim().toUpperCase()
const CODE_FIELD_PATTERN = /^(code|number|no|serial|qr|barcode|lot|batch)$|(Code|Number|No|Serial|Qr|Lot)$/
/**
 * Returns the codes by which a scan finds the row: the fields with a code name, and the id, which our own labels
 * contain.
 */
export function getScanCodes(row: Record<string, unknown>): string[] {
  const codeEntries = Object.entries(row).filter(
    ([name, value]) => CODE_FIELD_PATTERN.test(name) && typeof value === 'string' && value !== '',
  )
  return [
    ...new Set([
      ...codeEntries.map(([, value]) => normalizePackCode(String(value))),
      normalizePackCode(String(row['id'])),
    ]),
  ]
}

export interface ShiftPackDeps {
  cache: CacheDatabase
  /** For rows of this phone that the server may not have sent yet. */
  outboxDb: OutboxDatabase
  transport: Transport
  clock: Clock
  getSession: () => PhoneSession | null
  evict: EvictCache
}
export type ShiftPackStore = ReturnType<typeof createShiftPack>

/** Creates the shift pack: the data a person needs for a shift without a network, updated by cursor. */
export function createShiftPack({ cache, outboxDb, transport, clock, getSession, evict }: ShiftPackDeps) {
  const readState = () => readMeta<PackState>(cache, 'pack')
  const loadState = () => withReconnect(cache, readState)

  let cachedRefs: Promise<RefRow[]> | null = null
  /** Reads all display names, once for the many lists of a page. */
  function loadAllRefs(): Promise<RefRow[]> {
    if (cachedRefs) return cachedRefs
    const refsPromise = withReconnect(cache, () => cache.refs.toArray())
    cachedRefs = refsPromise
    const dropCachedRefs = () => {
      if (cachedRefs === refsPromise) cachedRefs = null
    }
    setTimeout(dropCachedRefs, NAME_CACHE_MS)
    refsPromise.catch(dropCachedRefs)
    return refsPromise
  }

  /**
   * Stores one page with its cursor in one transaction, so that an interrupted refresh can continue. After a reset by
   * the server the old rows stay readable until the last page has arrived. Then rows that were not sent again are
   * deleted.
   */
  async function storePage(page: ShiftPackPage, state: PackState): Promise<PackState> {
    const startsReset = page.reset && !state.resetting
    const generation = startsReset ? state.generation + 1 : state.generation
    const completion = page.more
      ? {}
      : { resetting: false, startedAt: null, readyAt: clock.now(), freshAt: state.startedAt }
    const nextState: PackState = {
      ...state,
      cursor: page.cursor,
      generation,
      resetting: page.reset || state.resetting,
      ...completion,
    }
    const rows = Object.entries(page.rows).flatMap(([resource, list]) =>
      list.map((row): PackRow => ({ resource, id: String(row['id']), codes: getScanCodes(row), row, generation })),
    )
    const deletedKeys = Object.entries(page.gone).flatMap(([resource, ids]) =>
      ids.map((id): [string, string] => [resource, id]),
    )
    await withEviction(
      () =>
        withReconnect(cache, () =>
          cache.transaction('rw', cache.rows, cache.refs, cache.meta, async () => {
            await cache.rows.bulkPut(rows)
            await cache.rows.bulkDelete(deletedKeys)
            await cache.refs.bulkPut(
              Object.entries(page.refs).map(([id, name]) => ({
                id,
                name,
                ...(page.refsEn?.[id] ? { nameEn: page.refsEn[id] } : {}),
              })),
            )
            if (!page.more) await cache.rows.where('generation').below(generation).delete()
            await cache.meta.put({ key: 'pack', value: nextState })
          }),
        ),
      () => evict(0), // photos and queries only: the next step would delete the pack itself
    )
    cachedRefs = null
    return nextState
  }
  async function beginRefresh(userId: string): Promise<PackState> {
    const storedState = await loadState()
    if (storedState?.userId === userId) return { ...storedState, startedAt: storedState.startedAt ?? clock.now() }
    // Another person's data must not be visible. If there is no pack, no other person has used this cache, so nothing
    // is wiped.
    if (storedState) await wipeCache(cache)
    cachedRefs = null
    return {
      userId,
      cursor: null,
      generation: 0,
      resetting: false,
      startedAt: clock.now(),
      readyAt: null,
      freshAt: null,
    }
  }
  /** Returns the state if the pack belongs to the signed-in person. */
  const selectOwnState = (state: PackState | null): PackState | null =>
    state && state.userId === getSession()?.userId ? state : null
  const loadOwnState = async (): Promise<PackState | null> => selectOwnState(await loadState())

  const loadRowsOfResources = (resources: readonly string[]): Promise<PackedRows[]> =>
    withReconnect(cache, () =>
      cache.transaction('r', cache.meta, cache.rows, async () => {
        const state = selectOwnState(await readState())
        if (!state) return resources.map(() => ({ rows: [], fetchedAt: null }))
        const lists = await Promise.all(
          resources.map((resource) => cache.rows.where('resource').equals(resource).toArray()),
        )
        return lists.map((list) => ({ rows: list.map(({ row }) => row), fetchedAt: state.freshAt }))
      }),
    )
  /** Reads the names for several lists of ids at once; every caller gets the same map. */
  const loadRefsById = combineReads(
    async (idLists: readonly (readonly string[])[]): Promise<ReadonlyMap<string, RefRow>[]> => {
      const ids = [...new Set(idLists.flat())]
      const foundRefs =
        ids.length > MAX_SINGLE_READS ? await loadAllRefs() : await withReconnect(cache, () => cache.refs.bulkGet(ids))
      const refById = new Map(foundRefs.flatMap((ref) => (ref ? [[ref.id, ref] as const] : [])))
      return idLists.map(() => refById)
    },
  )

  return {
    /** Fetches changes. Returns `ready` if the pack is complete, else the obstacle. */
    async refresh(): Promise<PackRefreshResult> {
      const currentSession = getSession()
      if (!currentSession) return 'signedOut'
      let state = await beginRefresh(currentSession.userId)
      for (let pages = 0; pages < MAX_PAGES; pages++) {
        const answer = await transport.fetchShiftPack(currentSession.token, state.cursor, REQUEST_TIMEOUT_MS)
        if (answer.kind !== 'ok') return answer.kind
        if (getSession()?.token !== currentSession.token) return 'stopped'
        state = await storePage(answer.data, state)
        if (!answer.data.more) return 'ready'
      }
      return 'stopped'
    },
    /** When the pack was last complete (ms, phone's clock), for "Ready offline, 14:02"; null if never. */
    loadReadyAt: async (): Promise<number | null> => (await loadOwnState())?.readyAt ?? null,
    /** Finds all rows with a scanned or typed code, including rows just saved or acknowledged on this phone. */
    async findByCode(text: string): Promise<PackMatch[]> {
      const code = normalizePackCode(text)
      const currentSession = getSession()
      if (!currentSession) return []
      const matches = new Map<string, PackMatch>()
      const rows = (await loadOwnState())
        ? await withReconnect(cache, () => cache.rows.where('codes').equals(code).toArray())
        : []
      for (const { resource, id, row } of rows) matches.set(`${resource}:${id}`, { resource, id, row })
      const appliedRows = await withReconnect(outboxDb, () =>
        outboxDb.applied
          .filter((row) => row.userId === currentSession.userId && getScanCodes(row.row).includes(code))
          .toArray(),
      )
      for (const { resource, rowId, row } of appliedRows)
        matches.set(`${resource}:${rowId}`, { resource, id: rowId, row })
      const createCommands = await withReconnect(outboxDb, () =>
        outboxDb.outbox
          .where('[userId+seq]')
          .between([currentSession.userId, -Infinity], [currentSession.userId, Infinity])
          .filter((op) => op.creates === 1)
          .toArray(),
      )
      for (const { resource, entityId, body } of createCommands) {
        const key = `${resource}:${entityId}`
        if (!matches.has(key) && getScanCodes({ ...body, id: entityId }).includes(code))
          matches.set(key, { resource, id: entityId, row: { ...body, id: entityId } })
      }
      return [...matches.values()]
    },
    /** Loads all rows of one resource, and when they were fetched (`OverlayOptions.fetchedAt`). */
    loadRows: combineReads(loadRowsOfResources),
    async loadRow(resource: string, id: string): Promise<Record<string, unknown> | null> {
      return (await loadOwnState())
        ? ((await withReconnect(cache, () => cache.rows.get([resource, id])))?.row ?? null)
        : null
    },
    /**
     * Loads display names of referenced rows by id. Both languages are stored, so the language can be changed without a
     * network.
     */
    async loadNames(ids: readonly string[], language: Language): Promise<Record<string, string>> {
      const refsById = await loadRefsById(ids)
      return Object.fromEntries(
        ids.flatMap((id) => {
          const ref = refsById.get(id)
          return ref ? [[id, (language === 'en' && ref.nameEn) || ref.name]] : []
        }),
      )
    },
  }
}
