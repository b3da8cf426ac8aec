/** Only people who manage machines, tools and parts, or who may see costs, see their prices in any answer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shiftPack } from '@/contract/kit'
import type { ShiftPackPage } from '@/contract/sync'
import { role } from '@/areas/access/contract/role'
import { customField } from '@/areas/equipment/contract/custom-field'
import { equipment } from '@/areas/equipment/contract/equipment'
import { sparePart } from '@/areas/spareParts/contract/spare-part'
import { customReport } from '@/areas/sheets/contract/metric-reports'
import { tool } from '@/areas/tools/contract/tool'
import { lifeChart } from '@/areas/tools/contract/tool-reports'
import { readSheet } from '@/server/excel/read-sheet'
import { createPersonWithKeys } from '../access/create-person-with-keys'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { createMachine, NOW, buildWorkbook } from './machines'

const WORTH = 318.5
const PRICE = 4417.25
const roundsKeys = ['pollingView', 'pollingWork']
let plant: TestPlant
let lead: Caller
/** A person who may only do rounds. */
let rounds: Caller
/** A person who may import, export and remove machines, but neither add machines nor see costs. */
let clerk: Caller
let machine: Awaited<ReturnType<typeof createMachine>>
beforeAll(async () => {
  plant = await createTestPlant()
  plant.clock.set(NOW)
  lead = await plant.as('maint-lead')
  rounds = await createPersonWithKeys(plant, 'rounds', roundsKeys)
  clerk = await createPersonWithKeys(plant, 'clerk', [
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
  machine = await createMachine(lead, { custom: { asset: 'GD-1' }, worth: { originalValue: WORTH } })
  await lead.call(sparePart.endpoints.create, { code: 'SP-1', name: '轴承', unit: 'pcs', unitPrice: PRICE })
  await lead.call(tool.endpoints.create, { code: 'T-1', kind: 'knife', lifeUnit: 'm', price: PRICE })
}, 120_000)
afterAll(() => plant.close())
async function setKeys(keys: readonly string[]): Promise<void> {
  const admin = await plant.as('admin')
  const [roundsRole] = await plant.query<{ id: string; version: number }>(
    `select id, version from role where code = 'ROUNDS'`,
  )
  const authority = (
    await plant.query<{ id: string }>('select id from menu where url = any($1) and menu_type = 4', [keys])
  ).map(({ id }) => id)
  expect((await admin.call(role.endpoints.update, { ...roundsRole!, authority })).errno).toBe('200')
}
const toText = (answer: unknown): string => JSON.stringify(answer)

describe('the price of a machine', () => {
  test('is answered to people who manage the ledger or see costs', async () => {
    expect(machine.worth).toEqual({ originalValue: WORTH })
    const manager = await plant.as('manager')
    for (const caller of [lead, manager]) {
      const { data } = await caller.call(equipment.endpoints.list, {})
      expect(data.list[0]).toMatchObject({ custom: { asset: 'GD-1' }, worth: { originalValue: WORTH } })
    }
  })
  test('is in no answer to others, not even a cached one', async () => {
    for (const caller of [rounds, clerk, await plant.as('viewer'), await plant.as('maint')]) {
      const answers = [
        await lead.call(equipment.endpoints.list, {}),
        await caller.call(equipment.endpoints.list, {}),
        await caller.raw('GET', `/book/get_all?id=${machine.id}`),
        await caller.raw('GET', `/book/get_all?keyword=${machine.code}`),
        await caller.raw('GET', `/book/scan?text=${machine.code}`),
        await caller.raw('GET', '/book/get_equname'),
      ].slice(1)
      expect(answers.map(toText).filter((one) => one.includes(String(WORTH)))).toEqual([])
      expect(answers[0]!.data).toMatchObject({ list: [{ custom: { asset: 'GD-1' }, worth: {} }] })
    }
  })
  test('is not sent to their phones', async () => {
    const loadPackOf = async (caller: Caller) => (await caller.call(shiftPack, {})).data as unknown as ShiftPackPage
    expect(toText((await loadPackOf(lead)).rows['equipment'])).toContain(String(WORTH))
    for (const caller of [rounds, clerk]) {
      const pack = await loadPackOf(caller)
      expect(pack.rows['equipment']).toHaveLength(1)
      expect(toText(pack)).not.toContain(String(WORTH))
    }
  })
  test('a phone reloads the machines when its person may see more', async () => {
    const pack = (await rounds.call(shiftPack, {})).data as unknown as ShiftPackPage
    expect(((await rounds.call(shiftPack, { cursor: pack.cursor })).data as unknown as ShiftPackPage).reset).toBe(false)
    await setKeys([...roundsKeys, 'costComparisonView'])
    const nextPack = (await rounds.call(shiftPack, { cursor: pack.cursor })).data as unknown as ShiftPackPage
    expect([nextPack.reset, toText(nextPack.rows['equipment'])]).toEqual([true, expect.stringContaining(String(WORTH))])
    await setKeys(roundsKeys)
  })
  test('a granted permission adds its rows to an existing shift pack, and a revoked one removes them', async () => {
    const loadPack = async (cursor?: string) =>
      (await rounds.call(shiftPack, cursor ? { cursor } : {})).data as unknown as ShiftPackPage
    const initialPack = await loadPack()
    expect(initialPack.rows['sparePart']).toBeUndefined()
    await setKeys([...roundsKeys, 'spareManagementView'])
    const packWithKey = await loadPack(initialPack.cursor)
    expect([packWithKey.reset, packWithKey.rows['sparePart']?.length]).toEqual([true, 1])
    expect((await loadPack(packWithKey.cursor)).reset).toBe(false)
    await setKeys(roundsKeys)
    const packWithoutKey = await loadPack(packWithKey.cursor)
    expect([packWithoutKey.reset, packWithoutKey.rows['sparePart']]).toEqual([true, undefined])
  })
  test('is in none of their exports, and none of their imports changes it', async () => {
    const readHeadings = async (caller: Caller, path: string) =>
      (await readSheet((await caller.raw('GET', path)).bytes)).header
    for (const path of ['/book/book_excel', '/book/equipment_template']) {
      expect(await readHeadings(lead, path)).toContain('原值 (万元)')
      expect(await readHeadings(clerk, path)).not.toContain('原值 (万元)')
      expect(await readHeadings(clerk, path)).toContain('资产号')
    }
    const refusal = await clerk.upload(
      '/book/upload',
      await buildWorkbook(['编码', '名称', '原值 (万元)'], ['NEW-1', 'x', '1']),
    )
    expect(refusal.errno).toBe('6000')
    const dryRunAnswer = await lead.upload(
      '/book/upload',
      await buildWorkbook(['编码', '名称'], [machine.code, '改名']),
      {
        dryRun: 'true',
      },
    )
    expect(dryRunAnswer.errno).toBe('200')
  })
  test('is not in a conflict answer with both versions', async () => {
    const stale = await clerk.call(equipment.endpoints.remove, { id: machine.id, version: machine.version + 7 })
    expect(stale.data).toMatchObject({ conflict: true, theirs: { code: machine.code } })
    expect(toText(stale)).not.toContain(String(WORTH))
  })
  test('is not in the operation log that they read', async () => {
    const logPath = `/user/operation_log?rowId=${machine.id}`
    expect(toText(await (await plant.as('admin')).raw('GET', logPath))).toContain(String(WORTH))
    const auditor = await createPersonWithKeys(plant, 'auditor', ['operationLogView', 'equipmentLedgerView'])
    const { data } = await auditor.raw('GET', logPath)
    expect(data).toMatchObject({ list: [{ after: { code: machine.code } }] })
    expect(toText(data)).not.toContain(String(WORTH))
  })
  test('is not in the columns that everybody reads', async () => {
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

describe('the prices of tools, parts and products', () => {
  test('are visible to the same people', async () => {
    expect(toText(await lead.call(tool.endpoints.list, {}))).toContain(String(PRICE))
    expect(toText(await lead.call(sparePart.endpoints.list, {}))).toContain(String(PRICE))
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
      expect([answer.errno, answer.data, toText(answer.data).includes(String(PRICE))]).toMatchObject([
        '200',
        { total: 1 },
        false,
      ])
    }
    expect(toText(await clerk.call(lifeChart, { kind: 'knife' }))).not.toContain(String(PRICE))
  })
  test('cannot be used by others to sort lists', async () => {
    expect((await lead.call(tool.endpoints.list, { sort: '-price' })).errno).toBe('200')
    expect((await clerk.call(tool.endpoints.list, { sort: '-price' })).errno).toBe('4013')
  })
  test('are in no column of their exports', async () => {
    const asked = { by: ['line'], columns: ['outputKg', 'costPerKg', 'energyCost'] }
    const manager = await plant.as('manager')
    expect((await manager.call(customReport.endpoint, asked)).data.columns).toEqual(asked.columns)
    expect((await clerk.call(customReport.endpoint, asked)).data.columns).toEqual(['outputKg'])
  })
})
