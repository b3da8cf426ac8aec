import { describe, expect, it } from 'vitest'
import {
  checkFeed,
  calculateCounterKg,
  getFeedCapacityKg,
  hasRefusal,
  type FeedCheckInput,
  type FeedLot,
} from '@/areas/feeding/rules/feed'
import {
  calculateHopperIncreaseKg,
  calculateLineCapacityKg,
  calculateMassBalance,
  calculateMaxLeftKg,
  type MassFlows,
} from '@/areas/feeding/rules/mass-balance'

const lot: FeedLot = {
  kind: 'main',
  state: 'released',
  receivedOn: '2026-11-18',
  expiresOn: '2027-01-01',
  leftKg: 1000,
}
const standard = { isApproved: true, limits: [{ materialId: 'white', minPercent: 0.5, maxPercent: 5 }] }
const feed: FeedCheckInput = {
  kind: 'main',
  materialId: 'resin',
  kg: 500,
  lot,
  standard,
  fedKgByMaterial: new Map([
    ['resin', 900],
    ['white', 20],
  ]),
  canOrderProduce: true,
  isBeforePreparation: false,
  businessDate: '2026-11-20',
  calendarDay: '2026-11-20',
  capacityKg: 1000,
  reason: null,
  hopperPurpose: null,
  canOverrule: false,
}

