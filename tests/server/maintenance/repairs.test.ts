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
import { moveStock } from '@/areas/maintenance/contract/spare-part'
import type { TestPlant } from '../harness'
import {
  at,
  countOf,
  good,
  newMachine,
  newPart,
  newReport,
  notices,
  NOW,
  rowOf,
  staffed,
  sync,
  type Staff,
} from '../people'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
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
  const { id } = await newReport(staff, more)
  return good(await staff.maint.call(acceptRepair, { id }))
}
const finished = async (more: Record<string, unknown> = {}, done: object = {}) => {
  const { id } = await accepted(more)
  return good(await staff.maint.call(finishRepair, { id, ...work(done) }))
}

describe('a refusal', () => {
  test('names who changed the row last, when and how, and what is possible now', async () => {
    const { id, number } = await newReport(staff)
    const refused = async (language: 'zh' | 'en') =>
      (await staff['maint-lead'].call(confirmFinal, { id }, { language })).errmsg
    const by = `operator-line person`
    expect(await refused('zh')).toBe(
      `报修 ${number}为“已报修”（最近：${by} 2026-11-20 10:00 报修），不能“最终确认”。现在可以：撤回报修、接单`,
    )
    expect(await refused('en')).toBe(
      `Repair ${number} is "Reported" (last change: ${by}, 2026-11-20 10:00, Report a repair): "Confirm (final)" is not possible. Possible now: Withdraw, Accept`,
    )
  })
})

describe('a report', () => {
  test('gets the number of the day, the line of its machine, and tells those who accept', async () => {
    const heard = notices(plant)
    const machine = await newMachine(staff)
    const first = await newReport(staff, { equipmentId: machine.id })
    const second = await newReport(staff)
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
    expect(await rowOf(plant, 'equipment', machine.id)).toMatchObject({ condition: 'reported' })
  })
  test('of a standing line opens a stop from when it stopped', async () => {
    const report = await newReport(staff, { lineStopped: true, stoppedAt: at('09:30') })
    expect(report.version).toBe(1)
    expect(await rowOf(plant, 'line_stop', report.stopId!)).toMatchObject({
      line_id: report.lineId,
      repair_id: report.id,
      started_at: at('09:30'),
      ended_at: null,
      source: 'repair',
      state: 'standing',
    })
  })
  test('saved at 09:00 without signal is reported at 09:00', async () => {
    const machine = await newMachine(staff)
    const id = createUuid7(1)
    const [answer] = await sync(staff['operator-line'], [
      {
        op: reportRepair,
        body: { id, equipmentId: machine.id, faultKind: 'electrical', severity: 'low' },
        occurredAt: at('09:00'),
      },
    ])
    expect(answer).toMatchObject({ status: 'done', data: { id, reportedAt: at('09:00') } })
  })
  test('sent twice by a phone stays one report with one number', async () => {
    const machine = await newMachine(staff)
    const op = {
      id: createUuid7(Date.now()),
      op: reportRepair,
      body: { id: createUuid7(2), equipmentId: machine.id, faultKind: 'other', severity: 'low' },
    }
    const [once] = await sync(staff['operator-line'], [op])
    const [again] = await sync(staff['operator-line'], [op])
    expect(again).toMatchObject({ status: 'done', data: once!.data })
    expect(await countOf(plant, 'repair', 'equipment_id = $1', [machine.id])).toBe(1)
  })
  test('from a phone is told once, also when the batch is applied anew or comes again', async () => {
    const heard = notices(plant)
    const report = async () => ({
      id: createUuid7(),
      op: reportRepair,
      body: { id: createUuid7(), equipmentId: (await newMachine(staff)).id, faultKind: 'other', severity: 'low' },
    })
    const ops = [await report(), await report()]
    await sync(staff['operator-line'], ops)
    await sync(staff['operator-line'], ops)
    const anew = [await report(), await report()]
    const { transaction } = plant.app.db
    // As after a deadlock: the first attempt has done everything and is rolled back.
    plant.app.db.transaction = async (work, options) => {
      plant.app.db.transaction = transaction
      await transaction(async (client) => {
        await work(client)
        throw new Error('deadlock detected')
      }, options).catch(() => undefined)
      return transaction(work, options)
    }
    const answers = await sync(staff['operator-line'], anew)
    expect(answers.map((a) => a.status)).toEqual(['done', 'done'])
    expect(heard.map((n) => n.id)).toEqual([...ops, ...anew].map(({ body }) => body.id))
  })
  test('twenty at once get twenty numbers', async () => {
    const machine = await newMachine(staff)
    const all = await Promise.all(Array.from({ length: 20 }, () => newReport(staff, { equipmentId: machine.id })))
    expect(new Set(all.map((r) => r.number)).size).toBe(20)
  })
  test.each([
    ['no severity', { severity: undefined }, '4042'],
    ['an unknown machine', { equipmentId: createUuid7(3) }, '4006'],
    ['an unknown finding', { inspectionResultId: createUuid7(3) }, '4006'],
    ['a stop in the future', { lineStopped: true, stoppedAt: '2026-11-20T02:06:00Z' }, '6000'],
    ['a state of its own', { state: 'done' }, '4013'],
  ])('with %s is refused and leaves nothing', async (_what, wrong, expected) => {
    const before = [await countOf(plant, 'repair'), await countOf(plant, 'line_stop')]
    const answer = await staff['operator-line'].call(reportRepair, {
      equipmentId: (await newMachine(staff)).id,
      faultKind: 'other',
      severity: 'low',
      ...wrong,
    } as never)
    expect(answer.errno).toBe(expected)
    expect([await countOf(plant, 'repair'), await countOf(plant, 'line_stop')]).toEqual(before)
  })
  test('of a discarded machine is refused with its code', async () => {
    const machine = await newMachine(staff)
    await plant.query(`update equipment set state = 'discarded' where id = $1`, [machine.id])
    const answer = await staff.maint.call(
      reportRepair,
      { equipmentId: machine.id, faultKind: 'other', severity: 'low' },
      { language: 'en' },
    )
    expect([answer.errno, answer.errmsg]).toEqual(['6000', `${machine.code} is discarded; no repair can be reported`])
  })
  test('is not for a viewer, nor for a stranger', async () => {
    const input = { equipmentId: (await newMachine(staff)).id, faultKind: 'other' as const, severity: 'low' as const }
    expect((await staff.viewer.call(reportRepair, input)).errno).toBe('401')
    expect((await plant.stranger.call(reportRepair, input)).status).toBe(401)
  })
})

