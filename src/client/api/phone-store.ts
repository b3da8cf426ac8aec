import { openOffline, type PackMatch, type Offline } from '@/offline'
import { showBadge } from '@/offline/badge'
import { requestBackgroundSync } from '@/offline/register-worker'
import { getCurrentLanguage } from '../i18n/start-texts'
import { toSearchText } from '@/contract/search-text'
import { isOfferedInPickList, getNewestFirstField } from '@/contract/resource'
import { readCode } from '../area-registry'
import { setClockOffset } from '../clock'
import { getSession } from '../session/session'
import { watchOverlay } from './watch-overlay'
import { findResource } from './find-resource'
import { buildRowLabel } from './row-label'
import { SESSION_DRAFT_KEY, reportSent, reportStatus, type PhoneCommand, type Option, type Phone } from './phone'
import { recordTrouble } from '../ui/trouble'

/** Interval for refreshing the shift pack while the page is open, ms. */
const PACK_REFRESH_MS = 15 * 60_000
const LANGUAGES = ['zh', 'en'] as const

const recordFailure = (error: unknown) => recordTrouble('phone store', error)

/** Opens the offline core and exposes it to the client as `Phone`. */
export async function openPhone(): Promise<Phone> {
  const core = openOffline({
    onError: recordFailure,
    language: getCurrentLanguage,
    requestBackgroundSync,
    onSent: reportSent,
    recompress: recompressPhoto,
  })
  await core.start()
  core.clock.subscribeOffset(setClockOffset)
  core.status.subscribe((status) => {
    reportStatus(status)
    showBadge(status.unsent).catch(recordFailure)
  })
  reportStatus(core.status.get())
  core.triggers.start(window, () => document.visibilityState === 'hidden', navigator.serviceWorker)
  const refreshPack = () => {
    if (core.keeper.session() && document.visibilityState === 'visible') core.pack.refresh().catch(recordFailure)
  }
  setInterval(refreshPack, PACK_REFRESH_MS)
  core.queries.prune().catch(recordFailure)
  return { ...buildCommandMethods(core), ...buildReadMethods(core), ...buildPersonMethods(core, refreshPack) }
}

/** Recompresses a photo with fewer pixels after HTTP 413, once. The compressor is loaded on demand. */
async function recompressPhoto(data: ArrayBuffer, mime: string): Promise<{ data: ArrayBuffer; mime: string } | null> {
  const { compressPhoto } = await import('../ui/camera/compress-photo')
  const result = await compressPhoto(new Blob([data], { type: mime }), { edge: 1024, quality: 0.7 })
  return result.bytes.byteLength < data.byteLength ? { data: result.bytes, mime: result.mime } : null
}
const getUserId = () => getSession().userId

type CommandMethods = Pick<
  Phone,
  | 'save'
  | 'watch'
  | 'watchOverlay'
  | 'retry'
  | 'edit'
  | 'discard'
  | 'exportFile'
  | 'photosOf'
  | 'syncNow'
  | 'moment'
  | 'readDraft'
  | 'keepDraft'
  | 'dropDraft'
>
function buildCommandMethods(core: Offline): CommandMethods {
  return {
    async save(command: PhoneCommand) {
      const { photos, dependsOn, ...rest } = command
      const saved = await core.outbox.save(getUserId(), {
        ...rest,
        ...(photos ? { photos: [...photos] } : {}),
        ...(dependsOn ? { dependsOn: [...dependsOn] } : {}),
      })
      return { id: saved.id }
    },
    watch: (seen) => core.watchItems(getUserId(), seen),
    watchOverlay: (resource, seen) => watchOverlay(core, getUserId(), resource, seen, recordFailure),
    retry: (id) => core.outbox.retry(id),
    async edit(id, body, baseVersion) {
      await core.outbox.edit(id, { body, ...(baseVersion === undefined ? {} : { baseVersion }) })
    },
    discard: (id) => core.outbox.discard(id),
    exportFile: async (id) =>
      new Blob([await core.exportItems(getUserId(), id === undefined ? undefined : [id])], {
        type: 'application/json',
      }),
    photosOf: async (id) => (await core.loadPhotos(id)).map(({ id, data, mime }) => ({ id, bytes: data, mime })),
    moment: () => core.clock.moment(),
    async syncNow() {
      await core.triggers.ask('wish')
    },
    async readDraft(key) {
      const draft = await core.drafts.get(getUserId(), key)
      return draft ? { values: draft.value as Record<string, unknown>, photos: draft.files } : null
    },
    keepDraft: (key, values, photos = [], owner = getUserId()) => core.drafts.put(owner, key, values, [...photos]),
    dropDraft: (key) => core.drafts.drop(getUserId(), key),
  }
}

