import { createUuid7 } from '@/contract/id'
import { FaultyNetwork } from './faulty-network'
import { IDBFactory, locksOfProfile, stubbedLocks, Tab } from './phone'
import { bytesOf, pick } from './seeded'
import { SimulatedServer } from './simulated-server'

const note = (name: string) => ({
  name: `note.${name}`,
  offline: { resource: 'note', idInput: 'id', schemaVersion: 1 },
})
interface Photo {
  id: string
  data: ArrayBuffer
  mime: string
  name: string
}
interface Record_ {
  id: string
  userId: string
  entity: string
  photos: Photo[]
  acknowledged: boolean
  stuck: boolean
}
const DAY = 86_400_000

/** One phone shared by two people, with tabs and a worker, and one server, all on simulated clocks. */
export class World {
  time = Date.UTC(2026, 5, 1)
  skew = 0
  readonly server: SimulatedServer
  readonly network: FaultyNetwork
  readonly factory = new IDBFactory()
  readonly people = { a: '', b: '' }
  tabs: Tab[] = []
  records: Record_[] = []
  who: string
  private token = ''
  private readonly locks: LockManager | null

  constructor(
    readonly random: () => number,
    locking: 'locks' | 'stubbed' | 'lease',
    tabs: number,
  ) {
    this.server = new SimulatedServer(() => this.time)
    this.network = new FaultyNetwork(this.server, random)
    this.locks = locking === 'locks' ? locksOfProfile() : locking === 'stubbed' ? stubbedLocks : null
    this.people = { a: this.newId(), b: this.newId() }
    this.who = this.people.a
    this.tabs = Array.from({ length: tabs }, () => this.openTab())
  }
  newId = (): string => createUuid7(this.time, new Uint8Array(bytesOf(this.random, 10)))
  now = (): number => this.time + this.skew
  openTab(): Tab {
    return new Tab(this.factory, { fetch: this.network.fetch, now: this.now, random: this.random, locks: this.locks })
  }

  /** Signs a person in on every tab. */
  async signIn(userId: string): Promise<void> {
    this.who = userId
    this.token = this.newId()
    this.server.tokens.set(this.token, userId)
    for (const tab of this.tabs)
      await this.attempt(() =>
        tab.offline.sessionStore.signIn({ userId, name: userId.slice(0, 4), token: this.token, staySignedIn: true }),
      )
  }
  /** Runs a person's call; ignores failures caused by a dead tab or a full disk. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch {
      return false
    }
  }

  async save(tab: Tab): Promise<void> {
    const mine = this.records.filter((record) => record.userId === this.who && record.acknowledged)
    const kind = mine.length === 0 ? 'create' : pick(this.random, ['create', 'create', 'append', 'update'] as const)
    const target = kind === 'create' ? null : pick(this.random, mine)
    const about = kind === 'create' && mine.length > 0 && this.random() < 0.3 ? pick(this.random, mine) : null
    const poison = this.random() < 0.02
    const id = this.newId()
    const entity = target?.entity ?? this.newId()
    const photos =
      this.random() < 0.25
        ? [
            {
              id: this.newId(),
              data: bytesOf(this.random, 50 + Math.floor(this.random() * 200)),
              mime: 'image/jpeg',
              name: 'p.jpg',
            },
          ]
        : []
    const stuck = poison || this.isStuck(entity) || (about !== null && this.isStuck(about.entity))
    const record: Record_ = { id, userId: this.who, entity, photos, acknowledged: false, stuck }
    this.records.push(record)
    const body = {
      id: entity,
      ...(poison ? { poison } : {}),
      ...(about ? { about: about.entity } : {}),
      ...(kind === 'append' ? { line: id } : { text: id }),
    }
    record.acknowledged = await this.attempt(async () => {
      const seen = kind === 'update' ? { baseVersion: await this.seenVersion(tab, entity) } : {}
      await tab.offline.outbox.save(this.who, {
        id,
        endpoint: note(kind),
        body,
        photos,
        ...seen,
        ...(kind === 'create' ? { creates: true } : {}),
      })
    })
  }
  private isStuck = (entity: string): boolean => this.records.some((record) => record.entity === entity && record.stuck)
  /** The version that the person sees: acknowledged rows override lists; a new row counts as version 1. */
  private async seenVersion(tab: Tab, entity: string): Promise<number> {
    const { applied } = await tab.offline.loadPendingChanges(this.who, 'note')
    return Number(applied.find((row) => row.rowId === entity)?.row['version'] ?? 1)
  }

  /** One possible event. */
  async step(): Promise<void> {
    const tab = pick(this.random, this.tabs)
    const dice = this.random()
    if (dice < 0.42) await this.save(tab)
    else if (dice < 0.65) await this.drainSome()
    else if (dice < 0.73) this.time += Math.floor(this.random() * 400_000)
    else if (dice < 0.76) this.skew = pick(this.random, [-DAY, 0, DAY])
    else if (dice < 0.8) await this.signIn(pick(this.random, [this.people.a, this.people.b]))
    else if (dice < 0.9)
      tab.arm({
        after: 1 + Math.floor(this.random() * 40),
        how: pick(this.random, ['kill', 'kill', 'lose', 'full'] as const),
      })
    else if (dice < 0.95) this.network.rate = pick(this.random, [0, 0.1, 0.3, 0.6])
    else this.network.deliverLate()
    await this.reopenDead()
  }
  private async drainSome(): Promise<void> {
    const some = this.tabs.filter(() => this.random() < 0.7)
    const reasons = some.map(() => pick(this.random, ['userRequest', 'timer', 'online'] as const))
    await Promise.all(
      some.map((tab, at) => this.attempt(() => tab.offline.triggers.requestDrain(reasons[at] ?? 'userRequest'))),
    )
    if (this.tabs.some((tab) => tab.offline.drain.isPaused())) await this.signIn(this.who)
  }
  private async reopenDead(): Promise<void> {
    for (const [at, tab] of this.tabs.entries()) {
      if (!tab.dead || this.random() < 0.5) continue
      tab.close()
      const next = this.openTab()
      this.tabs[at] = next
      await next.offline.start()
    }
  }

  /** Ends all faults: everybody signs in once more and sends the outbox; rejected commands are retried by hand. */
  async settle(): Promise<void> {
    this.network.rate = 0
    this.server.flaky = () => false
    this.network.deliverLate()
    for (const tab of this.tabs) await tab.idle()
    for (const tab of this.tabs) tab.close()
    this.tabs = [this.openTab()]
    const [tab] = this.tabs
    if (!tab) throw new Error('no tab')
    for (const userId of Object.values(this.people)) {
      await this.signIn(userId)
      for (let pass = 0; pass < 80; pass++) {
        this.time += 301_000
        await tab.offline.triggers.requestDrain('userRequest')
        const left = (await tab.offline.items(userId)).filter(
          (item) => item.op === null || !this.records.some((record) => record.id === item.id && record.stuck),
        )
        if (left.length === 0) break
        for (const item of left) {
          const kinds = [item.lastError, ...item.photos.map((photo) => photo.lastError)].flatMap((error) =>
            error ? [error.kind] : [],
          )
          if (item.state === 'attention' || item.photos.some((photo) => photo.state === 'attention')) {
            if (kinds.some((kind) => kind === 'refused' || kind === 'conflict'))
              throw new Error(`refused: ${JSON.stringify(item)}`)
            await tab.offline.outbox.retry(item.id)
          }
        }
      }
    }
  }
  get tab(): Tab {
    const [tab] = this.tabs
    if (!tab) throw new Error('no tab')
    return tab
  }
}
