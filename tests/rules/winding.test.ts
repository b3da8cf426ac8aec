import { describe, expect, test } from 'vitest'
import {
  calculateCuttingMetrics,
  calculateMetricsChange,
  determineGrade,
  calculateJumboMetrics,
  zeroRollMetrics,
  sumMetrics,
  calculateSlitRollMetrics,
} from '@/areas/rolls/rules/order-roll-metrics'
import {
  estimateDueAt,
  isSameDoff,
  getLengthToWind,
  calculateWoundMetres,
  findOrderProblem,
  getWindingSpeed,
  clipDefectsToLength,
} from '@/areas/rolls/rules/winding'

const MIN = 60_000
test.each([
  ['what was said of the roll', { speed: 210 }, { speed: 200 }, { idealSpeed: 300 }, 210, false],
  ['what the winder is set to', { speed: null }, { speed: 200 }, { idealSpeed: 300 }, 200, false],
  ['a line that was set to stand', { speed: 0 }, null, { idealSpeed: 300 }, 0, false],
  ['the usual one of the line, as an estimate', { speed: null }, { speed: null }, { idealSpeed: 300 }, 300, true],
  ['nothing where nobody said anything', { speed: null }, null, { idealSpeed: null }, null, false],
  ['nothing of an unknown line', { speed: null }, null, null, null, false],
])('a roll is wound at %s', (_, roll, run, line, speed, isUsual) => {
  expect(getWindingSpeed(roll, run, line)).toEqual({ speed, isUsual })
})
describe('the length to wind', () => {
  const order = { id: 'b', jumboLengthM: 8400 }
  test.each([
    ['that of the roll', { lengthM: 8000 }, { workOrderId: 'b', windingM: 8200 }, order, 8000],
    ['what the winder was set to for the order', { lengthM: null }, { workOrderId: 'b', windingM: 8200 }, order, 8200],
    ['never what it was set to for the order before', null, { workOrderId: 'a', windingM: 11_400 }, order, 8400],
    [
      'nothing, rather than that of another order',
      null,
      { workOrderId: 'a', windingM: 11_400 },
      { ...order, jumboLengthM: null },
      null,
    ],
    ['what the winder was set to where no order runs', null, { workOrderId: null, windingM: 5000 }, null, 5000],
    ['what the order asks', null, null, order, 8400],
    [
      'nothing of the order begun since',
      { lengthM: null, workOrderId: 'a' },
      { workOrderId: 'b', windingM: 8200 },
      order,
      null,
    ],
    [
      'what was set for its own order',
      { lengthM: null, workOrderId: 'a' },
      { workOrderId: 'a', windingM: 11_400 },
      order,
      11_400,
    ],
  ])('is %s', (_name, roll, run, asked, metres) => expect(getLengthToWind(roll, run, asked)).toBe(metres))
})
describe('a winding roll', () => {
  test.each([
    ['runs', { startsAt: 0, speed: 200, stops: [] }, 10 * MIN, 2000],
    [
      'stood for 4 min, told twice',
      {
        startsAt: 0,
        speed: 200,
        stops: [
          { startsAt: MIN, endsAt: 4 * MIN },
          { startsAt: 2 * MIN, endsAt: 5 * MIN },
        ],
      },
      10 * MIN,
      1200,
    ],
    ['stands since 6 min', { startsAt: 0, speed: 200, stops: [{ startsAt: 6 * MIN, endsAt: null }] }, 10 * MIN, 1200],
    [
      'stood before it began',
      { startsAt: 5 * MIN, speed: 200, stops: [{ startsAt: 0, endsAt: 6 * MIN }] },
      10 * MIN,
      800,
    ],
    ['is of the future', { startsAt: 20 * MIN, speed: 200, stops: [] }, 10 * MIN, 0],
    ['has no speed', { startsAt: 0, speed: null, stops: [] }, 10 * MIN, null],
  ])('%s', (_what, roll, now, metres) => expect(calculateWoundMetres(roll, now)).toBe(metres))
  test('is due when its length is reached, but not while the line stands', () => {
    expect(estimateDueAt({ startsAt: 0, speed: 200, stops: [] }, 10_000, 10 * MIN)).toBe(50 * MIN)
    expect(
      estimateDueAt({ startsAt: 0, speed: 200, stops: [{ startsAt: MIN, endsAt: null }] }, 10_000, 10 * MIN),
    ).toBeNull()
    expect(estimateDueAt({ startsAt: 0, speed: 200, stops: [] }, null, 10 * MIN)).toBeNull()
  })
})
test.each([
  ['running', 'running', 'L', 5, null],
  ['paused', 'paused', 'L', 5, null],
  ['planned', 'planned', null, 5, 'notProducing'],
  ['of another line', 'running', 'X', 5, 'otherLine'],
  ['finished later', 'finished', 'L', 5, null],
  ['finished before', 'finished', 'L', 10, 'notProducing'],
  ['not begun then', 'finished', 'L', 0, 'notProducing'],
  ['finished and closed later', 'closed', 'L', 5, null],
  ['finished before, and closed', 'closed', 'L', 10, 'notProducing'],
  ['cancelled', 'cancelled', 'L', 5, 'notProducing'],
] as const)('an order %s', (_what, state, lineId, at, expected) =>
  expect(findOrderProblem({ state, lineId, startedAt: 1, finishedAt: 10 }, 'L', at)).toBe(expected),
)
test('two doffs by different people within two minutes are the same', () => {
  expect(isSameDoff({ at: 0, by: 'a' }, { at: 119_000, by: 'b' })).toBe(true)
  expect(isSameDoff({ at: 0, by: 'a' }, { at: 119_000, by: 'a' })).toBe(false)
  expect(isSameDoff({ at: 0, by: 'a' }, { at: 121_000, by: 'b' })).toBe(false)
})
test('defects beyond the counter move to its end', () =>
  expect(
    clipDefectsToLength(
      [
        { fromM: 90, toM: 120 },
        { fromM: 130, toM: 140 },
      ],
      100,
    ),
  ).toEqual([
    { fromM: 90, toM: 100 },
    { fromM: 100, toM: 100 },
  ]))

