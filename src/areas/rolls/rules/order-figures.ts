/**
 * Roll totals stored on a work order, and what each roll adds to them. All masses in kg.
 *
 * A jumbo always counts as made (`jumboRolls`, `jumboKg`). Good, downgraded and waste masses are booked at the end of a
 * roll's lifecycle: a jumbo (or its remnant) sold or used whole counts by its own downgrades, a scrapped one as waste.
 * A cut jumbo counts by its slit rolls, each for the order it was cut for, and by the waste of its cutting. Start-up
 * web and purgings are waste outside any roll (`feeding/rules/recycle`). Edge trim is neither, as it goes back into a
 * hopper. A roll on hand is not good yet; `jumboKg` less all others is in process.
 */
import { shareKg } from './mass-balance'
import { gradeKg, type Downgrade, type Grade } from './slit-roll'

export interface OrderFigures {
  readonly jumboRolls: number
  readonly jumboKg: number
  readonly goodRolls: number
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
}
export const noFigures: OrderFigures = {
  jumboRolls: 0,
  jumboKg: 0,
  goodRolls: 0,
  goodKg: 0,
  downgradedKg: 0,
  wasteKg: 0,
}

export interface JumboCounted {
  readonly state: string
  readonly netKg: number | null
  readonly expectedKg: number | null
  readonly lengthM: number | null
  /** Metres no set has cut; defaults to the whole roll. */ readonly leftM?: number | null
  readonly downgrades: readonly Downgrade[]
}
export interface SlitCounted {
  readonly state: string
  /** Kilograms of the rolls that rework made of this one. */ readonly reworkedKg?: number | null
  readonly kg: number | null
  readonly expectedKg: number | null
  readonly lengthM: number
  readonly grade: Grade
  readonly downgrades: readonly Downgrade[]
}

/** Returns the weighed mass, else the mass expected from grammage, width and length. */
export const jumboKg = (roll: Pick<JumboCounted, 'netKg' | 'expectedKg'>): number => roll.netKg ?? roll.expectedKg ?? 0

/** Returns what a jumbo adds to the order it was wound for; zero while it is being wound or if it was taken back. */
export function jumboFigures(roll: JumboCounted | null): OrderFigures {
  if (!roll || roll.state === 'winding' || roll.state === 'deleted') return noFigures
  const kg = jumboKg(roll)
  const made = { ...noFigures, jumboRolls: 1, jumboKg: kg }
  if (roll.state === 'scrapped') return { ...made, wasteKg: kg }
  if (roll.state !== 'consumed') return made
  const metres = roll.leftM || (roll.lengthM ?? 0)
  return { ...made, ...graded(shareKg(kg, roll.lengthM, metres), metres, roll.downgrades) }
}
/** Returns what a slit roll adds to the order it was cut for. Recycled rolls and rework losses are waste. */
export function slitFigures(roll: SlitCounted | null): OrderFigures {
  if (!roll || roll.state === 'undone') return noFigures
  const kg = roll.kg ?? roll.expectedKg ?? 0
  if (roll.state === 'reworked') return { ...noFigures, wasteKg: kg - (roll.reworkedKg ?? 0) }
  if (roll.state === 'recycled' || roll.grade === 'waste') return { ...noFigures, wasteKg: kg }
  return { ...noFigures, ...graded(kg, roll.lengthM, roll.downgrades) }
}
/** Returns what the waste of a cutting adds to the order of its jumbo. */
export const cuttingFigures = (
  cutting: { readonly state: string; readonly wasteKg: number | null } | null,
): OrderFigures =>
  cutting && cutting.state === 'finished' ? { ...noFigures, wasteKg: cutting.wasteKg ?? 0 } : noFigures

function graded(
  kg: number,
  lengthM: number,
  downgrades: readonly Downgrade[],
): Pick<OrderFigures, 'goodRolls' | 'goodKg' | 'downgradedKg' | 'wasteKg'> {
  const by = gradeKg(kg, lengthM, downgrades)
  return {
    goodRolls: gradeOf(downgrades, lengthM) === 'good' ? 1 : 0,
    goodKg: by.good,
    downgradedKg: by.downgraded,
    wasteKg: by.waste,
  }
}
/** Returns the grade of a whole roll: waste if all of it is waste, downgraded if any metre is downgraded, else good. */
export function gradeOf(downgrades: readonly Downgrade[], lengthM: number): Grade {
  const kg = gradeKg(lengthM, lengthM, downgrades)
  if (lengthM > 0 && kg.waste >= lengthM - 0.001) return 'waste'
  return kg.good < lengthM - 0.001 ? 'downgraded' : 'good'
}

const names = Object.keys(noFigures) as (keyof OrderFigures)[]
function each(of: (name: keyof OrderFigures) => number): OrderFigures {
  const made: { -readonly [name in keyof OrderFigures]: number } = { ...noFigures }
  for (const name of names) made[name] = Math.round(of(name) * 1000) / 1000
  return made
}
/** Returns the change when rolls that contributed `before` now contribute `after`. */
export const figuresChange = (before: OrderFigures, after: OrderFigures): OrderFigures =>
  each((name) => after[name] - before[name])
/** Sums the contributions of all rolls of an order. The stored totals must equal this at any time. */
export const orderFigures = (all: readonly OrderFigures[]): OrderFigures =>
  each((name) => all.reduce((sum, one) => sum + one[name], 0))
