import { errno, Refusal } from '@/contract/errno'

/** Uploads at once of one session, and of all: each holds a connection, and room in memory or on the disk. */
const MOST = { session: 3, all: 64 } as const

/** Counts uploads from their first line until they are answered. */
export class UploadsAtOnce {
  private readonly ofSession = new Map<string, number>()
  private all = 0

  /** Takes a place; answers how to give it back, which may be done twice. @throws Refusal 4502 when there is none */
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
