import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { equipment } from '@/areas/equipment/contract/equipment'
import { repair } from '@/areas/maintenance/contract/repair'
import {
  acceptRepair,
  confirmFinal,
  confirmProduction,
  finishRepair,
  rejectFinal,
  rejectProduction,
  reportRepair,
  withdrawRepair,
} from '@/areas/maintenance/contract/repair-commands'
import { repairBoard } from '@/areas/maintenance/contract/repair-reports'
import { moveStock } from '@/areas/spareParts/contract/spare-part'
import { listUrgentRepairs } from '@/areas/maintenance/server/queries/open-work'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import {
  plantTime,
  countRows,
  expectOk,
  createMachine,
  createPart,
  reportFault,
  collectNotices,
  NOW,
  fetchRow,
  createStaffedPlant,
  sync,
  type Staff,
} from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

const work = (more: object = {}) => ({
  causes: '轴承磨损',
  actions: '更换轴承',
  hours: [{ userId: staff.maint.userId, hours: 0.5 }],
  endedAt: NOW,
  ...more,
})
const accepted = async (more: Record<string, unknown> = {}) => {
  const { id } = await reportFault(staff, more)
  return expectOk(await staff.maint.call(acceptRepair, { id }))
}
const finished = async (more: Record<string, unknown> = {}, done: object = {}) => {
  const { id } = await accepted(more)
  return expectOk(await staff.maint.call(finishRepair, { id, ...work(done) }))
}

describe('a refusal', () => {
  test('names who last changed the row, when and how, and the steps that are possible', async () => {
    const { id, number } = await reportFault(staff)
    const loadRefusal = async (language: 'zh' | 'en') =>
      (await staff['maint-lead'].call(confirmFinal, { id }, { language })).errmsg
    const reporter = `operator-line person`
    expect(await loadRefusal('zh')).toBe(
      `报修 ${number}为“已报修”（最近：${reporter} 2026-11-20 10:00 报修），不能“最终确认”。现在可以：撤回报修、接单`,
    )
    expect(await loadRefusal('en')).toBe(
      `Repair ${number} is "Reported" (last change: ${reporter}, 2026-11-20 10:00, Report a repair): "Confirm (final)" is not possible. Possible now: Withdraw, Accept`,
    )
  })
})

