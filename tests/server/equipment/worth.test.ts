/** What machines, tools and parts cost is seen by who keeps them or sees costs, and by nobody else, whatever is asked. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shiftPack } from '@/contract/kit'
import type { ShiftPack } from '@/contract/sync'
import { role } from '@/areas/access/contract/role'
import { customField } from '@/areas/equipment/contract/custom-field'
import { equipment } from '@/areas/equipment/contract/equipment'
import { sparePart } from '@/areas/maintenance/contract/spare-part'
import { customReport } from '@/areas/sheets/contract/metric-reports'
import { tool } from '@/areas/tools/contract/tool'
import { lifeChart } from '@/areas/tools/contract/tool-reports'
import { readSheet } from '@/server/excel/read-sheet'
import { personWith } from '../access/new-person'
import { testPlant, type Caller, type TestPlant } from '../harness'
import { newMachine, NOW, sheetOf } from './machines'

const WORTH = 318.5
const PRICE = 4417.25
const ofRounds = ['pollingView', 'pollingWork']
let plant: TestPlant
let lead: Caller
/** Only walks rounds. */
let rounds: Caller
/** Sends the ledger in and out and removes machines, enters none and sees no costs. */
let clerk: Caller
let machine: Awaited<ReturnType<typeof newMachine>>
beforeAll(async () => {
  plant = await testPlant()
  plant.clock.set(NOW)
  lead = await plant.as('maint-lead')
  rounds = await personWith(plant, 'rounds', ofRounds)
  clerk = await personWith(plant, 'clerk', [
    'equipmentLedgerView',
    'equipmentLedgerExport',
    'equipmentLedgerUpload',
    'equipmentLedgerDelete',
    'toolManagementView',
    'spareManagementView',
    'spareManagementExport',
    'anyDateSheetView',
  ])
  for (const field of [
    { appliesTo: 'equipment', key: 'asset', labelZh: '资产号', labelEn: 'Asset', kind: 'text' },
    {
      appliesTo: 'equipmentValue',
      key: 'originalValue',
      labelZh: '原值',
      labelEn: 'Original value',
      kind: 'number',
      unit: '万元',
    },
  ] as const)
    expect((await lead.call(customField.endpoints.create, field)).errno).toBe('200')
  machine = await newMachine(lead, { custom: { asset: 'GD-1' }, worth: { originalValue: WORTH } })
  await lead.call(sparePart.endpoints.create, { code: 'SP-1', name: '轴承', unit: 'pcs', unitPrice: PRICE })
  await lead.call(tool.endpoints.create, { code: 'T-1', kind: 'knife', lifeUnit: 'm', price: PRICE })
}, 120_000)
afterAll(() => plant.close())
async function setKeys(keys: readonly string[]): Promise<void> {
  const admin = await plant.as('admin')
  const [held] = await plant.query<{ id: string; version: number }>(
    `select id, version from role where code = 'ROUNDS'`,
  )
  const authority = (
    await plant.query<{ id: string }>('select id from menu where url = any($1) and menu_type = 4', [keys])
  ).map(({ id }) => id)
  expect((await admin.call(role.endpoints.update, { ...held!, authority })).errno).toBe('200')
}
const said = (answer: unknown): string => JSON.stringify(answer)

