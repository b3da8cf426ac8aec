import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { meter, meterReading } from '@/areas/equipment/contract/meter'
import { pmRecord } from '@/areas/equipment/contract/work-records'
import { repair } from '@/areas/maintenance/contract/repair'
import { acceptRepair, finishRepair } from '@/areas/maintenance/contract/repair-commands'
import {
  openRepairOptions,
  repairBoard,
  repairCount,
  repairsOfEquipment,
  repairStatistics,
  repairWorkHours,
} from '@/areas/maintenance/contract/repair-reports'
import {
  completePm,
  recordPmReading,
  pmCount,
  pmMachines,
  pmPeople,
  pmTasks,
  pmTitles,
} from '@/areas/maintenance/contract/pm-endpoints'
import { pmPlan } from '@/areas/maintenance/contract/pm-plan'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { buildWorkbook } from '../equipment/machines'
import type { TestPlant } from '../harness'
import {
  plantTime,
  countRows,
  expectOk,
  createMachine,
  createPart,
  reportFault,
  NOW,
  fetchRow,
  runJob,
  createStaffedPlant,
  sync,
  type Staff,
} from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
beforeEach(() => {
  plant.clock.set(NOW)
})
afterAll(() => plant.close())

describe('preventive maintenance', () => {
  let serial = 0
  const planOf = async (more: object) =>
    expectOk(
      await staff['maint-lead'].call(pmPlan.endpoints.create, {
        equipmentId: (await createMachine(staff)).id,
        title: `保养 ${++serial}`,
        lastDoneOn: '2026-11-01',
        tasks: [{ title: '换油', method: '排空', standard: null }],
        ...more,
      } as never),
    )
  test.each([
    ['no rule', {}],
    ['half a calendar', { calendarEvery: 3 }],
    ['half a counter', { meterEvery: 100 }],
  ])('a plan with %s is refused', async (_what, rule) => {
    const answer = await staff['maint-lead'].call(pmPlan.endpoints.create, {
      equipmentId: (await createMachine(staff)).id,
      title: 'x',
      lastDoneOn: '2026-11-01',
      tasks: [{ title: 'x', method: null, standard: null }],
      ...rule,
    } as never)
    expect(answer.errno).toBe('6000')
  })
  test('refuses a last completion in the future, on a new plan and an existing one', async () => {
    const ahead = { errno: '4013', data: { issues: [{ path: ['lastDoneOn'], code: 'inFuture' }] } }
    expect(
      await staff['maint-lead'].call(pmPlan.endpoints.create, {
        equipmentId: (await createMachine(staff)).id,
        title: 'x',
        lastDoneOn: '2027-10-01',
        tasks: [{ title: 'x', method: null, standard: null }],
        calendarEvery: 1,
        calendarUnit: 'month',
      } as never),
    ).toMatchObject(ahead)
    const plan = await planOf({ calendarEvery: 1, calendarUnit: 'month', lastDoneOn: '2026-11-20' })
    const change = { id: plan.id, version: plan.version, lastDoneOn: '2026-11-21' }
    expect(await staff['maint-lead'].call(pmPlan.endpoints.update, change)).toMatchObject(ahead)
  })
  test('by calendar: the state follows the day', async () => {
    // Every 2 weeks from 1 November: due on the 15th, 3 days of grace; today is the 20th.
    expect(await planOf({ calendarEvery: 2, calendarUnit: 'week', graceDays: 3 })).toMatchObject({
      nextDueOn: '2026-11-15',
      state: 'overdue',
      version: 1,
    })
    expect(await planOf({ calendarEvery: 1, calendarUnit: 'month' })).toMatchObject({
      nextDueOn: '2026-12-01',
      state: 'ok',
    })
    expect(await planOf({ calendarEvery: 3, calendarUnit: 'week' })).toMatchObject({
      nextDueOn: '2026-11-22',
      state: 'dueSoon',
    })
  })
  test('is updated by the daily job only where the state changes', async () => {
    const [soon, paused, far] = [
      await planOf({ calendarEvery: 3, calendarUnit: 'week' }),
      await planOf({ calendarEvery: 3, calendarUnit: 'week', paused: true }),
      await planOf({ calendarEvery: 9, calendarUnit: 'month' }),
    ]
    plant.clock.set(plantTime('00:30', '2026-11-22'))
    await runJob(plant, 'pm-states')
    expect(await fetchRow(plant, 'pm_plan', soon.id)).toMatchObject({ state: 'due', version: 2 })
    expect(await fetchRow(plant, 'pm_plan', paused.id)).toMatchObject({ state: 'dueSoon', version: 1 })
    expect(await fetchRow(plant, 'pm_plan', far.id)).toMatchObject({ state: 'ok', version: 1 })
  })
  test('by meter: counts the run since the last completion across a counter roll-over', async () => {
    const counter = expectOk(
      await staff['maint-lead'].call(meter.endpoints.create, {
        code: 'H-1',
        name: '运行小时',
        kind: 'runningHours',
        unit: 'h',
        counter: true,
        rollsOverAt: 10000,
      }),
    )
    const read = async (readAt: string, value: number) =>
      expectOk(
        await staff['maint-lead'].call(meterReading.endpoints.create, {
          meterId: counter.id,
          readAt,
          value,
          jumpConfirmed: true,
        }),
      )
    await read(plantTime('08:00', '2026-11-01'), 9900)
    await read(plantTime('20:00', '2026-11-01'), 9910)
    await read(plantTime('20:00', '2026-11-10'), 60)
    await read(plantTime('08:00', '2026-11-20'), 300)
    // Done at 9905: 5 h on that day, 150 h to the 10th, 240 h to the 20th = 395 h of 400 h; 390 h in 18.5 days = 21.08 h a day.
    const plan = await planOf({ meterEvery: 400, meterUnit: 'h', meterId: counter.id, lastReading: 9905 })
    expect(plan).toMatchObject({
      state: 'dueSoon',
      currentReading: 300,
      currentReadAt: plantTime('08:00'),
      nextDueOn: '2026-11-20',
      dueBy: 'meter',
      dueReading: 305,
    })
    const resting = await planOf({
      meterEvery: 400,
      meterUnit: 'h',
      meterId: counter.id,
      lastReading: 9905,
      paused: true,
    })
    const takenReading = await read(plantTime('09:30'), 306)
    expect(await fetchRow(plant, 'pm_plan', plan.id)).toMatchObject({ state: 'due' })
    expect(await fetchRow(plant, 'pm_plan', resting.id)).toMatchObject({ state: 'dueSoon', version: 1 })
    expectOk(await staff['maint-lead'].call(meterReading.endpoints.remove, { id: takenReading.id }))
    expect(await fetchRow(plant, 'pm_plan', plan.id)).toMatchObject({ state: 'dueSoon' })
    await read(plantTime('09:30'), 306)
    expect((await staff.maint.call(recordPmReading, { id: plan.id, reading: 400, occurredAt: NOW })).errno).toBe('6000')
    const complete = (more: object) =>
      staff.maint.call(completePm, { id: plan.id, occurredAt: NOW, result: 'ok', ...more }, { language: 'en' })
    expect((await complete({ reading: 3060 })).errmsg).toBe('The reading is below the last one, 9905 h')
    expectOk(await complete({}))
    expect((await complete({ reading: 30 })).errmsg).toBe('The reading is below the last one, 306 h')
    expect((await complete({ reading: 3060 })).errmsg).toBe('The counter cannot show more than 330.5 h by then')
    expect(await fetchRow(plant, 'pm_plan', plan.id)).toMatchObject({
      state: 'ok',
      last_reading: 306,
      last_done_on: '2026-11-20',
    })
  })
  const hoursMeter = async (code: string, ...readings: (readonly [string, number])[]) => {
    const counter = expectOk(
      await staff['maint-lead'].call(meter.endpoints.create, {
        code,
        name: '运行小时',
        kind: 'runningHours',
        unit: 'h',
        counter: true,
      }),
    )
    for (const [readAt, value] of readings)
      expectOk(
        await staff['maint-lead'].call(meterReading.endpoints.create, {
          meterId: counter.id,
          readAt,
          value,
          jumpConfirmed: true,
        }),
      )
    return counter
  }
  test('refuses a reading below the earlier ones; later readings do not count', async () => {
    const counter = await hoursMeter('H-2', [plantTime('08:00', '2026-11-10'), 51_500], [plantTime('08:00'), 51_769.3])
    const plan = await planOf({ meterEvery: 4000, meterUnit: 'h', meterId: counter.id, lastReading: 50_559.5 })
    const complete = (occurredAt: string, reading: number) =>
      staff.maint.call(completePm, { id: plan.id, occurredAt, result: 'ok', reading }, { language: 'en' })
    expect((await complete(plantTime('09:00'), 51_000)).errmsg).toBe('The reading is below the last one, 51,769.3 h')
    expect((await complete(plantTime('09:07'), 99_999)).errmsg).toBe(
      'The counter cannot show more than 51,794.4 h by then',
    )
    expect((await complete(plantTime('09:00', '2026-11-12'), 51_400)).errmsg).toBe(
      'The reading is below the last one, 51,500 h',
    )
    expectOk(await complete(plantTime('09:00', '2026-11-12'), 51_510))
    expectOk(await complete(plantTime('09:00'), 51_769))
    expect(await fetchRow(plant, 'pm_plan', plan.id)).toMatchObject({
      last_reading: 51_769,
      last_done_at: plantTime('09:00'),
    })
  })
  test('completed by two at once: the second learns who did it, and the later event counts', async () => {
    const part = await createPart(staff, 5)
    const counter = await hoursMeter('H-3', [plantTime('08:00', '2026-11-10'), 50_900])
    const plan = await planOf({ meterEvery: 4000, meterUnit: 'h', meterId: counter.id, lastReading: 50_000 })
    const serve = (who: 'maint' | 'maint-lead', occurredAt: string, reading: number, more: object = {}) =>
      staff[who].call(
        completePm,
        { id: plan.id, occurredAt, result: 'ok', reading, parts: [{ partId: part.id, quantity: 1 }], ...more },
        { language: 'en' },
      )
    expectOk(await serve('maint-lead', plantTime('09:25'), 51_050, { seenDoneAt: null }))
    const late = await serve('maint', plantTime('09:24'), 51_000, { seenDoneAt: null })
    expect([late.errno, late.errmsg]).toEqual(['6000', expect.stringMatching(/served this plan at 2026-11-20 09:25/)])
    expect(late.data).toMatchObject({ doneAt: plantTime('09:25') })
    // Two different completions: the second person learns of the first.
    expectOk(await serve('maint', plantTime('09:24'), 51_000, { seenDoneAt: plantTime('09:25') }))
    expect(await fetchRow(plant, 'pm_plan', plan.id)).toMatchObject({
      last_reading: 51_050,
      last_done_at: plantTime('09:25'),
    })
    // A repeat by the same person whose phone could not show the server’s exact time.
    expectOk(await serve('maint-lead', plantTime('09:26'), 51_051, { seenDoneAt: null }))
    expect(await countRows(plant, 'pm_record', 'plan_id = $1', [plan.id])).toBe(3)
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 2 })
  })
  describe('a record that completed a plan', () => {
    // Every 2 weeks from 1 November: due on the 15th.
    const untouched = { last_done_on: '2026-11-01', last_done_at: null, next_due_on: '2026-11-15', state: 'overdue' }
    const createPlan = () => planOf({ calendarEvery: 2, calendarUnit: 'week', graceDays: 3 })
    const complete = async (planId: string, occurredAt: string, reading: number | null = null) =>
      expectOk(await staff.maint.call(completePm, { id: planId, occurredAt, result: 'ok', reading }))
    const remove = async (id: string) => expectOk(await staff.admin.call(pmRecord.endpoints.remove, { id }))
    const loadPlan = (id: string) => fetchRow(plant, 'pm_plan', id)

    test('makes the plan due again when it is removed', async () => {
      const plan = await createPlan()
      expect(await loadPlan(plan.id)).toMatchObject(untouched)
      const record = await complete(plan.id, plantTime('09:00'))
      expect(await loadPlan(plan.id)).toMatchObject({ last_done_on: '2026-11-20', state: 'ok' })
      await remove(record.id)
      expect(await loadPlan(plan.id)).toMatchObject(untouched)
    })
    test('leaves the service before it, in whichever order records are removed', async () => {
      const plan = await createPlan()
      const [first, second] = [
        await complete(plan.id, plantTime('09:00', '2026-11-14')),
        await complete(plan.id, plantTime('09:00')),
      ]
      const due = (await loadPlan(plan.id))!['next_due_on']
      await remove(first.id)
      expect(await loadPlan(plan.id)).toMatchObject({ last_done_on: '2026-11-20', next_due_on: due })
      await remove(second.id)
      expect(await loadPlan(plan.id)).toMatchObject(untouched)
      const other = await createPlan()
      await complete(other.id, plantTime('09:00', '2026-11-14'))
      const stateAfterFirst = await loadPlan(other.id)
      await remove((await complete(other.id, plantTime('09:00'))).id)
      expect(await loadPlan(other.id)).toMatchObject({
        last_done_on: '2026-11-14',
        last_done_at: plantTime('09:00', '2026-11-14'),
        next_due_on: stateAfterFirst!['next_due_on'],
      })
    })
    test('moves the plan when its time is corrected', async () => {
      const plan = await createPlan()
      const record = await complete(plan.id, plantTime('09:00'))
      const correct = async (occurredAt: string) =>
        expectOk(
          await staff.admin.call(pmRecord.endpoints.update, {
            id: record.id,
            version: (await fetchRow<{ version: number }>(plant, 'pm_record', record.id))!.version,
            occurredAt,
          }),
        )
      await correct(plantTime('09:00', '2026-11-16'))
      expect(await loadPlan(plan.id)).toMatchObject({
        last_done_on: '2026-11-16',
        last_done_at: plantTime('09:00', '2026-11-16'),
        state: 'ok',
      })
      await remove(record.id)
      expect(await loadPlan(plan.id)).toMatchObject(untouched)
    })
    test('takes its counter reading along', async () => {
      const plan = await planOf({ meterEvery: 500, meterUnit: 'h', lastReading: 1000 })
      expectOk(await staff.maint.call(recordPmReading, { id: plan.id, reading: 1300, occurredAt: plantTime('08:00') }))
      const record = await complete(plan.id, plantTime('09:00'), 1301)
      expect(await loadPlan(plan.id)).toMatchObject({ last_reading: 1301, current_reading: 1301 })
      await remove(record.id)
      expect(await loadPlan(plan.id)).toMatchObject({
        last_reading: 1000,
        current_reading: 1300,
        current_read_at: plantTime('08:00'),
      })
    })
    test('leaves a last-done day that a person entered later', async () => {
      const plan = await createPlan()
      const record = await complete(plan.id, plantTime('09:00'))
      const { version } = (await fetchRow<{ version: number }>(plant, 'pm_plan', plan.id))!
      expectOk(
        await staff['maint-lead'].call(pmPlan.endpoints.update, { id: plan.id, version, lastDoneOn: '2026-11-18' }),
      )
      await remove(record.id)
      expect(await loadPlan(plan.id)).toMatchObject({ last_done_on: '2026-11-18' })
    })
  })
  test('refuses a meter that does not count or has another unit', async () => {
    const dial = expectOk(
      await staff['maint-lead'].call(meter.endpoints.create, {
        code: 'T-1',
        name: '温度',
        kind: 'temperature',
        unit: '°C',
      }),
    )
    const kwh = expectOk(
      await staff['maint-lead'].call(meter.endpoints.create, {
        code: 'E-1',
        name: '电表',
        kind: 'electricity',
        unit: 'kWh',
        counter: true,
      }),
    )
    for (const meterId of [dial.id, kwh.id])
      await expect(planOf({ meterEvery: 400, meterUnit: 'h', meterId })).rejects.toThrow('6000')
  })
  test('by manual readings: never falling; a late reading changes nothing', async () => {
    const plan = await planOf({ meterEvery: 100, meterUnit: 'kg', lastReading: 50 })
    const enter = (reading: number, occurredAt = NOW) =>
      staff.maint.call(recordPmReading, { id: plan.id, reading, occurredAt }, { language: 'en' })
    expect(expectOk(await enter(145))).toMatchObject({ currentReading: 145, state: 'dueSoon' })
    expect(expectOk(await enter(60, plantTime('08:00')))).toMatchObject({ currentReading: 145 })
    plant.clock.set(plantTime('10:05'))
    expect((await enter(140, plantTime('10:05'))).errmsg).toBe('The reading is below the last one, 145 kg')
    expect(expectOk(await enter(150, plantTime('10:05')))).toMatchObject({ state: 'due' })
  })
  test('creates the record, takes the parts and sets the next day on completion', async () => {
    const part = await createPart(staff, 5)
    const plan = await planOf({ calendarEvery: 2, calendarUnit: 'week' })
    const recordId = createUuid7(9)
    const [answer] = await sync(staff.maint, [
      {
        op: completePm,
        body: {
          id: plan.id,
          recordId,
          occurredAt: plantTime('09:00'),
          result: 'ok',
          parts: [{ partId: part.id, quantity: 2 }],
          hours: 1.5,
        },
      },
    ])
    expect(answer).toMatchObject({
      status: 'done',
      data: {
        id: recordId,
        planId: plan.id,
        title: plan.title,
        equipmentId: plan.equipmentId,
        people: [staff.maint.userId],
        nextDueOn: '2026-12-04',
      },
    })
    expect(await fetchRow(plant, 'pm_plan', plan.id)).toMatchObject({
      last_done_on: '2026-11-20',
      next_due_on: '2026-12-04',
      state: 'ok',
    })
    expect(
      await plant.query(
        'select quantity, quantity_after, record_id, record_kind from stock_movement where part_id = $1 and kind = $2',
        [part.id, 'out'],
      ),
    ).toEqual([{ quantity: 2, quantity_after: 3, record_id: recordId, record_kind: 'pmRecord' }])
  })
  test.each([
    ['done four days early, it is not due again in four', 1, '2026-10-01', '2026-10-28', '2026-12-01'],
    ['done five days late, November is not skipped', 28, '2026-09-28', '2026-11-02', '2026-11-28'],
  ])('on a day of the month: %s', async (_what, dayOfMonth, lastDoneOn, done, due) => {
    const plan = await planOf({ calendarEvery: 1, calendarUnit: 'month', dayOfMonth, lastDoneOn })
    expectOk(await staff.maint.call(completePm, { id: plan.id, occurredAt: plantTime('09:00', done), result: 'ok' }))
    expect(await fetchRow(plant, 'pm_plan', plan.id)).toMatchObject({ last_done_on: done, next_due_on: due })
  })
  test('keeps the 31st after a short month, also when nobody completed it', async () => {
    const plan = await planOf({ calendarEvery: 1, calendarUnit: 'month', lastDoneOn: '2026-08-31' })
    expect(plan).toMatchObject({ nextDueOn: '2026-09-30', dayOfMonth: 31 })
    expectOk(
      await staff.maint.call(completePm, { id: plan.id, occurredAt: plantTime('09:00', '2026-09-30'), result: 'ok' }),
    )
    expect(await fetchRow(plant, 'pm_plan', plan.id)).toMatchObject({ next_due_on: '2026-10-31' })
    // A new last completion restarts the interval.
    expect(
      expectOk(
        await staff['maint-lead'].call(pmPlan.endpoints.update, { id: plan.id, version: 2, lastDoneOn: '2026-11-10' }),
      ),
    ).toMatchObject({ nextDueOn: '2026-11-30' })
  })
  test('stores an older completion that arrives late as a record only', async () => {
    const plan = await planOf({ calendarEvery: 2, calendarUnit: 'week', lastDoneOn: '2026-11-18' })
    expectOk(
      await staff.maint.call(completePm, { id: plan.id, occurredAt: plantTime('09:00', '2026-11-10'), result: 'ok' }),
    )
    expect(await fetchRow(plant, 'pm_plan', plan.id)).toMatchObject({
      last_done_on: '2026-11-18',
      next_due_on: '2026-12-02',
    })
    expect(await countRows(plant, 'pm_record', 'plan_id = $1', [plan.id])).toBe(1)
  })
  test('stores no record when the completion is refused', async () => {
    const part = await createPart(staff, 1)
    const [paused, open] = [
      await planOf({ calendarEvery: 1, calendarUnit: 'day', paused: true }),
      await planOf({ calendarEvery: 1, calendarUnit: 'day' }),
    ]
    const done = { occurredAt: NOW, result: 'ok' as const }
    expect((await staff.maint.call(completePm, { id: paused.id, ...done })).errno).toBe('6000')
    expect(
      (await staff.maint.call(completePm, { id: open.id, ...done, parts: [{ partId: part.id, quantity: 2 }] })).errno,
    ).toBe('6000')
    expect(
      (await staff.maint.call(completePm, { id: open.id, ...done, parts: [{ partId: createUuid7(8), quantity: 2 }] }))
        .errno,
    ).toBe('4006')
    expect((await staff.quality.call(completePm, { id: open.id, ...done })).errno).toBe('401')
    expect((await staff.maint.call(completePm, { id: open.id, ...done, hours: 5000 })).errmsg).toBe(
      '1 人的工时应为 0–24 h',
    )
    expect(await countRows(plant, 'pm_record', 'plan_id = any($1)', [[paused.id, open.id]])).toBe(0)
    expect(await fetchRow(plant, 'pm_plan', open.id)).toMatchObject({ last_done_on: '2026-11-01' })
  })
  test('merges an edit with a change by the job', async () => {
    const plan = await planOf({ calendarEvery: 3, calendarUnit: 'week' })
    plant.clock.set(plantTime('00:30', '2026-11-22'))
    await runJob(plant, 'pm-states')
    expect(
      expectOk(await staff['maint-lead'].call(pmPlan.endpoints.update, { id: plan.id, version: 1, calendarEvery: 4 })),
    ).toMatchObject({ state: 'dueSoon', nextDueOn: '2026-11-29', version: 3 })
  })
  test('finds a machine with a plan by its label, typed or scanned', async () => {
    const plan = await planOf({ calendarEvery: 1, calendarUnit: 'week' })
    const [option] = expectOk(await staff.maint.call(pmMachines, { equipmentId: plan.equipmentId }))
    for (const keyword of [
      option!.label,
      option!.code!,
      `eq:${option!.code}`,
      `https://mes.example/s/eq/${option!.code}`,
    ])
      expect(
        expectOk(await staff.maint.call(pmMachines, { keyword })).map(({ id }) => id),
        keyword,
      ).toContain(plan.equipmentId)
    expect(expectOk(await staff.maint.call(pmMachines, { keyword: 'eq:NONE-9' }))).toEqual([])
    expect(expectOk(await staff.maint.call(pmTitles, { keyword: option!.label })).map(({ id }) => id)).toEqual([
      plan.id,
    ])
  })
  test('fills option lists and counts', async () => {
    await plant.query('truncate pm_record, pm_plan cascade')
    const [late, fine] = [
      await planOf({ calendarEvery: 1, calendarUnit: 'week' }),
      await planOf({ calendarEvery: 9, calendarUnit: 'month', responsible: [staff.maint.userId] }),
    ]
    expect(
      expectOk(await staff.maint.call(pmMachines, {}))
        .map((m) => m.id)
        .sort(),
    ).toEqual([late.equipmentId, fine.equipmentId].sort())
    expect(expectOk(await staff.maint.call(pmTitles, {})).map((p) => p.id)).toEqual([late.id, fine.id])
    expect(expectOk(await staff.maint.call(pmTasks, { equipmentId: late.equipmentId }))).toMatchObject([
      { label: '换油', note: '排空' },
    ])
    expect(expectOk(await staff.maint.call(pmPeople, {}))).toMatchObject([{ id: staff.maint.userId, count: 1 }])
    expect((await staff.viewer.call(pmTitles, {})).errno).toBe('401')
    expectOk(await staff.maint.call(completePm, { id: fine.id, occurredAt: NOW, result: 'ok' }))
    expect((await staff.viewer.call(pmCount, {})).errno).toBe('401')
    expect(expectOk(await staff.maint.call(pmCount, {}))).toEqual({
      total: 2,
      ok: 1,
      dueSoon: 0,
      due: 0,
      overdue: 1,
      today: 1,
      month: 1,
    })
  })
})

