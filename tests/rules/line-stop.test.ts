import { describe, expect, it } from 'vitest'
import {
  FORGOTTEN_AFTER_MS,
  isForgotten,
  isRetimed,
  openStopStates,
  hasOverlap,
  validateRetiming,
  deriveStopFields,
  validateStopTimes,
  mergeRepairTimes,
} from '@/plant/rules/line-stop'

const at = (time: string) => `2026-11-20T${time}:00.000Z`
const stop = (startedAt: string, endedAt: string | null) => ({ startedAt, endedAt })
const now = Date.parse(at('12:00'))

describe('a stop', () => {
  it('stands, is to be explained, or is explained', () => {
    const of = (endedAt: string | null, reasonId: string | null) =>
      deriveStopFields({ startedAt: at('08:00'), endedAt, reasonId })
    expect(of(null, null)).toEqual({ state: 'standing', minutes: null })
    expect(of(null, 'r')).toEqual({ state: 'standing', minutes: null })
    expect(of(at('08:26'), null)).toEqual({ state: 'toExplain', minutes: 26 })
    expect(of('2026-11-20T08:26:21.000Z', 'r')).toEqual({ state: 'explained', minutes: 26.4 })
    expect(openStopStates).toEqual(['standing', 'toExplain'])
  })
  it('is forgotten when it stands for more than a day', () => {
    const begun = Date.parse(at('08:00'))
    expect(isForgotten(stop(at('08:00'), null), begun + FORGOTTEN_AFTER_MS)).toBe(false)
    expect(isForgotten(stop(at('08:00'), null), begun + FORGOTTEN_AFTER_MS + 1)).toBe(true)
    expect(isForgotten(stop(at('08:00'), at('09:00')), begun + 2 * FORGOTTEN_AFTER_MS)).toBe(false)
    expect(FORGOTTEN_AFTER_MS).toBe(86_400_000)
  })
  it('ends after it began', () => {
    expect(validateStopTimes(stop(at('08:00'), at('08:01')), now)).toBeNull()
    expect(validateStopTimes(stop(at('08:00'), at('08:00')), now)).toEqual({ field: 'endedAt', code: 'wrongOrder' })
    expect(validateStopTimes(stop(at('08:00'), null), now)).toBeNull()
    expect(validateStopTimes(stop('2026-11-21T08:00:00.000Z', null), now)?.code).toBe('inFuture')
    expect(validateStopTimes(stop(at('08:00'), '2026-11-21T08:00:00.000Z'), now)).toEqual({
      field: 'endedAt',
      code: 'inFuture',
    })
  })
  it('overlaps one that it has time in common with; one after the other has none', () => {
    const early = stop(at('08:00'), at('09:00'))
    expect(hasOverlap(early, stop(at('09:00'), at('10:00')))).toBe(false)
    expect(hasOverlap(stop(at('09:00'), at('10:00')), early)).toBe(false)
    expect(hasOverlap(early, stop(at('08:59'), at('10:00')))).toBe(true)
    expect(hasOverlap(early, stop(at('08:30'), null))).toBe(true)
    expect(hasOverlap(early, stop(at('09:00'), null))).toBe(false)
    expect(hasOverlap(stop(at('08:30'), null), stop(at('07:00'), null))).toBe(true)
  })
})

describe('a stop told again', () => {
  it.each([
    [stop(at('08:00'), null), stop('2026-11-20T16:00:00.000+08:00', null), false],
    [stop(at('08:00'), null), stop(at('08:01'), null), true],
    [stop(at('08:00'), null), stop(at('08:00'), at('09:00')), true],
    [stop(at('08:00'), at('09:00')), stop(at('08:00'), null), true],
    [stop(at('08:00'), at('09:00')), stop(at('08:00'), at('09:00')), false],
    [stop(at('08:00'), at('09:00')), stop(at('08:00'), at('09:01')), true],
  ])('%j as %j has other times: %s', (before, after, retimed) => expect(isRetimed(before, after)).toBe(retimed))
  it('keeps the times of its repair, and the end that the line itself gave', () => {
    const before = (more: object) => ({
      ...stop(at('08:00'), at('09:00')),
      source: 'speed',
      closedBy: 'speed',
      ...more,
    })
    const of = (more: object, after: ReturnType<typeof stop>) => validateRetiming(before(more) as never, after, now)
    expect(of({ source: 'repair' }, stop(at('08:01'), at('09:00')))).toEqual({
      field: 'startedAt',
      code: 'timesOfRepair',
    })
    expect(of({ source: 'repair' }, stop(at('08:00'), at('09:01')))).toEqual({
      field: 'endedAt',
      code: 'timesOfRepair',
    })
    expect(of({ source: 'repair' }, stop(at('08:00'), at('09:00')))).toBeNull()
    expect(of({}, stop(at('08:00'), null))).toEqual({ field: 'endedAt', code: 'ranAgain' })
    expect(of({ closedBy: 'person' }, stop(at('08:00'), null))).toBeNull()
    expect(of({}, stop(at('08:00'), at('09:30')))).toBeNull()
    expect(of({}, stop(at('09:00'), at('09:00')))).toEqual({ field: 'endedAt', code: 'wrongOrder' })
  })
})

describe('the stop of a repair', () => {
  const implied = { startsAt: at('08:00'), endsAt: at('10:00') as string | null }
  const standing = (more: object) =>
    ({ source: 'speed', startedAt: at('07:50'), endedAt: null, closedBy: null, ...more }) as never
  it.each([
    ['of its own', null, implied, at('08:00'), at('10:00'), 'repair'],
    ['of its own, not over', null, { ...implied, endsAt: null }, at('08:00'), null, null],
    ['that the speed began', standing({}), implied, at('07:50'), at('10:00'), 'repair'],
    [
      'whose end the speed saw',
      standing({ endedAt: at('09:40'), closedBy: 'speed' }),
      implied,
      at('07:50'),
      at('09:40'),
      'speed',
    ],
    [
      'of the repair, run again before it began',
      standing({ source: 'repair', startedAt: at('07:00'), endedAt: at('08:00'), closedBy: 'speed' }),
      implied,
      at('08:00'),
      at('10:00'),
      'repair',
    ],
    [
      'of the repair, run again after it began',
      standing({ source: 'repair', startedAt: at('08:00'), endedAt: at('08:01'), closedBy: 'speed' }),
      implied,
      at('08:00'),
      at('08:01'),
      'speed',
    ],
    // The repair ended when the line had just begun to stand: it says nothing of its end.
    ['after the repair', standing({ startedAt: at('10:00') }), implied, at('10:00'), null, null],
    [
      'a minute before the repair ended',
      standing({ startedAt: at('09:59') }),
      implied,
      at('09:59'),
      at('10:00'),
      'repair',
    ],
  ] as const)('%s', (_, known, told, startedAt, endedAt, closedBy) =>
    expect(mergeRepairTimes(known, told)).toEqual({ startedAt, endedAt, closedBy }),
  )
})
