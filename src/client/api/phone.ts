import type { Endpoint } from '@/contract/endpoint'
import type { PhotoInput } from '@/offline/outbox'
import type { OutboxItem } from '@/offline/outbox-view'
import { readKept } from '@/offline/kept'
import { storeIsThere } from '@/offline/present'
import type { SyncStatus } from '@/offline/sync-status'
import { recordTrouble } from '../ui/trouble'

export type { SyncStatus }

/** A photo ready to be sent; the command's body refers to its id. */
export type Photo = PhotoInput
/** A command, or the photos of one, that the server has not acknowledged. */
export type Unsent = OutboxItem

export interface Command {
  id?: string
  endpoint: Endpoint<never, unknown>
  body: Record<string, unknown>
  baseVersion?: number
  photos?: readonly Photo[]
  dependsOn?: readonly string[]
  draftKey?: string
}
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
export interface UnsentOwner {
  userId: string
  userName: string
  unsent: number
}

/**
 * Overlays this phone's commands on rows from the server as of `fetchedAt` (ms). `matches` tells if a row belongs to
 * the list, `elsewhere` returns a row that another list has loaded.
 */
export type Lay = (
  rows: Record<string, unknown>[],
  fetchedAt: number,
  matches?: (row: Record<string, unknown>) => boolean,
  elsewhere?: (id: string) => Record<string, unknown> | undefined,
) => Record<string, unknown>[]

/** The phone's store as the client uses it. `@/offline` implements it; tests provide their own. */
export interface Phone {
  save(command: Command): Promise<{ id: string }>
  /** Calls back with the user's unsent commands, now and after each change. Returns an unsubscribe function. */
  watch(seen: (items: Unsent[]) => void): () => void
  /**
   * Calls back with the overlay of unsent and just acknowledged commands over a resource's rows, again after each
   * change.
   */
  watchOverlay(resource: string, seen: (lay: Lay) => void): () => void
  retry(id: string): Promise<void>
  edit(id: string, body: Record<string, unknown>, baseVersion?: number): Promise<void>
  discard(id: string): Promise<void>
  /** Exports all unsent commands of the user (or one), including photos, as a file. */
  exportFile(id?: string): Promise<Blob>
  photosOf(id: string): Promise<{ id: string; bytes: ArrayBuffer; mime: string }[]>
  /** Reads a photo taken on this phone that is already on the server, while the phone still has it. */
  readPhoto(id: string): Promise<{ bytes: ArrayBuffer; mime: string } | null>
  owners(): Promise<UnsentOwner[]>
  syncNow(): Promise<void>
  /** Returns the current time (ISO) by the phone's clock, corrected by its measured offset from the server. */
  moment(): string
  /** Reads a query's cached answer for use without a network; `at` in ms. */
  readAnswer(key: string, buster: string): Promise<{ data: unknown; at: number } | null>
  keepAnswer(key: string, buster: string, data: unknown): Promise<void>
  /**
   * Finds local rows whose name contains the keyword, newest first if their list is sorted so; with ids, their names.
   */
  findOptions(of: string, keyword: string, ids: readonly string[]): Promise<Option[]>
  /** Looks up a scanned or typed text: the content of our labels (`eq:SB-01`) and bare codes. */
  findCode(code: string): Promise<CodeHit[]>
  /**
   * Returns all rows of a resource in the shift pack and the names of referenced rows; `at` (ms) is null if there is no
   * pack.
   */
  packRows(of: string): Promise<{ rows: Record<string, unknown>[]; refs: Record<string, string>; at: number | null }>
  readDraft(key: string): Promise<{ values: Record<string, unknown>; photos: Photo[] } | null>
  /** `owner`: id of the author, if the session may have ended since; the signed-in user by default. */
  keepDraft(key: string, values: Record<string, unknown>, photos?: readonly Photo[], owner?: string): Promise<void>
  dropDraft(key: string): Promise<void>
  /**
   * Reports a sign-in with this token, so that the person's unsent work may be sent. `keep`: session to persist on this
   * phone.
   */
  signedIn(
    person: { userId: string; userName: string; token: string },
    keep: Record<string, unknown> | null,
  ): Promise<void>
  /** Reports changed permissions: the person's rows are reloaded. `keep`: the persisted session's new content. */
  rightsChanged(keep: Record<string, unknown> | null): Promise<void>
  /** Tries to send for up to 10 s, then wipes token and read cache; unsent work stays. */
  signOut(): Promise<{ left: number }>
  /** Reports a rejected token; unsent work waits for the next login. */
  expired(): Promise<void>
  storage(): Promise<{ persisted: boolean | null; used: number | null; quota: number | null }>
  persist(): Promise<boolean>
}