describe('a report', () => {
  test('gets the next number of the day and the line of its machine, and notifies those who can accept it', async () => {
    const heard = collectNotices(plant)
    const machine = await createMachine(staff)
    const first = await reportFault(staff, { equipmentId: machine.id })
    const second = await reportFault(staff)
    expect(first).toMatchObject({
      state: 'reported',
      lineId: machine.lineId,
      reportedBy: staff['operator-line'].userId,
      reportedAt: NOW,
      version: 1,
      breakdown: true,
      stopId: null,
    })
    expect(first.number).toMatch(/^R20261120-\d{3}$/)
    expect(Number(second.number.slice(-3))).toBe(Number(first.number.slice(-3)) + 1)
    expect(heard.find((n) => n.id === first.id)).toMatchObject({
      notice: 'repairReported',
      keys: ['repairAccept'],
      title: {
        zh: `${first.number} ${machine.code} ${machine.name}`,
        en: `${first.number} ${machine.code} ${machine.nameEn ?? machine.name}`,
      },
    })
    expect(await fetchRow(plant, 'equipment', machine.id)).toMatchObject({ condition: 'reported' })
  })
  test('of a stopped line opens a stop from the time of the stop', async () => {
    const report = await reportFault(staff, { lineStopped: true, stoppedAt: plantTime('09:30') })
    expect(report.version).toBe(1)
    expect(await fetchRow(plant, 'line_stop', report.stopId!)).toMatchObject({
      line_id: report.lineId,
      repair_id: report.id,
      started_at: plantTime('09:30'),
      ended_at: null,
      source: 'repair',
      state: 'standing',
    })
  })
  test('saved offline at 09:00 is reported at 09:00', async () => {
    const machine = await createMachine(staff)
    const id = createUuid7(1)
    const [answer] = await sync(staff['operator-line'], [
      {
        op: reportRepair,
        body: { id, equipmentId: machine.id, faultKind: 'electrical', severity: 'low' },
        occurredAt: plantTime('09:00'),
      },
    ])
    expect(answer).toMatchObject({ status: 'done', data: { id, reportedAt: plantTime('09:00') } })
  })
  test('sent twice by a phone remains one report with one number', async () => {
    const machine = await createMachine(staff)
    const op = {
      id: createUuid7(Date.now()),
      op: reportRepair,
      body: { id: createUuid7(2), equipmentId: machine.id, faultKind: 'other', severity: 'low' },
    }
    const [firstAnswer] = await sync(staff['operator-line'], [op])
    const [repeatedAnswer] = await sync(staff['operator-line'], [op])
    expect(repeatedAnswer).toMatchObject({ status: 'done', data: firstAnswer!.data })
    expect(await countRows(plant, 'repair', 'equipment_id = $1', [machine.id])).toBe(1)
  })
  test('from a phone notifies once, also when the batch is retried or repeated', async () => {
    const heard = collectNotices(plant)
    const report = async () => ({
      id: createUuid7(),
      op: reportRepair,
      body: { id: createUuid7(), equipmentId: (await createMachine(staff)).id, faultKind: 'other', severity: 'low' },
    })
    const ops = [await report(), await report()]
    await sync(staff['operator-line'], ops)
    await sync(staff['operator-line'], ops)
    const freshReports = [await report(), await report()]
    const { transaction } = plant.app.db
    // As after a deadlock: the first attempt ran completely and was rolled back.
    plant.app.db.transaction = async (work, options) => {
      plant.app.db.transaction = transaction
      await transaction(async (client) => {
        await work(client)
        throw new Error('deadlock detected')
      }, options).catch(() => undefined)
      return transaction(work, options)
    }
    const answers = await sync(staff['operator-line'], freshReports)
    expect(answers.map((a) => a.status)).toEqual(['done', 'done'])
    expect(heard.map((n) => n.id)).toEqual([...ops, ...freshReports].map(({ body }) => body.id))
  })
  test('gets one of twenty different numbers when twenty arrive at once', async () => {
    const machine = await createMachine(staff)
    const all = await Promise.all(Array.from({ length: 20 }, () => reportFault(staff, { equipmentId: machine.id })))
    expect(new Set(all.map((r) => r.number)).size).toBe(20)
  })
  test.each([
    ['no severity', { severity: undefined }, '4042'],
    ['an unknown machine', { equipmentId: createUuid7(3) }, '4006'],
    ['an unknown finding', { inspectionResultId: createUuid7(3) }, '4006'],
    ['a stop in the future', { lineStopped: true, stoppedAt: '2026-11-20T02:06:00Z' }, '6000'],
    ['a state of its own', { state: 'done' }, '4013'],
  ])('with %s is refused and stores nothing', async (_what, wrong, expected) => {
    const countsBefore = [await countRows(plant, 'repair'), await countRows(plant, 'line_stop')]
    const answer = await staff['operator-line'].call(reportRepair, {
      equipmentId: (await createMachine(staff)).id,
      faultKind: 'other',
      severity: 'low',
      ...wrong,
    } as never)
    expect(answer.errno).toBe(expected)
    expect([await countRows(plant, 'repair'), await countRows(plant, 'line_stop')]).toEqual(countsBefore)
  })
  test('of a discarded machine is refused with its code', async () => {
    const machine = await createMachine(staff)
    await plant.query(`update equipment set state = 'discarded' where id = $1`, [machine.id])
    const answer = await staff.maint.call(
      reportRepair,
      { equipmentId: machine.id, faultKind: 'other', severity: 'low' },
      { language: 'en' },
    )
    expect([answer.errno, answer.errmsg]).toEqual(['6000', `${machine.code} is discarded; no repair can be reported`])
  })
  test('of a machine that was not installed yet is refused', async () => {
    const machine = await createMachine(staff)
    await plant.query(`update equipment set installed_on = '2026-11-15' where id = $1`, [machine.id])
    const report = (more: object) =>
      staff.maint.call(
        reportRepair,
        { equipmentId: machine.id, faultKind: 'other', severity: 'low', ...more } as never,
        { language: 'en' },
      )
    const answer = await report({ occurredAt: '2026-11-14T02:00:00.000Z' })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining('wrong clock') as string])
    expect((await report({ lineStopped: true, stoppedAt: '2026-11-14T02:00:00.000Z' })).errno).toBe('6000')
    expectOk(await report({ occurredAt: '2026-11-15T02:00:00.000Z' }))
  })
  test('is refused for a viewer and a stranger', async () => {
    const input = {
      equipmentId: (await createMachine(staff)).id,
      faultKind: 'other' as const,
      severity: 'low' as const,
    }
    expect((await staff.viewer.call(reportRepair, input)).errno).toBe('401')
    expect((await plant.stranger.call(reportRepair, input)).status).toBe(401)
  })
})

