import { describe, expect, it } from 'vitest'
import { checkFeed, counterKg, refuses, type Feed, type Lot } from '@/areas/feeding/rules/feed'
import { massBalance, type MassFlows } from '@/areas/feeding/rules/mass-balance'
import { lotsIn, type FeedLine } from '@/areas/feeding/rules/residence'

const lot: Lot = { kind: 'main', state: 'released', expiresOn: '2027-01-01', leftKg: 1000 }
const standard = { approved: true, limits: [{ materialId: 'white', minPercent: 0.5, maxPercent: 5 }] }
const feed: Feed = {
  kind: 'main',
  materialId: 'resin',
  kg: 500,
  lot,
  standard,
  fed: new Map([
    ['resin', 900],
    ['white', 20],
  ]),
  orderMayProduce: true,
  businessDate: '2026-11-20',
}

describe('checks of a feed', () => {
  it.each<[string, Partial<Feed>, string[], boolean]>([
    ['as it should be', {}, [], false],
    ['nothing', { kg: 0 }, ['notPositive'], true],
    ['no number', { kg: Number.NaN }, ['notPositive'], true],
    ['a finished order', { orderMayProduce: false }, ['orderNotRunning'], true],
    ['a blocked lot', { lot: { ...lot, state: 'blocked' } }, ['blocked'], true],
    ['a lot not released yet', { lot: { ...lot, state: 'quarantine' } }, ['notReleased'], true],
    ['a lot under concession', { lot: { ...lot, state: 'concession' } }, [], false],
    ['a lot that expired today', { lot: { ...lot, expiresOn: '2026-11-20' } }, ['expired'], true],
    ['a lot of another kind', { lot: { ...lot, kind: 'sub' } }, ['wrongKind'], true],
    ['resin without a lot', { lot: null }, ['noLot'], true],
    ['trim without a lot', { kind: 'mid', materialId: 'trim', lot: null }, [], false],
    ['more than the lot holds', { kg: 1001 }, ['moreThanLeft'], false],
    ['no standard', { standard: null }, ['noStandard'], false],
    ['a standard not approved', { standard: { ...standard, approved: false } }, ['notApproved'], true],
    [
      'too much masterbatch',
      { kind: 'sub', materialId: 'white', kg: 40, lot: { ...lot, kind: 'sub' } },
      ['aboveRatio'],
      false,
    ],
    ['enough masterbatch', { kind: 'sub', materialId: 'white', kg: 20, lot: { ...lot, kind: 'sub' } }, [], false],
    [
      'too little masterbatch',
      { kind: 'sub', materialId: 'white', kg: 1, lot: { ...lot, kind: 'sub' }, fed: new Map([['resin', 900]]) },
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
      'masterbatch where the standard names nothing',
      { kind: 'sub', materialId: 'blue', kg: 20, lot: { ...lot, kind: 'sub' }, standard: { ...standard, limits: [] } },
      [],
      false,
    ],
    [
      'the first bag of an order',
      { kind: 'sub', materialId: 'white', kg: 20, lot: { ...lot, kind: 'sub' }, fed: new Map() },
      [],
      false,
    ],
  ])('%s', (_name, change, codes, refused) => {
    const found = checkFeed({ ...feed, ...change })
    expect(found.map((f) => f.code)).toEqual(codes)
    expect(refuses(found)).toBe(refused)
  })
  it('a counter-line takes back no more than is left of the line', () => {
    expect(counterKg(25, [], null)).toBe(-25)
    expect(counterKg(25, [-10], null)).toBe(-15)
    expect(counterKg(25, [-10], 15)).toBe(-15)
    expect(counterKg(25, [-10], 15.5)).toBeNull()
    expect(counterKg(25, [-25], null)).toBeNull()
    expect(counterKg(25, [], -5)).toBeNull()
  })
})

describe('mass balance', () => {
  const flows: MassFlows = { fedKg: 1000, goodKg: 930, downgradedKg: 30, wasteKg: 10, recycledKg: 25, inProcessKg: 0 }
  it.each<[Partial<MassFlows>, object]>([
    [{}, { gapKg: 5, gapPercent: 0.5, closes: true, cause: 'none' }],
    [{ goodKg: 800 }, { gapKg: 135, closes: false, cause: 'wasteNotWeighed' }],
    [
      { goodKg: 800, inProcessKg: 50 },
      { gapKg: 85, closes: false, cause: 'notWeighed' },
    ],
    [{ goodKg: 1100 }, { gapKg: -165, closes: false, cause: 'fedNotScanned' }],
    [{ fedKg: 0 }, { gapPercent: null, closes: false }],
    [
      { fedKg: 0, goodKg: 0, downgradedKg: 0, wasteKg: 0, recycledKg: 0 },
      { gapPercent: null, closes: true },
    ],
  ])('%j', (change, expected) => {
    expect(massBalance({ ...flows, ...change }, 2)).toMatchObject(expected)
  })
})

describe('lots in a roll', () => {
  const MIN = 60_000
  const line = (id: string, at: number, more: Partial<FeedLine> = {}): FeedLine => ({
    id,
    lotId: id.toUpperCase(),
    materialId: 'resin',
    hopper: 'A',
    at: at * MIN,
    kg: 600,
    ...more,
  })
  const feeds = [
    line('a', 0),
    line('b', 60),
    line('c', 120),
    line('m', 0, { materialId: 'white', hopper: 'B', kg: 20 }),
  ]
  const residence = { delayMs: 20 * MIN, spreadMs: 5 * MIN }
  const lots = (from: number, to: number) =>
    lotsIn({ startsAt: from * MIN, endsAt: to * MIN }, feeds, residence)
      .map((l) => l.lotId)
      .sort()
  it('what is fed comes out after the residence time', () => {
    expect(lots(30, 70)).toEqual(['A', 'M'])
    expect(lots(90, 130)).toEqual(['B', 'M'])
  })
  it('several lots in one roll, and both around a change', () => {
    expect(lots(60, 160)).toEqual(['A', 'B', 'C', 'M'])
    expect(lots(82, 84)).toEqual(['A', 'B', 'M'])
  })
  it('the last lot runs until another is fed', () => {
    expect(lots(1000, 1100)).toEqual(['C', 'M'])
  })
  it('before the first feed came through there is none', () => {
    expect(lots(0, 10)).toEqual([])
  })
  it('the mass is the feed in proportion to the time', () => {
    const [first] = lotsIn({ startsAt: 20 * MIN, endsAt: 50 * MIN }, feeds, residence)
    expect(first).toMatchObject({ lotId: 'A', kg: 300 })
  })
  it('counter-lines and lines without mass bring no lot', () => {
    expect(
      lotsIn({ startsAt: 0, endsAt: 999 * MIN }, [line('x', 0, { kg: 0 }), line('y', 1, { kg: -5 })], residence),
    ).toEqual([])
  })
})
