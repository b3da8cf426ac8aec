import type { Endpoint } from '@/contract/endpoint'
import type { PhotoInput } from '@/offline/outbox'
import type { OutboxItem } from '@/offline/outbox-view'
import { readStoredSession } from '@/offline/read-stored-session'
import { hasOutboxStore } from '@/offline/outbox-presence'
import type { SyncStatus } from '@/offline/sync-status'
import { recordTrouble } from '../ui/trouble'

export type { SyncStatus }

/** A photo ready to be sent; the command's body refers to its id. */
export type OutboxPhoto = PhotoInput
/** A command, or the photos of one, that the server has not acknowledged. */
export type UnsentCommand = OutboxItem

/** A command to save in the outbox. */
export interface CommandToSave {
  id?: string
  endpoint: Endpoint<never, unknown>
  body: Record<string, unknown>
  baseVersion?: number
  photos?: readonly OutboxPhoto[]
  dependsOn?: readonly string[]
  draftKey?: string
}
/** An entry of a pick-list: a row with its name. */
export interface Option {
  id: string
  label: string
  detail?: string | null
}
/** A row that a scanned code refers to. */
export interface CodeHit {
  resource: string
  id: string
  label: string
  row: Record<string, unknown>
}
/** A person with unsent items on this phone; `unsent` is their number. */
export interface PersonWithUnsentWork {
  userId: string
  userName: string
  unsent: number
}

/**
 * Overlays this phone's commands on rows from the server as of `fetchedAt` (ms). `isInList` tells if a row belongs to
 * the list, `findInOtherLists` returns a row that another list has loaded.
 */
export type RowOverlay = (
  rows: Record<string, unknown>[],
  fetchedAt: number,
  isInList?: (row: Record<string, unknown>) => boolean,
  findInOtherLists?: (id: string) => Record<string, unknown> | undefined,
) => Record<string, unknown>[]

/**
 * Local store of the offline client, in a phone or any other browser: the outbox, drafts, cached answers and the shift
 * pack. `@/offline` implements it; tests provide their own.
 */
export interface PhoneStore {
  save(command: CommandToSave): Promise<{ id: string }>
  /** Calls back with the user's unsent commands, now and after each change. Returns an unsubscribe function. */
  watchCommands(onCommands: (items: UnsentCommand[]) => void): () => void
  /**
   * Calls back with the overlay of unsent and just acknowledged commands over a resource's rows, again after each
   * change.
   */
  watchOverlay(resource: string, onOverlay: (overlay: RowOverlay) => void): () => void
  retry(id: string): Promise<void>
  edit(id: string, body: Record<string, unknown>, baseVersion?: number): Promise<void>
  discard(id: string): Promise<void>
  /** Exports all unsent commands of the user (or one), including photos, as a file. */
  exportFile(id?: string): Promise<Blob>
  loadPhotos(id: string): Promise<{ id: string; bytes: ArrayBuffer; mime: string }[]>
  /** Reads a photo that was taken on this phone and sent; null if the phone no longer has it. */
  readPhoto(id: string): Promise<{ bytes: ArrayBuffer; mime: string } | null>
  listPeopleWithUnsentWork(): Promise<PersonWithUnsentWork[]>
  syncNow(): Promise<void>
  /** Returns the current time (ISO) by the phone's clock, corrected by its measured offset from the server. */
  getServerTime(): string
  /** Reads a query's cached answer for use without a network; `at` in ms. */
  readAnswer(key: string, cacheBuster: string): Promise<{ data: unknown; at: number } | null>
  /** Reads the cached answers to all queries of an endpoint. */
  readEndpointAnswers(endpointName: string, cacheBuster: string): Promise<unknown[]>
  storeAnswer(key: string, cacheBuster: string, data: unknown): Promise<void>
  /**
   * Finds local rows whose name contains the keyword, newest first if the list of the resource is sorted by time. With
   * `ids`, returns the names of these rows instead.
   */
  findOptions(resource: string, keyword: string, ids: readonly string[]): Promise<Option[]>
  /** Finds local rows by a scanned or typed text: the content of our labels (`eq:SB-01`) or a bare code. */
  findRowsByCode(code: string): Promise<CodeHit[]>
  /**
   * Returns all rows of a resource in the shift pack and the names of referenced rows; `at` (ms) is null if there is no
   * pack.
   */
  loadPackRows(
    resource: string,
  ): Promise<{ rows: Record<string, unknown>[]; refs: Record<string, string>; at: number | null }>
  readDraft(key: string): Promise<{ values: Record<string, unknown>; photos: OutboxPhoto[] } | null>
  /** `owner` is the id of the author; pass it if the session may have ended since. By default it is the signed-in user. */
  storeDraft(
    key: string,
    values: Record<string, unknown>,
    photos?: readonly OutboxPhoto[],
    owner?: string,
  ): Promise<void>
  deleteDraft(key: string): Promise<void>
  /**
   * Reports a sign-in with this token, so that the person's unsent work may be sent. `persistedSession` is stored on this
   * phone.
   */
  reportSignIn(
    person: { userId: string; userName: string; token: string },
    persistedSession: Record<string, unknown> | null,
  ): Promise<void>
  /** Reports changed permissions: reloads the person's rows, and stores `persistedSession` if the session is persisted. */
  reportRightsChange(persistedSession: Record<string, unknown> | null): Promise<void>
  /** Tries to send for up to 10 s, then wipes token and read cache; unsent work stays. */
  signOut(): Promise<{ unsentCount: number }>
  /** Reports a rejected token; unsent work waits for the next login. */
  reportExpiredSession(): Promise<void>
  getStorageState(): Promise<{ persisted: boolean | null; used: number | null; quota: number | null }>
  requestPersistence(): Promise<boolean>
}

