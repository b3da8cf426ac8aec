import { describe, expect, it } from 'vitest'
import {
  FORGOTTEN_AFTER_MS,
  isForgotten,
  hasChangedTimes,
  openStopStates,
  hasOverlap,
  validateTimeChange,
  deriveStopFields,
  validateStopTimes,
  mergeRepairTimes,
} from '@/plant/rules/line-stop'

const toMoment = (time: string) => `2026-11-20T${time}:00.000Z`
const stop = (startedAt: string, endedAt: string | null) => ({ startedAt, endedAt })
const now = Date.parse(toMoment('12:00'))

describe('a stop', () => {
  it('is running, unexplained or explained', () => {
    const of = (endedAt: string | null, reasonId: string | null) =>
      deriveStopFields({ startedAt: toMoment('08:00'), endedAt, reasonId })
    expect(of(null, null)).toEqual({ state: 'standing', minutes: null })
    expect(of(null, 'r')).toEqual({ state: 'standing', minutes: null })
    expect(of(toMoment('08:26'), null)).toEqual({ state: 'toExplain', minutes: 26 })
    expect(of('2026-11-20T08:26:21.000Z', 'r')).toEqual({ state: 'explained', minutes: 26.4 })
    expect(openStopStates).toEqual(['standing', 'toExplain'])
  })
  it('is forgotten if it lasts more than a day', () => {
    const begun = Date.parse(toMoment('08:00'))
    expect(isForgotten(stop(toMoment('08:00'), null), begun + FORGOTTEN_AFTER_MS)).toBe(false)
    expect(isForgotten(stop(toMoment('08:00'), null), begun + FORGOTTEN_AFTER_MS + 1)).toBe(true)
    expect(isForgotten(stop(toMoment('08:00'), toMoment('09:00')), begun + 2 * FORGOTTEN_AFTER_MS)).toBe(false)
    expect(FORGOTTEN_AFTER_MS).toBe(86_400_000)
  })
  it('ends after its start', () => {
    expect(validateStopTimes(stop(toMoment('08:00'), toMoment('08:01')), now)).toBeNull()
    expect(validateStopTimes(stop(toMoment('08:00'), toMoment('08:00')), now)).toEqual({
      field: 'endedAt',
      code: 'wrongOrder',
    })
    expect(validateStopTimes(stop(toMoment('08:00'), null), now)).toBeNull()
    expect(validateStopTimes(stop('2026-11-21T08:00:00.000Z', null), now)?.code).toBe('inFuture')
    expect(validateStopTimes(stop(toMoment('08:00'), '2026-11-21T08:00:00.000Z'), now)).toEqual({
      field: 'endedAt',
      code: 'inFuture',
    })
  })
  it('overlaps a stop with common time, but not a stop that follows directly', () => {
    const early = stop(toMoment('08:00'), toMoment('09:00'))
    expect(hasOverlap(early, stop(toMoment('09:00'), toMoment('10:00')))).toBe(false)
    expect(hasOverlap(stop(toMoment('09:00'), toMoment('10:00')), early)).toBe(false)
    expect(hasOverlap(early, stop(toMoment('08:59'), toMoment('10:00')))).toBe(true)
    expect(hasOverlap(early, stop(toMoment('08:30'), null))).toBe(true)
    expect(hasOverlap(early, stop(toMoment('09:00'), null))).toBe(false)
    expect(hasOverlap(stop(toMoment('08:30'), null), stop(toMoment('07:00'), null))).toBe(true)
  })
})