/** Draft key of a persisted session's menu and names; the token is stored by the keeper. */
export const KEPT = 'session'
/** Reads the session persisted on this phone, if the person chose so, before the store is open. */
export async function keptSession(): Promise<Record<string, unknown> | null> {
  const kept = await readKept(KEPT)
  if (kept) there ??= Promise.resolve(true)
  return kept ? { ...(kept.draft as Record<string, unknown>), userId: kept.userId, token: kept.token } : null
}

let opened: Promise<Phone> | null = null
let open: () => Promise<Phone> = () => import('./phone-store').then((module) => module.openPhone())
let there: Promise<boolean> | null = null
let settle: () => void
const settled = new Promise<void>((resolve) => {
  settle = resolve
})
let paint: () => void
const painted = new Promise<void>((resolve) => {
  paint = resolve
})
let told: Promise<void> = Promise.resolve()

/** Returns the store, opening it on first use: its code is not part of the first load. A failed opening is retried. */
export function phone(): Promise<Phone> {
  there = Promise.resolve(true)
  settle()
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}
/** True if the store has content: it is open, or was used earlier. */
export const hasStore = (): Promise<boolean> => (there ??= storeIsThere())
/** Announces the first render: the store, which is half of the startup work, may now be opened. */
export const appPainted = (): void => paint()
/** Resolves after the first render. */
export const whenPainted = (): Promise<void> => painted
/** Announces that the first page is usable: a new phone's store and everything else that can wait may now load. */
export const appSettled = (): void => settle()
/** Resolves when the first page is usable. */
export const whenSettled = (): Promise<void> => settled

/** Starts to open an existing store, because home displays its content. Errors are reported to later callers. */
export async function openAhead(): Promise<void> {
  if (await hasStore()) phone().catch(() => undefined)
}
/**
 * Opens the store after the first render; on a new phone, where it has nothing to display, after the page has settled.
 */
async function phoneInTime(): Promise<Phone> {
  if (!opened) await ((await hasStore()) ? painted : settled)
  return phone()
}
/**
 * Tells the store who is signed in; `openNow` opens it on a new phone too. `waitForPhone` waits for this. Resolves when
 * the store knows; on a new phone without waiting for it.
 */
export async function introduce(now: boolean, hello: (store: Phone) => Promise<void>): Promise<void> {
  const had = hasStore()
  latestHello = null // another person, or the same one again
  // A store that fails to open must not block sign-in: people can work online, and it is retried on use.
  told = (now ? phone() : phoneInTime()).then(hello).catch((error: unknown) => repeatHello(error, hello))
  if (await had) await told
}
/** Pause, ms, before the introduction is retried; the return of the network ends it. */
const HELLO_PAUSE_MS = 15_000
let latestHello: ((store: Phone) => Promise<void>) | null = null
/**
 * Retries the introduction if the store's code did not load, e.g. on a broken network: otherwise nothing would be sent
 * or prepared.
 */
function repeatHello(error: unknown, hello: (store: Phone) => Promise<void>): void {
  recordTrouble('phone store not ready', error)
  latestHello = hello
  const again = () => {
    clearTimeout(timer)
    removeEventListener('online', again)
    if (latestHello === hello)
      phone()
        .then(hello)
        .catch((next: unknown) => repeatHello(next, hello))
  }
  const timer = setTimeout(again, HELLO_PAUSE_MS)
  addEventListener('online', again)
}
/** Returns the store once it knows who is signed in, for data that a page shows in addition to its own answer. */
export async function readyPhone(): Promise<Phone> {
  const store = await phoneInTime()
  await told
  return store
}
/** Replaces the store (tests). */
export function replacePhone(store: Phone): void {
  paint()
  open = () => Promise.resolve(store)
  opened = null
  there = Promise.resolve(true)
  told = Promise.resolve()
}

let status: SyncStatus = { state: 'reading', unsent: 0, attention: 0, lastSentAt: null, readyAt: null }
const listeners = new Set<() => void>()
/** Returns the sync status last reported by the store. */
export const syncStatus = (): SyncStatus => status
/** Calls back when the sync status changes. Returns an unsubscribe function. */
export function onSyncStatus(listener: () => void): () => void {
  listeners.add(listener)
  // A new phone's store is opened late and is empty.
  hasStore().then(
    (has) => {
      if (!has && status.state === 'reading') reportStatus({ ...status, state: 'sent' })
    },
    (error: unknown) => recordTrouble('store not looked for', error),
  )
  return () => {
    listeners.delete(listener)
  }
}
let sent: (resources: string[]) => void = () => undefined
/** Sets the listener for resources that the server has just changed for this phone. */
export function whenSent(hear: (resources: string[]) => void): void {
  sent = hear
}
/** Reports which resources the server has just changed for this phone; called by the store. */
export const reportSent = (resources: string[]): void => sent(resources)
/** Sets the sync status; called by the store. */
export function reportStatus(next: SyncStatus): void {
  status = next
  for (const listener of listeners) listener()
}
