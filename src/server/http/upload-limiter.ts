import { errno, Refusal } from '@/contract/errno'

/** Concurrent uploads per session and in total. Each holds a connection and space in memory or on disk. */
const MAX_UPLOADS = { session: 3, all: 64 } as const

/** Limits concurrent uploads, counted from their first line until they are answered. */
export class UploadLimiter {
  private readonly countBySession = new Map<string, number>()
  private totalCount = 0

  /**
   * Takes a slot and returns a function that releases it; calling that twice is harmless.
   * @throws Refusal 4502 if none is free
   */
  acquire(session: string): () => void {
    const sessionCount = this.countBySession.get(session) ?? 0
    if (sessionCount >= MAX_UPLOADS.session || this.totalCount >= MAX_UPLOADS.all)
      throw new Refusal(errno.busy, 'contract:errors.busy')
    this.countBySession.set(session, sessionCount + 1)
    this.totalCount++
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.totalCount--
      const remaining = (this.countBySession.get(session) ?? 1) - 1
      if (remaining) this.countBySession.set(session, remaining)
      else this.countBySession.delete(session)
    }
  }
}
