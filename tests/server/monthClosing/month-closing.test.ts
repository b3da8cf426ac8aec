import { runAsSystem } from '@/server/start-application'
import { withdrawApprovalsOfChangedMonths } from '@/areas/sheets/server/input-output-month'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feedAddCommands } from '@/areas/feeding/contract/feed'
import { teamAssessmentReport, generateAssessment } from '@/areas/sheets/contract/assessment'
import { decideLateItem, lateItem, monthChecklist } from '@/areas/monthClosing/contract/closing'
import { hoursCorrection } from '@/areas/sheets/contract/detail-reports'
import { inputLine, inputReport } from '@/areas/sheets/contract/input-output'
import {
  approveFinance,
  approveStatistics,
  inputOutputMonth,
  inputOutputMonthReport,
  compileMonth,
  withdrawMonthApprovals,
} from '@/areas/sheets/contract/input-output-month'
import { lineStop } from '@/plant/contract/line-stop'
import { closeMonth } from '@/plant/contract/plant-month'
import { createUuid7 } from '@/contract/id'
import { plantTime, countRows, expectOk, sync } from '../plant-staff'
import type { Caller } from '../harness'
import {
  createFeedingPlant,
  findOrCreateHopper,
  createLot,
  createMaterial,
  createRunningOrder,
  type FeedingPlant,
} from '../feeding/feeding-plant'

let f: FeedingPlant
let accountant: Caller
let manager: Caller
let body: Record<string, unknown>
let materialId: string
let lineId: string
const MONTH = '2026-10'
const LATE = plantTime('12:00', '2026-10-30')
const addMain = feedAddCommands.find(({ kind }) => kind === 'main')!.endpoint
beforeAll(async () => {
  f = await createFeedingPlant()
  accountant = await f.plant.as('accountant')
  manager = await f.plant.as('manager')
  const order = await createRunningOrder(f)
  await f.plant.query('update work_order set started_at = $2 where id = $1', [
    order.id,
    plantTime('06:00', '2026-10-30'),
  ])
  const material = await createMaterial(f)
  const lot = await createLot(f, material.id, { kg: 10_000, receivedOn: '2026-09-15' })
  materialId = material.id
  lineId = order.lineId!
  body = {
    workOrderId: order.id,
    lineId,
    materialId,
    lotId: lot.id,
    hopperId: await findOrCreateHopper(f, order),
    kg: 100,
  }
}, 120_000)
afterAll(() => f.plant.close())
const send = async (id: string, occurredAt = LATE, more: object = {}) =>
  (await sync(f.line, [{ op: addMain, body: { id, ...body, ...more }, occurredAt, id: createUuid7() }]))[0]!
const rowOfMonth = async () => expectOk(await f.lead.call(inputOutputMonth.endpoints.list, { month: MONTH })).list[0]!

