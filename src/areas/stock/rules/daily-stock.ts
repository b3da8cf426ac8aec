/** Stock at the end of each day, calculated back from the current stock. */
import { addDays, type Day } from '@/plant/rules/plant-time'
import type { Grade } from '@/areas/rolls/rules/grade'
import { roundToGram } from '@/plant/rules/quantity'

/** The sum of the movements of a grade on a day, or (without a day) the current stock of the grade. */
export interface DailyStockChange {
  /** Null for the current stock. */
  readonly day: Day | null
  readonly grade: Grade
  readonly rolls: number
  readonly kg: number
}
export interface DayEndStock {
  readonly day: Day
  readonly rolls: number
  readonly kg: number
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
}
/**
 * Calculates the stock at the end of each day: current stock minus all later changes. Kilograms are rounded to the
 * gram.
 * @param changes the current stock, and all changes since `from`, including those after `to`
 */
export function calculateDailyStock(changes: readonly DailyStockChange[], from: Day, to: Day): DayEndStock[] {
  const kgByGrade: Record<Grade, number> = { good: 0, downgraded: 0, waste: 0 }
  let rollCount = 0
  const applyChange = ({ grade, ...change }: DailyStockChange, sign: 1 | -1) => {
    rollCount += sign * change.rolls
    kgByGrade[grade] = roundToGram(kgByGrade[grade] + sign * change.kg)
  }
  const changesByDay = new Map<Day, DailyStockChange[]>()
  for (const change of changes) {
    applyChange(change, change.day === null ? 1 : -1)
    if (change.day !== null) changesByDay.set(change.day, [...(changesByDay.get(change.day) ?? []), change])
  }
  const dailyStock: DayEndStock[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    for (const change of changesByDay.get(day) ?? []) applyChange(change, 1)
    dailyStock.push({
      day,
      rolls: rollCount,
      kg: roundToGram(kgByGrade.good + kgByGrade.downgraded + kgByGrade.waste),
      goodKg: kgByGrade.good,
      downgradedKg: kgByGrade.downgraded,
      wasteKg: kgByGrade.waste,
    })
  }
  return dailyStock
}
