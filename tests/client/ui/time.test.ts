import { describe, expect, it } from 'vitest'
import { formatAge, formatClock, formatDay, formatDuration, formatMoment } from '@/client/format/time'

const PLANT = 'Asia/Shanghai'

it.each([
  ['2026-05-04T16:30:00Z', PLANT, '2026-05-05', '2026-05-05 00:30'],
  ['2026-05-04T15:59:59Z', PLANT, '2026-05-04', '2026-05-04 23:59'],
  ['2026-05-04T16:00:00Z', PLANT, '2026-05-05', '2026-05-05 00:00'],
  ['2026-03-08T07:30:00Z', 'America/New_York', '2026-03-08', '2026-03-08 03:30'],
  [null, PLANT, '–', '–'],
  ['', PLANT, '–', '–'],
  ['not a moment', PLANT, '–', '–'],
])('%s in %s is the day %s and the moment %s', (moment, zone, day, full) => {
  expect(formatDay(moment, zone)).toBe(day)
  expect(formatMoment(moment, zone)).toBe(full)
})

it('leaves a plain day unchanged in every time zone', () => {
  expect(formatDay('2026-05-04', 'America/New_York')).toBe('2026-05-04')
})

it('shows seconds when asked', () => {
  expect(formatClock('2026-05-04T00:00:07Z', PLANT, { showsSeconds: true })).toBe('08:00:07')
})

describe('age', () => {
  const now = Date.parse('2026-05-04T12:00:00Z')
  it.each([
    [now, '现在', 'now'],
    [now - 999, '现在', 'now'],
    [now - 59_000, '59秒钟前', '59 seconds ago'],
    [now - 60_000, '1分钟前', '1 minute ago'],
    // Rounds to the nearest hour: almost one hour is one, almost two hours are two.
    [now - 3_569_000, '59分钟前', '59 minutes ago'],
    [now - 3_599_000, '1小时前', '1 hour ago'],
    [now + 117 * 60_000, '2小时后', 'in 2 hours'],
    [now + 80 * 60_000, '1小时后', 'in 1 hour'],
    [now - 23.8 * 3_600_000, '1天前', '1 day ago'],
    [now - 26 * 3_600_000, '1天前', '1 day ago'],
    [now + 2 * 3_600_000, '2小时后', 'in 2 hours'],
  ])('%d', (moment, zh, en) => {
    expect(formatAge(moment, now, 'zh')).toBe(zh)
    expect(formatAge(moment, now, 'en')).toBe(en)
  })
})

it.each([
  [0, '0秒', '0 s'],
  [59_999, '59秒', '59 s'],
  [60_000, '1分钟', '1 min'],
  [7_500_000, '2小时5分钟', '2 h 5 min'],
  [7_200_000, '2小时', '2 h'],
  [90_061_000, '1天1小时', '1 day 1 h'],
  [null, '–', '–'],
  [-1, '–', '–'],
])('%s ms is %s', (ms, zh, en) => {
  expect(formatDuration(ms, 'zh')).toBe(zh)
  expect(formatDuration(ms, 'en')).toBe(en)
})