describe('input and output', () => {
  test('follow from feeds; manual lines need a reason, are marked, and never go below zero', async () => {
    expect((await send(createUuid7())).errno).toBe('200')
    const create = inputLine.endpoints.create
    const manual = { businessDate: '2026-10-30', lineId, materialId, reason: '漏扫一袋' }
    expect((await f.lead.call(create, { ...manual, kg: -100.5 })).errmsg).toContain('100')
    expect((await f.lead.call(create, { ...manual, kg: 0 })).errno).toBe('4013')
    expect((await f.lead.call(create, { ...manual, kg: 5, businessDate: '2027-01-01' })).errno).toBe('4013')
    expect((await f.lead.call(create, { ...manual, kg: 5, reason: '' })).errno).toBe('4042')
    expect((await accountant.call(create, { ...manual, kg: 5 })).errno).toBe('401')
    const line = expectOk(await f.lead.call(create, { ...manual, kg: 25 }))
    const sheet = expectOk(await f.lead.call(inputReport.endpoint, { from: '2026-10-01', to: '2026-10-31' }))
    expect(sheet).toMatchObject({ derivedKg: 100, manualKg: 25, packKg: 0 })
    expect(sheet.rows.map(({ manual: by, kg, id }) => [by, kg, id])).toEqual([
      [true, 25, line.id],
      [false, 100, null],
    ])
    const below = { id: line.id, version: line.version, kg: -101 }
    expect((await f.lead.call(inputLine.endpoints.update, below)).errno).toBe('6000')
    expect(await countRows(f.plant, 'input_line', 'kg = 25')).toBe(1)
  })
  test('are sorted by the plant’s order, not by kilograms', async () => {
    const day = '2026-11-02'
    const [first, second] = [
      await createMaterial(f, 'main', { name: 'PP A' }),
      await createMaterial(f, 'main', { name: 'PP B' }),
    ]
    await f.plant.query(
      `insert into feed (site_id, id, version, created_at, updated_at, kind, work_order_id, line_id, material_id, kg, fed_at, business_date, shift, team)
       select 1, gen_random_uuid(), 1, now(), now(), 'main', $1, $2, m, kg, $5, $6, shift, 'A'
       from (values ($3::uuid, 10, 'early'), ($4::uuid, 90, 'early'), ($4::uuid, 500, 'night'), ($4::uuid, 20, 'middle')) v(m, kg, shift)`,
      [body['workOrderId'], lineId, first.id, second.id, plantTime('09:00', day), day],
    )
    const { rows } = expectOk(await f.lead.call(inputReport.endpoint, { from: day, to: day }))
    expect(rows.map(({ shift, material: of, kg }) => [shift, of?.slice(-1), kg])).toEqual([
      ['early', 'A', 10],
      ['early', 'B', 90],
      ['middle', 'B', 20],
      ['night', 'B', 500],
    ])
  })
  test('of a month are approved by two people in order after its end; a change withdraws the approvals', async () => {
    const { id } = expectOk(await f.lead.call(compileMonth, { month: MONTH }))
    expect((await accountant.call(approveFinance, { id })).errno).toBe('6000')
    expect((await accountant.call(approveStatistics, { id })).errno).toBe('401')
    const approved = expectOk(await f.lead.call(approveStatistics, { id }))
    expect(approved).toMatchObject({ inputKg: 100, manualInputKg: 25, statisticalBy: f.lead.userId })
    expect((await f.lead.call(approveFinance, { id })).errno).toBe('401')
    // The administrator has every permission, but cannot be the second person.
    const admin = f.staff.admin
    expectOk(await f.lead.call(withdrawMonthApprovals, { id, reason: '再核对' }))
    expectOk(await admin.call(approveStatistics, { id }))
    const ownApproval = await admin.call(approveFinance, { id })
    expect([ownApproval.errno, ownApproval.errmsg]).toEqual(['6000', expect.stringContaining('另一人')])
    expectOk(await accountant.call(approveFinance, { id }))
    expect(await rowOfMonth()).toMatchObject({ state: 'financial', financialBy: accountant.userId })
    // The approved sums contain weights, not grades: a roll that is downgraded later withdraws nothing.
    const roll = { businessDate: `${MONTH}-15`, netKg: 400, grade: 'good' }
    await runAsSystem(f.plant.app, 'test', (ctx) =>
      withdrawApprovalsOfChangedMonths(ctx, {
        resource: 'jumboRoll',
        before: roll,
        after: { ...roll, grade: 'downgraded' },
      }),
    )
    expect(await rowOfMonth()).toMatchObject({ state: 'financial' })
    expect((await send(createUuid7(), LATE, { kg: 5 })).errno).toBe('200')
    expect(await rowOfMonth()).toMatchObject({ state: 'entered', statisticalBy: null, financialBy: null })
    expect((await rowOfMonth()).reason).toBe('§sheets:presets.changedSince.feed')
    const sheet = expectOk(await f.lead.call(inputOutputMonthReport.endpoint, { month: MONTH }))
    expect(sheet).toMatchObject({ inputKg: 105, manualInputKg: 25, approvedInputKg: null, closed: false })
    const running = expectOk(await f.lead.call(compileMonth, { month: '2026-11' }))
    expect((await f.lead.call(approveStatistics, { id: running.id })).errmsg).toContain('2026-11')
    expect((await f.lead.call(compileMonth, { month: '2026-13' })).errno).toBe('4013')
  })
})

