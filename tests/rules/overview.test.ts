import { describe, expect, it } from 'vitest'
import { findLimitAlarms } from '@/areas/overview/rules/limit-alarms'
import { resolveCardSize, findGridProblem, mergeKeyedLists } from '@/areas/overview/rules/grid'
import { determineLineState } from '@/areas/overview/rules/line-state'
import { indexLimitsByKey, getLineKey } from '@/areas/overview/rules/parameter-keys'
import { rankRows } from '@/areas/overview/rules/target-verdict'

describe('alarms of a curve', () => {
  const stepMs = 900_000
  const slot = (i: number, low: number, high: number) => ({ from: i * stepMs, low, high })
  const findAlarms = (slots: ReturnType<typeof slot>[], now = 100 * stepMs, limits: object = {}) =>
    findLimitAlarms(slots, { low: 10, high: 20, stepMs, nowMs: now, ...limits })
  it('begin outside the limits, not at them', () => {
    expect(findAlarms([slot(0, 10, 20)])).toEqual([])
    expect(findAlarms([slot(0, 9.9, 20)])).toEqual([{ from: 0, to: stepMs, worst: 9.9 }])
    expect(findAlarms([slot(0, 10, 20.1)])).toEqual([{ from: 0, to: stepMs, worst: 20.1 }])
    expect(findAlarms([slot(0, -5, 99)], undefined, { low: null, high: null })).toEqual([])
  })
  it('continue over adjacent slots with their extreme value; a good or missing slot ends an alarm', () => {
    expect(findAlarms([slot(0, 8, 12), slot(1, 12, 25), slot(2, 9, 12)])).toEqual([
      { from: 0, to: 3 * stepMs, worst: 25 },
    ])
    expect(findAlarms([slot(0, 8, 12), slot(2, 8, 12)])).toHaveLength(2)
    expect(findAlarms([slot(0, 8, 12), slot(1, 12, 15), slot(2, 8, 12)])).toHaveLength(2)
    // Of a slot that was outside on both sides, the side further off; of equals the high one.
    expect(findAlarms([slot(0, 7, 22)])[0]?.worst).toBe(7)
    expect(findAlarms([slot(0, 8, 22)])[0]?.worst).toBe(22)
  })
  it('of the current slot are not over', () => {
    expect(findAlarms([slot(0, 8, 12)], stepMs - 1)[0]?.to).toBeNull()
    expect(findAlarms([slot(0, 8, 12)], stepMs)[0]?.to).toBe(stepMs)
  })
})

describe('the current state of a line', () => {
  const [stopped, ordered, restarted] = ['2026-11-20T02:00:00Z', '2026-11-20T01:00:00Z', '2026-11-20T03:00:00Z']
  const stop = { startsAt: stopped, reason: 'webBreak' }
  const order = { running: true, since: ordered, reason: null }
  it.each([
    [{ stop, restartedAt: null, order: null }, 'noOrder', stopped, 'webBreak'],
    [{ stop: null, restartedAt: null, order: null }, 'noOrder', null, null],
    [{ stop, restartedAt: null, order }, 'standing', stopped, 'webBreak'],
    [
      { stop: { ...stop, reason: null }, restartedAt: null, order: { ...order, reason: 'meal' } },
      'standing',
      stopped,
      'meal',
    ],
    [
      { stop: null, restartedAt: restarted, order: { ...order, running: false, reason: 'meal' } },
      'standing',
      ordered,
      'meal',
    ],
    [{ stop: null, restartedAt: restarted, order }, 'running', restarted, null],
    [{ stop: null, restartedAt: '2026-11-20T00:30:00Z', order }, 'running', ordered, null],
    [{ stop: null, restartedAt: null, order }, 'running', ordered, null],
  ] as const)('%j', (facts, state, since, reason) =>
    expect(determineLineState(facts)).toEqual({ state, since, reason }),
  )
})

it('ranks the best first; equal values share a rank, missing values have none', () => {
  const rows = [{ v: 5 }, { v: 9 }, { v: null }, { v: 9 }, { v: 1 }]
  const ranks = (figure: 'outputKg' | 'kwhPerKg') => rows.map((row) => rankRows(rows, figure, ({ v }) => v).get(row))
  expect(ranks('outputKg')).toEqual([3, 1, undefined, 1, 4])
  // Less energy is better.
  expect(ranks('kwhPerKg')).toEqual([2, 3, undefined, 3, 1])
})

describe('cards on a grid', () => {
  it('have a readable size', () => {
    expect([
      resolveCardSize('late', 'wide'),
      resolveCardSize('late', 'large'),
      resolveCardSize('shift', 'small'),
      resolveCardSize('shift'),
    ]).toEqual(['wide', 'large', 'small', 'wide'])
  })
  it('appear once', () => {
    const at = (...keys: string[]) => keys.map((key) => ({ key, size: 'small' as const }))
    expect(findGridProblem({ cards: at('a', 'b'), phone: at('a'), desk: at('b', 'a') })).toBeNull()
    expect(findGridProblem({ cards: at('a', 'a') })).toBe('twice')
    expect(findGridProblem({ tablet: at('a', 'b', 'a') })).toBe('twice')
    expect(findGridProblem({})).toBeNull()
  })
  it('of two people are merged unless both changed or moved the same card', () => {
    const card = (key: string, v = 0) => ({ key, v })
    const base = [card('a'), card('b'), card('c')]
    expect(mergeKeyedLists(base, [...base, card('d')], [card('a'), card('c')])).toEqual([
      card('a'),
      card('c'),
      card('d'),
    ])
    expect(mergeKeyedLists(base, [card('a', 1), card('b'), card('c')], [card('a'), card('b', 2), card('c')])).toEqual([
      card('a', 1),
      card('b', 2),
      card('c'),
    ])
    expect(mergeKeyedLists(base, [card('a', 1), card('b'), card('c')], [card('a', 2), card('b'), card('c')])).toBeNull()
    // Both changed it to the same.
    expect(mergeKeyedLists(base, [card('a', 1), card('b'), card('c')], [card('a', 1), card('b'), card('c')])).toEqual([
      card('a', 1),
      card('b'),
      card('c'),
    ])
    const [moved, otherwise] = [
      [card('c'), card('a'), card('b')],
      [card('b'), card('a'), card('c')],
    ]
    expect(mergeKeyedLists(base, moved, base)).toEqual(moved)
    expect(mergeKeyedLists(base, base, moved)).toEqual(moved)
    expect(mergeKeyedLists(base, moved, otherwise)).toBeNull()
    expect(mergeKeyedLists(base, moved, moved)).toEqual(moved)
  })
})

it("identifies a standard's parameter by its key; the first one counts", () => {
  expect([getLineKey('frt'), getLineKey('calenderTemp'), getLineKey('other')]).toEqual(['FRT', 'FRT', null])
  const limits = (key: string, low: number) => ({ key, low, target: null, high: null })
  const found = indexLimitsByKey([limits('calenderTemp', 140), limits('FRT', 150), limits('x', 1)])
  expect([...found]).toEqual([['FRT', { low: 140, target: null, high: null }]])
})
