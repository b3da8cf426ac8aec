import { expect, test } from 'vitest'
import { validateRotation, type RotationEntry } from '@/plant/rules/rotation'

const TODAY = '2026-11-20'
const from = (effectiveFrom: string): RotationEntry => ({ kind: 'fourTeamsThreeShifts', effectiveFrom })

// What is recorded stays as it is.
test.each([
  ['2026-11-19', false, 'notAhead'],
  ['2026-11-20', true, 'recorded'],
  ['2026-11-20', false, null],
  ['2026-11-21', true, null],
])('a pattern from %s on, told on the 20th (anything recorded: %s): %s', (day, recorded, problem) => {
  expect(validateRotation(from(day), TODAY, recorded)).toBe(problem)
})
