/** Throttling of sign-in attempts: how long an account or an address has to wait after failures. */

/**
 * Failures after which the next attempt has to wait. `pair`: one account from one address; `address`: any account from
 * one address; `code`: second-factor codes of one account from any address.
 */
const FREE_TRIES = { pair: 5, address: 20, code: 5 } as const
/**
 * The longest wait in seconds. For `code`, three of the 10⁶ codes of six digits are right at any time. One attempt an
 * hour therefore succeeds with a probability of 24 × 365 × 3 / 10⁶ = 2.6 % a year.
 */
const MAX_WAIT_S = { pair: 300, address: 300, code: 3600 } as const
/** Seconds without a wrong password after which counting starts again. */
export const FORGET_AFTER_S = 15 * 60
/**
 * Seconds without a wrong second-factor code after which counting starts again. Longer than the longest wait; otherwise
 * waiting would bring new free attempts.
 */
export const FORGET_CODES_AFTER_S = 24 * 3600

/** Wrong passwords that an account as a whole allows at once. One more is allowed per `ACCOUNT_TRY_INTERVAL_S`. */
const ACCOUNT_FREE_TRIES = 20
export const ACCOUNT_TRY_INTERVAL_S = 60

/**
 * Tolerance for stored times in the future. Later times were written before the clock was set back; they are ignored,
 * so that nobody waits until the clock reaches them.
 */
const MAX_CLOCK_AHEAD_S = 60

/** Stored failures of one key. */
export interface FailureRecord {
  failures: number
  /** Time of the last failure. */
  lastAt: Date
}

/**
 * Calculates the seconds until the next attempt is allowed; 0 if it is allowed now. Each failure beyond the free ones
 * doubles the wait.
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
  const waitSeconds = Math.min(2 ** (record.failures - FREE_TRIES[kind]), MAX_WAIT_S[kind])
  return Math.max(0, Math.ceil(waitSeconds - elapsedSeconds))
}

/**
 * Calculates the seconds to wait for an account under guesses from many addresses (a leaky bucket). Each failure moves
 * `paidOffAt` on by `ACCOUNT_TRY_INTERVAL_S`. A single address, which may try twelve times an hour, causes no wait. The
 * wait never exceeds `ACCOUNT_TRY_INTERVAL_S`. The caller exempts addresses from which the account has signed in
 * before, so that nobody can lock the owner out.
 * @param paidOffAt time at which the failures of the account are forgotten if no other failure follows
 */
export function calculateAccountWaitSeconds(paidOffAt: Date | null, now: Date): number {
  if (!paidOffAt) return 0
  const secondsUntilPaidOff = (paidOffAt.getTime() - now.getTime()) / 1000
  if (secondsUntilPaidOff > ACCOUNT_FREE_TRIES * ACCOUNT_TRY_INTERVAL_S + MAX_CLOCK_AHEAD_S) return 0
  return Math.max(0, Math.ceil(secondsUntilPaidOff - (ACCOUNT_FREE_TRIES - 1) * ACCOUNT_TRY_INTERVAL_S))
}
