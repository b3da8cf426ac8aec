import { describe, expect, it } from 'vitest'
import { overlayRows } from '@/offline/overlay'
import {
  calculateFedKg,
  checkFeedLocally,
  getLastValues,
  calculateLotLeftKg,
  getOfferedKgs,
  calculateRemainingKg,
  type LocalFeedRow,
  type LocalFeedCheckInput,
} from '@/areas/feeding/client/feed/check-feed-locally'
import { buildBalanceBar } from '@/areas/feeding/client/order/BalanceSection'
import { feedingContract } from '@/areas/feeding/contract'
import { buildAreaPreviews } from '@/offline/command-preview'
import { buildPlantSettings } from '@/plant/rules/settings'
import { findShortMaterials } from '@/areas/feeding/client/today/FeedCard'

const line = (id: string, kg: number, more: Partial<LocalFeedRow> = {}) =>
  ({
    id,
    kg,
    kind: 'main',
    materialId: 'resin',
    lotId: 'lot',
    hopperId: 'A',
    counterOf: null,
    fedAt: '2026-11-20T01:00:00.000Z',
    ...more,
  }) as LocalFeedRow
const feedContext = {
  order: { id: 'o', state: 'running', lineId: 'l1', startedAt: null, finishedAt: null },
  material: { id: 'resin', kind: 'main' },
  lot: { id: 'lot', state: 'released', expiresOn: null, leftKg: 500 },
  kg: 100,
  hopper: null,
  reason: '',
  canOverrule: false,
  settings: buildPlantSettings([]),
  standards: [],
  orderFeeds: [],
  now: '2026-11-20T02:00:00.000Z',
  businessDate: '2026-11-20',
} as unknown as LocalFeedCheckInput
const codes = (more: object) =>
  checkFeedLocally({ ...feedContext, ...more } as LocalFeedCheckInput).map(({ code }) => code)

