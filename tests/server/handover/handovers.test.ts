import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import {
  lineSnapshot,
  slittingSnapshot,
  giveHandover,
  handover,
  handoverListEndpoints,
  handoverWriteCommands,
  previewPost,
  previewSquadLeader,
  removeHandover,
  returnHandover,
  takeHandover,
  unsignHandover,
} from '@/areas/handover/contract/handover'
import { readSheet } from '@/server/excel/read-sheet'
import type { HandoverKind } from '@/areas/handover/rules/handover'
import type { Caller, TestPlant } from '../harness'
import {
  plantTime,
  countRows,
  expectOk,
  reportFault,
  NOW,
  fetchRow,
  createStaffedPlant,
  sync,
  type Staff,
} from '../plant-staff'
import { insertFeed, insertJumbo, createFloor, insertStop, type Floor } from './running-line'

let plant: TestPlant
let staff: Staff
let slit: Caller
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  await plant.query('update app_user set team = null') // tests/server/security/handover-teams covers who may sign
  plant.app.changes.publishSoon(['user'])
  slit = await plant.as('operator-slit')
}, 120_000)
beforeEach(() => {
  plant.clock.set(NOW)
})
afterAll(() => plant.close())

const en = { language: 'en' } as const
const write = (kind: HandoverKind) => handoverWriteCommands.find((one) => one.kind === kind)!.endpoint
const list = (kind: HandoverKind) => handoverListEndpoints.find((one) => one.kind === kind)!.endpoint
const openHandover = async (floor: Floor, more: object = {}, kind: HandoverKind = 'squadLeader') =>
  expectOk(await staff['operator-line'].call(write(kind), { lineId: floor.line.id, ...more }))
const giveOpened = async (floor: Floor) =>
  expectOk(await staff['operator-line'].call(giveHandover, { id: (await openHandover(floor)).id }))
const takeGiven = async (floor: Floor) =>
  expectOk(await staff['prod-lead'].call(takeHandover, { id: (await giveOpened(floor)).id }))

describe('the system part of a handover', () => {
  test('covers the line within the shift: output by grade, stops, feeds, unfinished work', async () => {
    const floor = await createFloor(plant, staff)
    await insertJumbo(plant, floor, plantTime('08:30'))
    await insertJumbo(plant, floor, plantTime('09:30'), {
      kg: 500,
      downgrades: [
        { fromM: 0, toM: 1000, grade: 'downgraded', defect: 'thin' },
        { fromM: 1000, toM: 1500, grade: 'waste', defect: 'thin' },
      ],
      unusual: true,
    })
    await insertJumbo(plant, floor, plantTime('07:59')) // belongs to the shift before
    await insertStop(plant, floor, plantTime('07:30'), plantTime('08:20'))
    await insertStop(plant, floor, plantTime('09:50'), null)
    // Reported again from the machine during the same stop: 08:00–08:20 and 09:50–10:00 remain 30 min.
    await insertStop(plant, floor, plantTime('08:10'), plantTime('08:20'))
    await insertFeed(plant, floor, plantTime('09:00'), 1200)
    await insertFeed(plant, floor, plantTime('09:00'), 30, 'pack')
    await insertFeed(plant, floor, plantTime('07:00'), 999)
    const facts = expectOk(await staff['operator-line'].call(lineSnapshot, { lineId: floor.line.id }))
    expect(facts).toMatchObject({
      businessDate: '2026-11-20',
      shift: 'early',
      startsAt: plantTime('08:00'),
      endsAt: plantTime('16:00'),
      jumboRolls: 2,
      jumboKg: 1100,
      jumboM: 20000,
      goodKg: 1025,
      // Waste metres are waste once the jumbo is scrapped, cut or sold.
      downgradedKg: 75,
      wasteKg: 0,
      slitRolls: 0,
      fedKg: 1200,
      stopMinutes: 30,
      uncutRolls: 3,
    })
    expect(facts.orders).toMatchObject([
      { workOrderId: floor.order.id, state: 'running', jumboRolls: 2, goodKg: 1025, orderedKg: 5000 },
    ])
    expect(facts.stops.map(({ minutes }) => minutes)).toEqual([20, 10, 10])
    expect(facts.materials.map(({ kg }) => kg)).toEqual([1200, 30])
    expect(facts.alarms.map(({ kind }) => kind).sort()).toEqual([
      'stopUnexplained',
      'stopUnexplained',
      'stopUnexplained',
      'weightUnusual',
    ])
    expect(facts.names.map(({ label }) => label)).toContain(floor.order.number)
  })
  test('names the open repairs of the line and none of other lines', async () => {
    const other = await createFloor(plant, staff)
    const report = await reportFault(staff)
    const facts = expectOk(await staff['operator-line'].call(lineSnapshot, { lineId: report.lineId! }))
    expect(facts.openRepairs).toMatchObject([
      { repairId: report.id, equipmentId: report.equipmentId, state: 'reported' },
    ])
    expect(expectOk(await staff['operator-line'].call(lineSnapshot, { lineId: other.line.id })).openRepairs).toEqual([])
  })
  test('without a line covers the running line; for packing and slitting, the slitter', async () => {
    const slitter = await createFloor(plant, staff, 'slitting')
    expect(expectOk(await slit.call(slittingSnapshot, {})).lineId).toBe(slitter.line.id)
    expect(expectOk(await slit.call(lineSnapshot, {})).lineId).not.toBe(slitter.line.id)
  })
  test('is refused for a shift that the day does not have', async () => {
    const { line } = await createFloor(plant, staff)
    const answer = await staff['operator-line'].call(lineSnapshot, { lineId: line.id, shift: 'evening' })
    expect([answer.errno, JSON.stringify(answer.data)]).toEqual(['4013', expect.stringContaining('shift')])
  })
})

