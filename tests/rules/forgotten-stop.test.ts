import { expect, it } from 'vitest'
import { isForgotten } from '@/plant/rules/line-stop'

it('a stop is forgotten if it has lasted for more than a day and is not over', () => {
  const startedAt = '2026-11-20T02:00:00.000Z'
  const standing = { startedAt, endedAt: null }
  expect(isForgotten(standing, Date.parse('2026-11-21T02:00:00.000Z'))).toBe(false)
  expect(isForgotten(standing, Date.parse('2026-11-21T02:00:00.001Z'))).toBe(true)
  expect(isForgotten({ startedAt, endedAt: '2026-11-20T03:00:00.000Z' }, Date.parse('2026-11-25T00:00:00.000Z'))).toBe(
    false,
  )
})
