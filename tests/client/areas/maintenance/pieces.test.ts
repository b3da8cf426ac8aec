import { describe, expect, it } from 'vitest'
import type { OutboxRow } from '@/offline/database'
import { overlayRows } from '@/offline/overlay'
import { buildAreaPreviews } from '@/offline/command-preview'
import { maintenanceContract } from '@/areas/maintenance/contract'
import { appendKey } from '@/client/ui/NumberPad'
import { formatCheckLimits } from '@/areas/rounds/client/walk/format-check-item'
import {
  addItem,
  addPoint,
  changeItem,
  movePoint,
  getNextKey,
  removePoint,
} from '@/areas/rounds/client/plan/edit-route'
import {
  compareRepairsByUrgency,
  buildRepairEvents,
  getRepairStateSince,
  type Repair,
} from '@/areas/maintenance/client/repair/repair-time'
import { findRouteProblems } from '@/areas/rounds/rules/inspection-plan-fields'
import { aRound, id, ME, ROUND } from '../rounds/plant'

const previews = buildAreaPreviews(maintenanceContract)

describe('the number pad', () => {
  it.each([
    ['', '5', '5'],
    ['', '.', '0.'],
    ['0', '7', '7'],
    ['0', '.', '0.'],
    ['1.5', '.', '1.5'],
    ['12', '±', '-12'],
    ['-12', '±', '12'],
    ['-', '3', '-3'],
    ['-0', '4', '-4'],
    ['123456789012', '3', '123456789012'],
  ])('"%s" and then %s reads "%s"', (before, key, after) => expect(appendKey(before, key)).toBe(after))
})
it('limits are said with their unit, one-sided ones too', () => {
  expect(formatCheckLimits({ low: 10, high: 80, unit: '°C' }, 'zh')).toBe('10 – 80 °C')
  expect(formatCheckLimits({ low: null, high: 0.5, unit: 'MPa' }, 'en')).toBe('≤ 0.5 MPa')
  expect(formatCheckLimits({ low: -5, high: null, unit: null }, 'en')).toBe('≥ -5')
  expect(formatCheckLimits({ low: null, high: null, unit: '°C' }, 'en')).toBeNull()
})

describe('a route', () => {
  const two = addPoint(addPoint({ points: [], items: [] }, id(1)), id(2))
  it('gets a point a scan, each with an item to name, and no key twice', () => {
    expect(two.points.map(({ key, equipmentId }) => [key, equipmentId])).toEqual([
      ['p1', id(1)],
      ['p2', id(2)],
    ])
    const more = addItem(two, 'p1')
    expect(
      findRouteProblems(
        more.points,
        more.items.map((item) => ({ ...item, label: 'x' })),
      ),
    ).toEqual([])
  })
  it('never gives a key again while a later one stands, so that results stay with their point', () => {
    const left = removePoint(two, 'p1')
    expect(left.items.map(({ pointKey }) => pointKey)).toEqual(['p2'])
    expect(addPoint(left, id(3)).points.map(({ key }) => key)).toEqual(['p2', 'p3'])
    expect(getNextKey('p', ['p2', 'plan', 'p10'])).toBe('p11')
  })
  it('is put in order one place at a time', () => {
    expect(movePoint(two, 'p2', -1).points.map(({ key }) => key)).toEqual(['p2', 'p1'])
    expect(movePoint(two, 'p1', -1)).toBe(two)
    expect(movePoint(two, 'p2', 1)).toBe(two)
  })
  it('an item that is no number any more has neither unit nor limits', () => {
    const numbers = changeItem(two, 'p1', 'p1i1', { kind: 'number', unit: 'A', low: 1, high: 9 })
    expect(numbers.items[0]).toMatchObject({ kind: 'number', unit: 'A', low: 1 })
    expect(changeItem(numbers, 'p1', 'p1i1', { kind: 'photo' }).items[0]).toMatchObject({
      unit: null,
      low: null,
      high: null,
    })
  })
})

