import type { Language } from '@/contract/language'
import type { ShiftPack } from '@/contract/sync'
import type { Clock } from './clock'
import { readMeta, withReconnect, type CacheDatabase, type OutboxDatabase, type PackRow, type RefRow } from './database'
import type { Session } from './drain'
import { wipeCache, withRoom, type Evict } from './storage'
import { together } from './together'
import type { Outcome, Transport } from './transport'

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
export interface Found {
  resource: string
  id: string
  row: Record<string, unknown>
}
interface Packed {
  rows: Record<string, unknown>[]
  fetchedAt: number | null
}
export type PackEnd = 'ready' | 'signedOut' | 'stopped' | Exclude<Outcome<unknown>, { kind: 'ok' }>['kind']

const TIMEOUT = 30_000
/** Pages per refresh, so that a server that always answers `more` cannot keep the phone busy forever. */
const MOST_PAGES = 500
/** Up to this many names are read individually. */
const FEW = 20
/** How long the names are cached, ms. Short, because another tab may store more. */
const BRIEFLY = 1000
/** Normalizes a printed or typed code: trimmed, upper case. */
export const normalCode = (code: string): string => code.trim().toUpperCase()
const codeField = /^(code|number|no|serial|qr|barcode|lot|batch)$|(Code|Number|No|Serial|Qr|Lot)$/
/**
 * Returns the codes by which a scan finds the row: fields named like a code, and the id, which is on our own labels.
 */
export function codesOf(row: Record<string, unknown>): string[] {
  const codes = Object.entries(row).filter(
    ([name, value]) => codeField.test(name) && typeof value === 'string' && value !== '',
  )
  return [...new Set([...codes.map(([, value]) => normalCode(String(value))), normalCode(String(row['id']))])]
}

export interface ShiftPackDeps {
  cache: CacheDatabase
  outbox: OutboxDatabase
  transport: Transport
  clock: Clock
  session: () => Session | null
  evict: Evict
}
export type Pack = ReturnType<typeof createShiftPack>