type ReadMethods = Pick<Phone, 'readPhoto' | 'readAnswer' | 'keepAnswer' | 'findOptions' | 'findCode' | 'packRows'>
function buildReadMethods(core: Offline): ReadMethods {
  return {
    async readPhoto(id) {
      const cached = await core.queries.loadPhoto(id)
      return cached && { bytes: cached.data, mime: cached.mime }
    },
    async readAnswer(key, buster) {
      const cached = await core.queries.loadQuery(key, buster)
      return cached ? { data: cached.state, at: cached.at } : null
    },
    keepAnswer: (key, buster, data) => core.queries.storeQuery(key, buster, data),
    async findOptions(of, keyword, ids) {
      const searchText = toSearchText(keyword)
      const { rows } = await core.pack.rows(of)
      const option = (row: Record<string, unknown>): Option => ({
        id: String(row['id']),
        label: buildRowLabel(row, getCurrentLanguage()),
      })
      if (ids.length > 0) return resolveNames(core, ids, rows.map(option))
      const resource = await findResource(of)
      // Same as the server: people who have left keep their name but are not offered; neither are rows without a name.
      const isMatch = (row: Record<string, unknown>) =>
        (!resource || isOfferedInPickList(resource, row)) &&
        LANGUAGES.some((language) => {
          const label = buildRowLabel(row, language)
          return label !== row['id'] && toSearchText(label).includes(searchText)
        })
      const newestField = getNewestFirstField(resource)
      return rows
        .filter(isMatch)
        .map((row) => ({ ...option(row), at: newestField === null ? '' : toText(row[newestField]) }))
        .sort(
          (a, b) => compareByNewest(a, b) || a.label.localeCompare(b.label, getCurrentLanguage(), { numeric: true }),
        )
        .map(({ id, label }) => ({ id, label }))
    },
    findCode: async (text) =>
      (await findByLabel(core, text)).map((hit) => ({ ...hit, label: buildRowLabel(hit.row, getCurrentLanguage()) })),
    packRows: shareInFlight(
      (of) => `${getUserId()} ${getCurrentLanguage()} ${of}`,
      async (of) => {
        const { rows, fetchedAt } = await core.pack.rows(of)
        const ids = new Set(rows.flatMap(collectIds))
        return { rows, refs: await core.pack.loadNames([...ids], getCurrentLanguage()), at: fetchedAt }
      },
    ),
  }
}
/** Shares a read in progress among callers with the same key: a page may have many lists of one resource. */
function shareInFlight<T>(key: (of: string) => string, read: (of: string) => Promise<T>): (of: string) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>()
  return (of) => {
    const flightKey = key(of)
    const answer = inFlight.get(flightKey) ?? read(of).finally(() => inFlight.delete(flightKey))
    inFlight.set(flightKey, answer)
    return answer
  }
}
const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
const compareByNewest = (a: { at: string }, b: { at: string }): number => (a.at === b.at ? 0 : a.at > b.at ? -1 : 1)
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const UUID_LENGTH = 36 // checked first: few of the thousands of values in a pack are ids
/** Collects ids of referenced rows, including those in lists. */
const collectIds = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.length === UUID_LENGTH && UUID_PATTERN.test(value)
      ? [value]
      : []
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(collectIds)
      : []
/** Looks up the exact text first, then as one of our labels, whose kind decides if several resources share the code. */
async function findByLabel(core: Offline, text: string): Promise<PackMatch[]> {
  const exact = await core.pack.findByCode(text)
  if (exact.length > 0) return exact
  const { kind, code } = readCode(text)
  const found = await core.pack.findByCode(code)
  const ofKind = found.filter((hit) => hit.resource === kind)
  return ofKind.length > 0 ? ofKind : found
}
/** Resolves names of rows: from the pack itself, else from references in the pack. Rows without a name are omitted. */
async function resolveNames(core: Offline, ids: readonly string[], options: Option[]): Promise<Option[]> {
  const names = await core.pack.loadNames(ids, getCurrentLanguage())
  return ids.flatMap((id) => {
    const label = names[id] ?? options.find((option) => option.id === id)?.label
    return label && label !== id ? [{ id, label }] : []
  })
}

type PersonMethods = Pick<
  Phone,
  'owners' | 'signedIn' | 'rightsChanged' | 'signOut' | 'expired' | 'storage' | 'persist'
>
function buildPersonMethods(core: Offline, refreshPack: () => void): PersonMethods {
  return {
    owners: async () =>
      (await core.keeper.listUnsentPeople()).map(({ userId, name, unsent }) => ({ userId, userName: name, unsent })),
    async signedIn({ userId, userName, token }, keep) {
      const storedSession = core.keeper.session()
      // Started with the session that this store persisted: nothing to write, and home waits for this.
      if (keep && storedSession?.userId === userId && storedSession.token === token) return refreshPack()
      await core.keeper.signIn({ userId, name: userName, token, keep: keep !== null })
      if (keep) await core.drafts.put(userId, SESSION_DRAFT_KEY, { ...keep, token: '' })
      else await core.drafts.drop(userId, SESSION_DRAFT_KEY)
      refreshPack()
    },
    async rightsChanged(keep) {
      refreshPack() // rows that become visible or hidden with the new permissions
      if (keep) await core.drafts.put(getUserId(), SESSION_DRAFT_KEY, { ...keep, token: '' })
    },
    async signOut() {
      const userId = getUserId()
      const { left } = await core.keeper.signOut()
      await core.drafts.drop(userId, SESSION_DRAFT_KEY)
      return { left }
    },
    expired: () => core.keeper.expireSession(),
    async storage() {
      const { persisted, usage, quota } = await core.storageState()
      return { persisted, used: usage, quota }
    },
    persist: () => core.persistStorage(),
  }
}