const repair = (more: Partial<Repair>): Repair =>
  ({
    id: id(1),
    version: 1,
    state: 'reported',
    severity: 'medium',
    lineStopped: false,
    reportedAt: '2026-11-20T01:00:00.000Z',
    updatedAt: '2026-11-20T09:00:00.000Z',
    reportedBy: ME,
    acceptedAt: null,
    acceptedBy: null,
    waits: [],
    rejectedAt: null,
    rejectedBy: null,
    reason: null,
    repairEndAt: null,
    finishedBy: null,
    productionAt: null,
    productionBy: null,
    finalAt: null,
    finalBy: null,
    ...more,
  }) as Repair
describe('repairs', () => {
  it('stand by urgency: own news, lines standing, severity, waiting time', () => {
    const rows = [
      repair({ id: 'slow', reportedAt: '2026-11-20T00:00:00.000Z' }),
      repair({ id: 'late', reportedAt: '2026-11-20T02:00:00.000Z' }),
      repair({ id: 'runsAgain', lineStopped: true, runningAgainAt: '2026-11-20T03:00:00.000Z' }),
      repair({ id: 'bad', severity: 'critical' }),
      repair({ id: 'stop', severity: 'low', lineStopped: true }),
      { ...repair({ id: 'mine', severity: 'low' }), pending: {} } as Repair,
    ]
    expect(rows.sort(compareRepairsByUrgency).map((row) => row.id)).toEqual([
      'mine',
      'stop',
      'bad',
      'slow',
      'runsAgain',
      'late',
    ])
  })
  it('tell since when they are where they are, and what happened in its order', () => {
    const back = repair({
      state: 'inMaintenance',
      acceptedAt: '2026-11-20T02:00:00.000Z',
      acceptedBy: id(3),
      rejectedAt: '2026-11-20T05:00:00.000Z',
      rejectedBy: id(4),
      reason: '仍漏油',
    })
    expect(getRepairStateSince(back)).toBe('2026-11-20T05:00:00.000Z')
    expect(buildRepairEvents(back).map(({ name, reason }) => [name, reason])).toEqual([
      ['reported', null],
      ['accepted', null],
      ['rejected', '仍漏油'],
    ])
  })
  it('tell who waited for which part until which day, and who took it as well', () => {
    const wait = {
      partId: id(80),
      part: null,
      expectedOn: '2026-11-29',
      since: '2026-11-20T03:00:00.000Z',
      until: null,
    }
    const row = repair({
      acceptedAt: '2026-11-20T02:00:00.000Z',
      acceptedBy: id(3),
      alsoAcceptedBy: [id(4)],
      waits: [{ ...wait, userId: ME }],
    })
    expect(buildRepairEvents(row).slice(1)).toEqual([
      { name: 'accepted', at: '2026-11-20T02:00:00.000Z', personId: id(3), reason: null, alsoAcceptedBy: [id(4)] },
      {
        name: 'waiting',
        at: wait.since,
        personId: ME,
        reason: null,
        awaitedPart: { partId: id(80), expectedOn: '2026-11-29' },
      },
    ])
  })
})