describe('checks of a feed', () => {
  it.each<[string, Partial<FeedCheckInput>, string[], boolean]>([
    ['as it should be', {}, [], false],
    ['nothing', { kg: 0 }, ['notPositive'], true],
    ['no number', { kg: Number.NaN }, ['notPositive'], true],
    ['a finished order', { canOrderProduce: false }, ['orderNotRunning'], true],
    ['a feed long before the order', { isBeforePreparation: true }, ['orderNotBegun'], true],
    [
      'a feed long before the order, with a reason',
      { isBeforePreparation: true, reason: '补录开单' },
      ['fedBeforeStart'],
      false,
    ],
    ['a blocked lot', { lot: { ...lot, state: 'blocked' } }, ['blocked'], true],
    ['a lot not released yet', { lot: { ...lot, state: 'quarantine' } }, ['notReleased'], true],
    ['a lot under concession', { lot: { ...lot, state: 'concession' } }, [], false],
    ['a lot that expired today', { lot: { ...lot, expiresOn: '2026-11-20' } }, ['expired'], true],
    ['a lot on the day of its receipt', { calendarDay: '2026-11-18' }, [], false],
    ['a lot the day before its receipt', { calendarDay: '2026-11-17' }, ['notReceived'], true],
    [
      'a lot before its receipt, with a reason',
      { calendarDay: '2026-11-17', reason: '先到货后补单' },
      ['fedBeforeReceipt'],
      false,
    ],
    ['a lot before its release', { lot: { ...lot, isReleasedAfterFeed: true } }, ['fedBeforeRelease'], false],
    ['a lot of another kind', { lot: { ...lot, kind: 'sub' } }, ['wrongKind'], true],
    ['resin without a lot', { lot: null }, ['noLot'], true],
    ['trim without a lot', { kind: 'mid', materialId: 'trim', lot: null }, [], false],
    ['more than the lot holds', { kg: 901, lot: { ...lot, leftKg: 900 } }, ['belowZero'], true],
    [
      'more than the lot holds, with a reason of blanks',
      { kg: 901, lot: { ...lot, leftKg: 900 }, reason: ' ' },
      ['belowZero'],
      true,
    ],
    [
      'more than the lot holds, with a reason',
      { kg: 901, lot: { ...lot, leftKg: 900 }, reason: '标签有误' },
      ['moreThanLeft'],
      false,
    ],
    ['its own hopper', { hopperPurpose: 'main' }, [], false],
    ['the hopper of another', { hopperPurpose: 'sub' }, ['hopperForOther'], true],
    ['… with a reason of anybody', { hopperPurpose: 'sub', reason: '试机' }, ['hopperForOther'], true],
    ['… of a lead without a reason', { hopperPurpose: 'sub', canOverrule: true }, ['hopperForOther'], true],
    ['… of a lead with a reason', { hopperPurpose: 'sub', reason: '试机', canOverrule: true }, ['otherUse'], false],
    ['a hopper at once', { kg: 1000, lot: { ...lot, leftKg: null } }, [], false],
    ['three hoppers at once', { kg: 3000, lot: { ...lot, leftKg: null } }, ['moreThanHolds'], false],
    ['more than three hoppers at once', { kg: 3000.1, lot: { ...lot, leftKg: null } }, ['tooMuchAtOnce'], true],
    ['no standard', { standard: null }, ['noStandard'], false],
    ['a standard not approved', { standard: { ...standard, isApproved: false } }, ['notApproved'], true],
    [
      'too much masterbatch',
      { kind: 'sub', materialId: 'white', kg: 40, lot: { ...lot, kind: 'sub' } },
      ['aboveRatio'],
      false,
    ],
    ['enough masterbatch', { kind: 'sub', materialId: 'white', kg: 20, lot: { ...lot, kind: 'sub' } }, [], false],
    [
      'too little masterbatch',
      {
        kind: 'sub',
        materialId: 'white',
        kg: 1,
        lot: { ...lot, kind: 'sub' },
        fedKgByMaterial: new Map([['resin', 900]]),
      },
      ['belowRatio'],
      false,
    ],
    [
      'masterbatch of another colour',
      { kind: 'sub', materialId: 'blue', kg: 20, lot: { ...lot, kind: 'sub' } },
      ['notInStandard'],
      false,
    ],
    [
      'another resin than the one it is made of',
      {
        materialId: 'meltblown resin',
        standard: { ...standard, limits: [{ materialId: 'resin', minPercent: 90, maxPercent: 100 }] },
      },
      ['notInStandard'],
      false,
    ],
    [
      'resin where the standard names none',
      {
        materialId: 'other resin',
        standard: { ...standard, limits: [{ materialId: 'white', minPercent: 1, maxPercent: 3 }] },
      },
      [],
      false,
    ],
    [
      'masterbatch where the standard names nothing',
      { kind: 'sub', materialId: 'blue', kg: 20, lot: { ...lot, kind: 'sub' }, standard: { ...standard, limits: [] } },
      [],
      false,
    ],
    [
      'the first bag of an order',
      { kind: 'sub', materialId: 'white', kg: 20, lot: { ...lot, kind: 'sub' }, fedKgByMaterial: new Map() },
      [],
      false,
    ],
  ])('%s', (_name, change, codes, refused) => {
    const found = checkFeed({ ...feed, ...change })
    expect(found.map((f) => f.code)).toEqual(codes)
    expect(hasRefusal(found)).toBe(refused)
  })
  it('a counter-entry takes back no more than is left of its entry', () => {
    expect(calculateCounterKg(25, [], null)).toBe(-25)
    expect(calculateCounterKg(25, [-10], null)).toBe(-15)
    expect(calculateCounterKg(25, [-10], 15)).toBe(-15)
    expect(calculateCounterKg(25, [-10], 15.5)).toBeNull()
    expect(calculateCounterKg(25, [-25], null)).toBeNull()
    expect(calculateCounterKg(25, [], -5)).toBeNull()
    // Of an emptied hopper nothing may have come back.
    expect([
      calculateCounterKg(25, [], 0),
      calculateCounterKg(25, [], 0, 'emptied'),
      calculateCounterKg(25, [-25], null, 'emptied'),
    ]).toEqual([null, 0, 0])
    expect(calculateCounterKg(25, [-20], 10, 'changedOver')).toBeNull()
  })
})