describe('the life of a repair', () => {
  test('runs to done; stop, machine, stock and times follow', async () => {
    const part = await newPart(staff, 5)
    const report = await newReport(staff, { lineStopped: true, stoppedAt: at('08:00'), occurredAt: at('08:05') })
    const { id, equipmentId } = report
    const step = async (caller: keyof Staff, endpoint: { readonly name: string }, input: object = {}) =>
      good(await staff[caller].call(endpoint as never, { id, ...input } as never)) as typeof report
    expect(await step('maint', acceptRepair, { occurredAt: at('09:00') })).toMatchObject({
      state: 'inMaintenance',
      acceptedBy: staff.maint.userId,
      version: 2,
    })
    const end = await step(
      'maint',
      finishRepair,
      work({ parts: [{ partId: part.id, quantity: 2 }], endedAt: at('09:45') }),
    )
    expect(end).toMatchObject({
      state: 'toConfirmByProduction',
      repairEndAt: at('09:45'),
      finishedBy: staff.maint.userId,
      version: 3,
    })
    expect(await rowOf(plant, 'line_stop', report.stopId!)).toMatchObject({ ended_at: at('09:45') })
    expect(await rowOf(plant, 'equipment', equipmentId)).toMatchObject({
      condition: 'toConfirmByProduction',
      repaired_on: '2026-11-20',
    })
    expect(await step('prod-lead', confirmProduction, { runningAgainAt: at('09:40') })).toMatchObject({
      state: 'toConfirmFinally',
      productionBy: staff['prod-lead'].userId,
    })
    expect(await rowOf(plant, 'line_stop', report.stopId!)).toMatchObject({ ended_at: at('09:40') })
    expect(await step('maint-lead', confirmFinal)).toMatchObject({ state: 'done', finalBy: staff['maint-lead'].userId })
    expect(await rowOf(plant, 'equipment', equipmentId)).toMatchObject({ condition: 'normal' })
    expect(await rowOf(plant, 'spare_part', part.id)).toMatchObject({ quantity: 3, low: false })
    expect(
      await plant.query('select kind, quantity, quantity_after, reason from stock_movement where repair_id = $1', [id]),
    ).toEqual([{ kind: 'out', quantity: 2, quantity_after: 3, reason: report.number }])
    expect(await countOf(plant, 'operation_log', `resource = 'repair' and row_id = $1`, [id])).toBe(5)
  })
  test('two repairs of a machine: its condition is the more urgent one', async () => {
    const one = await accepted()
    const two = await newReport(staff, { equipmentId: one.equipmentId })
    expect(await rowOf(plant, 'equipment', one.equipmentId)).toMatchObject({ condition: 'inMaintenance' })
    await staff.maint.call(finishRepair, { id: one.id, ...work() })
    expect(await rowOf(plant, 'equipment', one.equipmentId)).toMatchObject({ condition: 'reported' })
    good(await staff['operator-line'].call(withdrawRepair, { id: two.id, reason: '误报' }))
    expect(await rowOf(plant, 'equipment', one.equipmentId)).toMatchObject({ condition: 'toConfirmByProduction' })
  })
  test('a rejection opens its end and its stop again, and says why', async () => {
    const done = await finished({ lineStopped: true, stoppedAt: at('09:00') })
    const back = good(await staff['operator-line'].call(rejectProduction, { id: done.id, reason: '还在漏油' }))
    expect(back).toMatchObject({
      state: 'inMaintenance',
      repairEndAt: null,
      reason: '还在漏油',
      rejections: 1,
      rejectedBy: staff['operator-line'].userId,
    })
    expect(await rowOf(plant, 'line_stop', done.stopId!)).toMatchObject({ ended_at: null })
    expect(good(await staff.maint.call(finishRepair, { id: done.id, ...work() }))).toMatchObject({
      state: 'toConfirmByProduction',
      repairEndAt: NOW,
      rejections: 1,
    })
    good(await staff['operator-line'].call(confirmProduction, { id: done.id }))
    expect(good(await staff['maint-lead'].call(rejectFinal, { id: done.id, reason: '记录不全' }))).toMatchObject({
      state: 'inMaintenance',
      rejections: 2,
      productionAt: null,
      repairEndAt: null,
    })
  })
  test('a line that ran before the work ended stays running after a rejection', async () => {
    const done = await finished({ lineStopped: true, stoppedAt: at('09:00') }, { runningAgainAt: at('09:20') })
    good(await staff['operator-line'].call(rejectProduction, { id: done.id, reason: 'x' }))
    expect(await rowOf(plant, 'line_stop', done.stopId!)).toMatchObject({ ended_at: at('09:20') })
  })
  test('a step twice is refused with a sentence that names number, state and step', async () => {
    const row = await finished()
    const again = await staff.maint.call(finishRepair, { id: row.id, ...work() }, { language: 'en' })
    expect([again.errno, again.errmsg]).toEqual([
      '6000',
      // The clock of the tests stands still, so any of the three changes may be taken for the last one.
      expect.stringMatching(
        new RegExp(
          `^Repair ${row.number} is "Awaiting production confirmation" \\(last change: .* person, 2026-11-20 10:00, .*\\): "Finish" is not possible$`,
        ),
      ),
    ])
    expect(await rowOf(plant, 'repair', row.id)).toMatchObject({ version: row.version })
  })
  test('two who accept at once: one has it, the other is answered with whose it is', async () => {
    const { id } = await newReport(staff)
    const answers = await Promise.all([
      staff.maint.call(acceptRepair, { id }),
      staff['maint-lead'].call(acceptRepair, { id }),
    ])
    const { accepted_by, version } = await rowOf(plant, 'repair', id)
    expect(version).toBe(3)
    expect(answers.map((a) => good(a))).toMatchObject([{ acceptedBy: accepted_by }, { acceptedBy: accepted_by }])
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
      state === 'reported' ? await newReport(staff) : state === 'inMaintenance' ? await accepted() : await finished()
    const answer = await staff[caller].call(endpoint as never, { id: row.id, ...input() } as never)
    expect(answer.errno).toBe('6000')
    expect(await rowOf(plant, 'repair', row.id)).toMatchObject({ state, version: row.version })
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
    const { id } = await newReport(staff)
    expect((await staff[caller].call(endpoint as never, { id, ...input } as never)).errno).toBe('401')
  })
  test('an unknown repair is 4006', async () => {
    expect((await staff.maint.call(acceptRepair, { id: createUuid7(5) })).errno).toBe('4006')
  })
})