describe('a changed stop', () => {
  it.each([
    [stop(toMoment('08:00'), null), stop('2026-11-20T16:00:00.000+08:00', null), false],
    [stop(toMoment('08:00'), null), stop(toMoment('08:01'), null), true],
    [stop(toMoment('08:00'), null), stop(toMoment('08:00'), toMoment('09:00')), true],
    [stop(toMoment('08:00'), toMoment('09:00')), stop(toMoment('08:00'), null), true],
    [stop(toMoment('08:00'), toMoment('09:00')), stop(toMoment('08:00'), toMoment('09:00')), false],
    [stop(toMoment('08:00'), toMoment('09:00')), stop(toMoment('08:00'), toMoment('09:01')), true],
  ])('%j as %j has other times: %s', (before, after, retimed) => expect(hasChangedTimes(before, after)).toBe(retimed))
  it('keeps the times of its repair, and the end reported by the line itself', () => {
    const buildStop = (more: object) => ({
      ...stop(toMoment('08:00'), toMoment('09:00')),
      source: 'speed',
      closedBy: 'speed',
      ...more,
    })
    const validateRetimed = (more: object, after: ReturnType<typeof stop>) =>
      validateTimeChange(buildStop(more) as never, after, now)
    expect(validateRetimed({ source: 'repair' }, stop(toMoment('08:01'), toMoment('09:00')))).toEqual({
      field: 'startedAt',
      code: 'timesOfRepair',
    })
    expect(validateRetimed({ source: 'repair' }, stop(toMoment('08:00'), toMoment('09:01')))).toEqual({
      field: 'endedAt',
      code: 'timesOfRepair',
    })
    expect(validateRetimed({ source: 'repair' }, stop(toMoment('08:00'), toMoment('09:00')))).toBeNull()
    expect(validateRetimed({}, stop(toMoment('08:00'), null))).toEqual({ field: 'endedAt', code: 'ranAgain' })
    expect(validateRetimed({ closedBy: 'person' }, stop(toMoment('08:00'), null))).toBeNull()
    expect(validateRetimed({}, stop(toMoment('08:00'), toMoment('09:30')))).toBeNull()
    expect(validateRetimed({}, stop(toMoment('09:00'), toMoment('09:00')))).toEqual({
      field: 'endedAt',
      code: 'wrongOrder',
    })
  })
})

describe('the stop of a repair', () => {
  const implied = { startsAt: toMoment('08:00'), endsAt: toMoment('10:00') as string | null }
  const buildRunningStop = (more: object) =>
    ({ source: 'speed', startedAt: toMoment('07:50'), endedAt: null, closedBy: null, ...more }) as never
  it.each([
    ['of its own', null, implied, toMoment('08:00'), toMoment('10:00'), 'repair'],
    ['of its own, not over', null, { ...implied, endsAt: null }, toMoment('08:00'), null, null],
    ['that the speed began', buildRunningStop({}), implied, toMoment('07:50'), toMoment('10:00'), 'repair'],
    [
      'whose end the speed saw',
      buildRunningStop({ endedAt: toMoment('09:40'), closedBy: 'speed' }),
      implied,
      toMoment('07:50'),
      toMoment('09:40'),
      'speed',
    ],
    [
      'of the repair, run again before it began',
      buildRunningStop({
        source: 'repair',
        startedAt: toMoment('07:00'),
        endedAt: toMoment('08:00'),
        closedBy: 'speed',
      }),
      implied,
      toMoment('08:00'),
      toMoment('10:00'),
      'repair',
    ],
    [
      'of the repair, run again after it began',
      buildRunningStop({
        source: 'repair',
        startedAt: toMoment('08:00'),
        endedAt: toMoment('08:01'),
        closedBy: 'speed',
      }),
      implied,
      toMoment('08:00'),
      toMoment('08:01'),
      'speed',
    ],
    // The repair ended when the line had just begun to stand: it says nothing of its end.
    ['after the repair', buildRunningStop({ startedAt: toMoment('10:00') }), implied, toMoment('10:00'), null, null],
    [
      'a minute before the repair ended',
      buildRunningStop({ startedAt: toMoment('09:59') }),
      implied,
      toMoment('09:59'),
      toMoment('10:00'),
      'repair',
    ],
  ] as const)('%s', (_, known, told, startedAt, endedAt, closedBy) =>
    expect(mergeRepairTimes(known, told)).toEqual({ startedAt, endedAt, closedBy }),
  )
})
