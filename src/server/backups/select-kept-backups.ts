/** Decides which scheduled backups are kept. */
import { convertInstantToWall } from '@/contract/zone-clock'

/** How many days, weeks and months keep their newest backup. */
export interface RetentionRule {
  readonly daily: number
  readonly weekly: number
  readonly monthly: number
}
interface DatedBackup {
  readonly name: string
  readonly createdAt: string
}

const DAY_MS = 86_400_000
/** Younger backups are always kept, so that a backup that is made after an accident replaces no good one. */
const MIN_KEPT_MS = 2 * DAY_MS

/**
 * Returns the names of the backups to keep: for each of the latest days, weeks (from Monday) and months with a backup, the
 * newest backup of that period. Periods without a backup do not count, so that a plant that stood still keeps its backups.
 * The newest backup of all and all backups of the last 48 hours are always kept.
 * @param timeZone the plant's zone, which determines when a day ends
 */
export function selectKeptBackups(
  backups: readonly DatedBackup[],
  { daily, weekly, monthly }: RetentionRule,
  timeZone: string,
  now: Date,
): Set<string> {
  const newestFirst = backups.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const isRecent = ({ createdAt }: DatedBackup): boolean => now.getTime() - Date.parse(createdAt) < MIN_KEPT_MS
  const keptNames = new Set([...newestFirst.slice(0, 1), ...newestFirst.filter(isRecent)].map(({ name }) => name))
  const keepNewestOfEach = (maxPeriods: number, getPeriod: (wallMs: number) => number | string): void => {
    const periods = new Set<number | string>()
    for (const { name, createdAt } of newestFirst) {
      const period = getPeriod(convertInstantToWall(timeZone, Date.parse(createdAt)))
      if (periods.has(period)) continue
      if (periods.size === maxPeriods) return
      periods.add(period)
      keptNames.add(name)
    }
  }
  const toDayNumber = (wallMs: number): number => Math.floor(wallMs / DAY_MS)
  keepNewestOfEach(daily, toDayNumber)
  // 1970-01-01 was a Thursday: three days later than a Monday.
  keepNewestOfEach(weekly, (wallMs) => Math.floor((toDayNumber(wallMs) + 3) / 7))
  keepNewestOfEach(monthly, (wallMs) => new Date(wallMs).toISOString().slice(0, 7))
  return keptNames
}
