import { expect, test } from 'vitest'
import { isOwnMistake, OWN_MISTAKE_HOURS } from '@/areas/rolls/rules/own-mistake'

const NOW = '2026-11-20T12:00:00.000Z'
const hours = (n: number) => new Date(Date.parse(NOW) + n * 3_600_000).toISOString()

test.each([
  ['just done', { recordedBy: 'me', recordedAt: NOW }, true],
  ['at the end of a long shift', { recordedBy: 'me', recordedAt: hours(0.1 - OWN_MISTAKE_HOURS) }, true],
  ['by a phone that is ahead', { recordedBy: 'me', recordedAt: hours(1) }, true],
  ['a shift ago', { recordedBy: 'me', recordedAt: hours(-OWN_MISTAKE_HOURS) }, false],
  ['by somebody else', { recordedBy: 'you', recordedAt: NOW }, false],
  ['by nobody known', { recordedBy: null, recordedAt: NOW }, false],
  ['not yet', { recordedBy: 'me', recordedAt: null }, false],
])('%s', (_what, done, own) => {
  expect(isOwnMistake(done, 'me', NOW)).toBe(own)
})
