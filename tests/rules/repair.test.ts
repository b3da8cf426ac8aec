import { describe, expect, it } from 'vitest'
import { getAllowedActions } from '@/contract/state-machine'
import {
  decideRepairTransition,
  getRepairCondition,
  repairLifecycle,
  getRepairStateAt,
  openRepairStates,
  isPartOverdue,
  getRepairStateSince,
  deriveRepairStop,
  startWait,
  endWait,
  findWaitProblem,
  type RepairState,
  type RepairLineTimes,
} from '@/areas/maintenance/rules/repair'
import { findRepairWorkProblems, type RepairWork } from '@/areas/maintenance/rules/repair-work'

const work = { causes: 'bearing worn', actions: 'bearing changed', hours: [{ userId: 'u1', hours: 1.5 }] }
const mechanic = (key: string): boolean => ['repairAccept', 'repairWork'].includes(key)
const leader = (key: string): boolean => ['repairAdd', 'repairDelete', 'repairProductionConfirm'].includes(key)
const reason = { reason: 'still noisy' }

describe('past state of a repair', () => {
  const toMoment = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`
  const done = {
    state: 'done',
    reportedAt: toMoment(1),
    acceptedAt: toMoment(2),
    waits: [
      { partId: null, part: 'x', expectedOn: '2026-11-21', since: toMoment(3), until: toMoment(4), userId: null },
    ],
    rejectedAt: null,
    repairEndAt: toMoment(5),
    productionAt: toMoment(6),
    finalAt: toMoment(7),
    updatedAt: toMoment(7),
  } as const
  it.each([
    [0, null],
    [1, 'reported'],
    [2, 'inMaintenance'],
    [3, 'waitingForPart'],
    [4, 'inMaintenance'],
    [5, 'toConfirmByProduction'],
    [6, 'toConfirmFinally'],
    [7, 'done'],
  ])('at %d h: %s', (hour, state) => {
    expect(getRepairStateAt(done, toMoment(hour))).toBe(state)
  })
})

describe('life cycle of a repair', () => {
  it.each<[string, [string, Record<string, unknown>, string][]]>([
    [
      'straight through',
      [
        ['report', { equipmentId: 'e1', faultKind: 'mechanical', severity: 'high' }, 'reported'],
        ['accept', {}, 'inMaintenance'],
        ['finish', work, 'toConfirmByProduction'],
        ['confirmProduction', {}, 'toConfirmFinally'],
        ['confirmFinal', {}, 'done'],
      ],
    ],
    [
      'rejected twice',
      [
        ['report', { equipmentId: 'e1', faultKind: 'electrical', severity: 'low' }, 'reported'],
        ['accept', {}, 'inMaintenance'],
        ['finish', work, 'toConfirmByProduction'],
        ['rejectProduction', reason, 'inMaintenance'],
        ['finish', work, 'toConfirmByProduction'],
        ['confirmProduction', {}, 'toConfirmFinally'],
        ['rejectFinal', reason, 'inMaintenance'],
        ['finish', work, 'toConfirmByProduction'],
        ['confirmProduction', {}, 'toConfirmFinally'],
        ['confirmFinal', {}, 'done'],
      ],
    ],
    [
      'waiting for a part, twice',
      [
        ['report', { equipmentId: 'e1', faultKind: 'mechanical', severity: 'low' }, 'reported'],
        ['accept', {}, 'inMaintenance'],
        ['waitForPart', { part: 'seal', expectedOn: '2026-11-22' }, 'waitingForPart'],
        ['waitForPart', { part: 'seal', expectedOn: '2026-11-25' }, 'waitingForPart'],
        ['goOn', {}, 'inMaintenance'],
        ['finish', work, 'toConfirmByProduction'],
      ],
    ],
    [
      'withdrawn',
      [
        ['report', { equipmentId: 'e1', faultKind: 'mechanical', severity: 'low' }, 'reported'],
        ['withdraw', { reason: 'wrong machine' }, 'withdrawn'],
      ],
    ],
  ])('%s', (_what, steps) => {
    let state: RepairState | null = null
    for (const [action, given, expected] of steps) {
      const decision = decideRepairTransition(state, action, given)
      expect(decision).toEqual({ ok: true, to: expected })
      if (decision.ok) state = decision.to
    }
  })

  it.each([
    ['inMaintenance', 'withdraw', { reason: 'x' }, 'notFromHere'],
    ['reported', 'finish', work, 'notFromHere'],
    ['toConfirmByProduction', 'confirmFinal', {}, 'notFromHere'],
    ['done', 'rejectFinal', reason, 'notFromHere'],
    ['done', 'accept', {}, 'notFromHere'],
    ['waitingForPart', 'finish', work, 'notFromHere'],
    ['waitingForPart', 'accept', {}, 'notFromHere'],
    ['inMaintenance', 'goOn', {}, 'notFromHere'],
    ['reported', 'waitForPart', { expectedOn: '2026-11-22' }, 'notFromHere'],
    ['inMaintenance', 'waitForPart', { part: 'seal' }, 'missing'],
    [null, 'accept', {}, 'notFromHere'],
    ['reported', 'withdraw', {}, 'missing'],
    ['toConfirmByProduction', 'rejectProduction', { reason: '  ' }, 'missing'],
    ['toConfirmFinally', 'rejectFinal', {}, 'missing'],
    ['inMaintenance', 'finish', { ...work, hours: [] }, 'missing'],
  ])('from %s, %s is refused (%j): %s', (state, action, given, code) => {
    expect(decideRepairTransition(state, action, given)).toMatchObject({ ok: false, reason: { code } })
  })

  it('shows each role its own buttons', () => {
    expect(getAllowedActions(repairLifecycle, 'reported', mechanic)).toEqual(['accept'])
    expect(getAllowedActions(repairLifecycle, 'reported', leader)).toEqual(['withdraw'])
    expect(getAllowedActions(repairLifecycle, 'toConfirmByProduction', leader)).toEqual([
      'confirmProduction',
      'rejectProduction',
    ])
    expect(getAllowedActions(repairLifecycle, 'toConfirmByProduction', mechanic)).toEqual([])
    expect(getAllowedActions(repairLifecycle, null, leader)).toEqual(['report'])
  })
})

it.each<[RepairState[], string]>([
  [[], 'normal'],
  [['done', 'withdrawn'], 'normal'],
  [['done', 'toConfirmFinally'], 'toConfirmFinally'],
  [['toConfirmFinally', 'reported'], 'reported'],
  [['reported', 'inMaintenance', 'toConfirmByProduction'], 'inMaintenance'],
  [['waitingForPart', 'reported'], 'inMaintenance'],
])('an equipment with repairs %j is %s', (states, expected) => {
  expect(getRepairCondition(states)).toBe(expected)
})

describe('waiting for a part', () => {
  const [ten, noon, two] = ['2026-11-20T02:00:00.000Z', '2026-11-20T04:00:00.000Z', '2026-11-20T06:00:00.000Z']
  const waitInput = { part: 'seal', expectedOn: '2026-11-22' }
  const firstWait = startWait([], waitInput, ten, 'u1')
  it('counts as open', () => expect(openRepairStates).toContain('waitingForPart'))
  it('is stored with its times; repeated it is the same wait, after other work another', () => {
    expect(firstWait).toEqual([
      { partId: null, part: 'seal', expectedOn: '2026-11-22', since: ten, until: null, userId: 'u1' },
    ])
    expect(startWait(firstWait, { partId: 'p1', expectedOn: '2026-11-25' }, noon, 'u2')).toEqual([
      { partId: 'p1', part: null, expectedOn: '2026-11-25', since: ten, until: null, userId: 'u2' },
    ])
    const gone = endWait(firstWait, noon)
    expect(gone).toEqual([{ ...firstWait[0], until: noon }])
    expect(startWait(gone, waitInput, two, 'u1').map(({ since, until }) => [since, until])).toEqual([
      [ten, noon],
      [two, null],
    ])
  })
  it('shows its start', () => {
    const row = {
      reportedAt: ten,
      acceptedAt: ten,
      rejectedAt: null,
      repairEndAt: null,
      productionAt: null,
      finalAt: null,
      updatedAt: two,
    }
    expect(getRepairStateSince({ ...row, state: 'waitingForPart', waits: startWait([], waitInput, noon, null) })).toBe(
      noon,
    )
    expect(getRepairStateSince({ ...row, state: 'inMaintenance', waits: endWait(firstWait, two) })).toBe(two)
  })
  it.each([
    ['waitingForPart', '2026-11-22', false],
    ['waitingForPart', '2026-11-23', true],
    ['inMaintenance', '2026-11-23', false],
  ])('%s on %s: overdue %s', (state, today, overdue) => {
    expect(isPartOverdue({ state, waits: firstWait }, today)).toBe(overdue)
  })
  it.each([
    [{ expectedOn: '2026-11-22' }, 'partUnnamed'],
    [{ part: '  ', expectedOn: '2026-11-22' }, 'partUnnamed'],
    [{ part: 'seal', expectedOn: '2026-11-19' }, 'expectedPast'],
    [{ part: 'seal', expectedOn: '2026-11-20' }, undefined],
    [{ partId: 'p1', expectedOn: '2026-11-22' }, undefined],
  ])('%j: %s', (given, code) => expect(findWaitProblem(given, '2026-11-20')?.code).toBe(code))
})

describe('the stop a repair implies', () => {
  const base: RepairLineTimes = {
    state: 'inMaintenance',
    lineStopped: true,
    stoppedAt: '2026-11-20T01:00:00.000Z',
    reportedAt: '2026-11-20T01:10:00.000Z',
    repairEndAt: null,
  }
  it.each<[string, Partial<RepairLineTimes>, unknown]>([
    ['is open while the repair is', {}, { startsAt: '2026-11-20T01:00:00.000Z', endsAt: null }],
    [
      'begins at the report when nobody said when',
      { stoppedAt: null },
      { startsAt: '2026-11-20T01:10:00.000Z', endsAt: null },
    ],
    [
      'closes with the work',
      { repairEndAt: '2026-11-20T03:00:00.000Z' },
      { startsAt: '2026-11-20T01:00:00.000Z', endsAt: '2026-11-20T03:00:00.000Z' },
    ],
    [
      'closes earlier when the line ran earlier',
      { repairEndAt: '2026-11-20T03:00:00.000Z', runningAgainAt: '2026-11-20T02:00:00.000Z' },
      { startsAt: '2026-11-20T01:00:00.000Z', endsAt: '2026-11-20T02:00:00.000Z' },
    ],
    ['is none when the line ran on', { lineStopped: false }, null],
    ['is none when the report was withdrawn', { state: 'withdrawn' }, null],
  ])('%s', (_what, change, expected) => {
    expect(deriveRepairStop({ ...base, ...change })).toEqual(expected)
  })
})

describe('entered work', () => {
  const now = '2026-11-20T06:00:00.000Z'
  const good: RepairWork = {
    reportedAt: '2026-11-20T01:55:00.000Z',
    acceptedAt: '2026-11-20T02:00:00.000Z',
    endedAt: '2026-11-20T04:00:00.000Z',
    hours: [{ userId: 'u1', hours: 2 }],
    parts: [{ partId: 'p1', quantity: 1 }],
  }
  it.each<[string, Partial<RepairWork>, unknown[]]>([
    ['good', {}, []],
    [
      'of more hours than a day has, accepted a moment before',
      { hours: [{ userId: 'u1', hours: 900 }] },
      [{ field: 'hours', code: 'tooManyHours', subjectId: 'u1', maxHours: 24, isWarning: false }],
    ],
    [
      'of more than a day, on the second day since the report',
      { reportedAt: '2026-11-18T05:00:00.000Z', hours: [{ userId: 'u1', hours: 30 }] },
      [{ field: 'hours', code: 'moreThanElapsed', subjectId: 'u1', isWarning: true }],
    ],
    [
      'ended before it was accepted',
      { endedAt: '2026-11-20T01:00:00.000Z', hours: [] },
      [{ field: 'endedAt', code: 'beforeAcceptance', isWarning: false }],
    ],
    [
      'ended in the future',
      { endedAt: '2026-11-20T06:06:00.000Z' },
      [{ field: 'endedAt', code: 'inFuture', isWarning: false }],
    ],
    ['a phone four minutes fast', { endedAt: '2026-11-20T06:04:00.000Z' }, []],
    [
      '3 h of work in 2 h',
      { hours: [{ userId: 'u1', hours: 3 }] },
      [{ field: 'hours', code: 'moreThanElapsed', subjectId: 'u1', isWarning: true }],
    ],
    [
      'one person twice',
      {
        hours: [
          { userId: 'u1', hours: 1 },
          { userId: 'u1', hours: 1 },
        ],
      },
      [{ field: 'hours', code: 'twice', subjectId: 'u1', isWarning: false }],
    ],
    [
      'no quantity',
      {
        parts: [
          { partId: 'p1', quantity: 0 },
          { partId: 'p2', quantity: Number.NaN },
        ],
      },
      [
        { field: 'parts', code: 'notPositive', subjectId: 'p1', isWarning: false },
        { field: 'parts', code: 'notPositive', subjectId: 'p2', isWarning: false },
      ],
    ],
  ])('%s', (_what, change, expected) => {
    expect(findRepairWorkProblems({ ...good, ...change }, now)).toEqual(expected)
  })
})
