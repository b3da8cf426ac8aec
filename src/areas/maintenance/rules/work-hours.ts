/** How long somebody can have worked: one bound for preventive maintenance and repairs. */
import { DAY_MS, toMillis, type Moment } from '@/plant/rules/plant-time'

/** A day has no more hours, whoever works. */
export const HOURS_OF_A_DAY = 24
/** The most hours that so many people can have worked in so many days; nobody named is the one who enters it. */
export const mostHours = (people: number, days = 1): number => HOURS_OF_A_DAY * Math.max(1, people) * days
/** Days that lie between two moments, the last one begun: less than a day is one. */
export const daysBegun = (from: Moment, to: Moment): number =>
  Math.max(1, Math.ceil((toMillis(to) - toMillis(from)) / DAY_MS))
