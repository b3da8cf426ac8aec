import { openOffline, type Found, type Offline } from '@/offline'
import { showBadge } from '@/offline/badge'
import { askForSync } from '@/offline/register'
import { currentLanguage } from '../i18n/start'
import { toSearchText } from '@/contract/search-text'
import { isOffered, newestBy } from '@/contract/resource'
import { readCode } from '../areas'
import { reportOffset } from '../clock'
import { session } from '../session/session'
import { watchLaid } from './laid-rows'
import { resourceNamed } from './resource-named'
import { labelOfRow } from './row-label'
import { KEPT, reportSent, reportStatus, type Command, type Option, type Phone } from './phone'
import { recordTrouble } from '../ui/trouble'

/** Interval for refreshing the shift pack while the page is open, ms. */
const PACK_EVERY = 15 * 60_000
const languages = ['zh', 'en'] as const

const failed = (error: unknown) => recordTrouble('phone store', error)

/** Opens the offline core and exposes it to the client as `Phone`. */
export async function openPhone(): Promise<Phone> {
  const core = openOffline({
    onError: failed,
    language: currentLanguage,
    askForSync,
    onSent: reportSent,
    recompress: smaller,
  })
  await core.start()
  core.clock.follow(reportOffset)
  core.status.subscribe((status) => {
    reportStatus(status)
    showBadge(status.unsent).catch(failed)
  })
  reportStatus(core.status.get())
  core.triggers.start(window, () => document.visibilityState === 'hidden', navigator.serviceWorker)
  const freshen = () => {
    if (core.keeper.session() && document.visibilityState === 'visible') core.pack.refresh().catch(failed)
  }
  setInterval(freshen, PACK_EVERY)
  core.queries.prune().catch(failed)
  return { ...commandsOf(core), ...readingOf(core), ...peopleOf(core, freshen) }
}

/** Recompresses a photo with fewer pixels after HTTP 413, once. The compressor is loaded on demand. */
async function smaller(data: ArrayBuffer, mime: string): Promise<{ data: ArrayBuffer; mime: string } | null> {
  const { compressPhoto } = await import('../ui/camera/compress')
  const result = await compressPhoto(new Blob([data], { type: mime }), { edge: 1024, quality: 0.7 })
  return result.bytes.byteLength < data.byteLength ? { data: result.bytes, mime: result.mime } : null
}
const me = () => session().userId

type Commands = Pick<
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
function commandsOf(core: Offline): Commands {
  return {
    async save(command: Command) {
      const { photos, dependsOn, ...rest } = command
      const saved = await core.outbox.save(me(), {
        ...rest,
        ...(photos ? { photos: [...photos] } : {}),
        ...(dependsOn ? { dependsOn: [...dependsOn] } : {}),
      })
      return { id: saved.id }
    },
    watch: (seen) => core.watchItems(me(), seen),
    watchOverlay: (resource, seen) => watchLaid(core, me(), resource, seen, failed),
    retry: (id) => core.outbox.retry(id),
    async edit(id, body, baseVersion) {
      await core.outbox.edit(id, { body, ...(baseVersion === undefined ? {} : { baseVersion }) })
    },
    discard: (id) => core.outbox.discard(id),
    exportFile: async (id) =>
      new Blob([await core.exportItems(me(), id === undefined ? undefined : [id])], { type: 'application/json' }),
    photosOf: async (id) => (await core.photosOf(id)).map(({ id, data, mime }) => ({ id, bytes: data, mime })),
    moment: () => core.clock.moment(),
    async syncNow() {
      await core.triggers.ask('wish')
    },
    async readDraft(key) {
      const draft = await core.drafts.get(me(), key)
      return draft ? { values: draft.value as Record<string, unknown>, photos: draft.files } : null
    },
    keepDraft: (key, values, photos = [], owner = me()) => core.drafts.put(owner, key, values, [...photos]),
    dropDraft: (key) => core.drafts.drop(me(), key),
  }
}

