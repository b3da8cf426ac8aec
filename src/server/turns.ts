import { errno, Refusal } from '@/contract/errno'

/** Lets a few run at a time and a few more wait, so that memory stays bounded however many ask. */
export class Turns {
  private running = 0
  private readonly queue: (() => void)[] = []

  constructor(
    private readonly atOnce: number,
    private readonly mayWait: number,
  ) {}

  /** Runs `work` when its turn comes. @throws Refusal 4502 when too many wait already */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.queue.length >= this.mayWait) throw new Refusal(errno.busy, 'contract:errors.busy')
      await new Promise<void>((resume) => this.queue.push(resume)) // the one that ends hands its place over
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

/** One after another for the same key, side by side for different ones. Forgets a key when nobody waits for it. */
export class KeyedTurns {
  private readonly last = new Map<string, Promise<unknown>>()

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
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
