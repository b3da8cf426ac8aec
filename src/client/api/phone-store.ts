import { openOffline, type PackMatch, type Offline } from '@/offline'
import { showBadge } from '@/offline/badge'
import { requestBackgroundSync } from '@/offline/register-worker'
import { getCurrentLanguage } from '../i18n/start-texts'
import { toSearchText } from '@/contract/language'
import { isOfferedInPickList, getNewestFirstField } from '@/contract/resource'
import { readCode, findResource } from '../area-registry'
import { setClockOffset } from '../clock'
import { getSession } from '../session/session'
import { watchOverlay } from './watch-overlay'
import { buildRowLabel } from './local-rows'
import { SESSION_DRAFT_KEY, reportSent, setSyncStatus, type CommandToSave, type Option, type PhoneStore } from './phone'
import { recordTrouble } from '../ui/trouble'

/** Interval for refreshing the shift pack while the page is open, ms. */
const PACK_REFRESH_MS = 15 * 60_000
const LANGUAGES = ['zh', 'en'] as const

const recordFailure = (error: unknown) => recordTrouble('phone store', error)

/** Opens the local store of the offline client and exposes it to the client as `PhoneStore`. */
export async function openPhoneStore(): Promise<PhoneStore> {
  const core = openOffline({
    onError: recordFailure,
    language: getCurrentLanguage,
    requestBackgroundSync,
    onSent: reportSent,
    recompress: shrinkPhoto,
  })
  await core.start()
  core.clock.subscribeOffset(setClockOffset)
  core.status.subscribe((status) => {
    setSyncStatus(status)
    showBadge(status.unsent).catch(recordFailure)
  })
  setSyncStatus(core.status.get())
  core.triggers.start(window, () => document.visibilityState === 'hidden', navigator.serviceWorker)
  const refreshPack = () => {
    if (core.sessionStore.getSession() && document.visibilityState === 'visible')
      core.pack.refresh().catch(recordFailure)
  }
  setInterval(refreshPack, PACK_REFRESH_MS)
  core.queries.deleteExpired().catch(recordFailure)
  return { ...buildCommandMethods(core), ...buildReadMethods(core), ...buildPersonMethods(core, refreshPack) }
}

/** Size and quality to which a photo is shrunk if the server refused it as too large (HTTP 413). */
const SHRUNK_PHOTO = { maxEdgePx: 1024, quality: 0.7 }
/** Recompresses a photo that is too large for the server. The compressor is loaded on demand. */
async function shrinkPhoto(data: ArrayBuffer, mime: string): Promise<{ data: ArrayBuffer; mime: string } | null> {
  const { compressPhoto } = await import('../ui/camera/compress-photo')
  const result = await compressPhoto(new Blob([data], { type: mime }), SHRUNK_PHOTO)
  return result.bytes.byteLength < data.byteLength ? { data: result.bytes, mime: result.mime } : null
}
const getUserId = () => getSession().userId

type CommandMethods = Pick<
  PhoneStore,
  | 'save'
  | 'watchCommands'
  | 'watchOverlay'
  | 'retry'
  | 'edit'
  | 'discard'
  | 'exportFile'
  | 'loadPhotos'
  | 'syncNow'
  | 'getServerTime'
  | 'readDraft'
  | 'storeDraft'
  | 'deleteDraft'