type Reading = Pick<Phone, 'readPhoto' | 'readAnswer' | 'keepAnswer' | 'findOptions' | 'findCode' | 'packRows'>
function readingOf(core: Offline): Reading {
  return {
    async readPhoto(id) {
      const kept = await core.queries.loadPhoto(id)
      return kept && { bytes: kept.data, mime: kept.mime }
    },
    async readAnswer(key, buster) {
      const kept = await core.queries.loadQuery(key, buster)
      return kept ? { data: kept.state, at: kept.at } : null
    },
    keepAnswer: (key, buster, data) => core.queries.keepQuery(key, buster, data),
    async findOptions(of, keyword, ids) {
      const wanted = toSearchText(keyword)
      const { rows } = await core.pack.rows(of)
      const option = (row: Record<string, unknown>): Option => ({
        id: String(row['id']),
        label: labelOfRow(row, currentLanguage()),
      })
      if (ids.length > 0) return withNames(core, ids, rows.map(option))
      const resource = await resourceNamed(of)
      // Same as the server: people who have left keep their name but are not offered; neither are rows without a name.
      const isWanted = (row: Record<string, unknown>) =>
        (!resource || isOffered(resource, row)) &&
        languages.some((language) => {
          const label = labelOfRow(row, language)
          return label !== row['id'] && toSearchText(label).includes(wanted)
        })
      const by = newestBy(resource)
      return rows
        .filter(isWanted)
        .map((row) => ({ ...option(row), at: by === null ? '' : textOf(row[by]) }))
        .sort((a, b) => newer(a, b) || a.label.localeCompare(b.label, currentLanguage(), { numeric: true }))
        .map(({ id, label }) => ({ id, label }))
    },
    findCode: async (text) =>
      (await findLabel(core, text)).map((hit) => ({ ...hit, label: labelOfRow(hit.row, currentLanguage()) })),
    packRows: onceAtATime(
      (of) => `${me()} ${currentLanguage()} ${of}`,
      async (of) => {
        const { rows, fetchedAt } = await core.pack.rows(of)
        const ids = new Set(rows.flatMap(idsIn))
        return { rows, refs: await core.pack.names([...ids], currentLanguage()), at: fetchedAt }
      },
    ),
  }
}
/** Shares a read in progress among callers with the same key: a page may have many lists of one resource. */
function onceAtATime<T>(key: (of: string) => string, read: (of: string) => Promise<T>): (of: string) => Promise<T> {
  const reading = new Map<string, Promise<T>>()
  return (of) => {
    const at = key(of)
    const answer = reading.get(at) ?? read(of).finally(() => reading.delete(at))
    reading.set(at, answer)
    return answer
  }
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const newer = (a: { at: string }, b: { at: string }): number => (a.at === b.at ? 0 : a.at > b.at ? -1 : 1)
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ID_LENGTH = 36 // checked first: few of the thousands of values in a pack are ids
/** Collects ids of referenced rows, including those in lists. */
const idsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.length === ID_LENGTH && ID.test(value)
      ? [value]
      : []
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(idsIn)
      : []
/** Looks up the exact text first, then as one of our labels, whose kind decides if several resources share the code. */
async function findLabel(core: Offline, text: string): Promise<Found[]> {
  const exact = await core.pack.findByCode(text)
  if (exact.length > 0) return exact
  const { kind, code } = readCode(text)
  const found = await core.pack.findByCode(code)
  const named = found.filter((hit) => hit.resource === kind)
  return named.length > 0 ? named : found
}
/** Resolves names of rows: from the pack itself, else from references in the pack. Rows without a name are omitted. */
async function withNames(core: Offline, ids: readonly string[], options: Option[]): Promise<Option[]> {
  const names = await core.pack.names(ids, currentLanguage())
  return ids.flatMap((id) => {
    const label = names[id] ?? options.find((option) => option.id === id)?.label
    return label && label !== id ? [{ id, label }] : []
  })
}

type People = Pick<Phone, 'owners' | 'signedIn' | 'rightsChanged' | 'signOut' | 'expired' | 'storage' | 'persist'>
function peopleOf(core: Offline, freshen: () => void): People {
  return {
    owners: async () =>
      (await core.keeper.unsentPeople()).map(({ userId, name, unsent }) => ({ userId, userName: name, unsent })),
    async signedIn({ userId, userName, token }, keep) {
      const known = core.keeper.session()
      // Started with the session that this store persisted: nothing to write, and home waits for this.
      if (keep && known?.userId === userId && known.token === token) return freshen()
      await core.keeper.signedIn({ userId, name: userName, token, keep: keep !== null })
      if (keep) await core.drafts.put(userId, KEPT, { ...keep, token: '' })
      else await core.drafts.drop(userId, KEPT)
      freshen()
    },
    async rightsChanged(keep) {
      freshen() // rows that become visible or hidden with the new permissions
      if (keep) await core.drafts.put(me(), KEPT, { ...keep, token: '' })
    },
    async signOut() {
      const userId = me()
      const { left } = await core.keeper.signOut()
      await core.drafts.drop(userId, KEPT)
      return { left }
    },
    expired: () => core.keeper.expired(),
    async storage() {
      const { persisted, usage, quota } = await core.storageState()
      return { persisted, used: usage, quota }
    },
    persist: () => core.persistStorage(),
  }
}
