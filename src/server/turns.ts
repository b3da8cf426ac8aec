import { errno, Refusal } from '@/contract/errno'

/** Limits concurrent work: some runs, some waits, and more is refused, so that memory stays bounded. */
export class Turns {
  private running = 0
  private readonly queue: (() => void)[] = []

  constructor(
    private readonly atOnce: number,
    private readonly mayWait: number,
  ) {}

  /** Runs `work` when a slot is free. @throws Refusal 4502 if too many wait already */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.queue.length >= this.mayWait) throw new Refusal(errno.busy, 'contract:errors.busy')
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
export class KeyedTurns {
  private readonly last = new Map<string, Promise<unknown>>()
  private readonly taken = new Map<string, number>()

  /** @param maxPerKey running and waiting callers of one key */
  constructor(private readonly mayTake = Infinity) {}

  /** Runs `work` after the earlier ones of its key. @throws Refusal 4502 if too many of the key wait already */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const count = (this.taken.get(key) ?? 0) + 1
    if (count > this.mayTake) throw new Refusal(errno.busy, 'contract:errors.busy')
    this.taken.set(key, count)
    try {
      return await this.takeInOrder(key, work)
    } finally {
      const left = this.taken.get(key)! - 1
      if (left > 0) this.taken.set(key, left)
      else this.taken.delete(key)
    }
  }
  private async takeInOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.last.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.last.get(key) === mine) this.last.delete(key)
    }
  }
}