describe('metrics of an order', () => {
  const bad = (toM: number, grade: 'downgraded' | 'waste' = 'downgraded') => ({ fromM: 0, toM, grade })
  const jumbo = { state: 'uncut', netKg: 480, expectedKg: 500, lengthM: 1000, downgrades: [bad(100)] }
  const slit = { state: 'made', kg: 50, expectedKg: 48, lengthM: 500, grade: 'good' as const, downgrades: [] }
  test('a jumbo counts as output; its grade is decided at the end of its life', () => {
    expect(calculateJumboMetrics({ ...jumbo, state: 'winding' })).toEqual(zeroRollMetrics)
    expect(calculateJumboMetrics({ ...jumbo, state: 'deleted' })).toEqual(zeroRollMetrics)
    expect(calculateJumboMetrics(jumbo)).toEqual({ ...zeroRollMetrics, jumboRolls: 1, jumboKg: 480 })
    expect(calculateJumboMetrics({ ...jumbo, state: 'consumed' })).toEqual({
      jumboRolls: 1,
      jumboKg: 480,
      goodRolls: 0,
      goodKg: 432,
      downgradedKg: 48,
      wasteKg: 0,
    })
    expect(calculateJumboMetrics({ ...jumbo, netKg: null, state: 'scrapped' })).toMatchObject({
      jumboKg: 500,
      wasteKg: 500,
    })
  })
  test('of a cut jumbo are those of its slit rolls and the waste of its cutting', () => {
    const all = [
      calculateJumboMetrics({ ...jumbo, state: 'cut' }),
      calculateSlitRollMetrics(slit),
      calculateSlitRollMetrics({ ...slit, downgrades: [bad(250)] }),
      calculateSlitRollMetrics({ ...slit, state: 'recycled' }),
      calculateSlitRollMetrics({ ...slit, state: 'undone' }),
      calculateCuttingMetrics({ state: 'finished', wasteKg: 3 }),
      calculateCuttingMetrics({ state: 'open', wasteKg: 9 }),
    ]
    expect(sumMetrics(all)).toEqual({
      jumboRolls: 1,
      jumboKg: 480,
      goodRolls: 1,
      goodKg: 75,
      downgradedKg: 25,
      wasteKg: 53,
    })
    expect(calculateMetricsChange(all[1]!, all[2]!)).toMatchObject({ goodRolls: -1, goodKg: -25, downgradedKg: 25 })
  })
  test('the grade is that of the worst part', () => {
    expect([
      determineGrade([], 100),
      determineGrade([bad(1)], 100),
      determineGrade([bad(100, 'waste')], 100),
      determineGrade([bad(50, 'waste')], 100),
      determineGrade([], 0),
    ]).toEqual(['good', 'downgraded', 'waste', 'downgraded', 'good'])
  })
})
