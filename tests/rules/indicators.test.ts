import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  sumHoursByPerson,
  calculateIndicatorsByEquipment,
  calculateIndicatorsByLine,
  calculateIndicatorsByMonth,
  splitByMonth,
  calculateMtbf,
  calculateMttr,
  calculateWaitingHours,
  type IndicatorPeriod,
  type RepairSource,
  type StopSource,
} from '@/areas/maintenance/rules/indicators'
import { clipIntervals, calculateCoveredLength, mergeIntervals } from '@/plant/rules/intervals'

const zone = 'Asia/Shanghai'
/** A moment of November 2026 by the plant's clock. */
function toMoment(day: number, time: string): string {
  return new Date(Date.parse(`2026-11-${String(day).padStart(2, '0')}T${time}:00+08:00`)).toISOString()
}
/** November in Shanghai: 30 × 24 = 720 h. */
const november: IndicatorPeriod = { from: '2026-10-31T16:00:00.000Z', to: '2026-11-30T16:00:00.000Z' }
const later = '2026-12-10T00:00:00.000Z'

function breakdown(
  day: number,
  failed: string,
  accepted: string | null,
  end: string | null,
  change: Partial<RepairSource> = {},
): RepairSource {
  return {
    equipmentId: 'e1',
    lineId: 'L1',
    breakdown: true,
    failedAt: toMoment(day, failed),
    acceptedAt: accepted && toMoment(day, accepted),
    repairEndAt: end && toMoment(day, end),
    waits: [],
    ...change,
  }
}

// Repairs of 2 h, 4 h and 1.5 h: 7.5 h / 3 = 2.5 h.
const repairs = [
  breakdown(1, '10:00', '10:30', '12:30'),
  breakdown(9, '00:00', '01:00', '05:00'),
  breakdown(20, '08:00', '08:00', '09:30', { equipmentId: 'e2' }),
]
const planned = breakdown(15, '08:00', '08:00', '20:00', { breakdown: false })

// 10–14 and 12–16 overlap: 6 h. From October into 02:00: 2 h of November. Open since 20:00 on the 30th: 4 h. Together 12 h.
const stops: StopSource[] = [
  { lineId: 'L1', startsAt: toMoment(1, '10:00'), endsAt: toMoment(1, '14:00') },
  { lineId: 'L1', startsAt: toMoment(1, '12:00'), endsAt: toMoment(1, '16:00') },
  { lineId: 'L1', startsAt: '2026-10-31T14:00:00.000Z', endsAt: toMoment(1, '02:00') },
  { lineId: 'L1', startsAt: toMoment(30, '20:00'), endsAt: null },
]

describe('MTTR', () => {
  it('is the mean time from acceptance to the end of breakdown repairs', () => {
    expect(calculateMttr([...repairs, planned], november)).toEqual({ value: 2.5, unit: 'h', hours: 7.5, count: 3 })
  })

  it('excludes waiting time for parts, which is reported separately', () => {
    // Taken at 10:00, ended at 20:00; waited from 11:00 to 15:00 and, said twice, from 14:00 to 16:00: 5 h.
    const waited = breakdown(5, '10:00', '10:00', '20:00', {
      waits: [
        { since: toMoment(5, '11:00'), until: toMoment(5, '15:00') },
        { since: toMoment(5, '14:00'), until: toMoment(5, '16:00') },
      ],
    })
    expect(calculateMttr([waited], november)).toEqual({ value: 5, unit: 'h', hours: 5, count: 1 })
    expect(calculateWaitingHours([waited, ...repairs], november)).toBe(5)
    expect(calculateWaitingHours([{ ...waited, breakdown: false }], november)).toBe(0)
  })

  it('counts a repair in the period of its end; ignores open repairs and contradicting times', () => {
    const across = { ...breakdown(1, '00:00', '00:00', '01:00'), acceptedAt: '2026-10-31T12:00:00.000Z' }
    const odd = [
      breakdown(2, '08:00', '10:00', '09:00'),
      breakdown(3, '08:00', '09:00', null),
      breakdown(4, '08:00', null, null),
    ]
    // From 20:00 in October to 01:00 in November: 5 h.
    expect(calculateMttr([across, ...odd], november)).toEqual({ value: 5, unit: 'h', hours: 5, count: 1 })
  })

  it('gives a reason instead of a division by zero', () => {
    expect(calculateMttr([planned], november)).toEqual({
      value: null,
      unit: 'h',
      hours: 0,
      count: 0,
      reason: 'noBreakdowns',
    })
  })
})

describe('MTBF', () => {
  it('is operating time over breakdowns, overlapping stops counted once, clipped to the period', () => {
    // (720 − 12) / 3 = 236 h.
    expect(calculateMtbf([...repairs, planned], stops, november, later)).toEqual({
      value: 236,
      unit: 'h',
      hours: 708,
      count: 3,
    })
  })

  it('ignores time in the future', () => {
    // To 10 November 00:00: 216 h, less 2 + 6 h; two breakdowns so far: 104 h.
    expect(calculateMtbf(repairs, stops, november, toMoment(10, '00:00'))).toEqual({
      value: 104,
      unit: 'h',
      hours: 208,
      count: 2,
    })
    expect(calculateMtbf(repairs, stops, november, '2026-10-01T00:00:00.000Z')).toMatchObject({
      value: null,
      reason: 'emptyPeriod',
    })
  })

  it('gives a reason without breakdowns, and 0 for a line that always stood', () => {
    expect(calculateMtbf([], stops, november, later)).toEqual({
      value: null,
      unit: 'h',
      hours: 708,
      count: 0,
      reason: 'noBreakdowns',
    })
    const always = [{ lineId: 'L1', startsAt: '2026-01-01T00:00:00.000Z', endsAt: null }]
    expect(calculateMtbf(repairs, always, november, later)).toEqual({ value: 0, unit: 'h', hours: 0, count: 3 })
  })
})

