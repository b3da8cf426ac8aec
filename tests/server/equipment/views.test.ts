import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { firstLevelCheck, mechanicalCheck, teamCheck } from '@/areas/equipment/contract/check-records'
import { equipment } from '@/areas/equipment/contract/equipment'
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
import { machineUseRecord } from '@/areas/equipment/contract/machine-use-record'
import type { EndpointOutput } from '@/contract/endpoint'
import { testPlant, type Answer, type Caller, type TestPlant } from '../harness'
import { newMachine, NOW, rows } from './machines'

let plant: TestPlant
let lead: Caller
let viewer: Caller
beforeAll(async () => {
  plant = await testPlant()
  plant.clock.set(NOW)
  lead = await plant.as('maint-lead')
  viewer = await plant.as('viewer')
})
afterAll(() => plant.close())

const put = async (table: string, row: Record<string, unknown>): Promise<string> => {
  const full = { site_id: 1, id: createUuid7(Date.now()), ...row }
  const names = Object.keys(full)
  await plant.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(full),
  )
  return full.id
}
let serial = 0
const putRepair = (machine: { id: string; lineId: string | null }, row: Record<string, unknown>) =>
  put('repair', {
    number: `R-${++serial}`,
    equipment_id: machine.id,
    line_id: machine.lineId,
    fault_kind: 'mechanical',
    severity: 'high',
    state: 'done',
    description: '异响',
    ...row,
  })
const t = (day: number, clock: string) => `2026-11-${String(day).padStart(2, '0')}T${clock}:00.000Z`

