import { errno, Refusal } from '@/contract/errno'

/** Limits concurrent work: some runs, some waits, and more is refused, so that memory stays bounded. */
export class ConcurrencyLimit {
  private runningCount = 0
  private readonly resumeCallbacks: (() => void)[] = []

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** Runs `work` when a slot is free. @throws Refusal errno.busy if too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.runningCount >= this.maxRunning) {
      if (this.resumeCallbacks.length >= this.maxWaiting) throw new Refusal(errno.busy, 'contract:errors.busy')
      await new Promise<void>((resume) => this.resumeCallbacks.push(resume)) // the finished work hands over its slot
    } else this.runningCount += 1
    try {
      return await work()
    } finally {
      const resumeNext = this.resumeCallbacks.shift()
      if (resumeNext) resumeNext()
      else this.runningCount -= 1
    }
  }
}

/** Runs work one after another per key and in parallel for different keys. Forgets a key when nobody waits for it. */
export class KeyedQueue {
  private readonly lastRunByKey = new Map<string, Promise<unknown>>()
  private readonly countByKey = new Map<string, number>()

  /** @param maxPerKey maximum number of running and waiting callers of one key */
  constructor(private readonly maxPerKey = Infinity) {}

  /**
   * Runs `work` after all earlier work of the same key. @throws Refusal errno.busy if too many callers of the key wait
   * already
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const count = (this.countByKey.get(key) ?? 0) + 1
    if (count > this.maxPerKey) throw new Refusal(errno.busy, 'contract:errors.busy')
    this.countByKey.set(key, count)
    try {
      return await this.runInOrder(key, work)
    } finally {
      const remainingCount = this.countByKey.get(key)! - 1
      if (remainingCount > 0) this.countByKey.set(key, remainingCount)
      else this.countByKey.delete(key)
    }
  }
  private async runInOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previousRun = this.lastRunByKey.get(key) ?? Promise.resolve()
    const ownRun = previousRun.then(work, work)
    this.lastRunByKey.set(key, ownRun)
    try {
      return await ownRun
    } finally {
      if (this.lastRunByKey.get(key) === ownRun) this.lastRunByKey.delete(key)
    }
  }
}