describe('closing', () => {
  test('lists unfinished items with count and link, and needs the approvals', async () => {
    // One of three handovers is signed.
    for (const [kind, state] of [
      ['squadLeader', 'taken'],
      ['packaging', 'given'],
      ['slitting', 'draft'],
    ])
      await f.plant.query(
        `insert into handover (site_id, id, created_at, updated_at, kind, state, line_id, business_date, shift, team) values (1, $1, now(), now(), $2, $3, $4, '2026-10-30', 'early', 'A')`,
        [createUuid7(), kind, state, lineId],
      )
    const list = expectOk(await accountant.call(monthChecklist, { month: MONTH }))
    const count = (item: string) => list.items.find((one) => one.item === item)
    expect(count('inputOutput')).toMatchObject({ count: 2, blocking: true })
    expect(count('handovers')).toMatchObject({ count: 2, blocking: false })
    // The fed lot has no price.
    expect(count('prices')).toMatchObject({ count: 1, blocking: false, link: '/cost/prices' })
    // The plant has no counting meter, so no reading is missing.
    expect(count('readings')).toMatchObject({ count: 0 })
    expect(list).toMatchObject({ state: 'open', why: expect.stringContaining('2') })
    const approvers = (step: string) => list.approvals.find((approval) => approval.step === step)!.people
    expect(approvers('statistical').map(({ id }) => id)).toContain(f.lead.userId)
    expect(approvers('closing').map(({ id }) => id)).toContain(accountant.userId)
    expect(approvers('closing').map(({ id }) => id)).not.toContain(manager.userId)
    expect((await accountant.call(closeMonth, { month: MONTH, reason: '急' })).errno).toBe('6000')
    const { id } = await rowOfMonth()
    expectOk(await f.lead.call(approveStatistics, { id }))
    expect((await accountant.call(closeMonth, { month: MONTH, reason: '急' })).errno).toBe('6000')
    expectOk(await accountant.call(approveFinance, { id }))
    // Unfinished items need a reason.
    expect((await accountant.call(closeMonth, { month: MONTH })).errno).toBe('6000')
    expect((await manager.call(closeMonth, { month: MONTH, reason: '急' })).errno).toBe('401')
    expect(await countRows(f.plant, 'plant_month')).toBe(0)
  })
  test('by two at once: one wins, the other is refused', async () => {
    const both = await Promise.all(
      [accountant, f.staff.admin].map((one) => one.call(closeMonth, { month: MONTH, reason: '价格待补' })),
    )
    expect(both.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    expect(both.find(({ errno }) => errno === '6000')!.errmsg).toMatch(/已由 .+ 结账/)
    expect(expectOk(await manager.call(monthChecklist, { month: MONTH }))).toMatchObject({ state: 'closed' })
  })
  test('blocks all changes of the month: lines, hours, approvals', async () => {
    const manual = { businessDate: '2026-10-30', lineId, materialId, kg: 5, reason: '补' }
    expect((await f.lead.call(inputLine.endpoints.create, manual)).errno).toBe('6000')
    const hours = { businessDate: '2026-10-30', lineId, shift: 'early', hours: 2, reason: '补' }
    expect((await f.lead.call(hoursCorrection.endpoints.create, hours)).errno).toBe('6000')
    expect((await f.lead.call(generateAssessment, { month: MONTH })).errno).toBe('6000')
    const { id } = await rowOfMonth()
    expect((await f.lead.call(withdrawMonthApprovals, { id, reason: '想改' })).errno).toBe('6000')
    expect(await rowOfMonth()).toMatchObject({ state: 'financial' })
    expect(await countRows(f.plant, 'input_line')).toBe(1)
    // A refused attempt on a screen is listed with its author.
    const triedItems = expectOk(await accountant.call(lateItem.endpoints.list, { state: 'tried' })).list
    expect(triedItems.map(({ operation, userId }) => [operation, userId])).toContainEqual([
      'inputLine.create',
      f.lead.userId,
    ])
  })
})

describe('a late item from a phone', () => {
  test('is refused, stored once, and waits for the accountant', async () => {
    const id = createUuid7()
    const op = { op: addMain, body: { id, ...body, kg: 33 }, occurredAt: LATE, id: createUuid7() }
    const [answer] = await sync(f.line, [op])
    expect(answer).toMatchObject({ status: 'refused', errno: '6000' })
    expect(answer!.errmsg).toContain('月度结账')
    await sync(f.line, [op])
    const waiting = expectOk(await accountant.call(lateItem.endpoints.list, { state: 'waiting' })).list
    expect(waiting).toHaveLength(1)
    expect(waiting[0]).toMatchObject({
      month: MONTH,
      day: '2026-10-30',
      operation: addMain.name,
      userId: f.line.userId,
    })
    const decision = { id: waiting[0]!.id, decision: 'accept' as const }
    expect((await accountant.call(decideLateItem, { ...decision, reason: '' })).errno).toBe('4042')
    expect((await f.lead.call(decideLateItem, { ...decision, reason: '补' })).errno).toBe('401')
    expect(await countRows(f.plant, 'feed', 'id = $1', [id])).toBe(0)
    const decided = expectOk(await accountant.call(decideLateItem, { ...decision, reason: '补记' }))
    expect(decided).toMatchObject({ state: 'accepted', decidedBy: accountant.userId })
    const [row] = await f.plant.query<{ day: string; note: string; user: string }>(
      'select business_date::text as day, note, user_id as user from feed where id = $1',
      [id],
    )
    // Belongs to the person who fed it, in the open month, naming the old day.
    expect(row).toMatchObject({ day: '2026-11-20', user: f.line.userId })
    expect(row!.note).toContain('2026-10-30')
    expect((await accountant.call(decideLateItem, { ...decision, reason: '再来' })).errno).toBe('6000')
    expect(await countRows(f.plant, 'feed', 'kg = 33')).toBe(1)
  })
  test('among others waits alone; discarding it needs a reason', async () => {
    const [late, fine] = [createUuid7(), createUuid7()]
    const answers = await sync(f.line, [
      { op: addMain, body: { id: late, ...body, kg: 44 }, occurredAt: LATE },
      { op: addMain, body: { id: fine, ...body, kg: 45 }, occurredAt: plantTime('09:30') },
    ])
    expect(answers.map(({ status }) => status)).toEqual(['refused', 'done'])
    const waiting = expectOk(await accountant.call(lateItem.endpoints.list, { state: 'waiting' })).list
    expect(waiting).toHaveLength(1)
    expect(expectOk(await accountant.call(monthChecklist, { month: MONTH })).items).toContainEqual(
      expect.objectContaining({ item: 'late', count: 1 }),
    )
    expectOk(await accountant.call(decideLateItem, { id: waiting[0]!.id, decision: 'discard', reason: '重复' }))
    expect(await countRows(f.plant, 'feed', 'kg = 44')).toBe(0)
    expect(await countRows(f.plant, 'late_item', `state = 'discarded' and reason = '重复'`)).toBe(1)
  })
  test('without another moment is not moved into the open month and continues to wait', async () => {
    const stop = {
      id: createUuid7(),
      lineId,
      startedAt: plantTime('10:00', '2026-10-30'),
      endedAt: plantTime('10:30', '2026-10-30'),
    }
    const [answer] = await sync(f.line, [{ op: lineStop.endpoints.create, body: stop, occurredAt: LATE }])
    expect(answer).toMatchObject({ status: 'refused', errno: '6000' })
    const waiting = expectOk(await accountant.call(lateItem.endpoints.list, { state: 'waiting' })).list
    expect(waiting).toEqual([expect.objectContaining({ operation: 'lineStop.create' })])
    const refusal = await accountant.call(decideLateItem, { id: waiting[0]!.id, decision: 'accept', reason: '补' })
    expect([refusal.errno, refusal.errmsg]).toEqual(['6000', expect.stringContaining('2026-10-30')])
    expect(await countRows(f.plant, 'late_item', `state = 'waiting'`)).toBe(1)
    expect(await countRows(f.plant, 'line_stop', 'id = $1', [stop.id])).toBe(0)
    expectOk(await accountant.call(decideLateItem, { id: waiting[0]!.id, decision: 'book', reason: '补' }))
  })
})

describe('the assessment of teams', () => {
  test('is refused during the month, and for a month without teams', async () => {
    expect((await f.lead.call(generateAssessment, { month: '2026-11' })).errmsg).toContain('2026-11')
    expect((await f.lead.call(generateAssessment, { month: '2026-09' })).errno).toBe('6000')
    expect((await f.line.call(generateAssessment, { month: '2026-09' })).errno).toBe('401')
    expect(expectOk(await f.line.call(teamAssessmentReport, { month: '2026-09' }))).toMatchObject({
      teams: [],
      mine: 'A',
    })
  })
})