const add = (more: object = {}) =>
  staff.maint.call(weeklyWork.endpoints.create, { week: '2026-W47', title: '清洁风道', ...more } as never)
const change = (row: { id: string; version: number }, more: object) =>
  staff['maint-lead'].call(weeklyWork.endpoints.update, { id: row.id, version: row.version, ...more } as never)
describe('the work of the week', () => {
  test.each([['2026-W54'], ['47'], ['2026-47']])('%s is no week', async (week) => {
    expect((await add({ week })).errno).toBe('6000')
  })
  test('refuses a task whose planned day is outside its week: entered, edited or imported', async () => {
    const refusalWith = (said: string) => ({ errno: '6000', errmsg: expect.stringContaining(said) })
    expect(await add({ plannedOn: '2026-11-23' })).toMatchObject(refusalWith('2026-W48'))
    expect(await add({ plannedOn: '2026-11-15' })).toMatchObject(refusalWith('2026-W46'))
    const row = expectOk(await add({ plannedOn: '2026-11-22' }))
    expect(await change(row, { plannedOn: '2026-11-24' })).toMatchObject(refusalWith('2026-W48'))
    expect(await change(row, { week: '2026-W48' })).toMatchObject(refusalWith('2026-11-22'))
    // Both fields changed together, or an unrelated field.
    const moved = expectOk(await change(row, { week: '2026-W48', plannedOn: '2026-11-24' }))
    expect(expectOk(await change(moved, { note: 'x' }))).toMatchObject({ week: '2026-W48', plannedOn: '2026-11-24' })
    const countBefore = await countRows(plant, 'weekly_work')
    const sheet = await buildWorkbook(
      ['周次', '工作内容', '计划日期'],
      ['2026-W48', 'a', '2026-11-24'],
      ['2026-W48', 'b', '2026-11-20'],
    )
    expect(await staff['maint-lead'].upload('/book/in_week_work_excel', sheet)).toMatchObject({
      errno: '6000',
      data: { rows: [{ row: 3, message: expect.stringContaining('2026-W47') }] },
    })
    expect(await countRows(plant, 'weekly_work')).toBe(countBefore)
  })
  test('is planned, started and done on the stated day, then stays', async () => {
    const row = expectOk(await add())
    const begun = expectOk(await change(row, { state: 'inProgress' }))
    const done = expectOk(await change(begun, { state: 'done', result: '完成' }))
    expect(done).toMatchObject({ doneOn: '2026-11-20', result: '完成' })
    const again = await staff['maint-lead'].call(
      weeklyWork.endpoints.update,
      { id: row.id, version: done.version, state: 'planned' },
      { language: 'en' },
    )
    expect([again.errno, again.errmsg]).toEqual(['6000', 'The task is "Done" and cannot be changed to "Planned"'])
    expect((await add({ state: 'carriedOver' })).errno).toBe('6000')
  })
  test('cannot be done on a future day', async () => {
    const ahead = { data: { issues: [{ path: ['doneOn'], code: 'inFuture' }] } }
    expect(await add({ state: 'done', doneOn: '2026-11-21' })).toMatchObject(ahead)
    const row = expectOk(await add())
    expect(await change(row, { state: 'done', doneOn: '2026-11-21' })).toMatchObject(ahead)
    expect(expectOk(await change(row, { state: 'done', doneOn: '2026-11-19' }))).toMatchObject({ doneOn: '2026-11-19' })
  })
  test('carried over by hand continues next week as a copy with a link', async () => {
    const row = expectOk(await add({ people: [staff.maint.userId], plannedOn: '2026-11-19' }))
    expectOk(await change(row, { state: 'carriedOver' }))
    expect(
      await plant.query('select week, state, title, people, planned_on from weekly_work where carried_from = $1', [
        row.id,
      ]),
    ).toEqual([
      { week: '2026-W48', state: 'planned', title: '清洁风道', people: [staff.maint.userId], planned_on: null },
    ])
  })
  test('is carried over once by the job', async () => {
    await plant.query('truncate weekly_work')
    const [old, done, now] = [
      expectOk(await add({ week: '2026-W40' })),
      expectOk(await add({ week: '2026-W46', state: 'done', doneOn: '2026-11-12' })),
      expectOk(await add()),
    ]
    await runJob(plant, 'weekly-carry-over')
    await runJob(plant, 'weekly-carry-over')
    expect(
      await plant.query('select week, state, carried_from from weekly_work order by week, created_at, state'),
    ).toEqual([
      { week: '2026-W40', state: 'carriedOver', carried_from: null },
      { week: '2026-W46', state: 'done', carried_from: null },
      { week: '2026-W47', state: 'planned', carried_from: null },
      { week: '2026-W47', state: 'planned', carried_from: old.id },
    ])
    expect([done.doneOn, now.state]).toEqual(['2026-11-12', 'planned'])
  })
  test('import: a bad week is named by row and nothing is stored; a good one updates known tasks', async () => {
    await plant.query('truncate weekly_work')
    expectOk(await add())
    const bad = await staff['maint-lead'].upload(
      '/book/in_week_work_excel',
      await buildWorkbook(['周次', '工作内容', '状态'], ['2026-W48', 'a', '计划'], ['2026-W60', 'b', '计划']),
    )
    expect(bad).toMatchObject({ errno: '6000', data: { rows: [{ row: 3 }] } })
    expect(await countRows(plant, 'weekly_work')).toBe(1)
    const fine = await staff['maint-lead'].upload(
      '/book/in_week_work_excel',
      await buildWorkbook(['周次', '工作内容', '状态'], ['2026-W47', '清洁风道', '已完成'], ['2026-W48', 'c', '计划']),
    )
    expect(fine).toMatchObject({ errno: '200', data: { created: 1, updated: 1 } })
    expect(await plant.query('select week, state from weekly_work order by week')).toEqual([
      { week: '2026-W47', state: 'done' },
      { week: '2026-W48', state: 'planned' },
    ])
  })
  test('import: reads other forms of a week, and names the form of a week that does not exist', async () => {
    await plant.query('truncate weekly_work')
    const send = async (...weeks: string[]) =>
      staff['maint-lead'].upload(
        '/book/in_week_work_excel',
        await buildWorkbook(['周次', '工作内容'], ...weeks.map((week, i) => [week, `w${i}`] as [string, string])),
      )
    expect(await send('2026年第48周', '2026W48', '2026-w9', '２０２６第４８周')).toMatchObject({ data: { created: 4 } })
    expect(await plant.query('select week from weekly_work order by title')).toEqual(
      ['2026-W48', '2026-W48', '2026-W09', '2026-W48'].map((week) => ({ week })),
    )
    expect(await send('2026-W60')).toMatchObject({
      data: { rows: [{ row: 2, message: '“2026-W60”不是有效的周次，写法如 2026-W48' }] },
    })
  })
  test('import of its own export changes nothing, also for duplicate tasks in a week', async () => {
    await plant.query('truncate weekly_work')
    const machine = await createMachine(staff)
    const where = { lineId: machine.lineId!, equipmentId: machine.id }
    for (const state of ['planned', 'inProgress', 'done'] as const) expectOk(await add({ ...where, state }))
    const rows = () => plant.query('select * from weekly_work order by id')
    const rowsBefore = await rows()
    const { bytes } = await staff['maint-lead'].call(weeklyWork.endpoints.export, {})
    expect(await staff['maint-lead'].upload('/book/in_week_work_excel', bytes)).toMatchObject({
      errno: '200',
      data: { created: 0, updated: 0, unchanged: 3 },
    })
    expect(await rows()).toEqual(rowsBefore)
    // A fourth equal line is still a duplicate entry.
    await plant.query(`delete from weekly_work where state = 'done'`)
    expect(await staff['maint-lead'].upload('/book/in_week_work_excel', bytes)).toMatchObject({ errno: '6000' })
  })
})

