import { expect, test } from 'vitest'
import { isKnown } from '@/areas/overview/server/asked-period'
import { dueNow, verdictOf } from '@/areas/overview/rules/verdict'

test('of an amount as much is due as of the time has passed; a rate is due whole', () => {
  expect(dueNow('outputKg', 47_633, 0.75)).toBe(35_724.75)
  expect(dueNow('winderDowngradePercent', 5, 0.75)).toBe(5)
  expect(dueNow('outputKg', null, 0.75)).toBeNull()
  // What is shown as due is what is judged against: 35,724 kg miss it by less than 3 %, 35,725 meet it.
  expect([35_725, 35_724, 34_600].map((kg) => verdictOf('outputKg', kg, 47_633, 0.75))).toEqual([
    'met',
    'near',
    'missed',
  ])
})
test('a period is compared with one that is wholly known alone', () => {
  const of = (knownFrom: string | null, from: string) => isKnown({ knownFrom }, { from, to: '2026-12-31' })
  expect([of('2025-11-01', '2025-01-01'), of('2025-11-01', '2025-11-01'), of(null, '2025-11-01')]).toEqual([
    false,
    true,
    false,
  ])
})