describe('the lifecycle of a repair', () => {
  test('ends in done; stop, machine, stock and times follow', async () => {
    const part = await createPart(staff, 5)
    const report = await reportFault(staff, {
      lineStopped: true,
      stoppedAt: plantTime('08:00'),
      occurredAt: plantTime('08:05'),
    })
    const { id, equipmentId } = report
    const runStep = async (caller: keyof Staff, endpoint: { readonly name: string }, input: object = {}) =>
      expectOk(await staff[caller].call(endpoint as never, { id, ...input } as never)) as typeof report
    expect(await runStep('maint', acceptRepair, { occurredAt: plantTime('09:00') })).toMatchObject({
      state: 'inMaintenance',
      acceptedBy: staff.maint.userId,
      version: 2,
    })
    const end = await runStep(
      'maint',
      finishRepair,
      work({ parts: [{ partId: part.id, quantity: 2 }], endedAt: plantTime('09:45') }),
    )
    expect(end).toMatchObject({
      state: 'toConfirmByProduction',
      repairEndAt: plantTime('09:45'),
      finishedBy: staff.maint.userId,
      version: 3,
    })
    expect(await fetchRow(plant, 'line_stop', report.stopId!)).toMatchObject({ ended_at: plantTime('09:45') })
    expect(await fetchRow(plant, 'equipment', equipmentId)).toMatchObject({
      condition: 'toConfirmByProduction',
      repaired_on: '2026-11-20',
    })
    expect(await runStep('prod-lead', confirmProduction, { runningAgainAt: plantTime('09:40') })).toMatchObject({
      state: 'toConfirmFinally',
      productionBy: staff['prod-lead'].userId,
    })
    expect(await fetchRow(plant, 'line_stop', report.stopId!)).toMatchObject({ ended_at: plantTime('09:40') })
    expect(await runStep('maint-lead', confirmFinal)).toMatchObject({
      state: 'done',
      finalBy: staff['maint-lead'].userId,
    })
    expect(await fetchRow(plant, 'equipment', equipmentId)).toMatchObject({ condition: 'normal' })
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 3, low: false })
    expect(
      await plant.query('select kind, quantity, quantity_after, reason from stock_movement where repair_id = $1', [id]),
    ).toEqual([{ kind: 'out', quantity: 2, quantity_after: 3, reason: report.number }])
    expect(await countRows(plant, 'operation_log', `resource = 'repair' and row_id = $1`, [id])).toBe(5)
  })
  test('shows the more urgent of two repairs as the machine’s condition', async () => {
    const one = await accepted()
    const two = await reportFault(staff, { equipmentId: one.equipmentId })
    expect(await fetchRow(plant, 'equipment', one.equipmentId)).toMatchObject({ condition: 'inMaintenance' })
    await staff.maint.call(finishRepair, { id: one.id, ...work() })
    expect(await fetchRow(plant, 'equipment', one.equipmentId)).toMatchObject({ condition: 'reported' })
    expectOk(await staff['operator-line'].call(withdrawRepair, { id: two.id, reason: '误报' }))
    expect(await fetchRow(plant, 'equipment', one.equipmentId)).toMatchObject({ condition: 'toConfirmByProduction' })
  })
  test('reopens its end and its stop on rejection and says why', async () => {
    const done = await finished({ lineStopped: true, stoppedAt: plantTime('09:00') })
    const back = expectOk(await staff['operator-line'].call(rejectProduction, { id: done.id, reason: '还在漏油' }))
    expect(back).toMatchObject({
      state: 'inMaintenance',
      repairEndAt: null,
      reason: '还在漏油',
      rejections: 1,
      rejectedBy: staff['operator-line'].userId,
    })
    expect(await fetchRow(plant, 'line_stop', done.stopId!)).toMatchObject({ ended_at: null })
    expect(expectOk(await staff.maint.call(finishRepair, { id: done.id, ...work() }))).toMatchObject({
      state: 'toConfirmByProduction',
      repairEndAt: NOW,
      rejections: 1,
    })
    expectOk(await staff['operator-line'].call(confirmProduction, { id: done.id }))
    expect(expectOk(await staff['maint-lead'].call(rejectFinal, { id: done.id, reason: '记录不全' }))).toMatchObject({
      state: 'inMaintenance',
      rejections: 2,
      productionAt: null,
      repairEndAt: null,
    })
  })
  test('leaves a line that ran before the end of work running after a rejection', async () => {
    const done = await finished(
      { lineStopped: true, stoppedAt: plantTime('09:00') },
      { runningAgainAt: plantTime('09:20') },
    )
    expectOk(await staff['operator-line'].call(rejectProduction, { id: done.id, reason: 'x' }))
    expect(await fetchRow(plant, 'line_stop', done.stopId!)).toMatchObject({ ended_at: plantTime('09:20') })
  })
  test('whose line runs again comes after one that still stops its line, on the board and for other areas', async () => {
    const stopped = { lineStopped: true, stoppedAt: plantTime('09:00'), severity: 'critical' }
    const runsAgain = await finished(
      { ...stopped, occurredAt: plantTime('09:01') },
      { runningAgainAt: plantTime('09:20') },
    )
    expectOk(await staff['operator-line'].call(rejectProduction, { id: runsAgain.id, reason: 'x' }))
    const stillStopped = await accepted(stopped)
    const keepBoth = (rows: readonly { id: string }[]) =>
      rows.map(({ id }) => id).filter((id) => id === runsAgain.id || id === stillStopped.id)
    const board = expectOk(await staff.maint.call(repairBoard, {}))
    expect(keepBoth(board.flatMap(({ repairs }) => repairs))).toEqual([stillStopped.id, runsAgain.id])
    const urgent = await runAsSystem(plant.app, 'test', (ctx) => listUrgentRepairs(ctx, 500))
    expect(keepBoth(urgent.map(({ repairId }) => ({ id: repairId })))).toEqual([stillStopped.id, runsAgain.id])
  })
  test('refuses a repeated step with the number, state and step', async () => {
    const row = await finished()
    const again = await staff.maint.call(finishRepair, { id: row.id, ...work() }, { language: 'en' })
    expect([again.errno, again.errmsg]).toEqual([
      '6000',
      // The test clock stands still, so any of the three changes may count as the last.
      expect.stringMatching(
        new RegExp(
          `^Repair ${row.number} is "Awaiting production confirmation" \\(last change: .* person, 2026-11-20 10:00, .*\\): "Finish" is not possible$`,
        ),
      ),
    ])
    expect(await fetchRow(plant, 'repair', row.id)).toMatchObject({ version: row.version })
  })
  test('accepted by two at once goes to one; the other gets the name of the owner', async () => {
    const { id } = await reportFault(staff)
    const answers = await Promise.all([
      staff.maint.call(acceptRepair, { id }),
      staff['maint-lead'].call(acceptRepair, { id }),
    ])
    const { accepted_by, version } = await fetchRow(plant, 'repair', id)
    expect(version).toBe(3)
    expect(answers.map((a) => expectOk(a))).toMatchObject([{ acceptedBy: accepted_by }, { acceptedBy: accepted_by }])
  })
  test.each([
    ['finish before accepting', 'maint', finishRepair, () => work(), 'reported'],
    ['confirm production before finishing', 'prod-lead', confirmProduction, () => ({}), 'inMaintenance'],
    ['reject production before finishing', 'prod-lead', rejectProduction, () => ({ reason: 'x' }), 'inMaintenance'],
    ['confirm finally before production', 'maint-lead', confirmFinal, () => ({}), 'toConfirmByProduction'],
    ['reject finally before production', 'maint-lead', rejectFinal, () => ({ reason: 'x' }), 'toConfirmByProduction'],
    ['withdraw after accepting', 'operator-line', withdrawRepair, () => ({ reason: 'x' }), 'inMaintenance'],
  ] as const)('%s is refused', async (_what, caller, endpoint, input, state) => {
    const row =
      state === 'reported' ? await reportFault(staff) : state === 'inMaintenance' ? await accepted() : await finished()
    const answer = await staff[caller].call(endpoint as never, { id: row.id, ...input() } as never)
    expect(answer.errno).toBe('6000')
    expect(await fetchRow(plant, 'repair', row.id)).toMatchObject({ state, version: row.version })
  })
  test.each([
    ['an operator accept', 'operator-line', acceptRepair, {}],
    [
      'an operator finish',
      'operator-line',
      finishRepair,
      { causes: 'x', actions: 'x', hours: [{ userId: createUuid7(4), hours: 1 }], endedAt: NOW },
    ],
    ['a mechanic confirm for production', 'maint', confirmProduction, {}],
    ['a mechanic confirm finally', 'maint', confirmFinal, {}],
    ['quality reject', 'quality', rejectFinal, { reason: 'x' }],
    ['a viewer withdraw', 'viewer', withdrawRepair, { reason: 'x' }],
  ] as const)('never lets %s', async (_what, caller, endpoint, input) => {
    const { id } = await reportFault(staff)
    expect((await staff[caller].call(endpoint as never, { id, ...input } as never)).errno).toBe('401')
  })
  test('an unknown repair is answered with 4006', async () => {
    expect((await staff.maint.call(acceptRepair, { id: createUuid7(5) })).errno).toBe('4006')
  })
})

