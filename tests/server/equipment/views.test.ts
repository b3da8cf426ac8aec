import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { firstLevelCheck, mechanicalCheck, teamCheck } from '@/areas/equipment/contract/check-records'
import { equipment, machineUseRecord } from '@/areas/equipment/contract/equipment'
import {
  checkCount,
  equipmentByCode,
  equipmentDocument,
  equipmentLabel,
} from '@/areas/equipment/contract/equipment-endpoints'
import { equipmentHistory, equipmentSummary, partsCount } from '@/areas/maintenance/contract/machine-endpoints'
import { mainLubrication } from '@/areas/equipment/contract/lubrication'
import { meter } from '@/areas/equipment/contract/meter'
import * as lists from '@/areas/equipment/contract/option-endpoints'
import { partsRecord } from '@/areas/equipment/contract/parts-records'
import type { EndpointOutput } from '@/contract/endpoint'
import { createTestPlant, type Answer, type Caller, type TestPlant } from '../harness'
import { createMachine, NOW, toListRows } from './machines'

let plant: TestPlant
let lead: Caller
let viewer: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  plant.clock.set(NOW)
  lead = await plant.as('maint-lead')
  viewer = await plant.as('viewer')
})
afterAll(() => plant.close())

const insertRow = async (table: string, row: Record<string, unknown>): Promise<string> => {
  const completeRow = { site_id: 1, id: createUuid7(Date.now()), ...row }
  const names = Object.keys(completeRow)
  await plant.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(completeRow),
  )
  return completeRow.id
}
let serial = 0
const insertRepair = (machine: { id: string; lineId: string | null }, row: Record<string, unknown>) =>
  insertRow('repair', {
    number: `R-${++serial}`,
    equipment_id: machine.id,
    line_id: machine.lineId,
    fault_kind: 'mechanical',
    severity: 'high',
    state: 'done',
    description: '异响',
    ...row,
  })
const toMoment = (day: number, clock: string) => `2026-11-${String(day).padStart(2, '0')}T${clock}:00.000Z`

