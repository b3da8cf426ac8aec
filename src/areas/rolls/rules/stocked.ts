/** Defines stock: rolls that lie in the plant. A jumbo counts with the metres that no set has cut. */
import { jumboRoll, inHall } from './jumbo-roll'
import { slitRoll, type SlitState } from './slit-roll'

/** Kinds of rolls that stock is made of. */
export const stockKinds = ['slitRoll', 'jumboRoll'] as const
export type StockKind = (typeof stockKinds)[number]

/** States of rolls that are stock, by kind. */
export const stocked = {
  slitRoll: ['made', 'packed', 'stored'] as const satisfies readonly SlitState[],
  jumboRoll: inHall,
} as const
/** All states of rolls of either kind. */
export const rollStates = [...new Set([...slitRoll.states, ...jumboRoll.states])] as const

/**
 * Upper limits of the age classes, in days since the roll came off. Each class begins where the previous ends; the last
 * is open-ended.
 */
export const ageClasses = [7, 30, 90, 180] as const
export const ageNames = ['d7', 'd30', 'd90', 'd180', 'older'] as const
export type AgeName = (typeof ageNames)[number]
/** Returns the class of an age in days; below one day it is the first. */
export const ageClass = (days: number): AgeName => {
  const at = ageClasses.findIndex((end) => days < end)
  return ageNames[at < 0 ? ageClasses.length : at]!
}

/** Grouping keys of stock. */
export const stockKeys = ['product', 'width', 'grade', 'order', 'age', 'place', 'kind'] as const
export type StockKey = (typeof stockKeys)[number]