>
function buildCommandMethods(core: Offline): CommandMethods {
  return {
    async save(command: CommandToSave) {
      const { photos, dependsOn, ...commandFields } = command
      const savedCommand = await core.outbox.save(getUserId(), {
        ...commandFields,
        ...(photos ? { photos: [...photos] } : {}),
        ...(dependsOn ? { dependsOn: [...dependsOn] } : {}),
      })
      return { id: savedCommand.id }
    },
    watchCommands: (onCommands) => core.watchItems(getUserId(), onCommands),
    watchOverlay: (resource, onOverlay) => watchOverlay(core, getUserId(), resource, onOverlay, recordFailure),
    retry: (id) => core.outbox.retry(id),
    async edit(id, body, baseVersion) {
      await core.outbox.edit(id, { body, ...(baseVersion === undefined ? {} : { baseVersion }) })
    },
    discard: (id) => core.outbox.discard(id),
    exportFile: async (id) =>
      new Blob([await core.exportItems(getUserId(), id === undefined ? undefined : [id])], {
        type: 'application/json',
      }),
    loadPhotos: async (id) => (await core.loadPhotos(id)).map(({ id, data, mime }) => ({ id, bytes: data, mime })),
    getServerTime: () => core.clock.getServerTime(),
    async syncNow() {
      await core.triggers.requestDrain('userRequest')
    },
    async readDraft(key) {
      const draft = await core.drafts.get(getUserId(), key)
      return draft ? { values: draft.value as Record<string, unknown>, photos: draft.files } : null
    },
    storeDraft: (key, values, photos = [], owner = getUserId()) => core.drafts.put(owner, key, values, [...photos]),
    deleteDraft: (key) => core.drafts.drop(getUserId(), key),
  }
}

type ReadMethods = Pick<
  PhoneStore,
  'readPhoto' | 'readAnswer' | 'readEndpointAnswers' | 'storeAnswer' | 'findOptions' | 'findRowsByCode' | 'loadPackRows'
>
function buildReadMethods(core: Offline): ReadMethods {
  return {
    async readPhoto(id) {
      const cached = await core.queries.loadPhoto(id)
      return cached && { bytes: cached.data, mime: cached.mime }
    },
    async readAnswer(key, cacheBuster) {
      const cached = await core.queries.loadQuery(key, cacheBuster)
      return cached ? { data: cached.answer, at: cached.at } : null
    },
    readEndpointAnswers: (endpointName, cacheBuster) =>
      core.queries.loadAnswers((key) => key.includes(`],"${endpointName}",`), cacheBuster), // see `buildQueryKey`
    storeAnswer: (key, cacheBuster, data) => core.queries.storeQuery(key, cacheBuster, data),
    async findOptions(resourceName, keyword, ids) {
      const searchText = toSearchText(keyword)
      const { rows } = await core.pack.loadRows(resourceName)
      const toOption = (row: Record<string, unknown>): Option => ({
        id: String(row['id']),
        label: buildRowLabel(row, getCurrentLanguage()),
      })
      if (ids.length > 0) return resolveNames(core, ids, rows.map(toOption))
      const resource = await findResource(resourceName)
      // Like the server, omits rows that may no longer be picked (e.g. people who have left) and rows without a name.
      const isMatch = (row: Record<string, unknown>) =>
        (!resource || isOfferedInPickList(resource, row)) &&
        LANGUAGES.some((language) => {
          const label = buildRowLabel(row, language)
          return label !== row['id'] && toSearchText(label).includes(searchText)
        })
      const newestField = getNewestFirstField(resource)
      return rows
        .filter(isMatch)
        .map((row) => ({ ...toOption(row), time: newestField === null ? '' : toText(row[newestField]) }))
        .sort(
          (a, b) => compareByNewest(a, b) || a.label.localeCompare(b.label, getCurrentLanguage(), { numeric: true }),
        )
        .map(({ id, label }) => ({ id, label }))
    },
    findRowsByCode: async (text) =>
      (await findByCodeOrLabel(core, text)).map((hit) => ({
        ...hit,
        label: buildRowLabel(hit.row, getCurrentLanguage()),
      })),
    loadPackRows: shareInFlight(
      (resourceName) => `${getUserId()} ${getCurrentLanguage()} ${resourceName}`,
      async (resourceName) => {
        const { rows, fetchedAt } = await core.pack.loadRows(resourceName)
        const ids = new Set(rows.flatMap(collectIds))
        return { rows, refs: await core.pack.loadNames([...ids], getCurrentLanguage()), at: fetchedAt }
      },
    ),
  }
}
/** Shares a read in progress among callers with the same key: a page may have many lists of one resource. */
function shareInFlight<T>(
  getKey: (resourceName: string) => string,
  load: (resourceName: string) => Promise<T>,
): (resourceName: string) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>()
  return (resourceName) => {
    const flightKey = getKey(resourceName)
    const answer = inFlight.get(flightKey) ?? load(resourceName).finally(() => inFlight.delete(flightKey))
    inFlight.set(flightKey, answer)
    return answer
  }
}
const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
function compareByNewest(a: { time: string }, b: { time: string }): number {
  if (a.time === b.time) return 0
  return a.time > b.time ? -1 : 1
}
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The length is checked before the pattern, because few of the thousands of values in a pack are ids. */
const UUID_LENGTH = 36
/** Collects ids of referenced rows, including those in lists. */
function collectIds(value: unknown): string[] {
  if (typeof value === 'string') return value.length === UUID_LENGTH && UUID_PATTERN.test(value) ? [value] : []
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(collectIds) : []
}
/**
 * Finds the rows whose code is the scanned text. If there are none, parses the text as a printed label and finds the
 * rows with the label's code. If several resources share that code, the label's kind decides.
 */
