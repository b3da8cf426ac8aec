import type { Endpoint } from '@/contract/endpoint'
import type { PhotoInput } from '@/offline/outbox'
import type { OutboxItem } from '@/offline/outbox-view'
import { readKept } from '@/offline/kept'
import { storeIsThere } from '@/offline/present'
import type { SyncStatus } from '@/offline/sync-status'
import { recordTrouble } from '../ui/trouble'

export type { SyncStatus }

/** A photo ready to travel; the command's body refers to its id. */
export type Photo = PhotoInput
/** One command, or the photos of one, that the server has not acknowledged. */
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
/** A thing a scanned code stands for. */
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
 * Rows from the server as of `fetchedAt` (ms), with this phone's own commands laid over them. `matches` tells whether a row
 * belongs to this list, `elsewhere` what other lists know of one that is not among them.
 */
export type Lay = (
  rows: Record<string, unknown>[],
  fetchedAt: number,
  matches?: (row: Record<string, unknown>) => boolean,
  elsewhere?: (id: string) => Record<string, unknown> | undefined,
) => Record<string, unknown>[]

/** The phone's own store, as the kit uses it. `@/offline` implements it; tests bring their own. */
export interface Phone {
  save(command: Command): Promise<{ id: string }>
  /** Calls back with the unsent commands of the person signed in, now and after each change. Answers an undo. */
  watch(seen: (items: Unsent[]) => void): () => void
  /** Calls back with how to lay unsent and just acknowledged commands over a resource's rows; again after each change. */
  watchOverlay(resource: string, seen: (lay: Lay) => void): () => void
  retry(id: string): Promise<void>
  edit(id: string, body: Record<string, unknown>, baseVersion?: number): Promise<void>
  discard(id: string): Promise<void>
  /** All unsent commands of the person (or one), photos included, as a file. */
  exportFile(id?: string): Promise<Blob>
  photosOf(id: string): Promise<{ id: string; bytes: ArrayBuffer; mime: string }[]>
  /** A photo that was taken here and is on the server, while this phone still keeps it. */
  readPhoto(id: string): Promise<{ bytes: ArrayBuffer; mime: string } | null>
  owners(): Promise<UnsentOwner[]>
  syncNow(): Promise<void>
  /** Now (ISO), by this phone's clock corrected by its measured offset from the server's: for moments a command states. */
  moment(): string
  /** A query's answer as it was kept for reading without a network; `at` in ms. */
  readAnswer(key: string, buster: string): Promise<{ data: unknown; at: number } | null>
  keepAnswer(key: string, buster: string, data: unknown): Promise<void>
  /** Of this phone's rows those with the keyword in their name, newest first where their list is so; of given ids their names. */
  findOptions(of: string, keyword: string, ids: readonly string[]): Promise<Option[]>
  /** What a scanned or typed text stands for; the content of our labels (`eq:SB-01`) and bare codes. */
  findCode(code: string): Promise<CodeHit[]>
  /** All rows of a resource in the shift pack with the names of rows they refer to; `at` (ms) null: there is no pack. */
  packRows(of: string): Promise<{ rows: Record<string, unknown>[]; refs: Record<string, string>; at: number | null }>
  readDraft(key: string): Promise<{ values: Record<string, unknown>; photos: Photo[] } | null>
  /** `owner`: the id of who typed it, where the session may have ended since; the person signed in unless told. */
  keepDraft(key: string, values: Record<string, unknown>, photos?: readonly Photo[], owner?: string): Promise<void>
  dropDraft(key: string): Promise<void>
  /** Somebody has signed in with this token; their unsent work may go. `keep`: remember the session on this phone. */
  signedIn(
    person: { userId: string; userName: string; token: string },
    keep: Record<string, unknown> | null,
  ): Promise<void>
  /** What the person may do has changed: their rows are asked for anew. `keep`: what is remembered of a kept session. */
  rightsChanged(keep: Record<string, unknown> | null): Promise<void>
  /** Tries to send for up to 10 s, then wipes token and read cache; unsent work stays. */
  signOut(): Promise<{ left: number }>
  /** The server no longer takes the token; unsent work waits for the next log-in. */
  expired(): Promise<void>
  storage(): Promise<{ persisted: boolean | null; used: number | null; quota: number | null }>
  persist(): Promise<boolean>
}

/** The key under which a kept session's menu and names lie; the token lies with the keeper. */
export const KEPT = 'session'
/** The session kept on this phone, if the person chose so; read before the store is open. */
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

/** The store, opened when first needed: its code is not on the first-load path. A failed opening is tried again. */
export function phone(): Promise<Phone> {
  there = Promise.resolve(true)
  settle()
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}
/** Whether there is anything in the store: it is open, or was filled on an earlier day. */
export const hasStore = (): Promise<boolean> => (there ??= storeIsThere())
/** The first page is drawn: the store, half of the start's work, may be opened for what it shows. */
export const appPainted = (): void => paint()
export const whenPainted = (): Promise<void> => painted
/** The first page stands and the person has it: a new phone's store, and whatever else can wait, may be loaded now. */
export const appSettled = (): void => settle()
export const whenSettled = (): Promise<void> => settled

/** Begins to open a store that there is: what home shows is in it. A failure is met by whoever asks for the store. */
export async function openAhead(): Promise<void> {
  if (await hasStore()) phone().catch(() => undefined)
}
/** The store, but not before the first page is drawn, and on a new phone, where it holds nothing to show, not before it settled. */
async function phoneInTime(): Promise<Phone> {
  if (!opened) await ((await hasStore()) ? painted : settled)
  return phone()
}
/**
 * Tells the store who is signed in; `now` opens it on a new phone too. Those who wait for `readyPhone` wait for this.
 * Answers when the store knows, on a new phone without waiting for it.
 */
export async function introduce(now: boolean, hello: (store: Phone) => Promise<void>): Promise<void> {
  const had = hasStore()
  latestHello = null // another person, or the same one anew
  // A store that does not open must not keep anyone out: they can work online; it is tried again when used.
  told = (now ? phone() : phoneInTime()).then(hello).catch((error: unknown) => repeatHello(error, hello))
  if (await had) await told
}
/** Pause before the store is told again who is signed in, ms; the return of the network ends it. */
const HELLO_PAUSE_MS = 15_000
let latestHello: ((store: Phone) => Promise<void>) | null = null
/** The code of the store did not load, such as on a network that broke off: without another try nothing would be sent or prepared. */
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
/** The store once it knows who is signed in, for what a page shows besides its own answer. */
export async function readyPhone(): Promise<Phone> {
  const store = await phoneInTime()
  await told
  return store
}
/** Puts another store in its place (tests). */
export function replacePhone(store: Phone): void {
  paint()
  open = () => Promise.resolve(store)
  opened = null
  there = Promise.resolve(true)
  told = Promise.resolve()
}

let status: SyncStatus = { state: 'reading', unsent: 0, attention: 0, lastSentAt: null, readyAt: null }
const listeners = new Set<() => void>()
export const syncStatus = (): SyncStatus => status
export function onSyncStatus(listener: () => void): () => void {
  listeners.add(listener)
  // A new phone's store is opened late, and there is nothing in it.
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
/** The app is told which resources the server has just changed for this phone. */
export function whenSent(hear: (resources: string[]) => void): void {
  sent = hear
}
export const reportSent = (resources: string[]): void => sent(resources)
/** The store reports what it is doing. */
export function reportStatus(next: SyncStatus): void {
  status = next
  for (const listener of listeners) listener()
}