describe('a handover', () => {
  test('opens for the current shift with the system data, and people fill it in', async () => {
    const floor = await createFloor(plant, staff)
    await insertJumbo(plant, floor, plantTime('08:30'))
    const row = await openHandover(floor, { note: '正常' })
    expect(row).toMatchObject({
      kind: 'squadLeader',
      state: 'draft',
      businessDate: '2026-11-20',
      shift: 'early',
      note: '正常',
      people: [staff['operator-line'].userId],
      giverId: null,
    })
    expect(row.facts).toMatchObject([{ jumboRolls: 1, asOf: NOW }])
    expect(row.team).toBeTruthy()
    await insertJumbo(plant, floor, plantTime('09:30'))
    plant.clock.set(plantTime('10:30'))
    const again = expectOk(
      await staff['operator-line'].call(write('squadLeader'), {
        id: row.id,
        lineId: floor.line.id,
        version: row.version,
        safety: '无事故',
      }),
    )
    expect(again).toMatchObject({ id: row.id, note: '正常', safety: '无事故', version: row.version + 1 })
    expect(again.facts).toMatchObject([{ jumboRolls: 2, asOf: plantTime('10:30') }])
    expect(await countRows(plant, 'handover', 'line_id = $1', [floor.line.id])).toBe(1)
  })
  test('exists once per kind, line and shift; a second opening names who opened the first', async () => {
    const floor = await createFloor(plant, staff)
    await openHandover(floor)
    const answer = await staff['prod-lead'].call(write('squadLeader'), { lineId: floor.line.id }, en)
    expect([answer.errno, answer.errmsg]).toEqual([
      '6000',
      expect.stringMatching(/already started the Shift leader handover/),
    ])
    expectOk(await staff['prod-lead'].call(write('packaging'), { lineId: floor.line.id }))
    const both = await Promise.all(
      ['prod-lead', 'operator-line'].map((who) =>
        staff[who as 'prod-lead'].call(write('middle'), { lineId: floor.line.id }),
      ),
    )
    expect(
      both
        .map(({ errno }) => errno)
        .sort()
        .join(),
    ).toMatch(/^200,(4003|6000)$/)
    expect(await countRows(plant, 'handover', 'line_id = $1', [floor.line.id])).toBe(3)
  })
  test('is given and taken by two people, stores the data of the giving, and is then locked', async () => {
    const floor = await createFloor(plant, staff)
    const first = await giveOpened(floor)
    expect(first).toMatchObject({ state: 'given', giverId: staff['operator-line'].userId, givenAt: NOW })
    await insertJumbo(plant, floor, plantTime('09:30'))
    plant.clock.set(plantTime('10:20'))
    const row = expectOk(await staff['prod-lead'].call(takeHandover, { id: first.id, version: first.version }))
    expect(row).toMatchObject({
      state: 'taken',
      takerId: staff['prod-lead'].userId,
      takenAt: plantTime('10:20'),
      facts: [{ jumboRolls: 0, asOf: NOW }],
    })
    const later: [object, object][] = [
      [write('squadLeader'), { lineId: floor.line.id, note: 'x' }],
      [giveHandover, {}],
      [returnHandover, { reason: 'x' }],
      [removeHandover, {}],
    ]
    for (const [endpoint, more] of later) {
      const answer = await staff.admin.call(endpoint as never, { id: row.id, ...more } as never, en)
      expect([answer.errno, answer.errmsg]).toEqual([
        '6000',
        expect.stringMatching(/^Handover Shift leader 2026-11-20 Early.* is "Taken over"/),
      ])
    }
    expect(await fetchRow(plant, 'handover', row.id)).toMatchObject({ version: row.version, state: 'taken' })
  })
  test('keeps the data of the moment of an offline signature, however late that arrives', async () => {
    const floor = await createFloor(plant, staff)
    const lineId = floor.line.id
    await insertJumbo(plant, floor, plantTime('08:30'))
    await insertStop(plant, floor, plantTime('09:40'), plantTime('10:15'))
    const report = await reportFault(staff)
    await plant.query(
      `update repair set line_id = $2, reported_at = $3, state = 'inMaintenance', accepted_at = $4 where id = $1`,
      [report.id, lineId, plantTime('09:00'), plantTime('10:25')],
    )
    const row = await openHandover(floor)
    // Entered between the offline signature and its arrival.
    await insertJumbo(plant, floor, plantTime('10:30'))
    await insertStop(plant, floor, plantTime('10:40'), null)
    await insertFeed(plant, floor, plantTime('10:35'), 700)
    await plant.query(`update work_order set state = 'finished', finished_at = $2 where id = $1`, [
      floor.order.id,
      plantTime('10:20'),
    ])
    const next = await createFloor(plant, staff)
    await plant.query(`update work_order set line_id = $2, started_at = $3 where id = $1`, [
      next.order.id,
      lineId,
      plantTime('10:20'),
    ])
    plant.clock.set(plantTime('11:00'))
    const [sent] = await sync(staff['operator-line'], [
      { op: giveHandover, body: { id: row.id }, occurredAt: plantTime('10:05') },
    ])
    expect(sent).toMatchObject({ status: 'done', data: { state: 'given', givenAt: plantTime('10:05') } })
    expect((sent!.data as { facts: unknown }).facts).toMatchObject([
      {
        asOf: plantTime('10:05'),
        jumboRolls: 1,
        uncutRolls: 1,
        fedKg: 0,
        stopMinutes: 25,
        stops: [{ startedAt: plantTime('09:40'), endedAt: null, minutes: 25 }],
        openRepairs: [{ repairId: report.id, state: 'reported' }],
        orders: [{ workOrderId: floor.order.id, state: 'running', jumboRolls: 1 }],
      },
    ])
    // A handover one hour later contains the new data.
    const late = expectOk(await staff['operator-line'].call(lineSnapshot, { lineId }))
    expect(late.orders.map(({ workOrderId, state }) => [workOrderId, state])).toEqual([
      [next.order.id, 'running'],
      [floor.order.id, 'finished'],
    ])
    plant.clock.set(NOW)
  })
  test('cannot be taken by the person who gave it', async () => {
    const row = await giveOpened(await createFloor(plant, staff))
    const answer = await staff['operator-line'].call(takeHandover, { id: row.id }, en)
    expect([answer.errno, answer.errmsg]).toEqual(['6000', 'You cannot take over a shift you handed over yourself'])
  })
  test('signed twice by the same person is signed once', async () => {
    const row = await takeGiven(await createFloor(plant, staff))
    expect(expectOk(await staff['operator-line'].call(giveHandover, { id: row.id })).version).toBe(row.version)
    expect(expectOk(await staff['prod-lead'].call(takeHandover, { id: row.id })).version).toBe(row.version)
  })
  test('taken by two people at once is taken by one; the other gets a refusal', async () => {
    const row = await giveOpened(await createFloor(plant, staff))
    const answers = await Promise.all(
      [staff['prod-lead'], slit, staff.admin].map((caller) => caller.call(takeHandover, { id: row.id }, en)),
    )
    expect(answers.map(({ errno }) => errno).sort()).toEqual(['200', '6000', '6000'])
    expect(answers.filter(({ errno }) => errno === '6000').every(({ errmsg }) => /is "Taken over"/.test(errmsg))).toBe(
      true,
    )
    expect(await fetchRow(plant, 'handover', row.id)).toMatchObject({ version: row.version + 1 })
  })
  test('taken by somebody else first: the phone gets a message and has nothing left to do', async () => {
    const row = await takeGiven(await createFloor(plant, staff))
    const answer = await staff.admin.call(takeHandover, { id: row.id })
    expect(answer.errmsg).toContain(`班长交接班 ${row.businessDate} 早班`)
    expect(answer.errmsg).not.toContain('squadLeader')
    expect(answer.data).toMatchObject({ ofRow: true, settled: true, changed: { by: expect.any(String) } })
    // A refusal for another reason remains for a person to decide.
    const other = (await staff.admin.call(giveHandover, { id: row.id })).data
    expect(other).toMatchObject({ ofRow: true })
    expect(other).not.toHaveProperty('settled')
  })
  test('lets a lead withdraw signatures with a reason, the taker’s first, and writes the audit log', async () => {
    const row = await takeGiven(await createFloor(plant, staff))
    const reason = '签错人'
    const signer = await staff['operator-line'].call(unsignHandover, { id: row.id, reason })
    expect(signer.errno).toBe('401')
    expect((await staff['prod-lead'].call(unsignHandover, { id: row.id } as never)).errno).toBe('4042')
    expect(await fetchRow(plant, 'handover', row.id)).toMatchObject({ state: 'taken', version: row.version })
    const untaken = expectOk(
      await staff['prod-lead'].call(unsignHandover, { id: row.id, reason, version: row.version }),
    )
    expect(untaken).toMatchObject({
      state: 'given',
      giverId: staff['operator-line'].userId,
      takerId: null,
      takenAt: null,
      reason,
      backBy: staff['prod-lead'].userId,
    })
    expect(untaken.backAt! >= untaken.givenAt!).toBe(true)
    const ungiven = expectOk(await staff['prod-lead'].call(unsignHandover, { id: row.id, reason: '班次不对' }))
    expect(ungiven).toMatchObject({ state: 'draft', giverId: null, givenAt: null, returns: 0 })
    expect((await staff['prod-lead'].call(unsignHandover, { id: row.id, reason })).errno).toBe('6000')
    const trail = await plant.query<{ said: string }>(
      `select after::text as said from operation_log where row_id = $1 and after::text like '%' || $2 || '%'`,
      [row.id, reason],
    )
    expect(trail.length).toBeGreaterThan(0)
    expectOk(await staff['operator-line'].call(giveHandover, { id: row.id }))
    expect(expectOk(await staff['prod-lead'].call(takeHandover, { id: row.id }))).toMatchObject({
      state: 'taken',
      reason: null,
      backBy: null,
      backAt: null,
    })
  })
  test('returns to the giver with a reason and can be given again', async () => {
    const floor = await createFloor(plant, staff)
    const row = await giveOpened(floor)
    expect((await staff['prod-lead'].call(returnHandover, { id: row.id } as never)).errno).toBe('4042')
    expect(expectOk(await staff['prod-lead'].call(returnHandover, { id: row.id, reason: '钥匙未交' }))).toMatchObject({
      state: 'draft',
      returns: 1,
      reason: '钥匙未交',
      giverId: null,
      givenAt: null,
      backBy: staff['prod-lead'].userId,
    })
    // The return concerns the giver, even one who left the people list, but nobody of another line.
    const line = staff['operator-line']
    expectOk(
      await line.call(write('squadLeader'), { id: row.id, lineId: floor.line.id, people: [staff['prod-lead'].userId] }),
    )
    const ids = async (query: object) =>
      expectOk(await line.call(handover.endpoints.list, { lineId: floor.line.id, ...query })).list.map(({ id }) => id)
    for (const who of [line.userId, staff['prod-lead'].userId])
      expect(await ids({ state: 'draft', concerned: who, returnsFrom: 1 })).toEqual([row.id])
    expect(await ids({ concerned: slit.userId })).toEqual([])
    expect(expectOk(await line.call(giveHandover, { id: row.id })).state).toBe('given')
    expect(await ids({ state: 'given', giverId: `!${line.userId}` })).toEqual([])
    expect(await ids({ state: 'given', giverId: `!${slit.userId}` })).toEqual([row.id])
    // Without a giver nobody is left out of the notice.
    expect(await ids({ takerId: `!${slit.userId}` })).toEqual([row.id])
    expect(await ids({ takerId: `${slit.userId},none` })).toEqual([row.id])
    expect((await line.call(handover.endpoints.list, { takerId: '!x' })).errno).toBe('4013')
  })
  test.each([
    ['another line', async () => ({ lineId: (await createFloor(plant, staff)).line.id }), '4013'],
    ['another shift', () => Promise.resolve({ shift: 'night' }), '4013'],
    ['people nobody knows', () => Promise.resolve({ people: [createUuid7()] }), '4006'],
    ['a state of its own', () => Promise.resolve({ state: 'taken' }), '4013'],
  ])('is not changed to %s', async (_what, more, expected) => {
    const floor = await createFloor(plant, staff)
    const row = await openHandover(floor)
    expect(
      (
        await staff['operator-line'].call(write('squadLeader'), {
          id: row.id,
          lineId: floor.line.id,
          ...(await more()),
        } as never)
      ).errno,
    ).toBe(expected)
    expect(await fetchRow(plant, 'handover', row.id)).toMatchObject({ version: row.version })
  })
  test('cannot be filled in through the path of another kind, nor signed after a concurrent change', async () => {
    const floor = await createFloor(plant, staff)
    const row = await openHandover(floor)
    expect((await staff['operator-line'].call(write('slitting'), { id: row.id, lineId: floor.line.id })).errno).toBe(
      '4006',
    )
    expectOk(await staff['prod-lead'].call(write('squadLeader'), { id: row.id, lineId: floor.line.id, toDo: '换滤网' }))
    const stale = await staff['operator-line'].call(giveHandover, { id: row.id, version: row.version }, en)
    expect([stale.errno, stale.errmsg]).toEqual([
      '6000',
      'Shift leader 2026-11-20 Early shift was changed after you read it: read it again, then sign',
    ])
    expect(await fetchRow(plant, 'handover', row.id)).toMatchObject({ state: 'draft', giver_id: null })
  })
  test('signed twice by both sides, online and from the phone, carries one signature of each', async () => {
    const row = await openHandover(await createFloor(plant, staff))
    const sendTwice = (caller: Caller, op: typeof giveHandover) =>
      Promise.all([
        caller.call(op, { id: row.id }),
        caller.call(op, { id: row.id }),
        sync(caller, [
          { op, body: { id: row.id }, occurredAt: plantTime('09:55') },
          { op, body: { id: row.id }, occurredAt: plantTime('09:56') },
        ]),
      ])
    for (const [caller, op, version] of [
      [staff['operator-line'], giveHandover, 2],
      [staff['prod-lead'], takeHandover, 3],
    ] as const) {
      const [first, second, sent] = await sendTwice(caller, op)
      expect([first.errno, second.errno, ...sent.map(({ status }) => status)]).toEqual(['200', '200', 'done', 'done'])
      expect(await fetchRow(plant, 'handover', row.id)).toMatchObject({ version: row.version + version - 1 })
    }
    expect(await fetchRow(plant, 'handover', row.id)).toMatchObject({
      state: 'taken',
      giver_id: staff['operator-line'].userId,
      taker_id: staff['prod-lead'].userId,
      returns: 0,
    })
  })
  test.each([
    ['give', giveHandover, {}],
    ['take', takeHandover, {}],
    ['return', returnHandover, { reason: '钥匙未交' }],
  ] as const)(
    "read before it changed: the phone's %s is held back with a sentence, and goes through once it was read again",
    async (_what, op, more) => {
      const floor = await createFloor(plant, staff)
      const seen = op === giveHandover ? await openHandover(floor) : await giveOpened(floor)
      const signer = op === giveHandover ? staff['operator-line'] : staff['prod-lead']
      await plant.query('update handover set version = version + 1 where id = $1', [seen.id])
      const [answer] = await sync(signer, [{ op, body: { id: seen.id, version: seen.version, ...more } }])
      expect(answer).toMatchObject({
        status: 'refused',
        errno: '6000',
        errmsg: expect.stringContaining('请重新阅读后再签字') as string,
      })
      expect(
        (await sync(signer, [{ op, body: { id: seen.id, version: seen.version + 1, ...more } }]))[0],
      ).toMatchObject({ status: 'done' })
    },
  )
  test('merges edits of different fields and reports a conflict for the same field', async () => {
    const floor = await createFloor(plant, staff)
    const row = await openHandover(floor)
    expectOk(
      await staff['prod-lead'].call(write('squadLeader'), {
        id: row.id,
        lineId: floor.line.id,
        version: row.version,
        quality: '正常',
      }),
    )
    expect(
      expectOk(
        await staff['operator-line'].call(write('squadLeader'), {
          id: row.id,
          lineId: floor.line.id,
          version: row.version,
          safety: '正常',
        }),
      ),
    ).toMatchObject({ quality: '正常', safety: '正常' })
    const answer = await staff['operator-line'].call(write('squadLeader'), {
      id: row.id,
      lineId: floor.line.id,
      version: row.version,
      quality: '条纹',
    })
    expect(answer).toMatchObject({ errno: '6000', data: { conflict: true } })
  })
  test('as a draft is removed by permitted people, and the shift can then be opened again', async () => {
    const floor = await createFloor(plant, staff)
    const row = await openHandover(floor)
    expect((await staff['operator-line'].call(removeHandover, { id: row.id })).errno).toBe('401')
    expectOk(await staff['prod-lead'].call(removeHandover, { id: row.id }))
    expect(await countRows(plant, 'handover', 'id = $1', [row.id])).toBe(0)
    await openHandover(floor)
  })
  test('is closed to viewers and strangers', async () => {
    const { line } = await createFloor(plant, staff)
    for (const caller of [staff.viewer, plant.stranger])
      expect((await caller.call(write('squadLeader'), { lineId: line.id })).errno).toBe('401')
    expect((await staff.viewer.call(handover.endpoints.list, {})).errno).toBe('401')
  })
  test('filled in, given and taken offline arrives in order, once, with the original times', async () => {
    const floor = await createFloor(plant, staff)
    const id = createUuid7()
    plant.clock.set(plantTime('16:40'))
    const ops = [
      {
        id: createUuid7(),
        op: write('hostTransfer'),
        body: { id, lineId: floor.line.id, note: '滤网压力升高' },
        occurredAt: plantTime('15:50'),
      },
      { id: createUuid7(), op: giveHandover, body: { id }, occurredAt: plantTime('15:58') },
    ]
    for (let round = 0; round < 2; round += 1)
      expect((await sync(staff['operator-line'], ops)).map(({ status }) => status)).toEqual(['done', 'done'])
    expect(await fetchRow(plant, 'handover', id)).toMatchObject({
      shift: 'early',
      state: 'given',
      given_at: plantTime('15:58'),
      version: 2,
    })
    expect(
      (await sync(staff['prod-lead'], [{ op: takeHandover, body: { id }, occurredAt: plantTime('16:05') }]))[0],
    ).toMatchObject({ status: 'done', data: { state: 'taken', takenAt: plantTime('16:05') } })
  })
})