async function findByCodeOrLabel(core: Offline, text: string): Promise<PackMatch[]> {
  const exactMatches = await core.pack.findByCode(text)
  if (exactMatches.length > 0) return exactMatches
  const { kind, code } = readCode(text)
  const codeMatches = await core.pack.findByCode(code)
  const matchesOfKind = codeMatches.filter((hit) => hit.resource === kind)
  return matchesOfKind.length > 0 ? matchesOfKind : codeMatches
}
/**
 * Returns the names of rows: the name that the pack stores for references, else the label in `options`. Rows without a
 * name are omitted.
 */
async function resolveNames(core: Offline, ids: readonly string[], options: Option[]): Promise<Option[]> {
  const names = await core.pack.loadNames(ids, getCurrentLanguage())
  return ids.flatMap((id) => {
    const label = names[id] ?? options.find((option) => option.id === id)?.label
    return label && label !== id ? [{ id, label }] : []
  })
}

type PersonMethods = Pick<
  PhoneStore,
  | 'listPeopleWithUnsentWork'
  | 'reportSignIn'
  | 'reportRightsChange'
  | 'signOut'
  | 'reportExpiredSession'
  | 'getStorageState'
  | 'requestPersistence'
>
function buildPersonMethods(core: Offline, refreshPack: () => void): PersonMethods {
  return {
    listPeopleWithUnsentWork: async () =>
      (await core.sessionStore.listPeopleWithUnsentWork()).map(({ userId, name, unsent }) => ({
        userId,
        userName: name,
        unsent,
      })),
    async reportSignIn({ userId, userName, token }, persistedSession) {
      const storedSession = core.sessionStore.getSession()
      // This store already holds the session, so nothing is written: the home page waits for this call.
      if (persistedSession && storedSession?.userId === userId && storedSession.token === token) return refreshPack()
      await core.sessionStore.signIn({ userId, name: userName, token, staySignedIn: persistedSession !== null })
      if (persistedSession) await core.drafts.put(userId, SESSION_DRAFT_KEY, { ...persistedSession, token: '' })
      else await core.drafts.drop(userId, SESSION_DRAFT_KEY)
      refreshPack()
    },
    async reportRightsChange(persistedSession) {
      refreshPack() // rows that become visible or hidden with the new permissions
      if (persistedSession) await core.drafts.put(getUserId(), SESSION_DRAFT_KEY, { ...persistedSession, token: '' })
    },
    async signOut() {
      const userId = getUserId()
      const { unsentCount } = await core.sessionStore.signOut()
      await core.drafts.drop(userId, SESSION_DRAFT_KEY)
      return { unsentCount }
    },
    reportExpiredSession: () => core.sessionStore.expireSession(),
    async getStorageState() {
      const { persisted, usage, quota } = await core.storageState()
      return { persisted, used: usage, quota }
    },
    requestPersistence: () => core.persistStorage(),
  }
}
