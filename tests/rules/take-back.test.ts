import { expect, test } from 'vitest'
import { isOwnSlip, OWN_SLIP_HOURS } from '@/areas/rolls/rules/take-back'

const NOW = '2026-11-20T12:00:00.000Z'
const hours = (n: number) => new Date(Date.parse(NOW) + n * 3_600_000).toISOString()

test.each([
  ['just done', { by: 'me', at: NOW }, true],
  ['at the end of a long shift', { by: 'me', at: hours(0.1 - OWN_SLIP_HOURS) }, true],
  ['by a phone that is ahead', { by: 'me', at: hours(1) }, true],
  ['a shift ago', { by: 'me', at: hours(-OWN_SLIP_HOURS) }, false],
  ['by somebody else', { by: 'you', at: NOW }, false],
  ['by nobody known', { by: null, at: NOW }, false],
  ['not yet', { by: 'me', at: null }, false],
])('%s', (_what, done, own) => {
  expect(isOwnSlip(done, 'me', NOW)).toBe(own)
})