describe('by group', () => {
  it("by equipment: each with its own breakdowns and its line's stops, including machines without faults", () => {
    const list = [
      { id: 'e1', lineId: 'L1' },
      { id: 'e2', lineId: 'L1' },
      { id: 'e3', lineId: null },
    ]
    const rows = calculateIndicatorsByEquipment(list, repairs, stops, november, later)
    // e1: (2 + 4) / 2 = 3 h and 708 / 2 = 354 h; e2: 1.5 h and 708 h; e3 belongs to no line: 720 h without a failure.
    expect(rows.map(({ key, mttr: r, mtbf: b }) => [key, r.value, b.value, b.hours])).toEqual([
      ['e1', 3, 354, 708],
      ['e2', 1.5, 708, 708],
      ['e3', null, null, 720],
    ])
  })

  it('a machine counts from its first day of use', () => {
    // In use from 21 November 00:00, 240 h of the month; October, before it, has none.
    const list = [{ id: 'new', lineId: null }]
    const inUse = new Map([['new', '2026-11-20T16:00:00.000Z']])
    const october = { from: '2026-09-30T16:00:00.000Z', to: november.from }
    expect(calculateIndicatorsByEquipment(list, [], [], november, later, inUse)[0]!.mtbf).toMatchObject({ hours: 240 })
    expect(calculateIndicatorsByEquipment(list, [], [], october, later, inUse)[0]!.mtbf).toMatchObject({
      hours: 0,
      reason: 'emptyPeriod',
    })
    expect(
      calculateIndicatorsByLine(['new', 'L1'], [], [], november, later, inUse).map(({ mtbf: b }) => b.hours),
    ).toEqual([240, 720])
  })

  it('by line', () => {
    const other = breakdown(5, '08:00', '08:00', '09:00', { lineId: 'L2' })
    const rows = calculateIndicatorsByLine(['L1', 'L2'], [...repairs, other], stops, november, later)
    expect(rows.map(({ key, mttr: r, mtbf: b }) => [key, r.value, b.value])).toEqual([
      ['L1', 2.5, 236],
      ['L2', 1, 720],
    ])
  })

  it('by month, clipped to the period', () => {
    // From 31 October 12:00 to 2 December 00:00; the stop of 22:00–24:00 in October takes 2 of its 12 h.
    const period = { from: '2026-10-31T04:00:00.000Z', to: '2026-12-01T16:00:00.000Z' }
    const closed = stops.map((stop) => ({ ...stop, endsAt: stop.endsAt ?? november.to }))
    const rows = calculateIndicatorsByMonth(repairs, closed, period, later, zone)
    expect(rows.map(({ key, mtbf: b }) => [key, b.hours, b.count])).toEqual([
      ['2026-10', 10, 0],
      ['2026-11', 708, 3],
      ['2026-12', 24, 0],
    ])
  })

  it("months follow the plant's calendar through summer time", () => {
    // March 2026 in Berlin has 31 × 24 − 1 h; begins at 23:00Z, ends at 22:00Z.
    expect(splitByMonth({ from: '2026-02-28T23:00:00.000Z', to: '2026-03-31T22:00:00.000Z' }, 'Europe/Berlin')).toEqual(
      [{ month: '2026-03', from: '2026-02-28T23:00:00.000Z', to: '2026-03-31T22:00:00.000Z' }],
    )
  })
})

it('adds hours by person without rounding errors, most first', () => {
  const tenths = Array.from({ length: 10 }, (_, i) => ({
    userId: 'u1',
    repairId: `r${i % 2}`,
    hours: 0.1,
    workedAt: toMoment(3, '10:00'),
  }))
  const workHours = [
    { userId: 'u2', repairId: 'r1', hours: 3.25, workedAt: toMoment(4, '10:00') },
    { userId: 'u2', repairId: 'r9', hours: 5, workedAt: '2026-10-01T00:00:00.000Z' },
  ]
  expect(sumHoursByPerson([...tenths, ...workHours], november)).toEqual([
    { userId: 'u2', hours: 3.25, repairs: 1 },
    { userId: 'u1', hours: 1, repairs: 2 },
  ])
})

describe('intervals', () => {
  const anySpans = fc.array(fc.record({ from: fc.integer({ min: 0, max: 60 }), to: fc.integer({ min: 0, max: 60 }) }), {
    maxLength: 8,
  })

  it('cover exactly the units of time inside one of them', () => {
    fc.assert(
      fc.property(anySpans, (intervals) => {
        let units = 0
        for (let t = 0; t < 60; t += 1) if (intervals.some(({ from, to }) => from <= t && t < to)) units += 1
        expect(calculateCoveredLength(intervals)).toBe(units)
      }),
    )
  })

  it('a union is disjoint and sorted, and clipping before or after merging gives the same', () => {
    fc.assert(
      fc.property(anySpans, (intervals) => {
        const joined = mergeIntervals(intervals)
        joined.forEach((next, i) => {
          if (i > 0) expect(next.from).toBeGreaterThan(joined[i - 1]?.to ?? Infinity)
        })
        const frame = { from: 10, to: 40 }
        expect(mergeIntervals(clipIntervals(intervals, frame))).toEqual(clipIntervals(joined, frame))
      }),
    )
  })
})