/** Draft key under which a persisted session's menu and names are stored. `SessionStore` stores the token. */
export const SESSION_DRAFT_KEY = 'session'
/** Reads the session persisted on this phone, if the person chose so, before the store is open. */
export async function readPersistedSession(): Promise<Record<string, unknown> | null> {
  const persisted = await readStoredSession(SESSION_DRAFT_KEY)
  if (persisted) storeExistsPromise ??= Promise.resolve(true)
  return persisted
    ? { ...(persisted.draft as Record<string, unknown>), userId: persisted.userId, token: persisted.token }
    : null
}

let storePromise: Promise<PhoneStore> | null = null
let openStore: () => Promise<PhoneStore> = () => import('./phone-store').then((module) => module.openPhoneStore())
let storeExistsPromise: Promise<boolean> | null = null
let resolveSettled: () => void
const settledPromise = new Promise<void>((resolve) => {
  resolveSettled = resolve
})
let resolvePainted: () => void
const paintedPromise = new Promise<void>((resolve) => {
  resolvePainted = resolve
})
let pendingIntroduction: Promise<void> = Promise.resolve()

/**
 * Returns the store and opens it on first use, because its code is not part of the first load. After a failure the next
 * call tries again.
 */
export function getPhoneStore(): Promise<PhoneStore> {
  storeExistsPromise = Promise.resolve(true)
  resolveSettled()
  storePromise ??= openStore().catch((error: unknown) => {
    storePromise = null
    throw error
  })
  return storePromise
}
/** True if the store is open or was used earlier, so that it may have content. */
export const hasStore = (): Promise<boolean> => (storeExistsPromise ??= hasOutboxStore())
/** Announces the first render: the store, which is half of the startup work, may now be opened. */
export const announcePainted = (): void => resolvePainted()
/** Resolves after the first render. */
export const waitForPainted = (): Promise<void> => paintedPromise
/** Announces that the first page is usable: a new phone's store and everything else that can wait may now load. */
export const announceSettled = (): void => resolveSettled()
/** Resolves when the first page is usable. */
export const waitForSettled = (): Promise<void> => settledPromise

