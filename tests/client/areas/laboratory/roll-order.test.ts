import { expect, test } from 'vitest'
import { rollOrder } from '@/areas/laboratory/client/roll-order'

const at = (minute: number) => `2026-11-20T00:${String(minute).padStart(2, '0')}:00.000Z`
const wanted = [1, 2, 3].map((n) => ({ jumboRollId: `r${n}`, doffedAt: at(n) }))

test('a roll keeps its row when its first value is entered', () => {
  expect(rollOrder([{ jumboRollId: 'r4', rolledAt: at(4) }], wanted)).toEqual(['r1', 'r2', 'r3', 'r4'])
  const entered = [
    { jumboRollId: 'r2', rolledAt: at(2) },
    { jumboRollId: 'r4', rolledAt: at(4) },
  ]
  expect(rollOrder(entered, [wanted[0]!, wanted[2]!])).toEqual(['r1', 'r2', 'r3', 'r4'])
  expect(rollOrder([{ jumboRollId: null, rolledAt: null }, ...entered, entered[0]!], [])).toEqual(['r2', 'r4'])
})
