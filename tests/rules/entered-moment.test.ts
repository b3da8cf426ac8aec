import { describe, expect, it } from 'vitest'
import { findMomentProblem, type MomentLimits } from '@/contract/instant'
import { findRepairTimeProblem, type RepairLineTimes } from '@/areas/maintenance/rules/repair'
import { validateTimeChange, validateStopTimes, type StopTimes } from '@/plant/rules/line-stop'

const NOW = '2026-11-20T02:00:00.000Z'
const now = Date.parse(NOW)
/** Days, and minutes on top, from now. */
const from = (days: number, minutes = 0) => new Date(now + days * 86_400_000 + minutes * 60_000).toISOString()

describe('a past moment', () => {
  it.each<[string, string, MomentLimits, string | null]>([
    ['now', NOW, {}, null],
    ['five minutes fast', from(0, 5), {}, null],
    ['six minutes ahead', from(0, 6), {}, 'inFuture'],
    ['six minutes ahead, of a phone that may be a day wrong', from(0, 6), { maxAheadMs: 86_700_000 }, null],
    ['three months ago', from(-92), {}, null],
    ['a minute more', from(-92, -1), {}, 'longAgo'],
    ['of another century', '1990-01-01T00:00:00.000Z', {}, 'longAgo'],
    ['long ago, the end of what began before', from(-110), { startedAt: from(-120) }, null],
    ['before what it is the end of, both long ago', from(-130), { startedAt: from(-120) }, 'longAgo'],
    ['before what it is the end of, a day ago', from(-1), { startedAt: NOW }, null], // its order is another question
  ])('%s', (_what, moment, limits, expected) => {
    expect(findMomentProblem(moment, now, limits)).toBe(expected)
  })
})

describe('the times of a stop', () => {
  const old: StopTimes = { startedAt: from(-120), endedAt: null }
  it.each<[string, StopTimes, StopTimes | null, unknown]>([
    ['standing', { startedAt: from(-1), endedAt: null }, null, null],
    ['of another century', { startedAt: '1990-01-01T00:00:00.000Z', endedAt: null }, null, ['startedAt', 'longAgo']],
    ['to come', { startedAt: from(1), endedAt: null }, null, ['startedAt', 'inFuture']],
    ['over tomorrow', { startedAt: from(-1), endedAt: from(1) }, null, ['endedAt', 'inFuture']],
    ['over before it began', { startedAt: from(-1), endedAt: from(-2) }, null, ['endedAt', 'wrongOrder']],
    ['grown old since it was entered', { ...old, endedAt: from(-119) }, old, null],
    ['moved back', { startedAt: from(-121), endedAt: null }, old, ['startedAt', 'longAgo']],
  ])('%s', (_what, times, before, expected) => {
    const problem = validateStopTimes(times, now, before)
    expect(problem && [problem.field, problem.code]).toEqual(expected)
  })
})

describe('changed times of an existing stop', () => {
  const speedStop = { startedAt: from(0, -60), endedAt: from(0, -30), source: 'speed', closedBy: 'speed' } as const
  const stands = { ...speedStop, endedAt: null, closedBy: null } as const
  it.each<[string, Parameters<typeof validateTimeChange>[0], Partial<StopTimes>, unknown]>([
    ['the same', speedStop, {}, null],
    [
      'the same of a repair, written otherwise',
      { ...speedStop, source: 'repair' },
      { endedAt: speedStop.endedAt.replace('.000Z', 'Z') },
      null,
    ],
    [
      'another end of a repair',
      { ...speedStop, source: 'repair' },
      { endedAt: from(0, -20) },
      ['endedAt', 'timesOfRepair'],
    ],
    [
      'another beginning of a repair',
      { ...speedStop, source: 'repair' },
      { startedAt: from(0, -70) },
      ['startedAt', 'timesOfRepair'],
    ],
    ['no end, of a line that ran again', speedStop, { endedAt: null }, ['endedAt', 'ranAgain']],
    ['no end, where a person had told it', { ...speedStop, closedBy: 'person' }, { endedAt: null }, null],
    ['another beginning of one that stands', stands, { startedAt: from(0, -70) }, null],
    ['an end before the beginning', stands, { endedAt: from(0, -90) }, ['endedAt', 'wrongOrder']],
  ])('%s', (_what, before, change, expected) => {
    const problem = validateTimeChange(before, { startedAt: before.startedAt, endedAt: before.endedAt, ...change }, now)
    expect(problem && [problem.field, problem.code]).toEqual(expected)
  })
})

describe('the times of the line in a repair', () => {
  const base: RepairLineTimes = {
    state: 'inMaintenance',
    lineStopped: true,
    stoppedAt: from(0, -60),
    reportedAt: from(0, -50),
    repairEndAt: null,
    runningAgainAt: null,
  }
  const old: RepairLineTimes = { ...base, stoppedAt: from(-120), reportedAt: from(-120) }
  it.each<[string, RepairLineTimes, RepairLineTimes | null, unknown]>([
    ['good', base, null, null],
    ['another century', { ...base, stoppedAt: '1990-01-01T00:00:00.000Z' }, null, ['stoppedAt', 'longAgo']],
    ['to come', { ...base, stoppedAt: from(0, 6) }, null, ['stoppedAt', 'inFuture']],
    [
      'to come, of a line that runs',
      { ...base, lineStopped: false, stoppedAt: from(1) },
      null,
      ['stoppedAt', 'inFuture'],
    ],
    ['old since it was reported', { ...old, runningAgainAt: from(-119) }, old, null],
    ['a stop told only now of an old report', old, { ...old, lineStopped: false }, ['stoppedAt', 'longAgo']],
    [
      'one told by its report alone',
      { ...old, stoppedAt: null },
      { ...old, stoppedAt: null, lineStopped: false },
      ['stoppedAt', 'longAgo'],
    ],
    ['running again tomorrow', { ...base, runningAgainAt: from(1) }, base, ['runningAgainAt', 'inFuture']],
    ['running again before it stopped', { ...base, runningAgainAt: from(-1) }, base, ['runningAgainAt', 'stopOrder']],
    ['work over before the line stopped', { ...base, repairEndAt: from(-1) }, base, ['endedAt', 'stopOrder']],
  ])('%s', (_what, times, before, expected) => {
    const problem = findRepairTimeProblem(times, before, now)
    expect(problem && [problem.field, problem.code]).toEqual(expected)
  })
})
