/** Months of the books, `YYYY-MM`, by business date. */
import { addDays, addMonths, type Day } from './plant-time'

/** A month of the plant's calendar, e.g. `2026-10`. */
export type Month = string
export const monthStates = ['closed', 'reopened'] as const

/** Returns the month of a day. */
export const toMonth = (day: Day): Month => day.slice(0, 7)
/** True for text of the form `YYYY-MM` with a month from 01 to 12. */
export const isMonth = (value: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(value)
/** Returns the first and last day of a month. */
export const getMonthDays = (month: Month): { from: Day; to: Day } => {
  const from = `${month}-01`
  return { from, to: addDays(addMonths(from, 1), -1) }
}
/** Returns the month some months later (or earlier), by default the next one. */
export const addMonthsToMonth = (month: Month, months = 1): Month => toMonth(addMonths(`${month}-01`, months))
/** Returns the first day of the month of a day, optionally some months later. */
export const getMonthStart = (day: Day, months = 0): Day => `${addMonthsToMonth(toMonth(day), months)}-01`

/**
 * Returns why a month cannot be closed, or null. The month's last night shift has to be over.
 * @param today current business date
 */
export const validateMonthClosing = (
  month: Month,
  { today, closedMonths }: { today: Day; closedMonths: readonly Month[] },
): 'noMonth' | 'notOver' | 'closedAlready' | null => {
  if (!isMonth(month)) return 'noMonth'
  if (month >= toMonth(today)) return 'notOver'
  return closedMonths.includes(month) ? 'closedAlready' : null
}
/**
 * Returns why a month cannot be reopened, or null. Later months are reopened first, because their opening balances
 * depend on the reopened month.
 */
export const validateMonthReopening = (
  month: Month,
  { closedMonths }: { closedMonths: readonly Month[] },
): 'notClosed' | 'laterClosed' | null => {
  if (!closedMonths.includes(month)) return 'notClosed'
  return closedMonths.some((other) => other > month) ? 'laterClosed' : null
}
/**
 * Returns why a person may not approve the reopening of a month, or null. Another person must have requested the
 * reopening.
 */
export const validateReopeningApproval = (
  { askedBy }: { readonly askedBy: string | null },
  personId: string,
): 'notAsked' | 'ownAsking' | null => {
  if (askedBy === null) return 'notAsked'
  return askedBy === personId ? 'ownAsking' : null
}