describe('the summary of a machine', () => {
  test('counts the records of the period', async () => {
    const machine = await createMachine(lead, { installedOn: '2026-01-01' })
    const neighbour = await createMachine(lead)
    await insertRepair(machine, {
      line_stopped: true,
      stopped_at: toMoment(2, '00:00'),
      reported_at: toMoment(2, '00:10'),
      accepted_at: toMoment(2, '00:30'),
      repair_end_at: toMoment(2, '02:30'),
    })
    await insertRepair(machine, {
      reported_at: toMoment(5, '00:00'),
      accepted_at: toMoment(5, '01:00'),
      repair_end_at: toMoment(5, '05:00'),
    })
    await insertRepair(machine, {
      breakdown: false,
      reported_at: toMoment(6, '00:00'),
      accepted_at: toMoment(6, '00:00'),
      repair_end_at: toMoment(6, '09:00'),
    })
    await insertRepair(machine, { state: 'withdrawn', reported_at: toMoment(7, '00:00') })
    const openRepair = await insertRepair(machine, { state: 'inMaintenance', reported_at: toMoment(19, '00:00') })
    await insertRepair(neighbour, {
      reported_at: toMoment(5, '00:00'),
      accepted_at: toMoment(5, '00:00'),
      repair_end_at: toMoment(6, '00:00'),
    })
    await insertRow('line_stop', {
      line_id: machine.lineId,
      equipment_id: machine.id,
      started_at: toMoment(2, '00:00'),
      ended_at: toMoment(2, '03:00'),
    })
    await insertRow('line_stop', {
      line_id: machine.lineId,
      started_at: toMoment(2, '02:00'),
      ended_at: toMoment(2, '04:00'),
    })
    await lead.call(firstLevelCheck.endpoints.create, {
      equipmentId: machine.id,
      occurredAt: toMoment(3, '01:00'),
      result: 'ok',
    })
    const answer = await lead.call(equipmentSummary, { id: machine.id, from: '2026-11-01', to: '2026-11-10' })
    // MTTR: repairs of 2 h and 4 h, 6 ÷ 2. MTBF: 240 h in ten days less 4 h of line stops (00–03 and 02–04), 236 ÷ 2.
    expect(answer.data).toMatchObject({
      mttr: 3,
      mttrReason: null,
      mtbf: 118,
      mtbfReason: null,
      breakdowns: 2,
      repairs: 3,
      stopHours: 3,
      from: '2026-11-01',
      to: '2026-11-10',
      state: 'inUse',
      condition: 'normal',
    })
    expect(answer.data.openRepairs.map((r) => r.id)).toEqual([openRepair])
    expect(answer.data.records.find((r) => r.kind === 'firstLevelCheck')).toEqual({
      kind: 'firstLevelCheck',
      count: 1,
      lastAt: toMoment(3, '01:00'),
    })
    expect(answer.data.records).toHaveLength(12)
  })
  test('gives the reason for a missing metric, and covers the last 90 days by default', async () => {
    const machine = await createMachine(lead)
    const { data } = await lead.call(equipmentSummary, { id: machine.id })
    expect(data).toMatchObject({
      mttr: null,
      mttrReason: 'noBreakdowns',
      mtbf: null,
      // The line never ran, so there is no time between failures.
      mtbfReason: 'emptyPeriod',
      breakdowns: 0,
      stopHours: 0,
      from: '2026-08-23',
      to: '2026-11-20',
      openRepairs: [],
    })
    expect(
      (await lead.call(equipmentSummary, { id: machine.id, from: '2027-01-01', to: '2027-01-02' })).data,
    ).toMatchObject({ mtbf: null, mtbfReason: 'emptyPeriod' })
    expect((await lead.call(equipmentSummary, { id: machine.id, from: '2026-11-10', to: '2026-11-01' })).errno).toBe(
      '4013',
    )
    expect((await lead.call(equipmentSummary, { id: createUuid7(4) })).errno).toBe('4006')
  })
  test('shows rounds and preventive maintenance only to people who may see them', async () => {
    const machine = await createMachine(lead)
    const planId = await insertRow('inspection_plan', {
      name: `巡检 ${++serial}`,
      frequency: 'daily',
      valid_from: '2026-11-01',
      points: JSON.stringify([{ key: 'a', equipmentId: machine.id, code: `CP-${serial}` }]),
    })
    await insertRow('inspection_round', {
      round_key: `k${serial}`,
      plan_id: planId,
      plan_name: '巡检',
      due_at: toMoment(20, '03:00'),
      opens_at: toMoment(20, '02:30'),
      closes_at: toMoment(20, '04:00'),
      business_date: '2026-11-20',
      state: 'due',
      points: JSON.stringify([{ key: 'a', equipmentId: machine.id }]),
    })
    await insertRow('pm_plan', {
      equipment_id: machine.id,
      title: '换油',
      last_done_on: '2026-10-01',
      next_due_on: '2026-12-01',
    })
    await insertRow('pm_plan', {
      equipment_id: machine.id,
      title: '停用的计划',
      last_done_on: '2026-10-01',
      paused: true,
    })
    const fullSummary = (await lead.call(equipmentSummary, { id: machine.id })).data
    expect(fullSummary.nextRounds.map((r) => r.planName)).toEqual(['巡检'])
    expect(fullSummary.nextPm.map((u) => [u.title, u.dueOn])).toEqual([['换油', '2026-12-01']])
    const quality = await plant.as('quality')
    const restrictedSummary = (await quality.call(equipmentSummary, { id: machine.id })).data
    expect([restrictedSummary.nextRounds, restrictedSummary.nextPm, restrictedSummary.records]).toEqual([[], [], []])
  })
})

