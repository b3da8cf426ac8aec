/** Months of the books: `YYYY-MM`, by business date. */
import { addDays, addMonths, type Day } from './plant-time'

/** A month of the plant's calendar, `2026-10`. */
export type Month = string
export const monthStates = ['closed', 'reopened'] as const

export const monthOf = (day: Day): Month => day.slice(0, 7)
export const isMonth = (value: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(value)
/** First and last day of a month. */
export const daysOfMonth = (month: Month): { from: Day; to: Day } => {
  const from = `${month}-01`
  return { from, to: addDays(addMonths(from, 1), -1) }
}
export const monthAfter = (month: Month, months = 1): Month => monthOf(addMonths(`${month}-01`, months))
/** First day of the month of a day, or of one so many months later. */
export const monthBegin = (day: Day, months = 0): Day => `${monthAfter(monthOf(day), months)}-01`

/** Why a month can't be closed, or null. Its last night shift has to be over. @param today business date of now */
export const closingProblem = (
  month: Month,
  { today, closed }: { today: Day; closed: readonly Month[] },
): 'noMonth' | 'notOver' | 'closedAlready' | null => {
  if (!isMonth(month)) return 'noMonth'
  if (month >= monthOf(today)) return 'notOver'
  return closed.includes(month) ? 'closedAlready' : null
}
/** Why a month can't be opened again, or null. Later ones are opened first: what they begin with follows from it. */
export const reopeningProblem = (
  month: Month,
  { closed }: { closed: readonly Month[] },
): 'notClosed' | 'laterClosed' | null => {
  if (!closed.includes(month)) return 'notClosed'
  return closed.some((other) => other > month) ? 'laterClosed' : null
}
/** Why a person may not agree that a month is opened again, or null: somebody else asked for it. */
export const agreeingProblem = (
  { askedBy }: { readonly askedBy: string | null },
  personId: string,
): 'notAsked' | 'ownAsking' | null => (askedBy === null ? 'notAsked' : askedBy === personId ? 'ownAsking' : null)