describe('withdrawing a report', () => {
  test('of one’s own needs no permission and removes its stop', async () => {
    const row = await reportFault(staff, { lineStopped: true, stoppedAt: plantTime('09:00') })
    expect(expectOk(await staff['operator-line'].call(withdrawRepair, { id: row.id, reason: '误报' }))).toMatchObject({
      state: 'withdrawn',
      reason: '误报',
      stopId: null,
    })
    expect(await countRows(plant, 'line_stop', 'id = $1', [row.stopId])).toBe(0)
    expect(await fetchRow(plant, 'equipment', row.equipmentId)).toMatchObject({ condition: 'normal' })
  })
  test('of somebody else needs repairDelete', async () => {
    const { id } = await reportFault(staff)
    expect((await staff.quality.call(withdrawRepair, { id, reason: 'x' })).errno).toBe('401')
    expect(await fetchRow(plant, 'repair', id)).toMatchObject({ state: 'reported' })
    expect((await staff['maint-lead'].call(withdrawRepair, { id, reason: 'x' })).errno).toBe('200')
  })
  test('without a reason is refused', async () => {
    const { id } = await reportFault(staff)
    expect((await staff['operator-line'].call(withdrawRepair, { id } as never)).errno).toBe('4042')
  })
})

describe('the end of the work', () => {
  test.each([
    ['no hours', () => ({ hours: [] }), '4042'],
    ['no causes', () => ({ causes: ' ' }), '4042'],
    ['an end before the acceptance', () => ({ endedAt: plantTime('09:59') }), '6000'],
    ['an end in the future', () => ({ endedAt: '2026-11-20T02:06:00Z' }), '6000'],
    ['no hours worked', () => ({ hours: [{ userId: staff.maint.userId, hours: 0 }] }), '6000'],
    [
      'a person twice',
      () => ({
        hours: [
          { userId: staff.maint.userId, hours: 1 },
          { userId: staff.maint.userId, hours: 1 },
        ],
      }),
      '6000',
    ],
    ['an unknown person', () => ({ hours: [{ userId: createUuid7(6), hours: 1 }] }), '4006'],
    ['an unknown part', () => ({ parts: [{ partId: createUuid7(6), quantity: 1 }] }), '4006'],
    ['a line running again before it stopped', () => ({ runningAgainAt: plantTime('08:00') }), '6000'],
  ])('with %s is refused and moves no stock', async (_what, wrong, expected) => {
    const part = await createPart(staff, 5)
    const row = await accepted({ lineStopped: true, stoppedAt: plantTime('09:00') })
    const answer = await staff.maint.call(finishRepair, {
      id: row.id,
      ...work({ parts: [{ partId: part.id, quantity: 1 }] }),
      ...wrong(),
    } as never)
    expect(answer.errno).toBe(expected)
    expect(await fetchRow(plant, 'repair', row.id)).toMatchObject({ state: 'inMaintenance' })
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 5 })
  })
  test('warns if the hours exceed the elapsed time', async () => {
    const row = await accepted()
    expect(
      (
        await staff.maint.call(finishRepair, {
          id: row.id,
          ...work({ hours: [{ userId: staff.maint.userId, hours: 9 }] }),
        })
      ).errno,
    ).toBe('200')
  })
  test('is refused as a whole when parts are missing, naming them', async () => {
    const [full, empty] = [await createPart(staff, 5), await createPart(staff, 1)]
    const row = await accepted()
    const answer = await staff.maint.call(
      finishRepair,
      {
        id: row.id,
        ...work({
          parts: [
            { partId: full.id, quantity: 1 },
            { partId: empty.id, quantity: 2 },
          ],
        }),
      },
      { language: 'en' },
    )
    expect([answer.errno, answer.errmsg]).toEqual(['6000', `Only 1 个 of ${empty.code} ${empty.name} in stock`])
    expect(await fetchRow(plant, 'spare_part', full.id)).toMatchObject({ quantity: 5 })
  })
  test('after a rejection books the difference only', async () => {
    const part = await createPart(staff, 10)
    const parts = (quantity: number) => ({ parts: [{ partId: part.id, quantity }] })
    const row = await finished({}, parts(3))
    expectOk(await staff['operator-line'].call(rejectProduction, { id: row.id, reason: 'x' }))
    expectOk(await staff.maint.call(finishRepair, { id: row.id, ...work(parts(4)) }))
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 6 })
    expectOk(await staff['operator-line'].call(rejectProduction, { id: row.id, reason: 'x' }))
    expectOk(await staff.maint.call(finishRepair, { id: row.id, ...work(parts(1)) }))
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 9 })
  })
  test('does not take issued parts twice', async () => {
    const part = await createPart(staff, 10)
    const row = await accepted()
    expectOk(
      await staff['maint-lead'].call(moveStock, {
        partId: part.id,
        kind: 'out',
        quantity: 3,
        repairId: row.id,
        occurredAt: NOW,
      }),
    )
    expectOk(
      await staff.maint.call(finishRepair, { id: row.id, ...work({ parts: [{ partId: part.id, quantity: 3 }] }) }),
    )
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 7 })
  })
})