describe('reports of repairs', () => {
  test('metrics, board, hours, MTTR and MTBF equal the values worked out by hand', async () => {
    await plant.query('truncate repair, line_stop, stock_movement, inspection_result cascade')
    const machine = await createMachine(staff)
    // Stopped 06:00, accepted 07:00, ended 09:00, running at 08:30: 2 h of repair, 2.5 h of stop.
    plant.clock.set(plantTime('07:00'))
    const first = await reportFault(staff, {
      equipmentId: machine.id,
      lineStopped: true,
      stoppedAt: plantTime('06:00'),
      description: '断网',
    })
    expectOk(await staff.maint.call(acceptRepair, { id: first.id }))
    plant.clock.set(plantTime('09:00'))
    const hours = [
      { userId: staff.maint.userId, hours: 1.75 },
      { userId: staff['maint-lead'].userId, hours: 0.5 },
    ]
    expectOk(
      await staff.maint.call(finishRepair, {
        id: first.id,
        causes: 'x',
        actions: 'y',
        hours,
        endedAt: plantTime('09:00'),
        runningAgainAt: plantTime('08:30'),
      }),
    )
    plant.clock.set(plantTime('09:30'))
    const second = await reportFault(staff, { equipmentId: machine.id, severity: 'critical' })
    await reportFault(staff, { equipmentId: machine.id, breakdown: false, severity: 'low' })
    plant.clock.set(NOW)

    expect(expectOk(await staff.viewer.call(repairCount, {}))).toMatchObject({
      total: 3,
      today: 3,
      open: 3,
      reported: 2,
      toConfirmByProduction: 1,
      done: 0,
      linesStopped: 0,
    })
    const board = expectOk(await staff.viewer.call(repairBoard, {}))
    expect(board.map((c) => [c.state, c.total])).toEqual([
      ['reported', 2],
      ['inMaintenance', 0],
      ['waitingForPart', 0],
      ['toConfirmByProduction', 1],
      ['toConfirmFinally', 0],
    ])
    expect(board[0]!.repairs[0]).toMatchObject({
      id: second.id,
      severity: 'critical',
      equipment: `${machine.code} ${machine.name}`,
    })
    expect(board[3]!.repairs[0]).toMatchObject({ since: plantTime('09:00'), people: [staff.maint.userId] })
    expect(expectOk(await staff.maint.call(repairWorkHours, {}))).toEqual([
      { id: staff.maint.userId, label: 'maint person', hours: 1.75, repairs: 1 },
      { id: staff['maint-lead'].userId, label: 'maint-lead person', hours: 0.5, repairs: 1 },
    ])
    expect(expectOk(await staff.maint.call(repairWorkHours, { from: '2026-10-01', to: '2026-10-31' }))).toEqual([])
    expect(expectOk(await staff.maint.call(openRepairOptions, { keyword: '断网' }))).toMatchObject([
      { id: first.id, label: expect.stringContaining('机械') },
    ])
    expect(expectOk(await staff.viewer.call(repairsOfEquipment, { equipmentId: machine.id, size: 2 }))).toMatchObject({
      total: 3,
      next: expect.any(String),
    })

    // The business date of 20 November began at 08:00: 2 h have passed, half an hour of them standing; the stop and the failure
    // at 06:00 are of the night before, the repair of 2 h ended on it, and a second breakdown began.
    const day = { from: '2026-11-20', to: '2026-11-20' }
    const figures = { mttr: 2, repairs: 1, mtbf: 1.5, operatingHours: 1.5, breakdowns: 1 }
    expect(
      expectOk(await staff.viewer.call(repairStatistics, { by: 'equipment', ...day, equipmentId: machine.id })).rows,
    ).toMatchObject([{ key: machine.id, ...figures }])
    expect(
      expectOk(await staff.viewer.call(repairStatistics, { by: 'line', ...day, lineId: machine.lineId })).rows,
    ).toMatchObject([{ key: machine.lineId, ...figures }])
    // A line without any run has neither MTBF nor availability.
    const idle = await createMachine(staff)
    for (const asked of [
      { by: 'line', lineId: idle.lineId },
      { by: 'equipment', equipmentId: idle.id },
    ] as const)
      expect(expectOk(await staff.viewer.call(repairStatistics, { ...asked, ...day })).rows).toMatchObject([
        { operatingHours: 0, mtbf: null, breakdowns: 0 },
      ])
    const monthly = expectOk(
      await staff.viewer.call(
        repairStatistics,
        { by: 'month', from: '2026-10-20', to: '2026-11-20', lineId: machine.lineId },
        { language: 'en' },
      ),
    )
    expect(monthly.rows).toMatchObject([
      { key: '2026-10', mttr: null, mttrReason: 'noBreakdowns', mtbf: null },
      { key: '2026-11', mttr: 2, breakdowns: 2 },
    ])
    expect(monthly.definitions.find(({ indicator }) => indicator === 'mtbf')).toMatchObject({
      indicator: 'mtbf',
      formula: '(Calendar time − Stops) ÷ Breakdowns',
      unit: 'h',
    })
    expect(expectOk(await staff.viewer.call(repairStatistics, { by: 'equipment', ...day })).rows[0]).toMatchObject({
      key: machine.id,
    })
  })
  test.each([
    ['an end before its begin', { from: '2026-11-20', to: '2026-11-19' }],
    ['more than five years', { from: '2020-01-01', to: '2026-11-20' }],
  ])('a period with %s is refused', async (_what, period) => {
    expect((await staff.viewer.call(repairStatistics, { by: 'line', ...period })).errno).toBe('4013')
  })
  test('need the permission to see repairs', async () => {
    expect((await plant.stranger.call(repairBoard, {})).status).toBe(401)
    const accountant = await plant.as('accountant')
    for (const answer of [
      await accountant.call(repairBoard, {}),
      await accountant.call(repairStatistics, { by: 'line' }),
      await accountant.call(repair.endpoints.list, {}),
    ])
      expect(answer.errno).toBe('401')
  })
  test('a phone stores rounds, open repairs, plans and parts of its shift', async () => {
    const pack = (await staff.maint.raw('GET', '/shift_pack')) as unknown as {
      errno: string
      data: { rows: Record<string, unknown[]> }
    }
    expect(pack.errno).toBe('200')
    expect(Object.keys(pack.data.rows)).toEqual(expect.arrayContaining(['repair', 'weeklyWork', 'sparePart', 'pmPlan']))
  })
})