describe('withdrawing', () => {
  test('the own report needs no key; its stop goes with it', async () => {
    const row = await newReport(staff, { lineStopped: true, stoppedAt: at('09:00') })
    expect(good(await staff['operator-line'].call(withdrawRepair, { id: row.id, reason: '误报' }))).toMatchObject({
      state: 'withdrawn',
      reason: '误报',
      stopId: null,
    })
    expect(await countOf(plant, 'line_stop', 'id = $1', [row.stopId])).toBe(0)
    expect(await rowOf(plant, 'equipment', row.equipmentId)).toMatchObject({ condition: 'normal' })
  })
  test("somebody else's needs repairDelete", async () => {
    const { id } = await newReport(staff)
    expect((await staff.quality.call(withdrawRepair, { id, reason: 'x' })).errno).toBe('401')
    expect(await rowOf(plant, 'repair', id)).toMatchObject({ state: 'reported' })
    expect((await staff['maint-lead'].call(withdrawRepair, { id, reason: 'x' })).errno).toBe('200')
  })
  test('without a reason is refused', async () => {
    const { id } = await newReport(staff)
    expect((await staff['operator-line'].call(withdrawRepair, { id } as never)).errno).toBe('4042')
  })
})

describe('the end of the work', () => {
  test.each([
    ['no hours', () => ({ hours: [] }), '4042'],
    ['no causes', () => ({ causes: ' ' }), '4042'],
    ['an end before the acceptance', () => ({ endedAt: at('09:59') }), '6000'],
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
    ['a line running again before it stopped', () => ({ runningAgainAt: at('08:00') }), '6000'],
  ])('with %s is refused and moves no stock', async (_what, wrong, expected) => {
    const part = await newPart(staff, 5)
    const row = await accepted({ lineStopped: true, stoppedAt: at('09:00') })
    const answer = await staff.maint.call(finishRepair, {
      id: row.id,
      ...work({ parts: [{ partId: part.id, quantity: 1 }] }),
      ...wrong(),
    } as never)
    expect(answer.errno).toBe(expected)
    expect(await rowOf(plant, 'repair', row.id)).toMatchObject({ state: 'inMaintenance' })
    expect(await rowOf(plant, 'spare_part', part.id)).toMatchObject({ quantity: 5 })
  })
  test('more hours than passed is only a warning for the person', async () => {
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
  test('parts that are not there are refused by name, and nothing else of it happens', async () => {
    const [full, empty] = [await newPart(staff, 5), await newPart(staff, 1)]
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
    expect(await rowOf(plant, 'spare_part', full.id)).toMatchObject({ quantity: 5 })
  })
  test('finished again after a rejection books only the difference', async () => {
    const part = await newPart(staff, 10)
    const parts = (quantity: number) => ({ parts: [{ partId: part.id, quantity }] })
    const row = await finished({}, parts(3))
    good(await staff['operator-line'].call(rejectProduction, { id: row.id, reason: 'x' }))
    good(await staff.maint.call(finishRepair, { id: row.id, ...work(parts(4)) }))
    expect(await rowOf(plant, 'spare_part', part.id)).toMatchObject({ quantity: 6 })
    good(await staff['operator-line'].call(rejectProduction, { id: row.id, reason: 'x' }))
    good(await staff.maint.call(finishRepair, { id: row.id, ...work(parts(1)) }))
    expect(await rowOf(plant, 'spare_part', part.id)).toMatchObject({ quantity: 9 })
  })
  test('parts the store has issued to the repair already are not taken twice', async () => {
    const part = await newPart(staff, 10)
    const row = await accepted()
    good(
      await staff['maint-lead'].call(moveStock, {
        partId: part.id,
        kind: 'out',
        quantity: 3,
        repairId: row.id,
        occurredAt: NOW,
      }),
    )
    good(await staff.maint.call(finishRepair, { id: row.id, ...work({ parts: [{ partId: part.id, quantity: 3 }] }) }))
    expect(await rowOf(plant, 'spare_part', part.id)).toMatchObject({ quantity: 7 })
  })
})

const patch = (id: string, version: number, more: object) => ({ id, version, ...more })
const CENTURY = '1990-01-01T00:00:00.000Z'
describe('a moment that cannot be', () => {
  const counts = async () => [
    await countOf(plant, 'repair'),
    await countOf(plant, 'line_stop'),
    await countOf(plant, 'operation_log'),
  ]
  const stands = { lineStopped: true, stoppedAt: at('09:00') }
  const rows: [string, 'report' | 'edit' | 'finish' | 'confirm', Record<string, unknown>, string | null][] = [
    ['a stop of another century', 'report', { ...stands, stoppedAt: CENTURY }, 'stoppedAt'],
    ['a stop of three months and a day ago', 'report', { ...stands, stoppedAt: '2026-08-18T08:00:00Z' }, 'stoppedAt'],
    ['a stop of ten minutes to come', 'report', { ...stands, stoppedAt: at('10:10') }, 'stoppedAt'],
    ['a report of another century', 'report', { occurredAt: CENTURY }, null],
    ['a standing line reported in another century', 'report', { lineStopped: true, occurredAt: CENTURY }, null],
    ['a report of next month', 'report', { occurredAt: at('10:00', '2026-12-20') }, null],
    ['a stop moved to another century', 'edit', { stoppedAt: CENTURY }, 'stoppedAt'],
    ['a stop moved to tomorrow', 'edit', { stoppedAt: at('10:00', '2026-11-21') }, 'stoppedAt'],
    ['a line that will run again', 'edit', { runningAgainAt: at('10:10') }, 'runningAgainAt'],
    ['a line that ran again before it stopped', 'edit', { runningAgainAt: at('08:00') }, 'runningAgainAt'],
    ['a line that ran again in another century', 'edit', { runningAgainAt: CENTURY }, 'runningAgainAt'],
    ['work that will end', 'finish', { endedAt: at('10:10') }, null],
    ['work that ended in another century', 'finish', { endedAt: CENTURY }, null],
    ['a line that will run again after it', 'finish', { runningAgainAt: at('10:10') }, 'runningAgainAt'],
    ['a line that ran again in another century', 'finish', { runningAgainAt: CENTURY }, 'runningAgainAt'],
    ['a line that will run again', 'confirm', { runningAgainAt: at('10:10') }, 'runningAgainAt'],
  ]
  test.each(rows.flatMap((row) => (['form', 'phone'] as const).map((by) => [row[0], by, ...row.slice(1)] as const)))(
    '%s, by %s, is refused and changes nothing',
    async (_what, by, step, wrong, field) => {
      const [who, op, body] = await asked(step as string, wrong as object)
      const before = await counts()
      const answer =
        by === 'form' ? await staff[who].call(op as never, body as never) : (await sync(staff[who], [{ op, body }]))[0]!
      expect(answer).toMatchObject({ errno: '6000' })
      const named = (answer as { issues?: unknown; data: unknown }).issues ?? answer.data
      if (field) expect(JSON.stringify(named)).toContain(`"path":["${field as string}"]`)
      expect(await counts()).toEqual(before)
    },
  )
  async function asked(step: string, wrong: object): Promise<[keyof Staff, { name: string }, object]> {
    if (step === 'report') {
      const { id: equipmentId } = await newMachine(staff)
      return ['operator-line', reportRepair, { equipmentId, faultKind: 'other', severity: 'low', ...wrong }]
    }
    if (step === 'edit') {
      const row = await newReport(staff, stands)
      return ['operator-line', repair.endpoints.update, patch(row.id, row.version, wrong)]
    }
    if (step === 'finish') return ['maint', finishRepair, { id: (await accepted(stands)).id, ...work(wrong) }]
    return ['prod-lead', confirmProduction, { id: (await finished(stands)).id, ...wrong }]
  }
  test('a stop of three months ago, and one that a phone saw four minutes fast, are none', async () => {
    for (const stoppedAt of ['2026-08-20T08:00:00.000Z', at('10:04')])
      expect(await newReport(staff, { lineStopped: true, stoppedAt })).toMatchObject({ stoppedAt })
  })
  test('what has grown old since may still be worked on, and its line may have run again long ago', async () => {
    const row = await newReport(staff, stands)
    const [stopped, reported] = ['2026-07-01T00:00:00.000Z', '2026-07-01T01:00:00.000Z']
    await plant.query('update repair set stopped_at = $2, reported_at = $3 where id = $1', [row.id, stopped, reported])
    await plant.query('update line_stop set started_at = $2 where id = $1', [row.stopId, stopped])
    const taken = good(await staff.maint.call(acceptRepair, { id: row.id }))
    expect(taken).toMatchObject({ state: 'inMaintenance' })
    const ran = good(
      await staff.maint.call(
        repair.endpoints.update,
        patch(row.id, taken.version, { description: 'x', runningAgainAt: '2026-07-02T00:00:00.000Z' }),
      ),
    )
    expect(await rowOf(plant, 'line_stop', ran.stopId!)).toMatchObject({ ended_at: '2026-07-02T00:00:00.000Z' })
    expect(good(await staff.maint.call(finishRepair, { id: row.id, ...work() }))).toMatchObject({ repairEndAt: NOW })
  })
})

describe('when something happened', () => {
  const moved = async (occurredAt: string, by: 'form' | 'phone') => {
    const part = await newPart(staff, 5)
    const body = { partId: part.id, kind: 'out' as const, quantity: 1, reason: 'x', occurredAt }
    const answer =
      by === 'form'
        ? await staff['maint-lead'].call(moveStock, body)
        : (await sync(staff['maint-lead'], [{ op: moveStock, body }]))[0]!
    const [line] = await plant.query<{ occurred_at: string }>(
      `select occurred_at from stock_movement where part_id = $1 and kind = 'out'`,
      [part.id],
    )
    return { errno: answer.errno, at: line?.occurred_at ?? null }
  }
  test.each([
    ['an hour ago', at('09:00'), 'form', at('09:00')],
    ['an hour ago', at('09:00'), 'phone', at('09:00')],
    ['91 days ago', '2026-08-21T02:00:00.000Z', 'phone', '2026-08-21T02:00:00.000Z'],
    ['four minutes ahead', at('10:04'), 'form', NOW],
    // The clock of a phone that has not heard the server yet may be a day wrong; its record is kept.
    ['a day ahead', at('10:00', '2026-11-21'), 'phone', NOW],
  ] as const)('%s (%s, by %s) is taken and never lies ahead', async (_what, said, by, expected) => {
    expect(await moved(said, by)).toEqual({ errno: '200', at: expected })
  })
  test.each([
    ['an hour ahead', at('11:00'), 'form'],
    ['two days ahead', at('10:00', '2026-11-22'), 'phone'],
    ['in another century', CENTURY, 'form'],
    ['in another century', CENTURY, 'phone'],
    ['93 days ago', '2026-08-19T02:00:00.000Z', 'form'],
  ] as const)('%s (%s, by %s) is refused', async (_what, said, by) => {
    expect(await moved(said, by)).toEqual({ errno: '6000', at: null })
  })
  test.each([
    ['days ahead', '2026-12-24T00:00:00.000Z', NOW],
    ['decades behind', '1970-01-01T00:00:00.000Z', NOW],
    ['right', at('09:30'), at('09:30')],
  ])(
    'of the clock that a phone saved a command by, when it is %s, as much is believed as can be',
    async (_what, occurredAt, expected) => {
      const id = createUuid7(Date.now())
      const { id: equipmentId } = await newMachine(staff)
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
  test('edits of different fields on the same version both stay', async () => {
    const row = await newReport(staff)
    expect(
      good(await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 1, { description: '泵口漏油' }))),
    ).toMatchObject({ version: 2 })
    const [second] = await sync(staff.maint, [
      { op: repair.endpoints.update, body: patch(row.id, 1, { severity: 'critical' }), baseVersion: 1 },
    ])
    expect(second).toMatchObject({
      status: 'done',
      data: { description: '泵口漏油', severity: 'critical', version: 3 },
    })
  })
  test('a whole form sent with one change keeps what others changed', async () => {
    const row = await newReport(staff, { description: 'a' })
    good(await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 1, { description: 'b' })))
    const form = {
      description: 'a',
      severity: 'low',
      faultKind: row.faultKind,
      equipmentId: row.equipmentId,
      lineStopped: false,
    }
    expect(good(await staff.maint.call(repair.endpoints.update, patch(row.id, 1, form) as never))).toMatchObject({
      description: 'b',
      severity: 'low',
    })
  })
  test('the same field changed by two is a conflict with both versions and what each wanted', async () => {
    const row = await newReport(staff, { description: 'a' })
    good(await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 1, { description: 'b' })))
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
    expect(await rowOf(plant, 'repair', row.id)).toMatchObject({ description: 'b', severity: 'high', version: 2 })
  })
  test('both wanting the same is no conflict', async () => {
    const row = await newReport(staff)
    good(await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 1, { description: 'same' })))
    expect(
      good(await staff.maint.call(repair.endpoints.update, patch(row.id, 1, { description: 'same' }))),
    ).toMatchObject({ version: 2 })
  })
  test('a version that was never there, or whose changes left no trail, is a conflict', async () => {
    const row = await newReport(staff)
    expect((await staff.maint.call(repair.endpoints.update, patch(row.id, 9, { severity: 'low' }))).errno).toBe('6000')
    await plant.query('update repair set version = version + 1 where id = $1', [row.id])
    expect((await staff.maint.call(repair.endpoints.update, patch(row.id, 1, { severity: 'low' }))).errno).toBe('6000')
    expect(await rowOf(plant, 'repair', row.id)).toMatchObject({ severity: 'high' })
  })
  test('an edit made before somebody accepted is merged, the step stands', async () => {
    const row = await newReport(staff)
    good(await staff.maint.call(acceptRepair, { id: row.id }))
    expect(
      good(await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 1, { description: 'x' }))),
    ).toMatchObject({ state: 'inMaintenance', description: 'x', version: 3 })
  })
  test('a kit row without merge still refuses any stale version', async () => {
    const machine = await newMachine(staff)
    good(await staff['maint-lead'].call(equipment.endpoints.update, { id: machine.id, version: 1, name: 'a' }))
    expect(
      (await staff['maint-lead'].call(equipment.endpoints.update, { id: machine.id, version: 1, model: 'b' })).errno,
    ).toBe('6000')
  })
  test('moves the stop when the time or the machine was wrong, and closes it when the line ran after all', async () => {
    const [row, other] = [
      await newReport(staff, { lineStopped: true, stoppedAt: at('09:00') }),
      await newMachine(staff),
    ]
    const moved = good(
      await staff['operator-line'].call(
        repair.endpoints.update,
        patch(row.id, 1, { stoppedAt: at('09:10'), equipmentId: other.id }),
      ),
    )
    expect(moved.lineId).toBe(other.lineId)
    expect(await rowOf(plant, 'line_stop', row.stopId!)).toMatchObject({
      started_at: at('09:10'),
      line_id: other.lineId,
    })
    expect(await rowOf(plant, 'equipment', row.equipmentId)).toMatchObject({ condition: 'normal' })
    expect(await rowOf(plant, 'equipment', other.id)).toMatchObject({ condition: 'reported' })
    expect(
      good(await staff['operator-line'].call(repair.endpoints.update, patch(row.id, 2, { lineStopped: false }))),
    ).toMatchObject({ stopId: null })
    expect(await countOf(plant, 'line_stop', 'id = $1', [row.stopId])).toBe(0)
  })
  test('causes, hours and parts belong to those who repair', async () => {
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
    const part = await newPart(staff, 5)
    const row = await finished({}, { parts: [{ partId: part.id, quantity: 1 }] })
    const before = await rowOf(plant, 'repair', row.id)
    const body = patch(row.id, row.version, more())
    const form = await staff['operator-line'].call(repair.endpoints.update, body as never)
    const [phone] = await sync(staff['operator-line'], [{ op: repair.endpoints.update, body }])
    expect([form.errno, phone!.errno]).toEqual(['401', '401'])
    expect(await rowOf(plant, 'repair', row.id)).toEqual(before)
    expect(await rowOf(plant, 'spare_part', part.id)).toMatchObject({ quantity: 4 })
  })
  test('parts corrected after the end of the work move the stock', async () => {
    const part = await newPart(staff, 5)
    const row = await finished({}, { parts: [{ partId: part.id, quantity: 2 }] })
    good(await staff.maint.call(repair.endpoints.update, patch(row.id, row.version, { parts: [] })))
    expect(await rowOf(plant, 'spare_part', part.id)).toMatchObject({ quantity: 5 })
  })
  test('what is done or withdrawn can no longer be changed', async () => {
    const row = await newReport(staff)
    good(await staff['operator-line'].call(withdrawRepair, { id: row.id, reason: 'x' }))
    const answer = await staff.maint.call(repair.endpoints.update, patch(row.id, 2, { severity: 'low' }), {
      language: 'en',
    })
    expect([answer.errno, answer.errmsg]).toEqual([
      '6000',
      `Repair ${row.number} is "Withdrawn" and can no longer be changed`,
    ])
  })
})

