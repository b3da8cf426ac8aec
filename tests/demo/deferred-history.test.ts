/** Selects demonstration rows that load after people can sign in, and reports the loading progress. */
import { expect, it } from 'vitest'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { DeferredHistory, calculateHistoryProgress, parseWeekNumber } from '@/demo/deferred-history'
import type { RowBatch } from '@/demo/draft'

const DAY = 86_400_000
const now = Date.parse('2026-11-20T06:20:00.000Z')
const daysAgo = (days: number) => new Date(now - days * DAY).toISOString()

const batches: readonly RowBatch[] = [
  { resource: jumboRoll, rows: [{ id: 'jumbo' }] },
  {
    resource: slitSet,
    rows: [
      { id: 'recent', doffedAt: daysAgo(74) },
      { id: 'old', doffedAt: daysAgo(76) },
      { id: 'older', doffedAt: daysAgo(75 + 7 * 4 + 1) },
      { id: 'in-stock', doffedAt: daysAgo(200) },
    ],
  },
  {
    resource: slitRoll,
    rows: [
      { id: 'a', slitSetId: 'recent', state: 'shipped' },
      { id: 'b', slitSetId: 'old', state: 'shipped' },
      { id: 'c', slitSetId: 'old', state: 'recycled' },
      { id: 'd', slitSetId: 'older', state: 'shipped' },
      { id: 'e', slitSetId: 'in-stock', state: 'shipped' },
      { id: 'f', slitSetId: 'in-stock', state: 'stored' },
    ],
  },
]
const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id)

it('defers sets older than 75 days with all their rolls, unless one of those is still in stock', () => {
  const history = new DeferredHistory(now)
  const [jumbos, sets, rolls] = history.deferOldRows(batches)
  expect(idsOf(jumbos!.rows)).toEqual(['jumbo'])
  expect(idsOf(sets!.rows)).toEqual(['recent', 'in-stock'])
  expect(idsOf(rolls!.rows)).toEqual(['a', 'e', 'f'])
  expect(history.listKeys().map(parseWeekNumber)).toEqual([0, 4])
})
it('returns a week again if storing failed, and forgets it once an older week is requested', () => {
  const history = new DeferredHistory(now)
  history.deferOldRows(batches)
  const [newest, oldest] = history.listKeys() as [string, string]
  for (const time of ['first', 'again']) {
    const { sets, rolls } = history.takeWeek(newest)
    expect([time, idsOf(sets), idsOf(rolls)]).toEqual([time, ['old'], ['b', 'c']])
  }
  expect(idsOf(history.takeWeek(oldest).rolls)).toEqual(['d'])
  expect(history.takeWeek(newest)).toEqual({ sets: [], rolls: [] })
})
it('with weeks 3 to 9 of 145 days left, 96 are loaded', () => {
  const left = ['create index x', ...[3, 4, 5, 6, 7, 8, 9].map((week) => `history-${week}`), 'boards']
  // 75 days and three weeks; 96 of 75 + 10 × 7 days are 66.2 %
  expect(calculateHistoryProgress(now, left)).toEqual({ loadedUntil: '2026-08-16T06:20:00.000Z', percent: 66 })
  expect(calculateHistoryProgress(now, ['create index x', 'boards'])).toBeNull()
})
