/**
 * Failures after which the next attempt has to wait: for an account from one address, for an address as a whole, and
 * for the second-factor codes of an account, from any address and by any way to sign in.
 */
const FREE_TRIES = { pair: 5, address: 20, code: 5 } as const
/**
 * The longest wait in seconds. Three of the 10⁶ codes of six digits are right at any time, so one attempt an hour finds
 * one with a probability of 24 × 365 × 3 / 10⁶ = 2.6 % a year.
 */
const MAX_WAIT_S = { pair: 300, address: 300, code: 3600 } as const
/** Seconds without a failure after which counting starts again. */
export const FORGET_AFTER_S = 15 * 60
/** The same for second-factor codes. It exceeds their longest wait; otherwise waiting would bring new free attempts. */
export const FORGET_CODES_AFTER_S = 24 * 3600

/** Wrong passwords that an account as a whole allows at once. One more is allowed per `ACCOUNT_TRY_INTERVAL_S`. */
const ACCOUNT_FREE_TRIES = 20
export const ACCOUNT_TRY_INTERVAL_S = 60

/**
 * Times further in the future were written before the clock was set back. They are ignored, so nobody waits for the
 * clock to catch up.
 */
const MAX_CLOCK_AHEAD_S = 60

export interface FailureRecord {
  failures: number
  lastAt: Date
}

/**
 * Calculates the seconds until the next attempt is allowed; 0 for now. Each failure beyond the free ones doubles the
 * wait.
 */
export function calculateWaitSeconds(kind: keyof typeof FREE_TRIES, record: FailureRecord | null, now: Date): number {
  if (!record) return 0
  const elapsedSeconds = (now.getTime() - record.lastAt.getTime()) / 1000
  if (
    elapsedSeconds > (kind === 'code' ? FORGET_CODES_AFTER_S : FORGET_AFTER_S) ||
    elapsedSeconds < -MAX_CLOCK_AHEAD_S ||
    record.failures < FREE_TRIES[kind]
  )
    return 0
  return Math.max(0, Math.ceil(Math.min(2 ** (record.failures - FREE_TRIES[kind]), MAX_WAIT_S[kind]) - elapsedSeconds))
}

/**
 * Calculates the same for an account as a whole, against guesses from many addresses. `settledAt` is when its failures
 * are paid off; each failure moves it on by `ACCOUNT_TRY_INTERVAL_S` (a leaky bucket stored as one time). A single
 * address, which may try twelve times an hour, never fills it, and the wait never exceeds `ACCOUNT_TRY_INTERVAL_S`. The
 * caller exempts places where the account has signed in before, so that nobody can lock the owner out.
 */
export function calculateAccountWaitSeconds(settledAt: Date | null, now: Date): number {
  if (!settledAt) return 0
  const secondsUntilSettled = (settledAt.getTime() - now.getTime()) / 1000
  if (secondsUntilSettled > ACCOUNT_FREE_TRIES * ACCOUNT_TRY_INTERVAL_S + MAX_CLOCK_AHEAD_S) return 0
  return Math.max(0, Math.ceil(secondsUntilSettled - (ACCOUNT_FREE_TRIES - 1) * ACCOUNT_TRY_INTERVAL_S))
}
