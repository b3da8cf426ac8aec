/**
 * The part of the history that is loaded later: old slit rolls and their sets, four fifths of all rows. They are loaded
 * week by week, newest first, while people already use the app (`remaining-steps.ts`).
 */
import { slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { stockStates } from '@/areas/packing/rules/roll-stock'
import { DAY_MS, toMillis } from '@/plant/rules/plant-time'
import type { RowBatch } from './draft'

/** Must exceed the 70 days by which movements and reworks of the loaded plant look back (`roll-movements.ts`). */
const RECENT_HISTORY_DAYS = 75
const DAYS_PER_WEEK_STEP = 7
const STEP_PREFIX = 'history-'

/** Rows of one week. */
export interface HistoryRows {
  readonly sets: RowBatch['rows'][number][]
  readonly rolls: RowBatch['rows'][number][]
}

/** Separates old rows from the rows that are stored immediately, and holds them by week. */
export class DeferredHistory {
  private readonly weeks = new Map<number, HistoryRows>()
  private readonly recentSinceMs: number

  constructor(endOfHistoryMs: number) {
    this.recentSinceMs = endOfHistoryMs - RECENT_HISTORY_DAYS * DAY_MS
  }

  /** Returns the batches without deferred rows. An old set is deferred with its rolls unless one is in stock. */
  deferOldRows(batches: readonly RowBatch[]): readonly RowBatch[] {
    const sets = batches.find(({ resource }) => resource.name === slitSet.name)?.rows ?? []
    if (sets.length === 0) return batches
    const rolls = batches.find(({ resource }) => resource.name === slitRoll.name)?.rows ?? []
    const setIdsInStock = new Set(
      rolls
        .filter(({ state }) => (stockStates.slitRoll as readonly unknown[]).includes(state))
        .map((roll) => roll['slitSetId']),
    )
    const weekBySet = new Map<unknown, HistoryRows>()
    const recentSets = sets.filter((set) => {
      const doffedMs = toMillis(String(set['doffedAt']))
      if (doffedMs >= this.recentSinceMs || setIdsInStock.has(set['id'])) return true
      const week = this.getWeek(doffedMs)
      week.sets.push(set)
      weekBySet.set(set['id'], week)
      return false
    })
    if (weekBySet.size === 0) return batches
    const recentRolls = rolls.filter((roll) => {
      const week = weekBySet.get(roll['slitSetId'])
      week?.rolls.push(roll)
      return !week
    })
    return batches.map((batch) =>
      batch.resource.name === slitSet.name
        ? { ...batch, rows: recentSets }
        : batch.resource.name === slitRoll.name
          ? { ...batch, rows: recentRolls }
          : batch,
    )
  }

  private getWeek(doffedMs: number): HistoryRows {
    const weekNumber = Math.floor((this.recentSinceMs - doffedMs) / (DAYS_PER_WEEK_STEP * DAY_MS))
    const existingWeek = this.weeks.get(weekNumber)
    if (existingWeek) return existingWeek
    const week = { sets: [], rolls: [] }
    this.weeks.set(weekNumber, week)
    return week
  }

  /** Lists the keys of the deferred weeks, newest first. */
  listKeys(): string[] {
    return [...this.weeks.keys()].sort((a, b) => a - b).map((number) => `${STEP_PREFIX}${number}`)
  }

  /**
   * Returns the rows of a week and drops the newer weeks, which are already stored. Call it again for the same week if
   * storing failed.
   */
  takeWeek(key: string): HistoryRows {
    const weekNumber = parseWeekNumber(key) ?? -1
    for (const storedWeekNumber of this.weeks.keys())
      if (storedWeekNumber < weekNumber) this.weeks.delete(storedWeekNumber)
    return this.weeks.get(weekNumber) ?? { sets: [], rolls: [] }
  }
}

/** Parses the week number of a step of `remaining-steps.ts`; undefined for any other step. */
export const parseWeekNumber = (step: string): number | undefined =>
  step.startsWith(STEP_PREFIX) ? Number(step.slice(STEP_PREFIX.length)) : undefined

export interface HistoryProgress {
  /** ISO moment; the history is complete from here on. */
  readonly loadedUntil: string
  /** Percentage of all days of the history, 0–100. */
  readonly percent: number
}
/**
 * Calculates how much of the history is loaded.
 *
 * @param endMs end of the history, ms since 1970
 * @param remainingSteps steps that are still to be done
 * @returns null if the whole history is loaded
 */
export function calculateHistoryProgress(endMs: number, remainingSteps: readonly string[]): HistoryProgress | null {
  const weekNumbers = remainingSteps.map(parseWeekNumber).filter((number) => number !== undefined)
  if (weekNumbers.length === 0) return null
  const loadedDays = RECENT_HISTORY_DAYS + DAYS_PER_WEEK_STEP * Math.min(...weekNumbers)
  return {
    loadedUntil: new Date(endMs - loadedDays * DAY_MS).toISOString(),
    percent: Math.floor(
      (100 * loadedDays) / (RECENT_HISTORY_DAYS + DAYS_PER_WEEK_STEP * (Math.max(...weekNumbers) + 1)),
    ),
  }
}
