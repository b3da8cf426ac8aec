import { randomUUID } from 'node:crypto'
import type { Language } from '@/contract/language'
import type { NoticeName } from '@/contract/sync'
import type { Database } from '../db/connect'
import { InstanceStamps } from './instance-stamps'

/** A notice to everybody with one of the permissions in `keys`, limited to the people in `to` if given. */
export interface LiveNotice {
  notice: NoticeName
  id: string
  title: Record<Language, string>
  keys: readonly string[]
  to?: readonly string[]
  /** A person who does not get the notice, usually the one who caused it. */
  notTo?: string | null
}
interface ChangeMessage {
  /** Id of the sending instance. */
  from: string
  resources: string[]
  notices: LiveNotice[]
  /** `traceparent` values (W3C Trace Context) of the calls that wrote; absent in messages of older versions. */
  traceparents?: string[]
}
/**
 * PostgreSQL limits a NOTIFY payload to 8,000 bytes. Notices beyond it are dropped; screens still see the changed
 * lists.
 */
const NOTIFY_MAX_BYTES = 7900
const SEND_DELAY_MS = 25
const CHANNEL = 'changes'
type ChangeListener = (resources: string[], notices: LiveNotice[], traceparents: readonly string[]) => void

/** The people whose calls made a change, and the traces of these calls. */
export interface ChangeOrigin {
  /** Ids of the people who wrote. The standby does not answer their reads until it has their writes. */
  readonly writerIds: ReadonlySet<string>
  readonly traceparents: ReadonlySet<string>
}
const NO_ORIGIN: ChangeOrigin = { writerIds: new Set(), traceparents: new Set() }
/** Maximum number of traces in a message; the others end with their commit. */
const MAX_TRACES = 20

/**
 * Publishes changes to this process at once and to other instances through a database channel. Each resource has a
 * version that rises with every commit; a cached answer is valid for one version only.
 */
export class ChangeFeed {
  readonly #versions = new Map<string, number>()
  readonly #listeners = new Set<ChangeListener>()
  readonly #instanceId = randomUUID()
  #unsentMessage: Omit<ChangeMessage, 'from'> = { resources: [], notices: [], traceparents: [] }
  readonly #unsentWriterIds = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #unsubscribe: (() => Promise<void>) | null = null
  #globalVersion = 0
  #sendQueue: Promise<void> = Promise.resolve()
  /** Set on PostgreSQL, where other instances may exist. */
  readonly #stamps: InstanceStamps | null

  constructor(
    private readonly db: Database,
    private readonly onError: (error: unknown) => void,
    site = 1,
  ) {
    this.#stamps =
      db.kind === 'postgres' ? new InstanceStamps(db, site, (resources) => this.#raiseVersions(resources)) : null
  }

  async start(): Promise<void> {
    this.#unsubscribe = await this.db.subscribe(
      CHANNEL,
      (payload) => {
        const message = JSON.parse(payload) as ChangeMessage
        if (message.from !== this.#instanceId) this.#apply(message)
      },
      () => {
        // Messages may have been lost while the channel was disconnected, so every cached answer is outdated.
        this.#globalVersion++
        this.#stamps?.forget()
      },
    )
  }
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.#sendPending()
    await this.#unsubscribe?.()
  }
  getVersion(resource: string): number {
    return (this.#versions.get(resource) ?? 0) + this.#globalVersion
  }
  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Resolves when every change acknowledged by any instance before this call has invalidated the caches of this one.
   */
  async catchUp(): Promise<void> {
    await this.#stamps?.catchUp()
  }
  /** Publishes a change after a commit; other instances receive it a little later. */
  publishSoon(resources: Iterable<string>, notices: LiveNotice[] = []): void {
    if (!this.#queueChange([...resources], notices)) return
    // Send one message per burst of commits. NOTIFY serialises commits, so it stays out of their transactions.
    this.#sendLater()
  }
  #sendLater(): void {
    this.#timer ??= setTimeout(() => void this.#sendPending(), SEND_DELAY_MS)
  }
  /**
   * Publishes a change after a commit. Resolves when no instance answers from an older cache; await it before
   * answering.
   */
  async publish(
    resources: Iterable<string>,
    notices: LiveNotice[] = [],
    { writerIds, traceparents }: ChangeOrigin = NO_ORIGIN,
  ): Promise<void> {
    for (const id of writerIds) this.#unsentWriterIds.add(id)
    if (!this.#queueChange([...resources], notices, [...traceparents].slice(0, MAX_TRACES))) return
    if (this.#stamps) await this.#sendPending()
    else this.#sendLater()
  }
  /** Applies a change locally and queues it for sending. @returns false if there is nothing to publish */
  #queueChange(resources: string[], notices: LiveNotice[], traceparents: string[] = []): boolean {
    if (!resources.length && !notices.length) return false
    this.#apply({ resources, notices, traceparents })
    this.#unsentMessage = {
      resources: [...new Set([...this.#unsentMessage.resources, ...resources])],
      notices: [...this.#unsentMessage.notices, ...notices],
      traceparents: [...(this.#unsentMessage.traceparents ?? []), ...traceparents].slice(0, MAX_TRACES),
    }
    return true
  }
  /** Sends queued changes as one message after the current message. Never throws, because the commits already stand. */
  #sendPending(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#sendQueue = this.#sendQueue.then(() => this.#send().catch(this.onError))
    return this.#sendQueue
  }
  #apply({ resources, notices, traceparents = [] }: Omit<ChangeMessage, 'from'>): void {
    this.#raiseVersions(resources)
    for (const listener of this.#listeners) listener(resources, notices, traceparents)
  }
  #raiseVersions(resources: readonly string[]): void {
    for (const resource of resources) this.#versions.set(resource, (this.#versions.get(resource) ?? 0) + 1)
  }
  async #send(): Promise<void> {
    const pendingMessage = this.#unsentMessage
    if (!pendingMessage.resources.length && !pendingMessage.notices.length) return
    const writerIds = [...this.#unsentWriterIds]
    this.#unsentWriterIds.clear()
    this.#unsentMessage = { resources: [], notices: [], traceparents: [] }
    const notices: LiveNotice[] = []
    const buildMessage = () =>
      JSON.stringify({ ...pendingMessage, from: this.#instanceId, notices } satisfies ChangeMessage)
    for (const notice of pendingMessage.notices) {
      notices.push(notice)
      if (Buffer.byteLength(buildMessage()) > NOTIFY_MAX_BYTES) {
        notices.pop()
        break
      }
    }
    if (!this.#stamps) return this.db.publish(CHANNEL, buildMessage())
    try {
      await this.#stamps.renew(pendingMessage.resources, writerIds, CHANNEL, buildMessage())
    } catch (error) {
      // The commits stand, so the next message must include these changes.
      for (const id of writerIds) this.#unsentWriterIds.add(id)
      this.#unsentMessage = {
        resources: [...new Set([...pendingMessage.resources, ...this.#unsentMessage.resources])],
        notices: [...pendingMessage.notices, ...this.#unsentMessage.notices],
        traceparents: pendingMessage.traceparents ?? [],
      }
      throw error
    }
  }
}