describe('handover lists and previews', () => {
  test('list each kind separately; a preview names things in the reader’s language', async () => {
    const floor = await createFloor(plant, staff)
    const row = await takeGiven(floor)
    expect(
      expectOk(await staff['prod-lead'].call(list('squadLeader'), { lineId: floor.line.id })).list.map(({ id }) => id),
    ).toEqual([row.id])
    expect(expectOk(await staff['prod-lead'].call(list('slitting'), { lineId: floor.line.id })).list).toEqual([])
    const sheet = expectOk(await staff['prod-lead'].call(previewSquadLeader, { id: row.id }))
    expect(sheet).toMatchObject({ id: row.id, lineName: `${floor.line.code} ${floor.line.name}`, state: 'taken' })
    expect([sheet.giverName, sheet.takerName, sheet.peopleNames].every(Boolean)).toBe(true)
    expect(sheet.names.map(({ id }) => id)).toContain(floor.order.id)
    expect(
      expectOk(await staff['prod-lead'].call(previewSquadLeader, { lineId: floor.line.id, shift: 'early' })).id,
    ).toBe(row.id)
    expect((await staff['prod-lead'].call(previewPost, { lineId: floor.line.id, kind: 'middle' })).errno).toBe('4006')
  })
  test('export both signatures without the system data, in both languages', async () => {
    const row = await takeGiven(await createFloor(plant, staff))
    for (const language of ['zh', 'en'] as const) {
      const { header, rows } = await readSheet(
        (await staff['prod-lead'].call(handover.endpoints.export, { id: row.id }, { language })).bytes,
      )
      expect([
        header.includes(language === 'zh' ? '交班人' : 'Handed over by'),
        header.includes(language === 'zh' ? '系统数据' : 'System data'),
        rows.length,
      ]).toEqual([true, false, 1])
    }
    expect((await staff['operator-line'].call(handover.endpoints.export, {})).errno).toBe('401')
  })
  test('show the current system data for a draft', async () => {
    const floor = await createFloor(plant, staff)
    const row = await openHandover(floor)
    await insertJumbo(plant, floor, plantTime('09:30'))
    expect(expectOk(await staff['prod-lead'].call(previewPost, { id: row.id })).facts).toMatchObject([
      { jumboRolls: 1 },
    ])
  })
  test('reach the phone of a line operator with the shift pack', async () => {
    const row = await openHandover(await createFloor(plant, staff))
    // The pack uses the database clock, which the test clock does not stop.
    await plant.query('update handover set business_date = current_date where id = $1', [row.id])
    const pack = await staff['operator-line'].raw('GET', '/shift_pack')
    expect(JSON.stringify(pack.data)).toContain(row.id)
  })
})