describe('the history of a machine', () => {
  test('merges all kinds of records, newest first, page by page', async () => {
    const machine = await createMachine(lead)
    for (const day of [1, 2, 3])
      await lead.call(firstLevelCheck.endpoints.create, {
        equipmentId: machine.id,
        occurredAt: toMoment(day, '00:00'),
        result: 'ok',
        note: `第 ${day} 天`,
      })
    await lead.call(machineUseRecord.endpoints.create, {
      equipmentId: machine.id,
      state: 'notUsed',
      reason: '无订单',
      occurredAt: toMoment(4, '00:00'),
    })
    const repairId = await insertRepair(machine, { reported_at: toMoment(2, '12:00'), reported_by: lead.userId })
    const sparePartId = await insertRow('spare_part', { code: `SP-${++serial}`, name: '轴承', unit: '个' })
    await insertRow('stock_movement', {
      part_id: sparePartId,
      kind: 'out',
      quantity: 2,
      repair_id: repairId,
      user_id: lead.userId,
      occurred_at: toMoment(2, '13:00'),
    })
    const otherMachine = await createMachine(lead)
    await lead.call(firstLevelCheck.endpoints.create, {
      equipmentId: otherMachine.id,
      occurredAt: toMoment(2, '00:00'),
      result: 'ok',
      note: '别的设备',
    })
    const seenIds: string[] = []
    let cursor: string | null = null
    do {
      const page: Answer<EndpointOutput<typeof equipmentHistory>> = await lead.call(equipmentHistory, {
        id: machine.id,
        size: 4,
        after: cursor,
      })
      expect(page.data.total).toBe(6)
      seenIds.push(...page.data.list.map((line) => `${line.kind}: ${line.title}`))
      for (const line of page.data.list)
        for (const id of line.people) expect(page.data.refs[id]).toBe('maint-lead person')
      cursor = page.data.next
    } while (cursor)
    expect(seenIds).toEqual([
      'useRecord: 使用记录 · 无订单',
      'firstLevelCheck: 一级点检 · 第 3 天',
      `stockMovement: 备件出入库 · SP-${serial} 轴承 2 个`,
      expect.stringMatching(/^repair: .* · R-\d+ 异响$/),
      'firstLevelCheck: 一级点检 · 第 2 天',
      'firstLevelCheck: 一级点检 · 第 1 天',
    ])
    const filteredPage = await lead.call(
      equipmentHistory,
      { id: machine.id, kind: 'firstLevelCheck', from: '2026-11-02', to: '2026-11-02' },
      { language: 'en' },
    )
    expect(filteredPage.data.list.map((line) => [line.title, line.state])).toEqual([
      ['First-level check · 第 2 天', 'ok'],
    ])
    expect((await lead.call(equipmentHistory, { id: machine.id, after: 'rubbish' })).errno).toBe('4013')
  })
  test('shows a person only rows of lists that the person may read', async () => {
    const machine = await createMachine(lead)
    await lead.call(firstLevelCheck.endpoints.create, {
      equipmentId: machine.id,
      occurredAt: toMoment(1, '00:00'),
      result: 'ok',
    })
    await insertRepair(machine, { reported_at: toMoment(2, '12:00') })
    const { data } = await viewer.call(equipmentHistory, { id: machine.id })
    expect([data.total, data.list.map((line) => line.kind)]).toEqual([1, ['repair']])
    expect((await viewer.call(equipmentHistory, { id: machine.id, kind: 'firstLevelCheck' })).errno).toBe('401')
    const accountant = await plant.as('accountant')
    expect((await accountant.call(equipmentHistory, { id: machine.id })).errno).toBe('401')
  })
})

