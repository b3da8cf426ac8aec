import { expect, test } from 'vitest'
import { groupRolls, isPointInWindow, type MeasuredRoll } from '@/areas/laboratory/rules/subgroups'

const roll = (rollId: string, measuredAt: string, shiftWord = '早班'): MeasuredRoll => ({
  rollId,
  roll: `J-${rollId}`,
  at: `2026-11-20T${measuredAt}:00.000Z`,
  shift: '2026-11-20 early',
  shiftName: `2026-11-20 ${shiftWord}`,
  samples: [
    { lane: 1, value: 15 },
    { lane: 2, value: 15.2 },
  ],
})
const rolls = [roll('a', '00:05'), roll('b', '00:40'), roll('c', '01:10')]
const keysOf = (by: Parameters<typeof groupRolls>[1], of = rolls) =>
  groupRolls(of, by, (at) => at).map(({ key }) => key)

test('a point has the same key in every window and language', () => {
  expect(keysOf('roll')).toEqual(['a', 'b', 'c'])
  expect(keysOf('roll', rolls.slice(1))).toEqual(['b', 'c'])
  expect(keysOf('lane', rolls.slice(2))).toEqual(['c 1', 'c 2'])
  expect(keysOf('hour')).toEqual(['2026-11-20T00', '2026-11-20T01'])
  expect(keysOf('shift')).toEqual(['2026-11-20 early'])
  expect(keysOf('shift', [roll('a', '00:05', 'Early shift')])).toEqual(['2026-11-20 early'])
})
test('a roll is inside or outside a window; an hour also with its later rolls', () => {
  const window = { from: '2026-11-20T00:30:00.000Z', to: '2026-11-20T01:10:00.000Z' }
  const within = (by: 'roll' | 'hour', at: string, nextAt: string | null) => isPointInWindow(window, { at, nextAt }, by)
  const [a, b, c] = rolls.map(({ at }) => at) as [string, string, string]
  expect([within('roll', a, b), within('roll', b, c), within('roll', c, null)]).toEqual([false, true, false])
  expect([within('hour', a, c), within('hour', c, null)]).toEqual([true, false])
  expect(isPointInWindow({ from: '', to: '' }, { at: a, nextAt: null }, 'roll')).toBe(true)
})