describe('the summary of a machine', () => {
  test('counts what the period holds', async () => {
    const machine = await newMachine(lead, { installedOn: '2026-01-01' })
    const neighbour = await newMachine(lead)
    await putRepair(machine, {
      line_stopped: true,
      stopped_at: t(2, '00:00'),
      reported_at: t(2, '00:10'),
      accepted_at: t(2, '00:30'),
      repair_end_at: t(2, '02:30'),
    })
    await putRepair(machine, { reported_at: t(5, '00:00'), accepted_at: t(5, '01:00'), repair_end_at: t(5, '05:00') })
    await putRepair(machine, {
      breakdown: false,
      reported_at: t(6, '00:00'),
      accepted_at: t(6, '00:00'),
      repair_end_at: t(6, '09:00'),
    })
    await putRepair(machine, { state: 'withdrawn', reported_at: t(7, '00:00') })
    const open = await putRepair(machine, { state: 'inMaintenance', reported_at: t(19, '00:00') })
    await putRepair(neighbour, { reported_at: t(5, '00:00'), accepted_at: t(5, '00:00'), repair_end_at: t(6, '00:00') })
    await put('line_stop', {
      line_id: machine.lineId,
      equipment_id: machine.id,
      started_at: t(2, '00:00'),
      ended_at: t(2, '03:00'),
    })
    await put('line_stop', { line_id: machine.lineId, started_at: t(2, '02:00'), ended_at: t(2, '04:00') })
    await lead.call(firstLevelCheck.endpoints.create, {
      equipmentId: machine.id,
      occurredAt: t(3, '01:00'),
      result: 'ok',
    })
    const answer = await lead.call(equipmentSummary, { id: machine.id, from: '2026-11-01', to: '2026-11-10' })
    // Repaired in 2 h and 4 h: 6 ÷ 2. Ten days are 240 h, the line stood 4 h of them (00–03 and 02–04): 236 ÷ 2.
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
    expect(answer.data.openRepairs.map((r) => r.id)).toEqual([open])
    expect(answer.data.records.find((r) => r.kind === 'firstLevelCheck')).toEqual({
      kind: 'firstLevelCheck',
      count: 1,
      lastAt: t(3, '01:00'),
    })
    expect(answer.data.records).toHaveLength(12)
  })
  test('says why a figure is not there, and takes the last 90 days unless told', async () => {
    const machine = await newMachine(lead)
    const { data } = await lead.call(equipmentSummary, { id: machine.id })
    expect(data).toMatchObject({
      mttr: null,
      mttrReason: 'noBreakdowns',
      mtbf: null,
      // Its line never ran: there is no time between failures yet.
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
  test('shows rounds and preventive maintenance to those who may see them', async () => {
    const machine = await newMachine(lead)
    const planId = await put('inspection_plan', {
      name: `巡检 ${++serial}`,
      frequency: 'daily',
      valid_from: '2026-11-01',
      points: JSON.stringify([{ key: 'a', equipmentId: machine.id, code: `CP-${serial}` }]),
    })
    await put('inspection_round', {
      round_key: `k${serial}`,
      plan_id: planId,
      plan_name: '巡检',
      due_at: t(20, '03:00'),
      opens_at: t(20, '02:30'),
      closes_at: t(20, '04:00'),
      business_date: '2026-11-20',
      state: 'due',
      points: JSON.stringify([{ key: 'a', equipmentId: machine.id }]),
    })
    await put('pm_plan', {
      equipment_id: machine.id,
      title: '换油',
      last_done_on: '2026-10-01',
      next_due_on: '2026-12-01',
    })
    await put('pm_plan', {
      equipment_id: machine.id,
      title: '停用的计划',
      last_done_on: '2026-10-01',
      paused: true,
    })
    const full = (await lead.call(equipmentSummary, { id: machine.id })).data
    expect(full.nextRounds.map((r) => r.planName)).toEqual(['巡检'])
    expect(full.nextPm.map((u) => [u.title, u.dueOn])).toEqual([['换油', '2026-12-01']])
    const quality = await plant.as('quality')
    const cut = (await quality.call(equipmentSummary, { id: machine.id })).data
    expect([cut.nextRounds, cut.nextPm, cut.records]).toEqual([[], [], []])
  })
})

describe('the history of a machine', () => {
  test('merges everything, newest first, a page at a time', async () => {
    const machine = await newMachine(lead)
    for (const day of [1, 2, 3])
      await lead.call(firstLevelCheck.endpoints.create, {
        equipmentId: machine.id,
        occurredAt: t(day, '00:00'),
        result: 'ok',
        note: `第 ${day} 天`,
      })
    await lead.call(machineUseRecord.endpoints.create, {
      equipmentId: machine.id,
      state: 'notUsed',
      reason: '无订单',
      occurredAt: t(4, '00:00'),
    })
    const repairId = await putRepair(machine, { reported_at: t(2, '12:00'), reported_by: lead.userId })
    const part = await put('spare_part', { code: `SP-${++serial}`, name: '轴承', unit: '个' })
    await put('stock_movement', {
      part_id: part,
      kind: 'out',
      quantity: 2,
      repair_id: repairId,
      user_id: lead.userId,
      occurred_at: t(2, '13:00'),
    })
    const other = await newMachine(lead)
    await lead.call(firstLevelCheck.endpoints.create, {
      equipmentId: other.id,
      occurredAt: t(2, '00:00'),
      result: 'ok',
      note: '别的设备',
    })
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: Answer<EndpointOutput<typeof equipmentHistory>> = await lead.call(equipmentHistory, {
        id: machine.id,
        size: 4,
        after,
      })
      expect(page.data.total).toBe(6)
      seen.push(...page.data.list.map((line) => `${line.kind}: ${line.title}`))
      for (const line of page.data.list)
        for (const id of line.people) expect(page.data.refs[id]).toBe('maint-lead person')
      after = page.data.next
    } while (after)
    expect(seen).toEqual([
      'useRecord: 使用记录 · 无订单',
      'firstLevelCheck: 一级点检 · 第 3 天',
      `stockMovement: 备件出入库 · SP-${serial} 轴承 2 个`,
      expect.stringMatching(/^repair: .* · R-\d+ 异响$/),
      'firstLevelCheck: 一级点检 · 第 2 天',
      'firstLevelCheck: 一级点检 · 第 1 天',
    ])
    const narrow = await lead.call(
      equipmentHistory,
      { id: machine.id, kind: 'firstLevelCheck', from: '2026-11-02', to: '2026-11-02' },
      { language: 'en' },
    )
    expect(narrow.data.list.map((line) => [line.title, line.state])).toEqual([['First-level check · 第 2 天', 'ok']])
    expect((await lead.call(equipmentHistory, { id: machine.id, after: 'rubbish' })).errno).toBe('4013')
  })
  test('shows a person only what the lists show', async () => {
    const machine = await newMachine(lead)
    await lead.call(firstLevelCheck.endpoints.create, {
      equipmentId: machine.id,
      occurredAt: t(1, '00:00'),
      result: 'ok',
    })
    await putRepair(machine, { reported_at: t(2, '12:00') })
    const { data } = await viewer.call(equipmentHistory, { id: machine.id })
    expect([data.total, data.list.map((line) => line.kind)]).toEqual([1, ['repair']])
    expect((await viewer.call(equipmentHistory, { id: machine.id, kind: 'firstLevelCheck' })).errno).toBe('401')
    const accountant = await plant.as('accountant')
    expect((await accountant.call(equipmentHistory, { id: machine.id })).errno).toBe('401')
  })
})

describe('scanning', () => {
  test('a label opens its row, in every spelling', async () => {
    const machine = await newMachine(lead)
    const found = {
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
      expect((await viewer.call(equipmentByCode, { text })).data).toMatchObject(found)
    }
  })
  test('a bare code that fits several says so; a label never opens another kind', async () => {
    const machine = await newMachine(lead)
    const gauge = await lead.call(meter.endpoints.create, {
      code: machine.code,
      name: '温度表',
      kind: 'temperature',
      unit: '°C',
    })
    const bare = (await viewer.call(equipmentByCode, { text: machine.code })).data
    expect([bare.id, bare.others.map((o) => o.id)]).toEqual([machine.id, [gauge.data.id]])
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
  test('a check point leads to its plan, an unknown text to nothing', async () => {
    const machine = await newMachine(lead)
    const planId = await put('inspection_plan', {
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
  test('labels come in the order asked for', async () => {
    const [a, b] = [await newMachine(lead), await newMachine(lead)]
    const { data } = await viewer.call(equipmentLabel, { ids: [b.id, a.id] })
    expect(data.map((l) => l.text)).toEqual([`eq:${b.code}`, `eq:${a.code}`])
    expect(data[0]).toMatchObject({ name: b.name, line: expect.stringContaining('纺粘'), area: null })
    expect((await viewer.call(equipmentLabel, { ids: [a.id, createUuid7(4)] })).errno).toBe('4006')
  })
})

test('a document is handed out for its own machine only', async () => {
  const bytes = Buffer.from('%PDF-1.4 manual')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await plant.app.files.store.put(sha256, bytes)
  const stored = async () =>
    put('stored_file', {
      state: 'stored',
      sha256,
      mime: 'application/pdf',
      name: '说明书.pdf',
      size: bytes.length,
      created_by: lead.userId,
    })
  const [own, foreign] = [await stored(), await stored()]
  const machine = await newMachine(lead, { documents: [own] })
  const answer = await viewer.call(equipmentDocument, { id: machine.id, file: [own] })
  expect([answer.bytes.toString(), answer.headers['content-type']]).toEqual([bytes.toString(), 'application/pdf'])
  expect((await viewer.call(equipmentDocument, { id: machine.id, file: [foreign] })).errno).toBe('6000')
  expect((await (await plant.as('accountant')).call(equipmentDocument, { id: machine.id, file: [own] })).errno).toBe(
    '401',
  )
})

describe('figures', () => {
  test('of parts and of check sheets', async () => {
    const machine = await newMachine(lead)
    expect((await viewer.call(partsCount, {})).errno).toBe('401')
    expect((await viewer.call(checkCount, {})).errno).toBe('401')
    const before = (await lead.call(partsCount, {})).data
    const fit = (occurredAt: string) =>
      lead.call(partsRecord.endpoints.create, {
        equipmentId: machine.id,
        occurredAt,
        result: 'ok',
        cause: 'worn',
        parts: rows({ partName: '轴承', quantity: 1 }),
      })
    // 16:00 UTC is midnight in the plant: the first two are today, the third yesterday, the last in October.
    for (const at of [t(19, '16:00'), NOW, t(19, '15:59'), '2026-10-31T15:59:00.000Z']) await fit(at)
    await put('spare_part', { code: 'LOW-1', name: '滤芯', unit: '个', low: true })
    expect((await lead.call(partsCount, {})).data).toEqual({
      total: before.total + 4,
      mechanical: before.mechanical + 4,
      electrical: 0,
      today: before.today + 2,
      month: before.month + 3,
      belowMinimum: before.belowMinimum + 1,
    })

    const sheet = (occurredAt: string, more: object) =>
      lead.call(teamCheck.endpoints.create, { lineId: machine.lineId!, occurredAt, result: 'ok', ...more })
    await sheet(t(10, '00:00'), { nextDueOn: '2026-11-12', kind: 'safety' })
    await sheet(t(11, '00:00'), { nextDueOn: '2026-11-20', kind: 'safety' }) // replaces the one before
    await sheet(t(11, '00:00'), { nextDueOn: '2026-11-15', kind: 'cleaning', result: 'notOk' })
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
  test('tell machines in use from others', async () => {
    const machine = await newMachine(lead)
    const has = async (endpoint: typeof lists.machinesInUse) =>
      (await lead.call(endpoint, { keyword: machine.code })).data.map((o) => o.id).includes(machine.id)
    expect([
      await has(lists.machinesInUse),
      await has(lists.machinesNotInUse as never),
      await has(lists.usedMachines as never),
    ]).toEqual([true, false, false])
    await lead.call(machineUseRecord.endpoints.create, {
      equipmentId: machine.id,
      state: 'notUsed',
      reason: 'r',
      occurredAt: NOW,
    })
    expect([
      await has(lists.machinesInUse),
      await has(lists.machinesNotInUse as never),
      await has(lists.usedMachines as never),
      await has(lists.machineNames as never),
    ]).toEqual([false, true, true, true])
    expect((await lead.call(lists.useRecordPeople, { equipmentId: machine.id })).data).toMatchObject([
      { id: lead.userId, label: 'maint-lead person', count: 1 },
    ])
    // A keyword is text, not a pattern.
    expect((await lead.call(lists.machinesInUse, { keyword: '%' })).data).toEqual([])
  })
  test('propose what was entered before, most used first', async () => {
    const machine = await newMachine(lead)
    const check = (...items: string[]) =>
      lead.call(firstLevelCheck.endpoints.create, {
        equipmentId: machine.id,
        occurredAt: NOW,
        result: 'ok',
        items: rows(...items.map((item) => ({ item, method: '看', result: 'ok' }))),
      })
    await check('油位', '温度')
    await check('温度')
    expect(
      (await lead.call(lists.firstLevelItems, { equipmentId: machine.id })).data.map((o) => [o.label, o.note, o.count]),
    ).toEqual([
      ['温度', '看', 2],
      ['油位', '看', 1],
    ])
    const part = await put('spare_part', { code: 'BRG-9', name: '轴承 9', unit: '个', kind: 'mechanical', quantity: 5 })
    await put('spare_part', { code: 'OIL-9', name: '润滑油 9', unit: 'L', kind: 'lubricant' })
    await lead.call(partsRecord.endpoints.create, {
      equipmentId: machine.id,
      occurredAt: NOW,
      result: 'ok',
      cause: 'worn',
      parts: rows({ partId: part, quantity: 1 }, { partName: '自制垫片', quantity: 1, unit: '片' }),
    })
    const parts = (await lead.call(lists.mechanicalPartOptions, { equipmentId: machine.id })).data
    expect(parts.slice(0, 2).map((o) => [o.id, o.code, o.count])).toEqual(
      expect.arrayContaining([
        [part, 'BRG-9', 1],
        ['自制垫片', null, 1],
      ]),
    )
    expect(parts.map((o) => o.code)).not.toContain('OIL-9')
    await lead.call(mainLubrication.endpoints.create, {
      equipmentId: machine.id,
      occurredAt: NOW,
      result: 'ok',
      points: rows({ point: '前轴承', lubricant: '锂基脂', amount: 5, unit: 'g' }),
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
  test('name people: everyone not blocked, and users of devices by number 11', async () => {
    const everyone = (await viewer.call(lists.equipmentPeople, {})).data
    expect(everyone).toHaveLength(11)
    const named = (await viewer.call(lists.namesByList, { num: 11 })).data.map((o) => o.label)
    expect(named).toEqual(
      expect.arrayContaining([
        '系统管理员',
        'maint person',
        'maint-lead person',
        'operator-line person',
        'quality person',
      ]),
    )
    expect(named).not.toContain('viewer person')
    expect(named).not.toContain('accountant person')
    const read = await viewer.raw('GET', '/book/name?num=11')
    expect((read.data as { label: string }[]).map((o) => o.label)).toEqual(named)
    expect((await viewer.raw('GET', '/book/name?num=12')).errno).toBe('6000')
    expect((await viewer.call(lists.namesByList, { num: 12 })).errno).toBe('6000')
    expect((await viewer.raw('POST', '/book/name?num=11')).errno).toBe('200')
  })
})

test('a phone gets lines, areas and machines for its shift', async () => {
  const machine = await newMachine(lead)
  const pack = (await (await plant.as('operator-line')).raw('GET', '/shift_pack')) as unknown as {
    data: { rows: Record<string, { id: string }[]> }
  }
  expect(pack.data.rows['equipment']?.map((row) => row.id)).toContain(machine.id)
  expect(pack.data.rows['line']?.map((row) => row.id)).toContain(machine.lineId)
  await lead.call(equipment.endpoints.remove, { id: machine.id })
})