describe('scanning', () => {
  test('a label opens its row in every spelling', async () => {
    const machine = await createMachine(lead)
    const scannedMachine = {
      kind: 'equipment',
      resource: 'equipment',
      id: machine.id,
      label: `${machine.code} ${machine.name}`,
      others: [],
    }
    for (const text of [
      `eq:${machine.code}`,
      ` EQ：${machine.code.toLowerCase()} `,
      `https://mes.example/s/eq/${machine.code}`,
      machine.code.toLowerCase(),
    ]) {
      expect((await viewer.call(equipmentByCode, { text })).data).toMatchObject(scannedMachine)
    }
  })
  test('a bare code with several matches lists them; a label never opens another kind', async () => {
    const machine = await createMachine(lead)
    const gauge = await lead.call(meter.endpoints.create, {
      code: machine.code,
      name: '温度表',
      kind: 'temperature',
      unit: '°C',
    })
    const matches = (await viewer.call(equipmentByCode, { text: machine.code })).data
    expect([matches.id, matches.others.map((o) => o.id)]).toEqual([machine.id, [gauge.data.id]])
    expect((await viewer.call(equipmentByCode, { text: `mt:${machine.code}` })).data).toMatchObject({
      kind: 'meter',
      id: gauge.data.id,
      others: [],
    })
    expect((await viewer.call(equipmentByCode, { text: `sp:${machine.code}` })).data).toMatchObject({
      kind: 'sparePart',
      id: null,
      resource: null,
    })
  })
  test('a check point opens its plan, an unknown text nothing', async () => {
    const machine = await createMachine(lead)
    const planId = await insertRow('inspection_plan', {
      name: `路线 ${++serial}`,
      frequency: 'daily',
      valid_from: '2026-11-01',
      points: JSON.stringify([{ key: 'a', equipmentId: machine.id, code: 'CP-77' }]),
    })
    expect((await viewer.call(equipmentByCode, { text: 'cp:cp-77' })).data).toMatchObject({
      kind: 'checkPoint',
      resource: 'inspectionPlan',
      id: planId,
    })
    expect((await viewer.call(equipmentByCode, { text: `'; drop table equipment; --` })).data).toMatchObject({
      kind: 'unknown',
      id: null,
      others: [],
    })
    expect((await plant.stranger.call(equipmentByCode, { text: 'x' })).status).toBe(401)
  })
  test('labels are returned in the requested order', async () => {
    const [a, b] = [await createMachine(lead), await createMachine(lead)]
    const { data } = await viewer.call(equipmentLabel, { ids: [b.id, a.id] })
    expect(data.map((l) => l.text)).toEqual([`eq:${b.code}`, `eq:${a.code}`])
    expect(data[0]).toMatchObject({ name: b.name, line: expect.stringContaining('纺粘'), area: null })
    expect((await viewer.call(equipmentLabel, { ids: [a.id, createUuid7(4)] })).errno).toBe('4006')
  })
})

test('a document is served for its own machine only', async () => {
  const bytes = Buffer.from('%PDF-1.4 manual')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await plant.app.files.store.put(sha256, bytes)
  const insertDocument = async () =>
    insertRow('stored_file', {
      state: 'stored',
      sha256,
      mime: 'application/pdf',
      name: '说明书.pdf',
      size: bytes.length,
      created_by: lead.userId,
    })
  const [ownDocument, foreignDocument] = [await insertDocument(), await insertDocument()]
  const machine = await createMachine(lead, { documents: [ownDocument] })
  const answer = await viewer.call(equipmentDocument, { id: machine.id, file: [ownDocument] })
  expect([answer.bytes.toString(), answer.headers['content-type']]).toEqual([bytes.toString(), 'application/pdf'])
  expect((await viewer.call(equipmentDocument, { id: machine.id, file: [foreignDocument] })).errno).toBe('6000')
  expect(
    (await (await plant.as('accountant')).call(equipmentDocument, { id: machine.id, file: [ownDocument] })).errno,
  ).toBe('401')
})

