import { describe, expect, it } from 'vitest'
import { maintenanceContract } from '@/areas/maintenance/contract'
import {
  compareRepairsByUrgency,
  buildRepairEvents,
  getRepairStateSince,
  type Repair,
} from '@/areas/maintenance/client/repair/repair-time'
import { createOp, createOverlay } from '../outbox-commands'
import { id, ME } from '../rounds/plant'

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
  const lay = createOverlay(maintenanceContract)
  it('take a repair from report to the end and back', () => {
    const body = { id: id(7), equipmentId: id(1), faultKind: 'mechanical', severity: 'high' }
    const report = createOp('repair.report', 'repair', id(7), body, { creates: 1 })
    expect(lay('repair', null, [report])).toMatchObject({
      id: id(7),
      state: 'reported',
      reportedBy: ME,
      parts: [],
      hours: [],
      pending: { op: 'repair.report' },
    })
    const accept = createOp('repair.accept', 'repair', id(7), { id: id(7) })
    const work = createOp('repair.finish', 'repair', id(7), {
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
    const reject = createOp('repair.rejectProduction', 'repair', id(7), { id: id(7), reason: '仍漏油' })
    expect(lay('repair', null, [report, accept, work, reject])).toMatchObject({
      state: 'inMaintenance',
      reason: '仍漏油',
      repairEndAt: null,
    })
  })
})
