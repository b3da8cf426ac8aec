import { describe, expect, test } from 'vitest'
import {
  toInspectionPlan,
  toCheckPoints,
  findRouteProblems,
  type ItemFields,
  type PlanFields,
  type PointFields,
} from '@/areas/rounds/rules/inspection-plan-fields'
import { findPlanProblems } from '@/areas/rounds/rules/inspection-plan'

const fields: PlanFields = {
  frequency: 'daily',
  every: null,
  minutesAfterStart: null,
  firstTime: null,
  times: [{ at: '08:30' }],
  minutesBefore: 30,
  minutesAfter: 60,
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: true,
  sunday: true,
  validFrom: '2026-01-01',
  validUntil: null,
  paused: false,
}
const point: PointFields = { key: 'a', equipmentId: 'e', code: null, scanRequired: null }
const item: ItemFields = {
  pointKey: 'a',
  key: 'x',
  label: '温度',
  kind: 'number',
  unit: '°C',
  low: 1,
  high: 9,
  warnLow: 2,
  warnHigh: 8,
  optional: null,
}

describe('an entered plan', () => {
  test.each([
    ['daily', {}, { kind: 'daily', at: [510] }],
    [
      'every 2 shifts',
      { frequency: 'everyShifts', every: 2, minutesAfterStart: 20 },
      { kind: 'everyShifts', shifts: 2, minutesAfterStart: 20 },
    ],
    [
      'every 4 hours',
      { frequency: 'everyHours', every: 4, firstTime: '06:15' },
      { kind: 'everyHours', hours: 4, firstMinute: 375 },
    ],
    [
      'weekly',
      { frequency: 'weekly', saturday: false, sunday: false },
      { kind: 'weekly', weekdays: [1, 2, 3, 4, 5], at: [510] },
    ],
  ] as const)('%s', (_name, more, frequency) => {
    const plan = toInspectionPlan('p', { ...fields, ...more } as PlanFields)
    expect(plan.frequency).toEqual(frequency)
    expect(findPlanProblems(plan)).toEqual([])
  })
  test('every day of the week means no restriction, no day at all is a problem', () => {
    expect(toInspectionPlan('p', fields).weekdays).toEqual([])
    const none = {
      ...fields,
      monday: false,
      tuesday: false,
      wednesday: false,
      thursday: false,
      friday: false,
      saturday: false,
      sunday: false,
    }
    expect(findPlanProblems(toInspectionPlan('p', none))).toEqual(['weekdays'])
  })
  test('a missing interval is a problem', () => {
    expect(findPlanProblems(toInspectionPlan('p', { ...fields, frequency: 'everyHours' }))).toEqual(['frequency'])
  })
})

describe('a route', () => {
  test('becomes check points with the given limits', () => {
    expect(toCheckPoints([point], [{ ...item, warnLow: null, warnHigh: null }], { e: 'SB-01' })).toEqual([
      {
        key: 'a',
        code: '',
        equipmentId: 'e',
        equipmentCode: 'SB-01',
        scanRequired: false,
        items: [{ key: 'x', optional: false, kind: 'number', unit: '°C', low: 1, high: 9 }],
      },
    ])
  })
  test.each([
    ['fine', [point], [item], []],
    ['limits that touch', [point], [{ ...item, low: 2, warnLow: 2, warnHigh: 9 }], []],
    ['a point twice', [point, point], [item], ['pointTwice']],
    ['an item twice', [point], [item, item], ['itemTwice']],
    ['the same item key at two points', [point, { ...point, key: 'b' }], [item, { ...item, pointKey: 'b' }], []],
    ['an item of no point', [point], [item, { ...item, pointKey: 'z' }], ['itemWithoutPoint']],
    ['a point without items', [point, { ...point, key: 'b' }], [item], ['pointWithoutItems']],
    ['limits crossed', [point], [{ ...item, low: 10 }], ['limitsCrossed']],
    ['a warning beyond the limit', [point], [{ ...item, warnHigh: 9.5 }], ['limitsCrossed']],
    ['no unit', [point], [{ ...item, unit: '' }], ['unit']],
  ])('%s', (_name, points, items, codes) => expect(findRouteProblems(points, items).map((p) => p.code)).toEqual(codes))
})
