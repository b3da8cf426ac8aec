/** The course of stock: what lay here at the end of each day, from what changed. */
import { addDays, type Day } from '@/plant/rules/plant-time'
import type { Grade } from '@/areas/rolls/rules/slit-roll'

export interface StockChanged {
  readonly day: Day
  readonly grade: Grade
  readonly rolls: number
  readonly kg: number
}
export interface StockAtEnd {
  readonly day: Day
  readonly rolls: number
  readonly kg: number
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
}
/** Every day from the first to the last, each with all that changed up to its end; kg to the gram. */
export function courseOf(changes: readonly StockChanged[], from: Day, to: Day): StockAtEnd[] {
  const byDay = new Map<Day, StockChanged[]>()
  for (const change of changes) byDay.set(change.day, [...(byDay.get(change.day) ?? []), change])
  const course: StockAtEnd[] = []
  const kg: Record<Grade, number> = { good: 0, downgraded: 0, waste: 0 }
  let rolls = 0
  for (let day = from; day <= to; day = addDays(day, 1)) {
    for (const change of byDay.get(day) ?? []) {
      rolls += change.rolls
      kg[change.grade] = gram(kg[change.grade] + change.kg)
    }
    course.push({
      day,
      rolls,
      kg: gram(kg.good + kg.downgraded + kg.waste),
      goodKg: kg.good,
      downgradedKg: kg.downgraded,
      wasteKg: kg.waste,
    })
  }
  return course
}
const gram = (value: number): number => Math.round(value * 1000) / 1000
