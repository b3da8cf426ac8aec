import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { acceptRepair, finishRepair, reportRepair, withdrawRepair } from '@/areas/maintenance/contract/repair-commands'
import { explainStop, lineStop, stopReason } from '@/plant/contract/line-stop'
import { sendSpeeds } from '@/plant/contract/line-speed'
import type { TestPlant } from '../harness'
import {
  plantTime,
  countRows,
  expectOk,
  createMachine,
  NOW,
  collectNotices,
  fetchRow,
  runJob,
  createStaffedPlant,
  sync,
  type Staff,
} from '../plant-staff'

let plant: TestPlant
let staff: Staff
let reasons: Map<string, string>
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  reasons = new Map(
    (await plant.query<{ code: string; id: string }>('select code, id from stop_reason')).map((r) => [r.code, r.id]),
  )
}, 120_000)
afterAll(() => plant.close())

let serial = 0
const newLine = async (): Promise<Row<typeof line>> =>
  expectOk(
    await staff['maint-lead'].call(line.endpoints.create, {
      code: `S-${++serial}`,
      name: `纺粘${serial}`,
      nameEn: `Spunbond ${serial}`,
      kind: 'spunbond',
    }),
  )
const enter = (more: Record<string, unknown> & { lineId: string }) =>
  staff['prod-lead'].call(lineStop.endpoints.create, { startedAt: plantTime('08:30'), ...more } as never)
const reason = (code: string): string => reasons.get(code)!

describe('stop reasons', () => {
  test('exist from the first start, once, in both languages', async () => {
    expect(await countRows(plant, 'stop_reason')).toBe(21)
    const list = expectOk(await staff.viewer.call(stopReason.endpoints.list, { keyword: '断网' }))
    expect(list.list).toMatchObject([
      { code: 'webBreak', name: '断网', nameEn: 'Web break', class: 'unplanned', active: true },
    ])
  })
  test('in use can be switched off, not deleted, and keep their class', async () => {
    const ownReason = expectOk(
      await staff['prod-lead'].call(stopReason.endpoints.create, {
        code: 'mosquito',
        name: '蚊虫',
        class: 'unplanned',
        parentId: reason('quality'),
      }),
    )
    const stop = expectOk(
      await enter({ lineId: (await newLine()).id, endedAt: plantTime('08:40'), reasonId: ownReason.id }),
    )
    const removed = await staff['prod-lead'].call(stopReason.endpoints.remove, { id: ownReason.id }, { language: 'en' })
    expect([removed.errno, removed.errmsg]).toEqual([
      '6000',
      'Stop reason 蚊虫 has been used; it can only be deactivated',
    ])
    // Both would change published metrics.
    for (const change of [{ class: 'planned', parentId: null }, { outsideBusyTime: true }] as const) {
      const refused = await staff['prod-lead'].call(stopReason.endpoints.update, {
        id: ownReason.id,
        version: ownReason.version,
        ...change,
      })
      expect([change, refused.errno]).toEqual([change, '6000'])
    }
    expectOk(
      await staff['prod-lead'].call(stopReason.endpoints.update, {
        id: ownReason.id,
        version: ownReason.version,
        active: false,
      }),
    )
    expect((await enter({ lineId: (await newLine()).id, reasonId: ownReason.id })).errno).toBe('6000')
    expect(await fetchRow(plant, 'line_stop', stop.id)).toMatchObject({ reason_id: ownReason.id })
  })
  test.each([
    ['below a reason of the other class', () => ({ class: 'planned', parentId: reason('quality') })],
    [
      'below one that is below another',
      async () => {
        const child = expectOk(
          await staff['prod-lead'].call(stopReason.endpoints.create, {
            code: `c${++serial}`,
            name: 'x',
            class: 'unplanned',
            parentId: reason('drip'),
          }),
        )
        return { class: 'unplanned', parentId: child.id }
      },
    ],
  ])('with %s are refused', async (_what, more) => {
    const countBefore = await countRows(plant, 'stop_reason')
    const extraFields = await more()
    const countAfter = await countRows(plant, 'stop_reason')
    expect(
      (
        await staff['prod-lead'].call(stopReason.endpoints.create, {
          code: `x${++serial}`,
          name: 'x',
          ...extraFields,
        } as never)
      ).errno,
    ).toBe('6000')
    expect(await countRows(plant, 'stop_reason')).toBe(countAfter)
    expect(countAfter).toBeGreaterThanOrEqual(countBefore)
  })
  test('with children cannot be deleted', async () => {
    expect((await staff['prod-lead'].call(stopReason.endpoints.remove, { id: reason('quality') })).errno).toBe('6000')
    expect((await staff.maint.call(stopReason.endpoints.remove, { id: reason('other') })).errno).toBe('401')
    expectOk(await staff['prod-lead'].call(stopReason.endpoints.remove, { id: reason('powerLimit') }))
  })
})

