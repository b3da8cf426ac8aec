import { expect, test } from 'vitest'
import { buildGridRows, dropPartlyLoadedRoll } from '@/areas/laboratory/client/grid-rows'

const toMoment = (minute: number) => `2026-11-20T00:${String(minute).padStart(2, '0')}:00.000Z`
const doffedRolls = [1, 2, 3].map((n) => ({ jumboRollId: `r${n}`, doffedAt: toMoment(n) }))
const result = (n: number, more: object = {}) => ({
  jumboRollId: `r${n}`,
  slitRollId: null,
  rolledAt: toMoment(n),
  retest: 0,
  retestReason: null,
  ...more,
})
const describeRows = (rows: ReturnType<typeof buildGridRows>) =>
  rows.map(({ jumboRollId, slitRollId, retest }) => [jumboRollId, slitRollId, retest].filter(Boolean).join(' '))

test('a roll keeps its row when its first value is entered', () => {
  expect(describeRows(buildGridRows([result(4)], doffedRolls))).toEqual(['r1', 'r2', 'r3', 'r4'])
  const entered = [result(2), result(4)]
  expect(describeRows(buildGridRows(entered, [doffedRolls[0]!, doffedRolls[2]!]))).toEqual(['r1', 'r2', 'r3', 'r4'])
  const none = result(0, { jumboRollId: null, rolledAt: null })
  expect(describeRows(buildGridRows([none, ...entered, entered[0]!], []))).toEqual(['r2', 'r4'])
})
test('a retest and each slit roll of a jumbo have their own row; retests come after all first results', () => {
  const storedResults = [
    result(1),
    result(1, { retest: 1, retestReason: '夹具打滑' }),
    result(1, { retest: 1, retestReason: '夹具打滑' }),
    result(1, { slitRollId: 's2', rolledAt: toMoment(9) }),
    result(1, { slitRollId: 's1', rolledAt: toMoment(9) }),
    result(2),
  ]
  const rows = buildGridRows(storedResults, [doffedRolls[2]!])
  expect(describeRows(rows)).toEqual(['r1', 'r2', 'r3', 'r1 s1', 'r1 s2', 'r1 1'])
  expect(rows.at(-1)?.reasons).toEqual(['夹具打滑'])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})
test('if the list continues, its last roll waits for the rest of its results', () => {
  const rows = [result(1), result(1), result(2)]
  expect(dropPartlyLoadedRoll(rows, false)).toHaveLength(3)
  expect(dropPartlyLoadedRoll(rows, true).map(({ jumboRollId }) => jumboRollId)).toEqual(['r1', 'r1'])
  expect(dropPartlyLoadedRoll([result(1), result(1)], true)).toHaveLength(2)
})