const patch = (id: string, version: number, more: object) => ({ id, version, ...more })
const CENTURY = '1990-01-01T00:00:00.000Z'
describe('an impossible time', () => {
  const counts = async () => [
    await countRows(plant, 'repair'),
    await countRows(plant, 'line_stop'),
    await countRows(plant, 'operation_log'),
  ]
  const stands = { lineStopped: true, stoppedAt: plantTime('09:00') }
  const rows: [string, 'report' | 'edit' | 'finish' | 'confirm', Record<string, unknown>, string | null][] = [
    ['a stop of another century', 'report', { ...stands, stoppedAt: CENTURY }, 'stoppedAt'],
    ['a stop of three months and a day ago', 'report', { ...stands, stoppedAt: '2026-08-18T08:00:00Z' }, 'stoppedAt'],
    ['a stop of ten minutes to come', 'report', { ...stands, stoppedAt: plantTime('10:10') }, 'stoppedAt'],
    ['a report of another century', 'report', { occurredAt: CENTURY }, null],
    ['a standing line reported in another century', 'report', { lineStopped: true, occurredAt: CENTURY }, null],
    ['a report of next month', 'report', { occurredAt: plantTime('10:00', '2026-12-20') }, null],
    ['a stop moved to another century', 'edit', { stoppedAt: CENTURY }, 'stoppedAt'],
    ['a stop moved to tomorrow', 'edit', { stoppedAt: plantTime('10:00', '2026-11-21') }, 'stoppedAt'],
    ['a line that will run again', 'edit', { runningAgainAt: plantTime('10:10') }, 'runningAgainAt'],
    ['a line that ran again before it stopped', 'edit', { runningAgainAt: plantTime('08:00') }, 'runningAgainAt'],
    ['a line that ran again in another century', 'edit', { runningAgainAt: CENTURY }, 'runningAgainAt'],
    ['work that will end', 'finish', { endedAt: plantTime('10:10') }, null],
    ['work that ended in another century', 'finish', { endedAt: CENTURY }, null],
    ['a line that will run again after it', 'finish', { runningAgainAt: plantTime('10:10') }, 'runningAgainAt'],
    ['a line that ran again in another century', 'finish', { runningAgainAt: CENTURY }, 'runningAgainAt'],
    ['a line that will run again', 'confirm', { runningAgainAt: plantTime('10:10') }, 'runningAgainAt'],
  ]
  test.each(rows.flatMap((row) => (['form', 'phone'] as const).map((by) => [row[0], by, ...row.slice(1)] as const)))(
    '%s, by %s, is refused and changes nothing',
    async (_what, by, step, wrong, field) => {
      const [who, op, body] = await prepareStep(step as string, wrong as object)
      const before = await counts()
      const answer =
        by === 'form' ? await staff[who].call(op as never, body as never) : (await sync(staff[who], [{ op, body }]))[0]!
      expect(answer).toMatchObject({ errno: '6000' })
      const named = (answer as { issues?: unknown; data: unknown }).issues ?? answer.data
      if (field) expect(JSON.stringify(named)).toContain(`"path":["${field as string}"]`)
      expect(await counts()).toEqual(before)
    },
  )
  async function prepareStep(step: string, wrong: object): Promise<[keyof Staff, { name: string }, object]> {
    if (step === 'report') {
      const { id: equipmentId } = await createMachine(staff)
      return ['operator-line', reportRepair, { equipmentId, faultKind: 'other', severity: 'low', ...wrong }]
    }
    if (step === 'edit') {
      const row = await reportFault(staff, stands)
      return ['operator-line', repair.endpoints.update, patch(row.id, row.version, wrong)]
    }
    if (step === 'finish') return ['maint', finishRepair, { id: (await accepted(stands)).id, ...work(wrong) }]
    return ['prod-lead', confirmProduction, { id: (await finished(stands)).id, ...wrong }]
  }
  test('does not include a stop of three months ago or a phone clock four minutes fast', async () => {
    for (const stoppedAt of ['2026-08-20T08:00:00.000Z', plantTime('10:04')])
      expect(await reportFault(staff, { lineStopped: true, stoppedAt })).toMatchObject({ stoppedAt })
  })
  test('does not apply to old repairs: they can still be finished and their line restarted', async () => {
    const row = await reportFault(staff, stands)
    const [stopped, reported] = ['2026-07-01T00:00:00.000Z', '2026-07-01T01:00:00.000Z']
    await plant.query('update repair set stopped_at = $2, reported_at = $3 where id = $1', [row.id, stopped, reported])
    await plant.query('update line_stop set started_at = $2 where id = $1', [row.stopId, stopped])
    const acceptedRepair = expectOk(await staff.maint.call(acceptRepair, { id: row.id }))
    expect(acceptedRepair).toMatchObject({ state: 'inMaintenance' })
    const ran = expectOk(
      await staff.maint.call(
        repair.endpoints.update,
        patch(row.id, acceptedRepair.version, { description: 'x', runningAgainAt: '2026-07-02T00:00:00.000Z' }),
      ),
    )
    expect(await fetchRow(plant, 'line_stop', ran.stopId!)).toMatchObject({ ended_at: '2026-07-02T00:00:00.000Z' })
    expect(expectOk(await staff.maint.call(finishRepair, { id: row.id, ...work() }))).toMatchObject({
      repairEndAt: NOW,
    })
  })
})