describe('a stop that a person enters', () => {
  test('belongs to the shift of its start, also after midnight', async () => {
    const { id: lineId } = await newLine()
    const stop = expectOk(
      await enter({ lineId, startedAt: plantTime('00:30'), endedAt: plantTime('01:10'), reasonId: reason('webBreak') }),
    )
    expect(stop).toMatchObject({
      state: 'explained',
      minutes: 40,
      source: 'person',
      closedBy: 'person',
      businessDate: '2026-11-19',
      shift: 'night',
      explainedBy: staff['prod-lead'].userId,
      workOrderId: null,
    })
    expect(stop.team).toMatch(/^[A-D]$/)
  })
  test.each([
    ['in the future', { startedAt: plantTime('10:30') }, '6000'],
    ['in another century', { startedAt: '1999-11-20T08:00:00.000Z', endedAt: '1999-11-20T09:00:00.000Z' }, '6000'],
    [
      'three months and a day ago',
      { startedAt: '2026-08-18T08:00:00.000Z', endedAt: '2026-08-18T09:00:00.000Z' },
      '6000',
    ],
    ['that ends before it began', { endedAt: plantTime('08:00') }, '6000'],
    ['without a beginning', { startedAt: undefined }, '4042'],
    ['of an unknown line', { lineId: createUuid7(5) }, '4006'],
    ['for an unknown reason', { reasonId: createUuid7(5) }, '4006'],
    ['with figures of its own', { minutes: 3 }, '4013'],
  ])('%s is refused and stores nothing', async (_what, wrong, expected) => {
    const { id: lineId } = await newLine()
    const before = await countRows(plant, 'line_stop')
    expect((await enter({ lineId, ...wrong })).errno).toBe(expected)
    expect(await countRows(plant, 'line_stop')).toBe(before)
  })
  test('is refused during another stop, naming its start', async () => {
    const { id: lineId } = await newLine()
    expectOk(await enter({ lineId, startedAt: plantTime('08:00'), endedAt: plantTime('08:20') }))
    expectOk(await enter({ lineId, startedAt: plantTime('08:20'), endedAt: plantTime('08:30') }))
    const again = await staff['prod-lead'].call(
      lineStop.endpoints.create,
      { lineId, startedAt: plantTime('08:10') },
      { language: 'en' },
    )
    expect([again.errno, again.errmsg]).toEqual([
      '6000',
      'This line already has a stop from 2026-11-20 08:20 to 2026-11-20 08:30; enter the reason there',
    ])
  })
  test('is created once by ten at once', async () => {
    const { id: lineId } = await newLine()
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter({ lineId })))
    expect(answers.filter((a) => a.errno === '200')).toHaveLength(1)
    expect(await countRows(plant, 'line_stop', 'line_id = $1', [lineId])).toBe(1)
  })
  test('is refused for viewers and strangers, to enter and to explain', async () => {
    const { id: lineId } = await newLine()
    const stop = expectOk(await enter({ lineId }))
    for (const who of [staff.viewer, staff.quality]) {
      expect((await who.call(lineStop.endpoints.create, { lineId, startedAt: plantTime('07:00') })).errno).toBe('401')
      expect((await who.call(explainStop, { id: stop.id, note: 'x' })).errno).toBe('401')
    }
    expect((await plant.stranger.call(explainStop, { id: stop.id })).status).toBe(401)
    expect((await staff.manager.call(lineStop.endpoints.remove, { id: stop.id })).errno).toBe('401')
  })
})

