import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { acceptRepair, finishRepair, reportRepair, withdrawRepair } from '@/areas/maintenance/contract/repair-commands'
import { explainStop, lineStop, stopReason } from '@/plant/contract/line-stop'
import { sendSpeeds } from '@/plant/contract/line-speed'
import type { TestPlant } from '../harness'
import { at, countOf, good, newMachine, NOW, notices, rowOf, runJob, staffed, sync, type Staff } from '../people'

let plant: TestPlant
let staff: Staff
let reasons: Map<string, string>
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
  reasons = new Map(
    (await plant.query<{ code: string; id: string }>('select code, id from stop_reason')).map((r) => [r.code, r.id]),
  )
}, 120_000)
afterAll(() => plant.close())

let serial = 0
const newLine = async (): Promise<Row<typeof line>> =>
  good(
    await staff['maint-lead'].call(line.endpoints.create, {
      code: `S-${++serial}`,
      name: `纺粘${serial}`,
      nameEn: `Spunbond ${serial}`,
      kind: 'spunbond',
    }),
  )
const enter = (more: Record<string, unknown> & { lineId: string }) =>
  staff['prod-lead'].call(lineStop.endpoints.create, { startedAt: at('08:30'), ...more } as never)
const reason = (code: string): string => reasons.get(code)!

