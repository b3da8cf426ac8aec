import { randomUUID } from 'node:crypto'
import type { Language } from '@/contract/language'
import type { NoticeName } from '@/contract/sync'
import type { Database } from '../db/connect'

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

  constructor(
    private readonly db: Database,
    private readonly onError: (error: unknown) => void,
  ) {}

  async start(): Promise<void> {
    this.#stop = await this.db.subscribe(
      'changes',
      (payload) => {
        const wire = JSON.parse(payload) as Wire
        if (wire.from !== this.#me) this.#apply(wire)
      },
      () => {
        this.#all++
      },
    )
  }
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.#send()
    await this.#stop?.()
  }
  version(resource: string): number {
    return (this.#versions.get(resource) ?? 0) + this.#all
  }
  listen(fn: Listener): () => void {
    this.#listeners.add(fn)
    return () => void this.#listeners.delete(fn)
  }

  /** Called after a commit. */
  tell(resources: Iterable<string>, notices: Notice[] = []): void {
    const wire = { resources: [...resources], notices }
    if (!wire.resources.length && !notices.length) return
    this.#apply(wire)
    this.#pending = {
      resources: [...new Set([...this.#pending.resources, ...wire.resources])],
      notices: [...this.#pending.notices, ...notices],
    }
    // One message for a burst of commits: NOTIFY serialises commits, so it stays out of their transactions.
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#send().catch(this.onError)
    }, 25)
  }
  #apply(wire: Omit<Wire, 'from'>): void {
    for (const r of wire.resources) this.#versions.set(r, (this.#versions.get(r) ?? 0) + 1)
    for (const fn of this.#listeners) fn(wire.resources, wire.notices)
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
    await this.db.publish('changes', wire())
  }
}