describe('explaining a stop', () => {
  const enterOpenStop = async () => expectOk(await enter({ lineId: (await newLine()).id }))
  test('can neither clear the start nor end inside the next stop, which the refusal names', async () => {
    const { id: lineId } = await newLine()
    const first = expectOk(await enter({ lineId, startedAt: plantTime('07:00'), endedAt: plantTime('07:10') }))
    expectOk(await enter({ lineId, startedAt: plantTime('08:20'), endedAt: plantTime('08:30') }))
    const emptied = await staff['operator-line'].call(explainStop, { id: first.id, startedAt: null } as never)
    expect(emptied.errno).toBe('4042')
    expect(JSON.stringify(emptied.data)).toContain('startedAt')
    const late = await staff['operator-line'].call(explainStop, { id: first.id, endedAt: plantTime('08:25') })
    expect([late.errno, late.errmsg]).toEqual([
      '6000',
      '会与该产线 2026-11-20 08:20 至 2026-11-20 08:30 的停机重叠，请核对结束时间',
    ])
  })
  test('stores the reason, the end and the author', async () => {
    const stop = await enterOpenStop()
    expect(stop).toMatchObject({ state: 'standing', minutes: null })
    const explained = expectOk(
      await staff['operator-line'].call(explainStop, {
        id: stop.id,
        version: stop.version,
        reasonId: reason('rollWrap'),
        endedAt: plantTime('08:45'),
        note: '清辊',
      }),
    )
    expect(explained).toMatchObject({
      state: 'explained',
      minutes: 15,
      reasonId: reason('rollWrap'),
      note: '清辊',
      explainedBy: staff['operator-line'].userId,
      explainedAt: NOW,
      closedBy: 'person',
      version: stop.version + 1,
    })
  })
  test('moves the start of an open stop and keeps an end found by the speed', async () => {
    const stop = await enterOpenStop()
    const moved = expectOk(
      await staff['operator-line'].call(explainStop, { id: stop.id, startedAt: plantTime('08:20') }),
    )
    expect(moved).toMatchObject({ startedAt: plantTime('08:20'), endedAt: null, state: 'standing' })
    const explained = expectOk(
      await staff['operator-line'].call(explainStop, { id: stop.id, endedAt: plantTime('08:50') }),
    )
    expect(explained).toMatchObject({ closedBy: 'person', minutes: 30 })
    expect(expectOk(await staff['operator-line'].call(explainStop, { id: stop.id, endedAt: null }))).toMatchObject({
      state: 'standing',
    })
    await plant.query(`update line_stop set ended_at = $2, closed_by = 'speed' where id = $1`, [
      stop.id,
      plantTime('08:50'),
    ])
    const cancelled = await staff['operator-line'].call(explainStop, { id: stop.id, endedAt: null }, { language: 'en' })
    expect([cancelled.errno, cancelled.errmsg]).toEqual([
      '6000',
      'The line has restarted; the end of the stop cannot be removed',
    ])
  })
  test('by a phone twice counts once', async () => {
    const stop = await enterOpenStop()
    const op = { id: createUuid7(Date.now()), op: explainStop, body: { id: stop.id, reasonId: reason('drip') } }
    const [once] = await sync(staff['operator-line'], [op])
    const [again] = await sync(staff['operator-line'], [op])
    expect(once).toMatchObject({ status: 'done', data: { reasonId: reason('drip'), version: stop.version + 1 } })
    expect(again).toMatchObject({ status: 'done', data: once!.data })
  })
  test('by two people conflicts for the reason and merges other fields', async () => {
    const stop = await enterOpenStop()
    expectOk(
      await staff['operator-line'].call(explainStop, { id: stop.id, version: stop.version, reasonId: reason('drip') }),
    )
    const second = await staff['prod-lead'].call(explainStop, {
      id: stop.id,
      version: stop.version,
      reasonId: reason('webBreak'),
    })
    expect([second.errno, await fetchRow(plant, 'line_stop', stop.id)]).toMatchObject([
      '6000',
      { reason_id: reason('drip') },
    ])
    expect(
      expectOk(await staff['prod-lead'].call(explainStop, { id: stop.id, version: stop.version, note: '已看' })),
    ).toMatchObject({ note: '已看', reasonId: reason('drip'), explainedBy: staff['operator-line'].userId })
  })
  test('of four months ago may set reason and end, but no new start of that age', async () => {
    const stop = await enterOpenStop()
    const began = '2026-07-20T02:00:00.000Z'
    await plant.query('update line_stop set started_at = $2 where id = $1', [stop.id, began])
    const ended = '2026-07-20T03:00:00.000Z'
    const explained = expectOk(
      await staff['prod-lead'].call(explainStop, {
        id: stop.id,
        startedAt: began,
        endedAt: ended,
        reasonId: reason('drip'),
      }),
    )
    expect(explained).toMatchObject({ state: 'explained', minutes: 60 })
    const moved = await staff['prod-lead'].call(explainStop, { id: stop.id, startedAt: '2026-07-20T01:00:00.000Z' })
    expect([moved.errno, (await fetchRow(plant, 'line_stop', stop.id))['started_at']]).toEqual(['6000', began])
  })
  test.each([
    ['an unknown stop', { id: createUuid7(9) }, '4006'],
    ['an unknown reason', { reasonId: createUuid7(9) }, '4006'],
    ['an end before the beginning', { endedAt: plantTime('08:00') }, '6000'],
    ['a field of the server', { team: 'A' }, '4013'],
  ])('with %s is refused', async (_what, wrong, expected) => {
    const stop = await enterOpenStop()
    expect((await staff['operator-line'].call(explainStop, { id: stop.id, ...wrong } as never)).errno).toBe(expected)
    expect(await fetchRow(plant, 'line_stop', stop.id)).toMatchObject({ version: stop.version })
  })
})

