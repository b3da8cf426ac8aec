import { describe, expect, it } from 'vitest'
import { buildMenuTree, type StoredMenuNode } from '@/areas/access/rules/menu-tree'
import { calculateUnallocatedAmount } from '@/areas/cost/rules/unallocated-costs'
import { KEEP_ALL_STATES_MS, STATE_INTERVAL_MS, selectStatesToStore } from '@/areas/feeding/rules/hopper-content'
import { checkLotDecision } from '@/areas/feeding/rules/feed'
import { isPlausible, getRetentionStart, clampToStorableTime } from '@/areas/telemetry/rules/odd-reading'

describe('a reading', () => {
  it('is a number below a million million, on either side of zero', () => {
    expect([999_999_999_999, -999_999_999_999, 0].map(isPlausible)).toEqual([true, true, true])
    expect([1e12, -1e12, NaN, Infinity].map(isPlausible)).toEqual([false, false, false, false])
  })
  it('is stored if not older than the first day of the allowed months', () => {
    expect(getRetentionStart(Date.parse('2026-11-20T05:00:00Z'), 13)).toBe('2025-10-01T00:00:00.000Z')
    expect(getRetentionStart(Date.parse('2026-03-31T05:00:00Z'), 1)).toBe('2026-02-01T00:00:00.000Z')
  })
  it('has a time that Excel can represent', () => {
    const [first, last] = [Date.parse('1900-01-01T00:00:00Z'), Date.parse('9999-12-30T00:00:00Z')]
    expect([first, first - 1, last, last + 1, NaN, 0].map(clampToStorableTime)).toEqual([
      first,
      first,
      last,
      last,
      first,
      0,
    ])
  })
})

describe('states of hoppers', () => {
  const now = 100 * 24 * 3_600_000
  const old = now - KEEP_ALL_STATES_MS
  it('of the last two days are all stored', () => {
    const states = [{ at: old + 1 }, { at: old + 2 }, { at: now }]
    expect(selectStatesToStore(states, now)).toEqual(states)
  })
  it('of earlier days are thinned to one in eight hours, the first and the last', () => {
    const begin = now - 40 * STATE_INTERVAL_MS
    const states = [0, 1, 2].map((i) => ({ at: begin + i }))
    // Of one eight hours: the first, and the last as the count goes on from it.
    expect(selectStatesToStore(states, now)).toEqual([states[0], states[2]])
    const later = { at: begin + STATE_INTERVAL_MS }
    expect(selectStatesToStore([...states, later, { at: later.at + 1 }, { at: old }], now)).toEqual([
      states[0],
      later,
      { at: old },
    ])
  })
})

it('releasing a lot from quarantine needs no reason; every other decision does', () => {
  expect(checkLotDecision('quarantine', 'released', null)).toEqual({ isAllowed: true })
  expect(checkLotDecision('quarantine', 'concession', ' ')).toEqual({ isAllowed: false, reason: 'reasonMissing' })
  expect(checkLotDecision('blocked', 'released', null)).toEqual({ isAllowed: false, reason: 'reasonMissing' })
  expect(checkLotDecision('blocked', 'released', '复检合格')).toEqual({ isAllowed: true })
  expect(checkLotDecision('released', 'released', '复检合格')).toEqual({ isAllowed: false, reason: 'sameState' })
})

it('consumed cost is either charged or left: the three amounts add up to the fen', () => {
  const unallocated = calculateUnallocatedAmount(
    [
      { quantity: 10, cost: 100.004 },
      { quantity: 5, cost: 50.004 },
    ],
    [
      { quantity: 8, fen: 8003 },
      { quantity: 2, fen: 2000 },
    ],
  )
  // 150.008 CNY are 15,001 fen.
  expect(unallocated).toEqual({
    usedFen: 15_001,
    chargedFen: 10_003,
    unallocatedFen: 4998,
    quantity: 15,
    unallocatedQuantity: 5,
  })
})

it('the menu keeps granted buttons, viewable pages, and groups with remaining children', () => {
  const node = (id: string, parentId: string | null, menuType: number, url: string, position = 0): StoredMenuNode => ({
    id,
    name: id,
    parentId,
    menuType,
    url,
    icon: null,
    position,
  })
  const nodes = [
    node('group', null, 2, ''),
    node('edit', 'page', 4, 'rollsEdit', 2),
    node('view', 'page', 4, 'rollsView', 1),
    node('page', 'group', 3, 'rolls', 2),
    node('view2', 'page2', 4, 'stockView', 1),
    node('page2', 'group', 3, 'stock', 1),
  ]
  const ids = (granted: string[] | null) => {
    const walk = (all: ReturnType<typeof buildMenuTree>): unknown[] =>
      all.map(({ id, children }) => [id, walk(children)])
    return walk(buildMenuTree(nodes, granted && new Set(granted), ({ name }) => name))
  }
  expect(ids(null)).toEqual([
    [
      'group',
      [
        ['page2', [['view2', []]]],
        [
          'page',
          [
            ['view', []],
            ['edit', []],
          ],
        ],
      ],
    ],
  ])
  expect(ids(['rollsView'])).toEqual([['group', [['page', [['view', []]]]]]])
  // Who may only edit sees nothing of it.
  expect(ids(['rollsEdit'])).toEqual([])
  expect(ids([])).toEqual([])
})