/** Creates the shift pack: the data a person needs for a shift without a network, updated by cursor. */
export function createShiftPack({ cache, outbox, transport, clock, session, evict }: ShiftPackDeps) {
  const stateNow = () => readMeta<PackState>(cache, 'pack')
  const load = () => withReconnect(cache, stateNow)

  let refs: Promise<RefRow[]> | null = null
  /**
   * Reads all names, once for the many lists of a page. From about a hundred names this is faster than individual
   * reads.
   */
  function allRefs(): Promise<RefRow[]> {
    if (refs) return refs
    const reading = withReconnect(cache, () => cache.refs.toArray())
    refs = reading
    const forget = () => {
      if (refs === reading) refs = null
    }
    setTimeout(forget, BRIEFLY)
    reading.catch(forget)
    return reading
  }

  /**
   * Stores one page with its cursor in one transaction, so that an interrupted refresh can continue. After a reset by
   * the server the old rows stay readable until the last page has arrived; then rows that were not sent again are
   * deleted.
   */
  async function keep(page: ShiftPack, state: PackState): Promise<PackState> {
    const starting = page.reset && !state.resetting
    const generation = starting ? state.generation + 1 : state.generation
    const ready = page.more ? {} : { resetting: false, startedAt: null, readyAt: clock.now(), freshAt: state.startedAt }
    const next: PackState = {
      ...state,
      cursor: page.cursor,
      generation,
      resetting: page.reset || state.resetting,
      ...ready,
    }
    const rows = Object.entries(page.rows).flatMap(([resource, list]) =>
      list.map((row): PackRow => ({ resource, id: String(row['id']), codes: codesOf(row), row, generation })),
    )
    const gone = Object.entries(page.gone).flatMap(([resource, ids]) =>
      ids.map((id): [string, string] => [resource, id]),
    )
    await withRoom(
      () =>
        withReconnect(cache, () =>
          cache.transaction('rw', cache.rows, cache.refs, cache.meta, async () => {
            await cache.rows.bulkPut(rows)
            await cache.rows.bulkDelete(gone)
            await cache.refs.bulkPut(
              Object.entries(page.refs).map(([id, name]) => ({
                id,
                name,
                ...(page.refsEn?.[id] ? { nameEn: page.refsEn[id] } : {}),
              })),
            )
            if (!page.more) await cache.rows.where('generation').below(generation).delete()
            await cache.meta.put({ key: 'pack', value: next })
          }),
        ),
      () => evict(0),
    )
    refs = null
    return next
  }
  async function begin(userId: string): Promise<PackState> {
    const kept = await load()
    if (kept?.userId === userId) return { ...kept, startedAt: kept.startedAt ?? clock.now() }
    // Another person's data must not be visible. On a new phone there is nothing to wipe but this person's own reads.
    if (kept) await wipeCache(cache)
    refs = null
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
  const ifMine = (state: PackState | null): PackState | null =>
    state && state.userId === session()?.userId ? state : null
  const own = async (): Promise<PackState | null> => ifMine(await load())

  const rowsOf = (resources: readonly string[]): Promise<Packed[]> =>
    withReconnect(cache, () =>
      cache.transaction('r', cache.meta, cache.rows, async () => {
        const state = ifMine(await stateNow())
        if (!state) return resources.map(() => ({ rows: [], fetchedAt: null }))
        const lists = await Promise.all(
          resources.map((resource) => cache.rows.where('resource').equals(resource).toArray()),
        )
        return lists.map((list) => ({ rows: list.map(({ row }) => row), fetchedAt: state.freshAt }))
      }),
    )
  /** Reads the names for several lists of ids at once; every caller gets the same map. */
  const refsOf = together(async (asked: readonly (readonly string[])[]): Promise<ReadonlyMap<string, RefRow>[]> => {
    const ids = [...new Set(asked.flat())]
    const found = ids.length > FEW ? await allRefs() : await withReconnect(cache, () => cache.refs.bulkGet(ids))
    const byId = new Map(found.flatMap((ref) => (ref ? [[ref.id, ref] as const] : [])))
    return asked.map(() => byId)
  })

  return {
    /** Fetches changes. Returns `ready` if the pack is complete, else the obstacle. */
    async refresh(): Promise<PackEnd> {
      const me = session()
      if (!me) return 'signedOut'
      let state = await begin(me.userId)
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const answer = await transport.shiftPack(me.token, state.cursor, TIMEOUT)
        if (answer.kind !== 'ok') return answer.kind
        if (session()?.token !== me.token) return 'stopped'
        state = await keep(answer.data, state)
        if (!answer.data.more) return 'ready'
      }
      return 'stopped'
    },
    /** When the pack was last complete (ms, phone's clock), for "Ready offline, 14:02"; null if never. */
    readyAt: async (): Promise<number | null> => (await own())?.readyAt ?? null,
    /** Finds all rows with a scanned or typed code, including rows just saved or acknowledged on this phone. */
    async findByCode(text: string): Promise<Found[]> {
      const code = normalCode(text)
      const me = session()
      if (!me) return []
      const found = new Map<string, Found>()
      const rows = (await own())
        ? await withReconnect(cache, () => cache.rows.where('codes').equals(code).toArray())
        : []
      for (const { resource, id, row } of rows) found.set(`${resource}:${id}`, { resource, id, row })
      const applied = await withReconnect(outbox, () =>
        outbox.applied.filter((row) => row.userId === me.userId && codesOf(row.row).includes(code)).toArray(),
      )
      for (const { resource, rowId, row } of applied) found.set(`${resource}:${rowId}`, { resource, id: rowId, row })
      const mine = await withReconnect(outbox, () =>
        outbox.outbox
          .where('[userId+seq]')
          .between([me.userId, -Infinity], [me.userId, Infinity])
          .filter((op) => op.creates === 1)
          .toArray(),
      )
      for (const { resource, entityId, body } of mine) {
        const key = `${resource}:${entityId}`
        if (!found.has(key) && codesOf({ ...body, id: entityId }).includes(code))
          found.set(key, { resource, id: entityId, row: { ...body, id: entityId } })
      }
      return [...found.values()]
    },
    /** All rows of one resource; `fetchedAt` is for `overlayRows`. */
    rows: together(rowsOf),
    async row(resource: string, id: string): Promise<Record<string, unknown> | null> {
      return (await own()) ? ((await withReconnect(cache, () => cache.rows.get([resource, id])))?.row ?? null) : null
    },
    /**
     * Display names of referenced rows by id. Both languages are stored, so the language can be changed without a
     * network.
     */
    async names(ids: readonly string[], language: Language): Promise<Record<string, string>> {
      const found = await refsOf(ids)
      return Object.fromEntries(
        ids.flatMap((id) => {
          const ref = found.get(id)
          return ref ? [[id, (language === 'en' && ref.nameEn) || ref.name]] : []
        }),
      )
    },
  }
}