describe('the stop of a repair', () => {
  const send = (code: string, ...given: [string, number][]) =>
    staff.admin.call(sendSpeeds, {
      readings: given.map(([time, speed]) => ({ line: code, at: plantTime(time), speed })),
    })
  const stopsOf = (lineId: string) =>
    plant.query<Record<string, unknown>>('select * from line_stop where line_id = $1 order by started_at', [lineId])
  const lineOf = async (id: string) => (await fetchRow<{ code: string }>(plant, 'line', id)).code
  const report = async (equipmentId: string, more = {}) =>
    expectOk(
      await staff['operator-line'].call(reportRepair, {
        equipmentId,
        faultKind: 'electrical',
        severity: 'high',
        lineStopped: true,
        stoppedAt: plantTime('09:30'),
        ...more,
      }),
    )

  test('takes reason and shift from the fault kind', async () => {
    const machine = await createMachine(staff)
    await report(machine.id)
    expect(await stopsOf(machine.lineId!)).toMatchObject([
      {
        source: 'repair',
        reason_id: reason('electrical'),
        state: 'standing',
        business_date: '2026-11-20',
        shift: 'early',
        equipment_id: machine.id,
      },
    ])
    const other = await createMachine(staff)
    await report(other.id, { breakdown: false })
    expect(await stopsOf(other.lineId!)).toMatchObject([{ reason_id: reason('maintenance') }])
  })
  test('reuses the stop found by the speed; the speed sets the end', async () => {
    const machine = await createMachine(staff)
    const code = await lineOf(machine.lineId!)
    expectOk(await send(code, ['09:20', 300], ['09:25', 0], ['09:27', 0], ['09:31', 0]))
    const repair = await report(machine.id)
    expect(await stopsOf(machine.lineId!)).toMatchObject([
      {
        id: repair.stopId,
        source: 'speed',
        repair_id: repair.id,
        started_at: plantTime('09:25'),
        reason_id: reason('electrical'),
        state: 'standing',
      },
    ])
    expectOk(await send(code, ['09:40', 0], ['09:50', 250]))
    expect(await stopsOf(machine.lineId!)).toMatchObject([
      { ended_at: plantTime('09:50'), closed_by: 'speed', state: 'explained', minutes: 25 },
    ])
    expectOk(await staff.maint.call(acceptRepair, { id: repair.id }))
    expectOk(
      await staff.maint.call(finishRepair, {
        id: repair.id,
        causes: 'c',
        actions: 'a',
        hours: [{ userId: staff.maint.userId, hours: 0.1 }],
        endedAt: NOW,
      }),
    )
    expect(await stopsOf(machine.lineId!)).toMatchObject([{ ended_at: plantTime('09:50'), closed_by: 'speed' }])
  })
  test('stays the only one when the speed finds it later, and the speed ends it', async () => {
    const machine = await createMachine(staff)
    const code = await lineOf(machine.lineId!)
    const repair = await report(machine.id)
    expectOk(await send(code, ['09:20', 300], ['09:29', 0], ['09:31', 0], ['09:45', 0]))
    expectOk(await send(code, ['09:46', 0], ['09:55', 100]))
    expect(await stopsOf(machine.lineId!)).toMatchObject([
      {
        id: repair.stopId,
        source: 'repair',
        started_at: plantTime('09:30'),
        ended_at: plantTime('09:55'),
        closed_by: 'speed',
      },
    ])
  })
  test('disappears with the report; a stop found by the speed stays unexplained', async () => {
    const machine = await createMachine(staff)
    const withdrawnReport = await report(machine.id)
    expectOk(await staff['operator-line'].call(withdrawRepair, { id: withdrawnReport.id, reason: '误报' }))
    expect(await stopsOf(machine.lineId!)).toEqual([])
    expectOk(await send(await lineOf(machine.lineId!), ['09:20', 300], ['09:25', 0], ['09:27', 0]))
    const linked = await report(machine.id)
    expectOk(await staff['operator-line'].call(withdrawRepair, { id: linked.id, reason: '误报' }))
    expect(await stopsOf(machine.lineId!)).toMatchObject([
      { source: 'speed', repair_id: null, reason_id: null, state: 'standing' },
    ])
  })
  test('keeps a person’s reason, takes the times of the repair, and cannot be deleted', async () => {
    const machine = await createMachine(staff)
    const repair = await report(machine.id)
    expectOk(await staff['operator-line'].call(explainStop, { id: repair.stopId!, reasonId: reason('blower') }))
    expectOk(await staff.maint.call(acceptRepair, { id: repair.id }))
    expect(await stopsOf(machine.lineId!)).toMatchObject([{ reason_id: reason('blower') }])
    expect(
      (await staff['operator-line'].call(explainStop, { id: repair.stopId!, endedAt: plantTime('09:40') })).errno,
    ).toBe('6000')
    expect((await staff['prod-lead'].call(lineStop.endpoints.remove, { id: repair.stopId! })).errno).toBe('6000')
  })
})