describe('mass balance', () => {
  const flows: MassFlows = {
    fedKg: 1000,
    woundKg: 960,
    disposedKg: 10,
    pelletizedKg: 25,
    inProcessKg: 0,
    hopperIncreaseKg: 0,
  }
  it.each<[Partial<MassFlows>, object]>([
    [{}, { gapKg: 5, gapPercent: 0.5, isWithinTolerance: true, cause: 'none' }],
    [{ woundKg: 830 }, { gapKg: 135, isWithinTolerance: false, cause: 'wasteNotWeighed' }],
    [
      { woundKg: 880, inProcessKg: 50 },
      { gapKg: 85, isWithinTolerance: false, cause: 'notWeighed' },
    ],
    [{ woundKg: 1130 }, { gapKg: -165, isWithinTolerance: false, cause: 'fedNotScanned' }],
    [{ fedKg: 0 }, { gapPercent: null, isWithinTolerance: false }],
    // A silo filled for the orders to come, and an order made of it.
    [
      { fedKg: 25_000, hopperIncreaseKg: 24_000 },
      { gapKg: 5, gapPercent: 0.02, isWithinTolerance: true, cause: 'none' },
    ],
    [
      { fedKg: 20, hopperIncreaseKg: -975 },
      { gapKg: 0, gapPercent: 0, isWithinTolerance: true, cause: 'none' },
    ],
    [
      { fedKg: 0, hopperIncreaseKg: -900 },
      { gapKg: -95, isWithinTolerance: false, cause: 'fedNotScanned' },
    ],
    [
      { fedKg: 0, woundKg: 0, disposedKg: 0, pelletizedKg: 0 },
      { gapPercent: null, isWithinTolerance: true },
    ],
  ])('%j', (change, expected) => {
    expect(calculateMassBalance({ ...flows, ...change }, 2)).toMatchObject(expected)
  })
  it('leaves in the hoppers everything that was neither drawn nor found missing at emptying', () => {
    expect(calculateHopperIncreaseKg({ fedKg: 1000, drawnKg: 900, lostKg: 10 })).toBe(90)
    expect(calculateHopperIncreaseKg({ fedKg: 20, drawnKg: 995, lostKg: 0 })).toBe(-975)
  })
  it('leaves in a hopper no more than its capacity and its feeds: resin fills no masterbatch hopper', () => {
    const hoppers = [
      { id: 'resin', capacityKg: 16_000 },
      { id: 'trim', capacityKg: 2000 },
      { id: 'white', capacityKg: 800 },
      { id: 'usual', capacityKg: null },
    ]
    const defaultCapacities = { hopperKg: 500, extruderKg: 500 }
    const left = (fed: [string | null, number][]) => calculateMaxLeftKg(hoppers, new Map(fed), defaultCapacities)
    expect(left([['resin', 30_000]])).toBe(16_500)
    expect(left([['resin', 1000]])).toBe(1500)
    const each = [
      ['resin', 30_000],
      ['white', 300],
      ['usual', 900],
      ['gone', 900],
    ] as [string, number][]
    expect(left(each)).toBe(16_000 + 300 + 500 + 500 + 500)
    // What names no hopper may lie in any, all together in no more than there are; what was taken back is in none.
    expect(
      left([
        [null, 90_000],
        ['resin', 5000],
      ]),
    ).toBe(19_800)
    expect(left([['resin', -20]])).toBe(500)
    expect(calculateHopperIncreaseKg({ fedKg: 30_000, drawnKg: 0, lostKg: 0 }, 19_800, 16_500)).toBe(16_500)
    expect(calculateHopperIncreaseKg({ fedKg: 0, drawnKg: 30_000, lostKg: 0 }, 19_800, 500)).toBe(-19_800)
  })
  it('holds no more in process than hoppers and extruder', () => {
    // Two hoppers, one of 800 kg and one as usual, and the extruder: 800 + 1,000 + 200.
    const holds = calculateLineCapacityKg([{ capacityKg: 800 }, { capacityKg: null }], {
      hopperKg: 1000,
      extruderKg: 200,
    })
    expect(holds).toBe(2000)
    const hopperIncreaseKg = calculateHopperIncreaseKg({ fedKg: 10_000_000, drawnKg: 995, lostKg: 0 }, holds)
    expect(hopperIncreaseKg).toBe(2000)
    expect(calculateMassBalance({ ...flows, fedKg: 10_000_000, hopperIncreaseKg }, 2, holds)).toMatchObject({
      isWithinTolerance: false,
      cause: 'fedTooMuch',
      gapKg: 9_997_005,
    })
    expect(calculateHopperIncreaseKg({ fedKg: 0, drawnKg: 5000, lostKg: 0 }, holds)).toBe(-2000)
    expect(calculateLineCapacityKg([], { hopperKg: 1000, extruderKg: 200 })).toBe(1200)
    expect(getFeedCapacityKg({ packageKg: 25 }, { capacityKg: 800 }, { hopperKg: 1000 })).toBe(800)
    expect(getFeedCapacityKg({ packageKg: 1100 }, { capacityKg: null }, { hopperKg: 1000 })).toBe(1100)
  })
})
