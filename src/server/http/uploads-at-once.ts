import { errno, Refusal } from '@/contract/errno'

/** Concurrent uploads per session and in total. Each holds a connection and space in memory or on disk. */
const MOST = { session: 3, all: 64 } as const

/** Limits concurrent uploads, counted from their first line until they are answered. */
export class UploadsAtOnce {
  private readonly ofSession = new Map<string, number>()
  private all = 0

  /**
   * Takes a slot and returns a function that releases it; calling that twice is harmless.
   * @throws Refusal 4502 if none is free
   */
  enter(session: string): () => void {
    const own = this.ofSession.get(session) ?? 0
    if (own >= MOST.session || this.all >= MOST.all) throw new Refusal(errno.busy, 'contract:errors.busy')
    this.ofSession.set(session, own + 1)
    this.all++
    let held = true
    return () => {
      if (!held) return
      held = false
      this.all--
      const left = (this.ofSession.get(session) ?? 1) - 1
      if (left) this.ofSession.set(session, left)
      else this.ofSession.delete(session)
    }
  }
}
