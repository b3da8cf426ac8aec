/** Failures after which the next try has to wait, for one account from one address and for one address as a whole. */
const FREE_TRIES = { pair: 5, address: 20 } as const
const LONGEST_S = 300
/** Without a failure for so long, counting starts again. */
export const FORGET_S = 15 * 60

export interface Failures { failures: number; lastAt: Date }

/**
 * Seconds until the next try is looked at; 0 when it may be tried now. Each failure beyond the free ones doubles the wait.
 * Nothing is locked for an account as a whole: the right person still gets in from elsewhere.
 */
export function waitSeconds(kind: keyof typeof FREE_TRIES, seen: Failures | null, now: Date): number {
  if (!seen) return 0
  const since = (now.getTime() - seen.lastAt.getTime()) / 1000
  if (since > FORGET_S || seen.failures < FREE_TRIES[kind]) return 0
  return Math.max(0, Math.ceil(Math.min(2 ** (seen.failures - FREE_TRIES[kind]), LONGEST_S) - since))
}