const previews = buildAreaPreviews(feedingContract)
describe("the phone's check of a feed", () => {
  const standard = {
    state: 'approved',
    newest: true,
    lineId: null,
    ratios: [{ materialId: 'resin', minPercent: null, maxPercent: 50 }],
  }
  it('is empty before order and material are chosen, and never complains about missing input', () => {
    expect(codes({ order: null })).toEqual([])
    expect(codes({ material: null })).toEqual([])
    expect(codes({ kg: null, lot: { ...feedContext.lot, leftKg: -50 } })).toEqual(['noStandard'])
  })
  it('deducts its own unsent entries from the lot', () => {
    expect(codes({ kg: 450 })).toEqual(['noStandard'])
    const waiting = { pending: { state: 'pending', isCreationBlocked: false } } as const
    expect(codes({ kg: 450, orderFeeds: [line('a', 60, waiting)] })).toEqual(['belowZero', 'noStandard'])
    expect(codes({ kg: 450, orderFeeds: [line('a', 60)] })).toEqual(['noStandard']) // the server has taken it off already
  })
  it('ignores refused entries, which wait for a person', () => {
    const refused = { pending: { state: 'attention', isCreationBlocked: true } } as const
    const lot = { id: 'lot', leftKg: 500 }
    expect(
      calculateLotLeftKg(lot, [
        line('a', 60, refused),
        line('b', 40, { pending: { state: 'pending', isCreationBlocked: false } }),
      ]),
    ).toBe(460)
    // Only the correction of the partial return was refused: the server has deducted the whole feed from the lot.
    expect(
      calculateLotLeftKg(lot, [line('a', 60, { pending: { state: 'attention', isCreationBlocked: false } })]),
    ).toBe(500)
    const lines = [line('a', 250), line('b', 500, { materialId: 'white', kind: 'sub' })]
    expect(codes({ standards: [standard], orderFeeds: [...lines, line('c', 1000, refused)] })).toEqual([])
    expect(codes({ standards: [standard], orderFeeds: [...lines, line('c', 1000)] })).toEqual(['aboveRatio'])
  })
  it('checks ratios if it knows all entries of the order, otherwise leaves them to the server', () => {
    const orderFeeds = [line('a', 300), line('b', 100, { materialId: 'white', kind: 'sub' })]
    expect(codes({ standards: [standard], orderFeeds })).toEqual(['aboveRatio'])
    expect(codes({ standards: [standard], orderFeeds: null })).toEqual([])
    expect(codes({ standards: [{ ...standard, state: 'rejected' }], orderFeeds })).toEqual(['noStandard'])
    expect(codes({ standards: [{ ...standard, lineId: 'l2' }], orderFeeds })).toEqual(['noStandard'])
  })
})
describe('the weight of an entry', () => {
  it('is zero if the feed was refused, and complete if only its counter-entry was refused', () => {
    const fed = line('a', 100, { pending: { state: 'attention', isCreationBlocked: true } })
    expect(calculateFedKg(fed, [fed])).toBe(0)
    const kept = line('b', 100, { pending: { state: 'attention', isCreationBlocked: false } })
    expect(calculateFedKg(kept, [kept, line('c', -20, { counterOf: 'b' })])).toBe(80)
    const waiting = line('d', 100, { pending: { state: 'pending', isCreationBlocked: false }, takenBackKg: 30 })
    expect(calculateFedKg(waiting, [waiting])).toBe(70)
  })
})
describe('an entry taken back', () => {
  it('counts what is left after counter-entries, including unsent ones', () => {
    const feedLine = line('a', 100)
    expect(calculateRemainingKg(feedLine, [feedLine, line('c', -30, { counterOf: 'a' })])).toBe(70)
    const op = {
      id: 'op',
      resource: 'feed',
      entityId: 'a',
      op: 'feed.counter',
      body: { id: 'a', kg: 30, reason: 'x' },
      creates: 0,
      occurredAt: '2026-11-20T02:00:00.000Z',
      userId: 'me',
      seq: 1,
      state: 'pending',
      dependsOn: [],
      entityKey: 'feed:x',
    }
    const [displayedFeed] = overlayRows('feed', [feedLine], [op as never], { previews })
    expect(calculateRemainingKg(displayedFeed as LocalFeedRow, [displayedFeed as LocalFeedRow])).toBe(70)
    expect(calculateLotLeftKg({ id: 'lot', leftKg: 500 }, [displayedFeed as LocalFeedRow])).toBe(530)
  })
})
it('a feed saved offline is displayed at once in its future form', () => {
  const op = {
    id: 'op',
    resource: 'feed',
    entityId: 'n',
    op: 'feed.addSub',
    body: { id: 'n', workOrderId: 'o', lineId: 'l1', kg: 25 },
    creates: 1,
    occurredAt: '2026-11-20T02:00:00.000Z',
    userId: 'me',
    seq: 1,
    state: 'pending',
    dependsOn: [],
    entityKey: 'feed:x',
  }
  const [displayedFeed] = overlayRows('feed', [], [op as never], { previews })
  expect(displayedFeed).toMatchObject({
    id: 'n',
    kind: 'sub',
    kg: 25,
    fedAt: '2026-11-20T02:00:00.000Z',
    userId: 'me',
    counterOf: null,
    findings: [],
    pending: { opId: 'op' },
  })
})
it('last values list those of the same material first, each once, without counter-entries', () => {
  const lines = [
    line('a', 25, { materialId: 'white', hopperId: 'B' }),
    line('b', 500),
    line('c', -500, { counterOf: 'b' }),
    line('d', 500),
    line('e', 250, { hopperId: 'A2' }),
  ]
  expect(getLastValues(lines, 'resin', 'kg')).toEqual([500, 250])
  expect(getLastValues(lines, 'white', 'hopperId')).toEqual(['B', 'A', 'A2'])
})
it('the balance bar is complete: a missing amount is its last part, a surplus extends past the feed', () => {
  const none = {
    woundKg: 0,
    woundGoodKg: 0,
    woundDowngradedKg: 0,
    woundWasteKg: 0,
    woundCorrectedKg: 0,
    disposedKg: 0,
    pelletizedKg: 0,
    inProcessKg: 0,
    goodKg: 0,
    downgradedKg: 0,
    wasteKg: 0,
    recycledKg: 0,
    hopperKg: 0,
    gapPercent: null,
    closes: true,
    cause: 'none' as const,
  }
  const missing = buildBalanceBar({ ...none, fedKg: 1000, woundGoodKg: 900, woundWasteKg: 50, gapKg: 50 })
  expect(missing.parts.map(({ name, percent }) => [name, percent])).toEqual([
    ['woundGoodKg', 90],
    ['woundWasteKg', 5],
    ['gapKg', 5],
  ])
  const surplus = buildBalanceBar({ ...none, fedKg: 800, woundGoodKg: 1000, gapKg: -200 })
  expect(surplus).toEqual({ parts: [{ name: 'woundGoodKg', kg: 1000, percent: 100 }], fedPercent: 80 })
  const silo = buildBalanceBar({ ...none, fedKg: 1000, woundGoodKg: 400, hopperKg: 600, gapKg: 0 })
  expect(silo.parts.map(({ name, percent }) => [name, percent])).toEqual([
    ['woundGoodKg', 40],
    ['hopperKg', 60],
  ])
  // Shows the hopper contents: a feed ends where the contents begin.
  expect(buildBalanceBar({ ...none, fedKg: 100, woundGoodKg: 400, hopperKg: -300, gapKg: 0 })).toEqual({
    parts: [{ name: 'woundGoodKg', kg: 400, percent: 100 }],
    fedPercent: 25,
  })
  expect(buildBalanceBar({ ...none, fedKg: 0, gapKg: 0 }).parts).toEqual([])
})
it('a material runs low by its usable stock', () => {
  const materials = [
    { id: 'a', kind: 'main', name: 'A', minimumKg: 100 },
    { id: 'b', kind: 'sub', name: 'B', minimumKg: 100 },
    { id: 'c', kind: 'sur', name: 'C', minimumKg: null },
    { id: 'd', kind: 'pack', name: 'D', minimumKg: 50 },
  ]
  const lots = [
    { materialId: 'a', leftKg: 80, expiresOn: null },
    { materialId: 'a', leftKg: 80, expiresOn: '2026-11-20' },
    { materialId: 'b', leftKg: 120, expiresOn: null },
    { materialId: 'b', leftKg: -50, expiresOn: null },
  ]
  expect(findShortMaterials(materials as never, lots as never, '2026-11-20')).toMatchObject([
    { material: { id: 'a' }, leftKg: 80, minimumKg: 100 },
  ])
})

describe('suggested weights', () => {
  it.each([
    ['no lot, four of the last', [8, 7, 6, 5, 4], null, [8, 7, 6, 5]],
    ['none that the lot has not, and the rest of it', [7216, 500, 25], 5115, [500, 25, 5115]],
    ['the rest once, where it was fed last', [500, 25], 25, [25]],
    ['nothing of an empty lot', [1574, 500], 0, []],
    ['nothing of one that was overdrawn', [1574], -3, []],
  ])('%s', (_, last, left, offered) => {
    expect(getOfferedKgs(last, left)).toEqual(offered)
  })
})
