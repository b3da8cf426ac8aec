/** Upper bound of work hours, shared by preventive maintenance and repairs. */
import { DAY_MS, toMillis, type Moment } from '@/plant/rules/plant-time'

export const HOURS_PER_DAY = 24
/** Calculates the maximum hours that people can work in some days. If no people are entered, one person is assumed. */
export const calculateMaxHours = (people: number, days = 1): number => HOURS_PER_DAY * Math.max(1, people) * days
/** Counts the started days between two moments; less than a day counts as one. */
export const countStartedDays = (from: Moment, to: Moment): number =>
  Math.max(1, Math.ceil((toMillis(to) - toMillis(from)) / DAY_MS))