describe('commands not yet through', () => {
  let seq = 0
  const op = (
    name: string,
    resource: string,
    entityId: string,
    body: Record<string, unknown>,
    more: Partial<OutboxRow> = {},
  ): OutboxRow => ({
    id: `op${++seq}`,
    userId: ME,
    clientId: 'c',
    seq,
    resource,
    entityId,
    idField: 'id',
    entityKey: `${resource}:${entityId}`,
    creates: 0,
    dependsOn: [],
    op: name,
    schemaVersion: 1,
    body,
    baseVersion: null,
    occurredAt: '2026-11-20T03:00:00.000Z',
    state: 'pending',
    attempts: 0,
    settled: false,
    sentAt: 0,
    nextAttemptAt: 0,
    serverErrors: 0,
    firstErrorAt: 0,
    alone: false,
    lastError: null,
    ...more,
  })
  const lay = (resource: string, row: { id: string } | null, ops: OutboxRow[]) =>
    overlayRows(resource, row ? [row] : [], ops, { previews })[0] as Record<string, unknown> | undefined

  it('walk a round: begun, counted, finished', () => {
    const steps = [
      op('inspectionRound.start', 'inspectionRound', ROUND, { roundId: ROUND }),
      op('inspectionResult.answer', 'inspectionRound', ROUND, { state: 'done' }),
      op('inspectionResult.answer', 'inspectionRound', ROUND, { state: 'skipped' }),
    ]
    expect(lay('inspectionRound', aRound(), steps)).toMatchObject({
      state: 'inProgress',
      userId: ME,
      assignedTo: ME,
      pointsDone: 1,
      pointsSkipped: 1,
    })
    expect(
      lay('inspectionRound', aRound(), [
        ...steps,
        op('inspectionRound.finish', 'inspectionRound', ROUND, { finishedAt: '2026-11-20T03:30:00.000Z' }),
      ]),
    ).toMatchObject({ state: 'done', finishedAt: '2026-11-20T03:30:00.000Z' })
  })
  it('leave a round where it is while its finish is refused, and a second waits behind that', () => {
    const finish = (state: OutboxRow['state'], more: Partial<OutboxRow> = {}) => ({
      ...op('inspectionRound.finish', 'inspectionRound', ROUND, { finishedAt: '2026-11-20T03:30:00.000Z' }),
      state,
      ...more,
    })
    const round = aRound({ state: 'inProgress', userId: ME, walkers: [ME] })
    const refused = finish('attention', { id: 'first' })
    // As an older version of the app stored them: the second waits.
    expect(lay('inspectionRound', round, [refused, finish('pending')])).toMatchObject({
      state: 'inProgress',
      pending: { opId: 'first', state: 'attention' },
    })
    // The missing answer now goes ahead, and the second command follows.
    const answerCommand = op('inspectionResult.answer', 'inspectionRound', ROUND, { state: 'done' })
    const steps = [{ ...refused, closes: 1 as const }, answerCommand]
    expect(lay('inspectionRound', round, steps)).toMatchObject({ state: 'inProgress', pointsDone: 1 })
    expect(lay('inspectionRound', round, [...steps, finish('pending')])).toMatchObject({ state: 'done' })
  })
  it('do not move a round from where the life cycle has no way: it is only marked', () => {
    expect(
      lay('inspectionRound', aRound({ state: 'missed' }), [op('inspectionRound.start', 'inspectionRound', ROUND, {})]),
    ).toMatchObject({ state: 'missed', pending: { op: 'inspectionRound.start' } })
  })
  it('take a repair from report to the end and back', () => {
    const body = { id: id(7), equipmentId: id(1), faultKind: 'mechanical', severity: 'high' }
    const report = op('repair.report', 'repair', id(7), body, { creates: 1 })
    expect(lay('repair', null, [report])).toMatchObject({
      id: id(7),
      state: 'reported',
      reportedBy: ME,
      parts: [],
      hours: [],
      pending: { op: 'repair.report' },
    })
    const accept = op('repair.accept', 'repair', id(7), { id: id(7) })
    const work = op('repair.finish', 'repair', id(7), {
      id: id(7),
      causes: '磨损',
      actions: '更换',
      hours: [{ userId: ME, hours: 1 }],
      endedAt: '2026-11-20T04:00:00.000Z',
    })
    expect(lay('repair', null, [report, accept, work])).toMatchObject({
      state: 'toConfirmByProduction',
      causes: '磨损',
      repairEndAt: '2026-11-20T04:00:00.000Z',
    })
    const reject = op('repair.rejectProduction', 'repair', id(7), { id: id(7), reason: '仍漏油' })
    expect(lay('repair', null, [report, accept, work, reject])).toMatchObject({
      state: 'inMaintenance',
      reason: '仍漏油',
      repairEndAt: null,
    })
  })
  it('move stock', () => {
    expect(
      lay('sparePart', { id: id(8), quantity: 5 } as { id: string }, [
        op('stockMovement.move', 'sparePart', id(8), { kind: 'out', quantity: 2 }),
        op('stockMovement.move', 'sparePart', id(8), { kind: 'count', quantity: -1 }),
      ]),
    ).toMatchObject({ quantity: 2 })
  })
})