describe('counters', () => {
  test('count part replacements and team checks', async () => {
    const machine = await createMachine(lead)
    expect((await viewer.call(partsCount, {})).errno).toBe('401')
    expect((await viewer.call(checkCount, {})).errno).toBe('401')
    const countsBefore = (await lead.call(partsCount, {})).data
    const fitBearing = (occurredAt: string) =>
      lead.call(partsRecord.endpoints.create, {
        equipmentId: machine.id,
        occurredAt,
        result: 'ok',
        cause: 'worn',
        parts: toListRows({ partName: '轴承', quantity: 1 }),
      })
    // 16:00 UTC is midnight in the plant: the first two replacements are today, the third yesterday, the last in October.
    for (const at of [toMoment(19, '16:00'), NOW, toMoment(19, '15:59'), '2026-10-31T15:59:00.000Z'])
      await fitBearing(at)
    await insertRow('spare_part', { code: 'LOW-1', name: '滤芯', unit: '个', low: true })
    expect((await lead.call(partsCount, {})).data).toEqual({
      total: countsBefore.total + 4,
      mechanical: countsBefore.mechanical + 4,
      electrical: 0,
      today: countsBefore.today + 2,
      month: countsBefore.month + 3,
      belowMinimum: countsBefore.belowMinimum + 1,
    })

    const addTeamCheck = (occurredAt: string, more: object) =>
      lead.call(teamCheck.endpoints.create, { lineId: machine.lineId!, occurredAt, result: 'ok', ...more })
    await addTeamCheck(toMoment(10, '00:00'), { nextDueOn: '2026-11-12', kind: 'safety' })
    await addTeamCheck(toMoment(11, '00:00'), { nextDueOn: '2026-11-20', kind: 'safety' }) // replaces the previous one
    await addTeamCheck(toMoment(11, '00:00'), { nextDueOn: '2026-11-15', kind: 'cleaning', result: 'notOk' })
    await lead.call(mechanicalCheck.endpoints.create, {
      equipmentId: machine.id,
      occurredAt: NOW,
      result: 'attention',
      nextDueOn: '2026-11-21',
    })
    expect((await lead.call(checkCount, {})).data).toEqual({
      total: 4,
      team: 3,
      mechanical: 1,
      today: 1,
      notOk: 2,
      due: 1,
      overdue: 1,
    })
  })
})