describe('what a machine cost', () => {
  test('is answered to who keeps the ledger and to who sees costs', async () => {
    expect(machine.worth).toEqual({ originalValue: WORTH })
    const manager = await plant.as('manager')
    for (const caller of [lead, manager]) {
      const { data } = await caller.call(equipment.endpoints.list, {})
      expect(data.list[0]).toMatchObject({ custom: { asset: 'GD-1' }, worth: { originalValue: WORTH } })
    }
  })
  test('is in no answer to others, also not in one kept from before', async () => {
    for (const caller of [rounds, clerk, await plant.as('viewer'), await plant.as('maint')]) {
      const answers = [
        await lead.call(equipment.endpoints.list, {}),
        await caller.call(equipment.endpoints.list, {}),
        await caller.raw('GET', `/book/get_all?id=${machine.id}`),
        await caller.raw('GET', `/book/get_all?keyword=${machine.code}`),
        await caller.raw('GET', `/book/scan?text=${machine.code}`),
        await caller.raw('GET', '/book/get_equname'),
      ].slice(1)
      expect(answers.map(said).filter((one) => one.includes(String(WORTH)))).toEqual([])
      expect(answers[0]!.data).toMatchObject({ list: [{ custom: { asset: 'GD-1' }, worth: {} }] })
    }
  })
  test('does not travel to their phones', async () => {
    const packOf = async (caller: Caller) => (await caller.call(shiftPack, {})).data as unknown as ShiftPack
    expect(said((await packOf(lead)).rows['equipment'])).toContain(String(WORTH))
    for (const caller of [rounds, clerk]) {
      const pack = await packOf(caller)
      expect(pack.rows['equipment']).toHaveLength(1)
      expect(said(pack)).not.toContain(String(WORTH))
    }
  })
  test('a phone gets the machines anew when its person may see more', async () => {
    const pack = (await rounds.call(shiftPack, {})).data as unknown as ShiftPack
    expect(((await rounds.call(shiftPack, { cursor: pack.cursor })).data as unknown as ShiftPack).reset).toBe(false)
    await setKeys([...ofRounds, 'costComparisonView'])
    const again = (await rounds.call(shiftPack, { cursor: pack.cursor })).data as unknown as ShiftPack
    expect([again.reset, said(again.rows['equipment'])]).toEqual([true, expect.stringContaining(String(WORTH))])
    await setKeys(ofRounds)
  })
  test('a key that is given brings its rows to a phone that has a pack already, and one that is taken has them removed', async () => {
    const packOf = async (cursor?: string) =>
      (await rounds.call(shiftPack, cursor ? { cursor } : {})).data as unknown as ShiftPack
    const without = await packOf()
    expect(without.rows['sparePart']).toBeUndefined()
    await setKeys([...ofRounds, 'spareManagementView'])
    const given = await packOf(without.cursor)
    expect([given.reset, given.rows['sparePart']?.length]).toEqual([true, 1])
    expect((await packOf(given.cursor)).reset).toBe(false)
    await setKeys(ofRounds)
    const taken = await packOf(given.cursor)
    expect([taken.reset, taken.rows['sparePart']]).toEqual([true, undefined])
  })
  test('stands in no sheet of theirs, and none of theirs changes it', async () => {
    const heads = async (caller: Caller, path: string) =>
      (await readSheet((await caller.raw('GET', path)).bytes)).header
    for (const path of ['/book/book_excel', '/book/equipment_template']) {
      expect(await heads(lead, path)).toContain('原值 (万元)')
      expect(await heads(clerk, path)).not.toContain('原值 (万元)')
      expect(await heads(clerk, path)).toContain('资产号')
    }
    const refused = await clerk.upload(
      '/book/upload',
      await sheetOf(['编码', '名称', '原值 (万元)'], ['NEW-1', 'x', '1']),
    )
    expect(refused.errno).toBe('6000')
    const trial = await lead.upload('/book/upload', await sheetOf(['编码', '名称'], [machine.code, '改名']), {
      dryRun: 'true',
    })
    expect(trial.errno).toBe('200')
  })
  test('is not told by a refusal that shows both versions', async () => {
    const stale = await clerk.call(equipment.endpoints.remove, { id: machine.id, version: machine.version + 7 })
    expect(stale.data).toMatchObject({ conflict: true, theirs: { code: machine.code } })
    expect(said(stale)).not.toContain(String(WORTH))
  })
  test('is not in the trail that they read', async () => {
    const trail = `/user/operation_log?rowId=${machine.id}`
    expect(said(await (await plant.as('admin')).raw('GET', trail))).toContain(String(WORTH))
    const auditor = await personWith(plant, 'auditor', ['operationLogView', 'equipmentLedgerView'])
    const { data } = await auditor.raw('GET', trail)
    expect(data).toMatchObject({ list: [{ after: { code: machine.code } }] })
    expect(said(data)).not.toContain(String(WORTH))
  })
  test('is no column that everybody reads', async () => {
    for (const unit of ['元', '万元', 'CNY', '¥', 'kRMB']) {
      const answer = await lead.call(customField.endpoints.create, {
        key: 'cost',
        labelZh: '价',
        labelEn: 'Cost',
        kind: 'number',
        unit,
      })
      expect([unit, answer.errno]).toEqual([unit, '6000'])
    }
  })
})

describe('what tools, parts and products cost', () => {
  test('is seen by the same people', async () => {
    expect(said(await lead.call(tool.endpoints.list, {}))).toContain(String(PRICE))
    expect(said(await lead.call(sparePart.endpoints.list, {}))).toContain(String(PRICE))
    const knives = await plant.as('operator-slit')
    const worker = await plant.as('maint')
    for (const [caller, route] of [
      [knives, ['POST', '/get_tool']],
      [clerk, ['POST', '/get_tool']],
      [worker, ['POST', '/get_tool']],
      [worker, ['GET', '/spare/part']],
      [clerk, ['GET', '/spare/part']],
    ] as const) {
      const answer = await caller.raw(route[0], route[1], route[0] === 'POST' ? {} : undefined)
      expect([answer.errno, answer.data, said(answer.data).includes(String(PRICE))]).toMatchObject([
        '200',
        { total: 1 },
        false,
      ])
    }
    expect(said(await clerk.call(lifeChart, { kind: 'knife' }))).not.toContain(String(PRICE))
  })
  test('no list is sorted by it for others', async () => {
    expect((await lead.call(tool.endpoints.list, { sort: '-price' })).errno).toBe('200')
    expect((await clerk.call(tool.endpoints.list, { sort: '-price' })).errno).toBe('4013')
  })
  test('is no column of a sheet of theirs', async () => {
    const asked = { by: ['line'], columns: ['outputKg', 'costPerKg', 'energyCost'] }
    const manager = await plant.as('manager')
    expect((await manager.call(customReport, asked)).data.columns).toEqual(asked.columns)
    expect((await clerk.call(customReport, asked)).data.columns).toEqual(['outputKg'])
  })
})
