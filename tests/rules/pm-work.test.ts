import { expect, test } from 'vitest'
import { completionProblems, mostHours } from '@/areas/maintenance/rules/pm-work'

const NOW = '2026-11-20T04:00:00.000Z'
const ZONE = 'Asia/Shanghai'
const problems = (work: object, last: string | null = '2026-11-10') =>
  completionProblems({ occurredAt: NOW, hours: 2, people: 1, ...work }, last, NOW, ZONE)

test('a person works no more than a day has', () => {
  expect([mostHours(0), mostHours(1), mostHours(3)]).toEqual([24, 24, 72])
  expect(problems({ hours: 24 })).toEqual([])
  expect(problems({ hours: 5000 })).toEqual([{ field: 'hours', code: 'tooManyHours', most: 24, people: 1 }])
  expect(problems({ hours: 40, people: 2 })).toEqual([])
})
test('it was done between the last time and now, by the day of the plant', () => {
  expect(problems({ occurredAt: '2026-11-20T05:00:00.000Z' })).toEqual([{ field: 'occurredAt', code: 'inFuture' }])
  // 00:30 in Shanghai.
  expect(problems({ occurredAt: '2026-11-09T16:30:00.000Z' })).toEqual([])
  expect(problems({ occurredAt: '2026-11-09T15:30:00.000Z' })).toEqual([
    { field: 'occurredAt', code: 'beforeLast', last: '2026-11-10' },
  ])
  expect(problems({ occurredAt: '2026-10-01T00:00:00.000Z' }, null)).toEqual([])
})