describe('a reminder to explain a stop', () => {
  test('repeats until a reason is given; for open stops it starts after a day', async () => {
    await plant.query(`update line_stop set chased = 99`)
    const heard = collectNotices(plant)
    const [openLine, endedLine, shortLine, knownLine] = [
      await newLine(),
      await newLine(),
      await newLine(),
      await newLine(),
    ]
    const a = expectOk(await enter({ lineId: openLine.id, startedAt: plantTime('09:35') }))
    const b = expectOk(
      await enter({ lineId: endedLine.id, startedAt: plantTime('09:00'), endedAt: plantTime('09:20') }),
    )
    expectOk(await enter({ lineId: shortLine.id, startedAt: plantTime('09:00'), endedAt: plantTime('09:05') }))
    const d = expectOk(
      await enter({ lineId: knownLine.id, startedAt: plantTime('09:00', '2026-11-18'), reasonId: reason('noOrder') }),
    )
    await runJob(plant, 'stops-chase')
    expect(new Map(heard.map((n) => [n.id, n.title.en]))).toEqual(
      new Map([
        [a.id, `${openLine.code} ${openLine.nameEn} has been stopped for 25 min – enter a reason`],
        [b.id, `${endedLine.code} ${endedLine.nameEn} was stopped for 20 min – enter a reason`],
        [d.id, `${knownLine.code} ${knownLine.nameEn} has been stopped for 49 h – please check`],
      ]),
    )
    expect([await fetchRow(plant, 'line_stop', a.id), await fetchRow(plant, 'line_stop', b.id)]).toMatchObject([
      { chased: 2, version: a.version },
      { chased: 6, version: b.version },
    ])
    heard.length = 0
    await runJob(plant, 'stops-chase')
    expect(heard).toEqual([])
    plant.clock.set('2026-11-20T02:10:00.000Z')
    expectOk(await staff['operator-line'].call(explainStop, { id: b.id, reasonId: reason('drip') }))
    await runJob(plant, 'stops-chase')
    expect(heard.map((n) => n.id)).toEqual([a.id])
    plant.clock.set(NOW)
  })
})
