import { expect, test } from 'vitest'
import { rotationProblem, type RotationEntry } from '@/plant/rules/rotation'

const TODAY = '2026-11-20'
const from = (effectiveFrom: string): RotationEntry => ({ kind: 'fourTeamsThreeShifts', effectiveFrom })

// What has begun stays as it is.
test.each([
  ['2026-11-19', 'notAhead'],
  ['2026-11-20', 'notAhead'],
  ['2026-11-21', null],
])('a pattern from %s on, told on the 20th: %s', (day, problem) => {
  expect(rotationProblem(from(day), TODAY)).toBe(problem)
})
