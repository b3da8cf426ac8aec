/**
 * Failures after which the next try has to wait: for one account from one address, for one address as a whole, and for the
 * second-factor codes of one account, from wherever and by whichever way of signing in they are sent.
 */
const FREE_TRIES = { pair: 5, address: 20, code: 5 } as const
/**
 * The longest wait, seconds. A code has six digits, of which three are right at any time: one try an hour finds one with
 * a chance of 24 × 365 × 3 / 10⁶ = 2.6 % a year.
 */
const LONGEST_S = { pair: 300, address: 300, code: 3600 } as const
/** Without a failure for so long, counting starts again. */
export const FORGET_S = 15 * 60
/** The same for second-factor codes: longer than their longest wait, or waiting would itself buy free tries. */
export const FORGET_CODES_S = 24 * 3600

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
  if (since > (kind === 'code' ? FORGET_CODES_S : FORGET_S) || since < -SET_BACK_S || seen.failures < FREE_TRIES[kind])
    return 0
  return Math.max(0, Math.ceil(Math.min(2 ** (seen.failures - FREE_TRIES[kind]), LONGEST_S[kind]) - since))
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