describe('the time of an event', () => {
  const moveStockAt = async (occurredAt: string, channel: 'form' | 'phone') => {
    const part = await createPart(staff, 5)
    const body = { partId: part.id, kind: 'out' as const, quantity: 1, reason: 'x', occurredAt }
    const answer =
      channel === 'form'
        ? await staff['maint-lead'].call(moveStock, body)
        : (await sync(staff['maint-lead'], [{ op: moveStock, body }]))[0]!
    const [line] = await plant.query<{ occurred_at: string }>(
      `select occurred_at from stock_movement where part_id = $1 and kind = 'out'`,
      [part.id],
    )
    return { errno: answer.errno, at: line?.occurred_at ?? null }
  }
  test.each([
    ['an hour ago', plantTime('09:00'), 'form', plantTime('09:00')],
    ['an hour ago', plantTime('09:00'), 'phone', plantTime('09:00')],
    ['91 days ago', '2026-08-21T02:00:00.000Z', 'phone', '2026-08-21T02:00:00.000Z'],
    ['four minutes ahead', plantTime('10:04'), 'form', NOW],
    // The clock of a phone that has not yet heard from the server may be a day off; its record is stored.
    ['a day ahead', plantTime('10:00', '2026-11-21'), 'phone', NOW],
  ] as const)('%s (%s, by %s) is taken and never lies ahead', async (_what, said, by, expected) => {
    expect(await moveStockAt(said, by)).toEqual({ errno: '200', at: expected })
  })
  test.each([
    ['an hour ahead', plantTime('11:00'), 'form'],
    ['two days ahead', plantTime('10:00', '2026-11-22'), 'phone'],
    ['in another century', CENTURY, 'form'],
    ['in another century', CENTURY, 'phone'],
    ['93 days ago', '2026-08-19T02:00:00.000Z', 'form'],
  ] as const)('%s (%s, by %s) is refused', async (_what, said, by) => {
    expect(await moveStockAt(said, by)).toEqual({ errno: '6000', at: null })
  })
  test.each([
    ['days ahead', '2026-12-24T00:00:00.000Z', NOW],
    ['decades behind', '1970-01-01T00:00:00.000Z', NOW],
    ['right', plantTime('09:30'), plantTime('09:30')],
  ])(
    'of the clock that a phone saved a command by, when it is %s, as much is believed as can be',
    async (_what, occurredAt, expected) => {
      const id = createUuid7(Date.now())
      const { id: equipmentId } = await createMachine(staff)
      const [answer] = await sync(staff['operator-line'], [
        {
          op: reportRepair,
          body: { id, equipmentId, faultKind: 'other', severity: 'low', lineStopped: true },
          occurredAt,
        },
      ])
      expect(answer).toMatchObject({ status: 'done', data: { reportedAt: expected } })
      expect(await plant.query('select started_at from line_stop where repair_id = $1', [id])).toEqual([
        { started_at: expected },
      ])
    },
  )
})
describe('correcting a repair', () => {
  test('by edits of different fields on one version keeps both', async () => {
    const row = await reportFault(staff)
    expect(
      expectOk(
        await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 1, { description: '泵口漏油' })),
      ),
    ).toMatchObject({ version: 2 })
    const [second] = await sync(staff.maint, [
      { op: repair.endpoints.update, body: patch(row.id, 1, { severity: 'critical' }), baseVersion: 1 },
    ])
    expect(second).toMatchObject({
      status: 'done',
      data: { description: '泵口漏油', severity: 'critical', version: 3 },
    })
  })
  test('by a whole form with one change keeps the changes of others', async () => {
    const row = await reportFault(staff, { description: 'a' })
    expectOk(await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 1, { description: 'b' })))
    const form = {
      description: 'a',
      severity: 'low',
      faultKind: row.faultKind,
      equipmentId: row.equipmentId,
      lineStopped: false,
    }
    expect(expectOk(await staff.maint.call(repair.endpoints.update, patch(row.id, 1, form) as never))).toMatchObject({
      description: 'b',
      severity: 'low',
    })
  })
  test('of the same field by two people is a conflict with both versions and values', async () => {
    const row = await reportFault(staff, { description: 'a' })
    expectOk(await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 1, { description: 'b' })))
    const [mine] = await sync(staff.maint, [
      { op: repair.endpoints.update, body: patch(row.id, 1, { description: 'c', severity: 'low' }), baseVersion: 1 },
    ])
    expect(mine).toMatchObject({
      status: 'conflict',
      errno: '6000',
      data: {
        conflict: true,
        theirs: { description: 'b', version: 2 },
        mine: { description: 'c' },
        conflicts: [{ field: 'description', base: 'a', mine: 'c', theirs: 'b' }],
      },
    })
    expect(await fetchRow(plant, 'repair', row.id)).toMatchObject({ description: 'b', severity: 'high', version: 2 })
  })
  test('to the same value by two people is no conflict', async () => {
    const row = await reportFault(staff)
    expectOk(await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 1, { description: 'same' })))
    expect(
      expectOk(await staff.maint.call(repair.endpoints.update, patch(row.id, 1, { description: 'same' }))),
    ).toMatchObject({ version: 2 })
  })
  test('on an unknown version, or one without audit entries, is a conflict', async () => {
    const row = await reportFault(staff)
    expect((await staff.maint.call(repair.endpoints.update, patch(row.id, 9, { severity: 'low' }))).errno).toBe('6000')
    await plant.query('update repair set version = version + 1 where id = $1', [row.id])
    expect((await staff.maint.call(repair.endpoints.update, patch(row.id, 1, { severity: 'low' }))).errno).toBe('6000')
    expect(await fetchRow(plant, 'repair', row.id)).toMatchObject({ severity: 'high' })
  })
  test('before a concurrent acceptance is merged; the step remains', async () => {
    const row = await reportFault(staff)
    expectOk(await staff.maint.call(acceptRepair, { id: row.id }))
    expect(
      expectOk(await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 1, { description: 'x' }))),
    ).toMatchObject({ state: 'inMaintenance', description: 'x', version: 3 })
  })
  test('without merge still refuses any stale version', async () => {
    const machine = await createMachine(staff)
    expectOk(await staff['maint-lead'].call(equipment.endpoints.update, { id: machine.id, version: 1, name: 'a' }))
    expect(
      (await staff['maint-lead'].call(equipment.endpoints.update, { id: machine.id, version: 1, model: 'b' })).errno,
    ).toBe('6000')
  })
  test('moves the stop with the time or machine, and closes it if the line ran', async () => {
    const [row, other] = [
      await reportFault(staff, { lineStopped: true, stoppedAt: plantTime('09:00') }),
      await createMachine(staff),
    ]
    const moved = expectOk(
      await staff['operator-line'].call(
        repair.endpoints.update,
        patch(row.id, 1, { stoppedAt: plantTime('09:10'), equipmentId: other.id }),
      ),
    )
    expect(moved.lineId).toBe(other.lineId)
    expect(await fetchRow(plant, 'line_stop', row.stopId!)).toMatchObject({
      started_at: plantTime('09:10'),
      line_id: other.lineId,
    })
    expect(await fetchRow(plant, 'equipment', row.equipmentId)).toMatchObject({ condition: 'normal' })
    expect(await fetchRow(plant, 'equipment', other.id)).toMatchObject({ condition: 'reported' })
    expect(
      expectOk(await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 2, { lineStopped: false }))),
    ).toMatchObject({ stopId: null })
    expect(await countRows(plant, 'line_stop', 'id = $1', [row.stopId])).toBe(0)
  })
  test('of causes, hours and parts needs the repair permission', async () => {
    const row = await finished()
    expect(
      (await staff['operator-line'].call(repair.endpoints.update, patch(row.id, row.version, { causes: 'x' }))).errno,
    ).toBe('401')
    expect((await staff.maint.call(repair.endpoints.update, patch(row.id, row.version, { causes: '' }))).errno).toBe(
      '6000',
    )
    expect(
      (await staff.maint.call(repair.endpoints.update, patch(row.id, row.version, { causes: '密封老化' }))).errno,
    ).toBe('200')
  })
  test.each([
    ['causes', () => ({ causes: 'x' })],
    ['actions', () => ({ actions: 'x' })],
    ['hours', () => ({ hours: [{ userId: staff['operator-line'].userId, hours: 8 }] })],
    ['parts', () => ({ parts: [] })],
    ['photos of the work', () => ({ workImages: [createUuid7(80)] })],
  ] as const)('%s are not changed by somebody who may correct a report and not repair', async (_what, more) => {
    const part = await createPart(staff, 5)
    const row = await finished({}, { parts: [{ partId: part.id, quantity: 1 }] })
    const rowBefore = await fetchRow(plant, 'repair', row.id)
    const body = patch(row.id, row.version, more())
    const form = await staff['operator-line'].call(repair.endpoints.update, body as never)
    const [phone] = await sync(staff['operator-line'], [{ op: repair.endpoints.update, body }])
    expect([form.errno, phone!.errno]).toEqual(['401', '401'])
    expect(await fetchRow(plant, 'repair', row.id)).toEqual(rowBefore)
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 4 })
  })
  test('of parts after the end of work moves the stock', async () => {
    const part = await createPart(staff, 5)
    const row = await finished({}, { parts: [{ partId: part.id, quantity: 2 }] })
    expectOk(await staff.maint.call(repair.endpoints.update, patch(row.id, row.version, { parts: [] })))
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 5 })
  })
  test('is refused once the repair is done or withdrawn', async () => {
    const row = await reportFault(staff)
    expectOk(await staff['operator-line'].call(withdrawRepair, { id: row.id, reason: 'x' }))
    const answer = await staff.maint.call(repair.endpoints.update, patch(row.id, 2, { severity: 'low' }), {
      language: 'en',
    })
    expect([answer.errno, answer.errmsg]).toEqual([
      '6000',
      `Repair ${row.number} is "Withdrawn" and can no longer be changed`,
    ])
  })
})