/** Starts to open an existing store, because the home page displays its content. Later callers get the error, if any. */
export async function openExistingPhoneStore(): Promise<void> {
  if (await hasStore()) getPhoneStore().catch(() => undefined)
}
/**
 * Opens the store after the first render. The store of a new phone has nothing to display, so it is opened after the
 * page has settled.
 */
async function openPhoneStoreWhenDue(): Promise<PhoneStore> {
  if (!storePromise) await ((await hasStore()) ? paintedPromise : settledPromise)
  return getPhoneStore()
}
/**
 * Tells the store who is signed in, with `introduce`; `waitForPhoneStore` waits until the store knows. `openNow` opens
 * the store at once, also on a new phone. Resolves when the store knows the person; on a new phone it resolves at once.
 */
export async function setStorePerson(openNow: boolean, introduce: (store: PhoneStore) => Promise<void>): Promise<void> {
  const storeExistedPromise = hasStore()
  introductionToRetry = null // A retry for the previous sign-in is obsolete.
  // A store that fails to open must not block sign-in: people can work online, and the next use opens the store again.
  pendingIntroduction = (openNow ? getPhoneStore() : openPhoneStoreWhenDue())
    .then(introduce)
    .catch((error: unknown) => retryIntroduction(error, introduce))
  if (await storeExistedPromise) await pendingIntroduction
}
/** Pause, ms, before the introduction is retried; the return of the network ends it. */
const INTRODUCTION_RETRY_MS = 15_000
let introductionToRetry: ((store: PhoneStore) => Promise<void>) | null = null
/**
 * Retries the introduction if the store's code did not load, e.g. on a broken network. Without the introduction the
 * store neither sends commands nor loads the shift pack.
 */
function retryIntroduction(error: unknown, introduce: (store: PhoneStore) => Promise<void>): void {
  recordTrouble('phone store not ready', error)
  introductionToRetry = introduce
  const retry = () => {
    clearTimeout(timer)
    removeEventListener('online', retry)
    if (introductionToRetry === introduce)
      getPhoneStore()
        .then(introduce)
        .catch((nextError: unknown) => retryIntroduction(nextError, introduce))
  }
  const timer = setTimeout(retry, INTRODUCTION_RETRY_MS)
  addEventListener('online', retry)
}
/** Returns the store once it knows who is signed in, for data that a page shows in addition to its own answer. */
export async function waitForPhoneStore(): Promise<PhoneStore> {
  const store = await openPhoneStoreWhenDue()
  await pendingIntroduction
  return store
}
/** Replaces the store (tests). */
export function replacePhoneStore(store: PhoneStore): void {
  resolvePainted()
  openStore = () => Promise.resolve(store)
  storePromise = null
  storeExistsPromise = Promise.resolve(true)
  pendingIntroduction = Promise.resolve()
}

let syncStatus: SyncStatus = { state: 'reading', unsent: 0, attention: 0, lastSentAt: null, readyAt: null }
const statusListeners = new Set<() => void>()
/** Returns the sync status last reported by the store. */
export const getSyncStatus = (): SyncStatus => syncStatus
/** Calls back when the sync status changes. Returns an unsubscribe function. */
export function subscribeToSyncStatus(listener: () => void): () => void {
  statusListeners.add(listener)
  // A new phone's store is empty, so it is opened late.
  hasStore().then(
    (exists) => {
      if (!exists && syncStatus.state === 'reading') setSyncStatus({ ...syncStatus, state: 'sent' })
    },
    (error: unknown) => recordTrouble('store not looked for', error),
  )
  return () => {
    statusListeners.delete(listener)
  }
}
let sentListener: (resources: string[]) => void = () => undefined
/** Sets the listener for resources that the server has just changed for this phone. */
export function setSentListener(listener: (resources: string[]) => void): void {
  sentListener = listener
}
/** Reports which resources the server has just changed for this phone; called by the store. */
export const reportSent = (resources: string[]): void => sentListener(resources)
/** Sets the sync status; called by the store. */
export function setSyncStatus(next: SyncStatus): void {
  syncStatus = next
  for (const listener of statusListeners) listener()
}
