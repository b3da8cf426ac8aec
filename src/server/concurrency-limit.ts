import { errno, Refusal } from '@/contract/errno'

/** Limits concurrent work: some runs, some waits, and more is refused, so that memory stays bounded. */
export class ConcurrencyLimit {
  private running = 0
  private readonly queue: (() => void)[] = []

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** Runs `work` when a slot is free. @throws Refusal 4502 if too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.maxRunning) {
      if (this.queue.length >= this.maxWaiting) throw new Refusal(errno.busy, 'contract:errors.busy')
      await new Promise<void>((resume) => this.queue.push(resume)) // the finishing one hands over its slot
    } else this.running += 1
    try {
      return await work()
    } finally {
      const next = this.queue.shift()
      if (next) next()
      else this.running -= 1
    }
  }
}

/** Runs work one after another per key and in parallel for different keys. Forgets a key when nobody waits for it. */
export class KeyedQueue {
  private readonly tailByKey = new Map<string, Promise<unknown>>()
  private readonly countByKey = new Map<string, number>()

  /** @param maxPerKey running and waiting callers of one key */
  constructor(private readonly maxPerKey = Infinity) {}

  /** Runs `work` after the earlier ones of its key. @throws Refusal 4502 if too many of the key wait already */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const count = (this.countByKey.get(key) ?? 0) + 1
    if (count > this.maxPerKey) throw new Refusal(errno.busy, 'contract:errors.busy')
    this.countByKey.set(key, count)
    try {
      return await this.runInOrder(key, work)
    } finally {
      const left = this.countByKey.get(key)! - 1
      if (left > 0) this.countByKey.set(key, left)
      else this.countByKey.delete(key)
    }
  }
  private async runInOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previousRun = this.tailByKey.get(key) ?? Promise.resolve()
    const ownRun = previousRun.then(work, work)
    this.tailByKey.set(key, ownRun)
    try {
      return await ownRun
    } finally {
      if (this.tailByKey.get(key) === ownRun) this.tailByKey.delete(key)
    }
  }
}
