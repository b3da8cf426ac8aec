/** Failures after which the next try has to wait, for one account from one address and for one address as a whole. */
const FREE_TRIES = { pair: 5, address: 20 } as const
const LONGEST_S = 300
/** Without a failure for so long, counting starts again. */
export const FORGET_S = 15 * 60

/** One account from everywhere: so many wrong passwords at once, and one more for every so many seconds that pass. */
const ACCOUNT_TRIES = 20
export const ACCOUNT_EVERY_S = 60

/** What lies so far ahead was written before the clock was set back: nobody waits until it has caught up. */
const SET_BACK_S = 60

export interface Failures {
  failures: number
  lastAt: Date
}

/** Seconds until the next try is looked at; 0 when it may be tried now. Each failure beyond the free ones doubles the wait. */
export function waitSeconds(kind: keyof typeof FREE_TRIES, seen: Failures | null, now: Date): number {
  if (!seen) return 0
  const since = (now.getTime() - seen.lastAt.getTime()) / 1000
  if (since > FORGET_S || since < -SET_BACK_S || seen.failures < FREE_TRIES[kind]) return 0
  return Math.max(0, Math.ceil(Math.min(2 ** (seen.failures - FREE_TRIES[kind]), LONGEST_S) - since))
}

/**
 * The same for an account as a whole, against guesses from many addresses. `settledAt` is when its failures will have been
 * paid off: each moves it on by `ACCOUNT_EVERY_S` (a leaky bucket told by one moment). One address alone, which may try
 * twelve times an hour, never fills it; the wait is never longer than `ACCOUNT_EVERY_S`. The caller exempts the places
 * where the account has signed in before, so that nobody keeps the owner out.
 */
export function accountWaitSeconds(settledAt: Date | null, now: Date): number {
  if (!settledAt) return 0
  const ahead = (settledAt.getTime() - now.getTime()) / 1000
  if (ahead > ACCOUNT_TRIES * ACCOUNT_EVERY_S + SET_BACK_S) return 0
  return Math.max(0, Math.ceil(ahead - (ACCOUNT_TRIES - 1) * ACCOUNT_EVERY_S))
}