test('an offline phone that accepts and finishes: both apply in order, one version each', async () => {
  const row = await reportFault(staff)
  const answers = await sync(staff.maint, [
    { op: acceptRepair, body: { id: row.id }, occurredAt: plantTime('10:00') },
    { op: finishRepair, body: { id: row.id, ...work() }, baseVersion: 1 },
  ])
  expect(answers.map((a) => [a.status, (a.data as { version: number }).version])).toEqual([
    ['done', 2],
    ['done', 3],
  ])
})

describe('an offline acceptance after somebody else’s', () => {
  const lead = () => staff['maint-lead']
  test('wins if it happened first, and the finish keeps its time', async () => {
    const row = await reportFault(staff, { occurredAt: plantTime('09:30') })
    expectOk(await lead().call(acceptRepair, { id: row.id, occurredAt: plantTime('09:58') }))
    const answers = await sync(staff.maint, [
      { op: acceptRepair, body: { id: row.id }, occurredAt: plantTime('09:40') },
      { op: finishRepair, body: { id: row.id, ...work(), endedAt: plantTime('09:55') }, baseVersion: 1 },
    ])
    expect(answers.map((a) => a.status)).toEqual(['done', 'done'])
    expect(await fetchRow(plant, 'repair', row.id)).toMatchObject({
      state: 'toConfirmByProduction',
      accepted_by: staff.maint.userId,
      accepted_at: plantTime('09:40'),
      also_accepted_by: [lead().userId],
      repair_end_at: plantTime('09:55'),
    })
  })
  test('loses if it happened later; the first mechanic may finish', async () => {
    const row = await reportFault(staff, { occurredAt: plantTime('09:30') })
    expectOk(await lead().call(acceptRepair, { id: row.id, occurredAt: plantTime('09:40') }))
    const answers = await sync(staff.maint, [
      { op: acceptRepair, body: { id: row.id }, occurredAt: plantTime('09:50') },
      { op: finishRepair, body: { id: row.id, ...work(), endedAt: plantTime('09:55') }, baseVersion: 1 },
    ])
    expect(answers.map((a) => a.status)).toEqual(['done', 'done'])
    expect(await fetchRow(plant, 'repair', row.id)).toMatchObject({
      accepted_by: lead().userId,
      accepted_at: plantTime('09:40'),
      also_accepted_by: [staff.maint.userId],
      finished_by: staff.maint.userId,
    })
  })
})