test('a phone that accepts and finishes without signal: both are applied in order, each raising the version by one', async () => {
  const row = await newReport(staff)
  const answers = await sync(staff.maint, [
    { op: acceptRepair, body: { id: row.id }, occurredAt: at('10:00') },
    { op: finishRepair, body: { id: row.id, ...work() }, baseVersion: 1 },
  ])
  expect(answers.map((a) => [a.status, (a.data as { version: number }).version])).toEqual([
    ['done', 2],
    ['done', 3],
  ])
})

describe('accepted without signal while somebody else accepted it', () => {
  const lead = () => staff['maint-lead']
  test('who accepted first in truth has it, and the finish goes in with its time', async () => {
    const row = await newReport(staff, { occurredAt: at('09:30') })
    good(await lead().call(acceptRepair, { id: row.id, occurredAt: at('09:58') }))
    const answers = await sync(staff.maint, [
      { op: acceptRepair, body: { id: row.id }, occurredAt: at('09:40') },
      { op: finishRepair, body: { id: row.id, ...work(), endedAt: at('09:55') }, baseVersion: 1 },
    ])
    expect(answers.map((a) => a.status)).toEqual(['done', 'done'])
    expect(await rowOf(plant, 'repair', row.id)).toMatchObject({
      state: 'toConfirmByProduction',
      accepted_by: staff.maint.userId,
      accepted_at: at('09:40'),
      also_accepted_by: [lead().userId],
      repair_end_at: at('09:55'),
    })
  })
  test('who accepted later leaves it with the first, and may finish it', async () => {
    const row = await newReport(staff, { occurredAt: at('09:30') })
    good(await lead().call(acceptRepair, { id: row.id, occurredAt: at('09:40') }))
    const answers = await sync(staff.maint, [
      { op: acceptRepair, body: { id: row.id }, occurredAt: at('09:50') },
      { op: finishRepair, body: { id: row.id, ...work(), endedAt: at('09:55') }, baseVersion: 1 },
    ])
    expect(answers.map((a) => a.status)).toEqual(['done', 'done'])
    expect(await rowOf(plant, 'repair', row.id)).toMatchObject({
      accepted_by: lead().userId,
      accepted_at: at('09:40'),
      also_accepted_by: [staff.maint.userId],
      finished_by: staff.maint.userId,
    })
  })
})