describe('option lists', () => {
  test('distinguish machines in use from others', async () => {
    const machine = await createMachine(lead)
    const listsMachine = async (endpoint: typeof lists.machinesInUse) =>
      (await lead.call(endpoint, { keyword: machine.code })).data.map((o) => o.id).includes(machine.id)
    expect([
      await listsMachine(lists.machinesInUse),
      await listsMachine(lists.machinesNotInUse as never),
      await listsMachine(lists.machinesWithUseRecords as never),
    ]).toEqual([true, false, false])
    await lead.call(machineUseRecord.endpoints.create, {
      equipmentId: machine.id,
      state: 'notUsed',
      reason: 'r',
      occurredAt: NOW,
    })
    expect([
      await listsMachine(lists.machinesInUse),
      await listsMachine(lists.machinesNotInUse as never),
      await listsMachine(lists.machinesWithUseRecords as never),
      await listsMachine(lists.machineNames as never),
    ]).toEqual([false, true, true, true])
    expect((await lead.call(lists.peopleInUseRecords, { equipmentId: machine.id })).data).toMatchObject([
      { id: lead.userId, label: 'maint-lead person', count: 1 },
    ])
    // A keyword is plain text, not a pattern.
    expect((await lead.call(lists.machinesInUse, { keyword: '%' })).data).toEqual([])
  })
  test('suggest earlier entries, most used first', async () => {
    const machine = await createMachine(lead)
    const addCheckWithItems = (...items: string[]) =>
      lead.call(firstLevelCheck.endpoints.create, {
        equipmentId: machine.id,
        occurredAt: NOW,
        result: 'ok',
        items: toListRows(...items.map((item) => ({ item, method: '看', result: 'ok' }))),
      })
    await addCheckWithItems('油位', '温度')
    await addCheckWithItems('温度')
    expect(
      (await lead.call(lists.firstLevelItems, { equipmentId: machine.id })).data.map((o) => [o.label, o.note, o.count]),
    ).toEqual([
      ['温度', '看', 2],
      ['油位', '看', 1],
    ])
    const sparePartId = await insertRow('spare_part', {
      code: 'BRG-9',
      name: '轴承 9',
      unit: '个',
      kind: 'mechanical',
      quantity: 5,
    })
    await insertRow('spare_part', { code: 'OIL-9', name: '润滑油 9', unit: 'L', kind: 'lubricant' })
    await lead.call(partsRecord.endpoints.create, {
      equipmentId: machine.id,
      occurredAt: NOW,
      result: 'ok',
      cause: 'worn',
      parts: toListRows({ partId: sparePartId, quantity: 1 }, { partName: '自制垫片', quantity: 1, unit: '片' }),
    })
    const partOptions = (await lead.call(lists.mechanicalPartOptions, { equipmentId: machine.id })).data
    expect(partOptions.slice(0, 2).map((o) => [o.id, o.code, o.count])).toEqual(
      expect.arrayContaining([
        [sparePartId, 'BRG-9', 1],
        ['自制垫片', null, 1],
      ]),
    )
    expect(partOptions.map((o) => o.code)).not.toContain('OIL-9')
    await lead.call(mainLubrication.endpoints.create, {
      equipmentId: machine.id,
      occurredAt: NOW,
      result: 'ok',
      points: toListRows({ point: '前轴承', lubricant: '锂基脂', amount: 5, unit: 'g' }),
    })
    expect((await lead.call(lists.mainLubricants, { equipmentId: machine.id })).data.map((o) => o.label)).toEqual([
      '锂基脂',
      '润滑油 9',
    ])
    expect((await lead.call(lists.slittingLubricants, { equipmentId: machine.id })).data.map((o) => o.label)).toEqual([
      '润滑油 9',
    ])
    for (const endpoint of [lists.electricalPartOptions, lists.detectionPoints, lists.checkPeople]) {
      expect((await lead.call(endpoint as typeof lists.equipmentPeople, {})).errno).toBe('200')
      expect((await viewer.call(endpoint as typeof lists.equipmentPeople, {})).errno).toBe('401')
    }
    const kinds = (await viewer.call(lists.recordKinds, { equipmentId: machine.id })).data
    expect([
      kinds.length,
      kinds.find((k) => k.id === 'firstLevelCheck')?.count,
      kinds.find((k) => k.id === 'assistRecord')?.count,
    ]).toEqual([12, 2, 0])
  })
  test('list active people; list number 11 is the users of devices', async () => {
    const people = (await viewer.call(lists.equipmentPeople, {})).data
    expect(people).toHaveLength(11)
    const labels = (await viewer.call(lists.namesByList, { num: 11 })).data.map((o) => o.label)
    expect(labels).toEqual(
      expect.arrayContaining([
        '系统管理员',
        'maint person',
        'maint-lead person',
        'operator-line person',
        'quality person',
      ]),
    )
    expect(labels).not.toContain('viewer person')
    expect(labels).not.toContain('accountant person')
    const read = await viewer.raw('GET', '/book/name?num=11')
    expect((read.data as { label: string }[]).map((o) => o.label)).toEqual(labels)
    expect((await viewer.raw('GET', '/book/name?num=12')).errno).toBe('6000')
    expect((await viewer.call(lists.namesByList, { num: 12 })).errno).toBe('6000')
    expect((await viewer.raw('POST', '/book/name?num=11')).errno).toBe('200')
  })
})

test('the shift pack has lines, areas and machines', async () => {
  const machine = await createMachine(lead)
  const pack = (await (await plant.as('operator-line')).raw('GET', '/shift_pack')) as unknown as {
    data: { rows: Record<string, { id: string }[]> }
  }
  expect(pack.data.rows['equipment']?.map((row) => row.id)).toContain(machine.id)
  expect(pack.data.rows['line']?.map((row) => row.id)).toContain(machine.lineId)
  await lead.call(equipment.endpoints.remove, { id: machine.id })
})
