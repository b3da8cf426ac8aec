import { randomUUID } from 'node:crypto'
import type { Language } from '@/contract/language'
import type { NoticeName } from '@/contract/sync'
import type { Database } from '../db/connect'
import { InstanceStamps } from './instance-stamps'

/** For everybody who holds one of the keys, or only those of them whom `to` names; never for whom `notTo` does. */
export interface Notice {
  notice: NoticeName
  id: string
  title: Record<Language, string>
  keys: readonly string[]
  to?: readonly string[]
  /** Who did it knows already. */
  notTo?: string | null
}
interface Wire {
  from: string
  resources: string[]
  notices: Notice[]
}
/** A NOTIFY payload is limited to 8,000 bytes; notices of a larger burst are told by the lists they change. */
const NOTIFY_LIMIT = 7900
const CHANNEL = 'changes'
type Listener = (resources: string[], notices: Notice[]) => void

/**
 * What changed, told to everyone who shows it: this process at once, other instances through the database's channel.
 * Each resource has a version that rises with every commit; kept answers are good for one version only.
 */
export class Changes {
  readonly #versions = new Map<string, number>()
  readonly #listeners = new Set<Listener>()
  readonly #me = randomUUID()
  #pending: Omit<Wire, 'from'> = { resources: [], notices: [] }
  #timer: NodeJS.Timeout | null = null
  #stop: (() => Promise<void>) | null = null
  #all = 0
  #sending: Promise<void> = Promise.resolve()
  /** On PostgreSQL, where there may be other instances. */
  readonly #stamps: InstanceStamps | null

  constructor(
    private readonly db: Database,
    private readonly onError: (error: unknown) => void,
    site = 1,
  ) {
    this.#stamps = db.kind === 'postgres' ? new InstanceStamps(db, site, (resources) => this.#age(resources)) : null
  }

  async start(): Promise<void> {
    this.#stop = await this.db.subscribe(
      CHANNEL,
      (payload) => {
        const wire = JSON.parse(payload) as Wire
        if (wire.from !== this.#me) this.#apply(wire)
      },
      () => {
        this.#all++
        this.#stamps?.forget()
      },
    )
  }
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.#sendPending()
    await this.#stop?.()
  }
  version(resource: string): number {
    return (this.#versions.get(resource) ?? 0) + this.#all
  }
  listen(fn: Listener): () => void {
    this.#listeners.add(fn)
    return () => void this.#listeners.delete(fn)
  }

  /** Resolves when every change that any instance acknowledged before this call has aged what is kept here. */
  async catchUp(): Promise<void> {
    await this.#stamps?.catchUp()
  }
  /** Called after a commit; other instances hear of it soon. */
  tell(resources: Iterable<string>, notices: Notice[] = []): void {
    if (!this.#note([...resources], notices)) return
    // One message for a burst of commits: NOTIFY serialises commits, so it stays out of their transactions.
    this.#timer ??= setTimeout(() => void this.#sendPending(), 25)
  }
  /** Called after a commit, before it is answered: resolves when no instance answers with what was kept before it. */
  async publish(resources: Iterable<string>, notices: Notice[] = []): Promise<void> {
    if (!this.#stamps) return this.tell(resources, notices)
    if (this.#note([...resources], notices)) await this.#sendPending()
  }
  /** Applies a change here and puts it with those to be sent. @returns whether there is anything to tell */
  #note(resources: string[], notices: Notice[]): boolean {
    if (!resources.length && !notices.length) return false
    this.#apply({ resources, notices })
    this.#pending = {
      resources: [...new Set([...this.#pending.resources, ...resources])],
      notices: [...this.#pending.notices, ...notices],
    }
    return true
  }
  /** Sends what waits, after what is being sent: one message for all who came meanwhile. Never throws, as the commit stands. */
  #sendPending(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#sending = this.#sending.then(() => this.#send().catch(this.onError))
    return this.#sending
  }
  #apply(wire: Omit<Wire, 'from'>): void {
    this.#age(wire.resources)
    for (const fn of this.#listeners) fn(wire.resources, wire.notices)
  }
  #age(resources: readonly string[]): void {
    for (const r of resources) this.#versions.set(r, (this.#versions.get(r) ?? 0) + 1)
  }
  async #send(): Promise<void> {
    const pending = this.#pending
    if (!pending.resources.length && !pending.notices.length) return
    this.#pending = { resources: [], notices: [] }
    const notices: Notice[] = []
    const wire = () => JSON.stringify({ from: this.#me, resources: pending.resources, notices } satisfies Wire)
    for (const notice of pending.notices) {
      notices.push(notice)
      if (Buffer.byteLength(wire()) > NOTIFY_LIMIT) {
        notices.pop()
        break
      }
    }
    if (!this.#stamps) return this.db.publish(CHANNEL, wire())
    try {
      await this.#stamps.renew(pending.resources, CHANNEL, wire())
    } catch (error) {
      // The commits stand, so the next message says it, too.
      this.#pending.resources = [...new Set([...pending.resources, ...this.#pending.resources])]
      throw error
    }
  }
}