describe('reasons', () => {
  test('are there from the first start, in both languages, and once', async () => {
    expect(await countOf(plant, 'stop_reason')).toBe(21)
    const list = good(await staff.viewer.call(stopReason.endpoints.list, { keyword: '断网' }))
    expect(list.list).toMatchObject([
      { code: 'webBreak', name: '断网', nameEn: 'Web break', class: 'unplanned', active: true },
    ])
  })
  test('used ones are switched off, not deleted, and keep their class', async () => {
    const own = good(
      await staff['prod-lead'].call(stopReason.endpoints.create, {
        code: 'mosquito',
        name: '蚊虫',
        class: 'unplanned',
        parentId: reason('quality'),
      }),
    )
    const stop = good(await enter({ lineId: (await newLine()).id, endedAt: at('08:40'), reasonId: own.id }))
    const removed = await staff['prod-lead'].call(stopReason.endpoints.remove, { id: own.id }, { language: 'en' })
    expect([removed.errno, removed.errmsg]).toEqual([
      '6000',
      'Stop reason 蚊虫 has been used; it can only be deactivated',
    ])
    // Both would change figures that were shown.
    for (const change of [{ class: 'planned', parentId: null }, { outsideBusyTime: true }] as const) {
      const refused = await staff['prod-lead'].call(stopReason.endpoints.update, {
        id: own.id,
        version: own.version,
        ...change,
      })
      expect([change, refused.errno]).toEqual([change, '6000'])
    }
    good(
      await staff['prod-lead'].call(stopReason.endpoints.update, { id: own.id, version: own.version, active: false }),
    )
    expect((await enter({ lineId: (await newLine()).id, reasonId: own.id })).errno).toBe('6000')
    expect(await rowOf(plant, 'line_stop', stop.id)).toMatchObject({ reason_id: own.id })
  })
  test.each([
    ['below a reason of the other class', () => ({ class: 'planned', parentId: reason('quality') })],
    [
      'below one that is below another',
      async () => {
        const child = good(
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
  ])('%s are refused', async (_what, more) => {
    const before = await countOf(plant, 'stop_reason')
    const given = await more()
    const after = await countOf(plant, 'stop_reason')
    expect(
      (
        await staff['prod-lead'].call(stopReason.endpoints.create, {
          code: `x${++serial}`,
          name: 'x',
          ...given,
        } as never)
      ).errno,
    ).toBe('6000')
    expect(await countOf(plant, 'stop_reason')).toBe(after)
    expect(after).toBeGreaterThanOrEqual(before)
  })
  test('one with others below it cannot go', async () => {
    expect((await staff['prod-lead'].call(stopReason.endpoints.remove, { id: reason('quality') })).errno).toBe('6000')
    expect((await staff.maint.call(stopReason.endpoints.remove, { id: reason('other') })).errno).toBe('401')
    good(await staff['prod-lead'].call(stopReason.endpoints.remove, { id: reason('powerLimit') }))
  })
})

describe('a stop that a person enters', () => {
  test('belongs to the shift in which it began, also after midnight', async () => {
    const { id: lineId } = await newLine()
    const stop = good(
      await enter({ lineId, startedAt: at('00:30'), endedAt: at('01:10'), reasonId: reason('webBreak') }),
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
    ['in the future', { startedAt: at('10:30') }, '6000'],
    ['in another century', { startedAt: '1999-11-20T08:00:00.000Z', endedAt: '1999-11-20T09:00:00.000Z' }, '6000'],
    [
      'three months and a day ago',
      { startedAt: '2026-08-18T08:00:00.000Z', endedAt: '2026-08-18T09:00:00.000Z' },
      '6000',
    ],
    ['that ends before it began', { endedAt: at('08:00') }, '6000'],
    ['without a beginning', { startedAt: undefined }, '4042'],
    ['of an unknown line', { lineId: createUuid7(5) }, '4006'],
    ['for an unknown reason', { reasonId: createUuid7(5) }, '4006'],
    ['with figures of its own', { minutes: 3 }, '4013'],
  ])('%s is refused and leaves nothing', async (_what, wrong, expected) => {
    const { id: lineId } = await newLine()
    const before = await countOf(plant, 'line_stop')
    expect((await enter({ lineId, ...wrong })).errno).toBe(expected)
    expect(await countOf(plant, 'line_stop')).toBe(before)
  })
  test('where the line stood already is refused with when', async () => {
    const { id: lineId } = await newLine()
    good(await enter({ lineId, startedAt: at('08:00'), endedAt: at('08:20') }))
    good(await enter({ lineId, startedAt: at('08:20'), endedAt: at('08:30') }))
    const again = await staff['prod-lead'].call(
      lineStop.endpoints.create,
      { lineId, startedAt: at('08:10') },
      { language: 'en' },
    )
    expect([again.errno, again.errmsg]).toEqual([
      '6000',
      'This line already has a stop from 2026-11-20 08:20 to 2026-11-20 08:30; enter the reason there',
    ])
  })
  test('ten at once stay one', async () => {
    const { id: lineId } = await newLine()
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter({ lineId })))
    expect(answers.filter((a) => a.errno === '200')).toHaveLength(1)
    expect(await countOf(plant, 'line_stop', 'line_id = $1', [lineId])).toBe(1)
  })
  test('is not for a viewer or a stranger, nor is explaining it', async () => {
    const { id: lineId } = await newLine()
    const stop = good(await enter({ lineId }))
    for (const who of [staff.viewer, staff.quality]) {
      expect((await who.call(lineStop.endpoints.create, { lineId, startedAt: at('07:00') })).errno).toBe('401')
      expect((await who.call(explainStop, { id: stop.id, note: 'x' })).errno).toBe('401')
    }
    expect((await plant.stranger.call(explainStop, { id: stop.id })).status).toBe(401)
    expect((await staff.manager.call(lineStop.endpoints.remove, { id: stop.id })).errno).toBe('401')
  })
})

describe('explaining', () => {
  const standing = async () => good(await enter({ lineId: (await newLine()).id }))
  test('cannot empty the start, nor end in the next stop, which is told as such', async () => {
    const { id: lineId } = await newLine()
    const first = good(await enter({ lineId, startedAt: at('07:00'), endedAt: at('07:10') }))
    good(await enter({ lineId, startedAt: at('08:20'), endedAt: at('08:30') }))
    const emptied = await staff['operator-line'].call(explainStop, { id: first.id, startedAt: null } as never)
    expect(emptied.errno).toBe('4042')
    expect(JSON.stringify(emptied.data)).toContain('startedAt')
    const late = await staff['operator-line'].call(explainStop, { id: first.id, endedAt: at('08:25') })
    expect([late.errno, late.errmsg]).toEqual([
      '6000',
      '会与该产线 2026-11-20 08:20 至 2026-11-20 08:30 的停机重叠，请核对结束时间',
    ])
  })
  test('says why, ends it, and tells who said so', async () => {
    const stop = await standing()
    expect(stop).toMatchObject({ state: 'standing', minutes: null })
    const told = good(
      await staff['operator-line'].call(explainStop, {
        id: stop.id,
        version: stop.version,
        reasonId: reason('rollWrap'),
        endedAt: at('08:45'),
        note: '清辊',
      }),
    )
    expect(told).toMatchObject({
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
  test('moves the beginning of one that still stands, and cancels no end that the speed told', async () => {
    const stop = await standing()
    const moved = good(await staff['operator-line'].call(explainStop, { id: stop.id, startedAt: at('08:20') }))
    expect(moved).toMatchObject({ startedAt: at('08:20'), endedAt: null, state: 'standing' })
    const own = good(await staff['operator-line'].call(explainStop, { id: stop.id, endedAt: at('08:50') }))
    expect(own).toMatchObject({ closedBy: 'person', minutes: 30 })
    expect(good(await staff['operator-line'].call(explainStop, { id: stop.id, endedAt: null }))).toMatchObject({
      state: 'standing',
    })
    await plant.query(`update line_stop set ended_at = $2, closed_by = 'speed' where id = $1`, [stop.id, at('08:50')])
    const cancelled = await staff['operator-line'].call(explainStop, { id: stop.id, endedAt: null }, { language: 'en' })
    expect([cancelled.errno, cancelled.errmsg]).toEqual([
      '6000',
      'The line has restarted; the end of the stop cannot be removed',
    ])
  })
  test('from a phone, twice, counts once', async () => {
    const stop = await standing()
    const op = { id: createUuid7(Date.now()), op: explainStop, body: { id: stop.id, reasonId: reason('drip') } }
    const [once] = await sync(staff['operator-line'], [op])
    const [again] = await sync(staff['operator-line'], [op])
    expect(once).toMatchObject({ status: 'done', data: { reasonId: reason('drip'), version: stop.version + 1 } })
    expect(again).toMatchObject({ status: 'done', data: once!.data })
  })
  test('by two at once is a conflict of the reason, never lost; other fields merge', async () => {
    const stop = await standing()
    good(
      await staff['operator-line'].call(explainStop, { id: stop.id, version: stop.version, reasonId: reason('drip') }),
    )
    const second = await staff['prod-lead'].call(explainStop, {
      id: stop.id,
      version: stop.version,
      reasonId: reason('webBreak'),
    })
    expect([second.errno, await rowOf(plant, 'line_stop', stop.id)]).toMatchObject([
      '6000',
      { reason_id: reason('drip') },
    ])
    expect(
      good(await staff['prod-lead'].call(explainStop, { id: stop.id, version: stop.version, note: '已看' })),
    ).toMatchObject({ note: '已看', reasonId: reason('drip'), explainedBy: staff['operator-line'].userId })
  })
  test('of what began four months ago: why it was and when it ended may be said, a new beginning of that age not', async () => {
    const stop = await standing()
    const began = '2026-07-20T02:00:00.000Z'
    await plant.query('update line_stop set started_at = $2 where id = $1', [stop.id, began])
    const ended = '2026-07-20T03:00:00.000Z'
    const told = good(
      await staff['prod-lead'].call(explainStop, {
        id: stop.id,
        startedAt: began,
        endedAt: ended,
        reasonId: reason('drip'),
      }),
    )
    expect(told).toMatchObject({ state: 'explained', minutes: 60 })
    const moved = await staff['prod-lead'].call(explainStop, { id: stop.id, startedAt: '2026-07-20T01:00:00.000Z' })
    expect([moved.errno, (await rowOf(plant, 'line_stop', stop.id))['started_at']]).toEqual(['6000', began])
  })
  test.each([
    ['an unknown stop', { id: createUuid7(9) }, '4006'],
    ['an unknown reason', { reasonId: createUuid7(9) }, '4006'],
    ['an end before the beginning', { endedAt: at('08:00') }, '6000'],
    ['a field of the server', { team: 'A' }, '4013'],
  ])('with %s is refused', async (_what, wrong, expected) => {
    const stop = await standing()
    expect((await staff['operator-line'].call(explainStop, { id: stop.id, ...wrong } as never)).errno).toBe(expected)
    expect(await rowOf(plant, 'line_stop', stop.id)).toMatchObject({ version: stop.version })
  })
})

describe('the stop of a repair', () => {
  const send = (code: string, ...given: [string, number][]) =>
    staff.admin.call(sendSpeeds, {
      readings: given.map(([time, speed]) => ({ line: code, at: at(time), speed })),
    })
  const stopsOf = (lineId: string) =>
    plant.query<Record<string, unknown>>('select * from line_stop where line_id = $1 order by started_at', [lineId])
  const lineOf = async (id: string) => (await rowOf<{ code: string }>(plant, 'line', id)).code
  const report = async (equipmentId: string, more = {}) =>
    good(
      await staff['operator-line'].call(reportRepair, {
        equipmentId,
        faultKind: 'electrical',
        severity: 'high',
        lineStopped: true,
        stoppedAt: at('09:30'),
        ...more,
      }),
    )

  test('knows its reason by the kind of fault, and its shift', async () => {
    const machine = await newMachine(staff)
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
    const other = await newMachine(staff)
    await report(other.id, { breakdown: false })
    expect(await stopsOf(other.lineId!)).toMatchObject([{ reason_id: reason('maintenance') }])
  })
  test('is the one that the speed had found: linked, not doubled; the speed says when the line ran again', async () => {
    const machine = await newMachine(staff)
    const code = await lineOf(machine.lineId!)
    good(await send(code, ['09:20', 300], ['09:25', 0], ['09:27', 0], ['09:31', 0]))
    const repair = await report(machine.id)
    expect(await stopsOf(machine.lineId!)).toMatchObject([
      {
        id: repair.stopId,
        source: 'speed',
        repair_id: repair.id,
        started_at: at('09:25'),
        reason_id: reason('electrical'),
        state: 'standing',
      },
    ])
    good(await send(code, ['09:40', 0], ['09:50', 250]))
    expect(await stopsOf(machine.lineId!)).toMatchObject([
      { ended_at: at('09:50'), closed_by: 'speed', state: 'explained', minutes: 25 },
    ])
    good(await staff.maint.call(acceptRepair, { id: repair.id }))
    good(
      await staff.maint.call(finishRepair, {
        id: repair.id,
        causes: 'c',
        actions: 'a',
        hours: [{ userId: staff.maint.userId, hours: 0.1 }],
        endedAt: NOW,
      }),
    )
    expect(await stopsOf(machine.lineId!)).toMatchObject([{ ended_at: at('09:50'), closed_by: 'speed' }])
  })
  test('told first by the repair, the speed adds none and ends it', async () => {
    const machine = await newMachine(staff)
    const code = await lineOf(machine.lineId!)
    const repair = await report(machine.id)
    good(await send(code, ['09:20', 300], ['09:29', 0], ['09:31', 0], ['09:45', 0]))
    good(await send(code, ['09:46', 0], ['09:55', 100]))
    expect(await stopsOf(machine.lineId!)).toMatchObject([
      { id: repair.stopId, source: 'repair', started_at: at('09:30'), ended_at: at('09:55'), closed_by: 'speed' },
    ])
  })
  test('goes with a withdrawn report, but what the speed found stays, unexplained', async () => {
    const machine = await newMachine(staff)
    const own = await report(machine.id)
    good(await staff['operator-line'].call(withdrawRepair, { id: own.id, reason: '误报' }))
    expect(await stopsOf(machine.lineId!)).toEqual([])
    good(await send(await lineOf(machine.lineId!), ['09:20', 300], ['09:25', 0], ['09:27', 0]))
    const linked = await report(machine.id)
    good(await staff['operator-line'].call(withdrawRepair, { id: linked.id, reason: '误报' }))
    expect(await stopsOf(machine.lineId!)).toMatchObject([
      { source: 'speed', repair_id: null, reason_id: null, state: 'standing' },
    ])
  })
  test("keeps the reason that a person gave, its times are the repair's, and it is not deleted", async () => {
    const machine = await newMachine(staff)
    const repair = await report(machine.id)
    good(await staff['operator-line'].call(explainStop, { id: repair.stopId!, reasonId: reason('blower') }))
    good(await staff.maint.call(acceptRepair, { id: repair.id }))
    expect(await stopsOf(machine.lineId!)).toMatchObject([{ reason_id: reason('blower') }])
    expect((await staff['operator-line'].call(explainStop, { id: repair.stopId!, endedAt: at('09:40') })).errno).toBe(
      '6000',
    )
    expect((await staff['prod-lead'].call(lineStop.endpoints.remove, { id: repair.stopId! })).errno).toBe('6000')
  })
})

describe('asking after stops', () => {
  test('goes on until somebody says why, and after a day for those that still stand', async () => {
    await plant.query(`update line_stop set chased = 99`)
    const heard = notices(plant)
    const [open, ended, short, known] = [await newLine(), await newLine(), await newLine(), await newLine()]
    const a = good(await enter({ lineId: open.id, startedAt: at('09:35') }))
    const b = good(await enter({ lineId: ended.id, startedAt: at('09:00'), endedAt: at('09:20') }))
    good(await enter({ lineId: short.id, startedAt: at('09:00'), endedAt: at('09:05') }))
    const d = good(await enter({ lineId: known.id, startedAt: at('09:00', '2026-11-18'), reasonId: reason('noOrder') }))
    await runJob(plant, 'stops-chase')
    expect(new Map(heard.map((n) => [n.id, n.title.en]))).toEqual(
      new Map([
        [a.id, `${open.code} ${open.nameEn} has been stopped for 25 min – enter a reason`],
        [b.id, `${ended.code} ${ended.nameEn} was stopped for 20 min – enter a reason`],
        [d.id, `${known.code} ${known.nameEn} has been stopped for 49 h – please check`],
      ]),
    )
    expect([await rowOf(plant, 'line_stop', a.id), await rowOf(plant, 'line_stop', b.id)]).toMatchObject([
      { chased: 2, version: a.version },
      { chased: 6, version: b.version },
    ])
    heard.length = 0
    await runJob(plant, 'stops-chase')
    expect(heard).toEqual([])
    plant.clock.set('2026-11-20T02:10:00.000Z')
    good(await staff['operator-line'].call(explainStop, { id: b.id, reasonId: reason('drip') }))
    await runJob(plant, 'stops-chase')
    expect(heard.map((n) => n.id)).toEqual([a.id])
    plant.clock.set(NOW)
  })
})
