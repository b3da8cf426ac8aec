/** Defines which rolls are stock: the rolls in the plant. A jumbo counts with its uncut metres. */
import { jumboRollLifecycle, hallJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { slitRollLifecycle, type SlitState } from '@/areas/slitting/rules/slit-roll'

/** Kinds of rolls that count as stock. */
export const stockKinds = ['slitRoll', 'jumboRoll'] as const
export type StockKind = (typeof stockKinds)[number]

/** States of rolls that are stock, by kind. */
export const stockStates = {
  slitRoll: ['made', 'packed', 'stored'] as const satisfies readonly SlitState[],
  jumboRoll: hallJumboStates,
} as const
/** All states of rolls of either kind. */
export const rollStates = [...new Set([...slitRollLifecycle.states, ...jumboRollLifecycle.states])] as const

/**
 * Upper limits of the age classes, in days since the doff. Each class begins where the previous ends; the class after
 * the last limit is open-ended.
 */
export const ageClassDays = [7, 30, 90, 180] as const
export const ageClassNames = ['d7', 'd30', 'd90', 'd180', 'older'] as const
export type AgeClassName = (typeof ageClassNames)[number]
/** Returns the class of an age in days. An age equal to a limit belongs to the next class. */
export const getAgeClass = (days: number): AgeClassName => {
  const index = ageClassDays.findIndex((limitDays) => days < limitDays)
  return ageClassNames[index < 0 ? ageClassDays.length : index]!
}

/** Grouping keys of stock. */
export const stockKeys = ['product', 'width', 'grade', 'order', 'age', 'place', 'kind'] as const
export type StockKey = (typeof stockKeys)[number]
