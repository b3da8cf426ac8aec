import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { findDateOrderIssues } from '@/contract/date-order'
import { day, moment } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import { getWritableFields } from '@/contract/resource'
import { createTestPlant, type Caller, type TestPlant } from '../server/harness'
import { buildSampleInput } from './sample'

const resources: Resource[] = areaContracts.flatMap(({ resources: areaResources }) => areaResources as Resource[])
const isDate = (kind: string) => kind === 'day' || kind === 'moment'

/** Resources whose dates have no fixed order, or whose own rule refuses the wrong one. */
const OTHERWISE: Record<string, string> = {
  shiftRotation: 'the anchor day may be any day',
  meter: 'a meter may be calibrated before it is installed',
  electricPrice: 'rules/tariff',
  toolUse: 'rules/tool',
  scheduleEntry: 'scheduling/rules',
  lineStop: 'plant/rules/line-stop',
  materialTime: 'feeding/server',
  repair: 'maintenance/rules',
  inspectionPlan: 'rounds/rules',
  weeklyWork: 'work may be done before it was planned; the week is checked',
  inspectionTime: 'an inspection may be done before it is due',
  processInspection1: 'the shift is checked',
  processInspection2: 'the shift is checked',
  processRecord: 'the shift is checked',
}
const RECORDS_WITH_DUE_DAY = 'nextDueOn' // equipment/rules/record

test('every resource with two entered dates declares their order, or has a reason not to', () => {
  const undeclared = resources.flatMap((resource) => {
    if (!resource.endpoints.create && !resource.endpoints.update) return []
    const dates = Object.entries(getWritableFields(resource.fields)).flatMap(([name, { kind }]) =>
      isDate(kind) && name !== 'businessDate' ? name : [],
    )
    const isExplained =
      resource.dateOrder.length > 0 || resource.name in OTHERWISE || dates.includes(RECORDS_WITH_DUE_DAY)
    return dates.length < 2 || isExplained ? [] : [`${resource.name}: ${dates.join(', ')}`]
  })
  expect(undeclared).toEqual([])
})

describe('the order of two dates', () => {
  const resource = { fields: { on: day(), at: moment() }, dateOrder: [['on', 'at']] } as const
  const find = (row: object, enteredFields = ['on', 'at']) =>
    findDateOrderIssues(resource, row as never, {
      timeZone: 'Asia/Shanghai',
      enteredFields,
      getLabel: (name) => name.toUpperCase(),
    })
  test('compares a day and a moment by the plant calendar', () => {
    // 18:00 UTC is 02:00 of the next day in Shanghai.
    expect(find({ on: '2026-11-20', at: '2026-11-19T18:00:00.000Z' })).toEqual([])
    expect(find({ on: '2026-11-20', at: '2026-11-19T15:59:00.000Z' })).toEqual([
      { path: ['at'], code: 'beforeOther', params: { other: 'ON', date: '2026-11-20' } },
    ])
  })
  test('names the entered date, and is silent about an empty or unchanged pair', () => {
    const row = { on: '2026-11-20', at: '2026-11-01T00:30:00.000Z' }
    expect(find(row, ['on'])).toEqual([
      { path: ['on'], code: 'afterOther', params: { other: 'AT', date: '2026-11-01 08:30' } },
    ])
    expect(find(row, [])).toEqual([])
    expect(find({ on: '2026-11-20', at: null })).toEqual([])
  })
})

describe('the server refuses contradicting dates', () => {
  let plant: TestPlant
  let admin: Caller
  beforeAll(async () => {
    plant = await createTestPlant()
    admin = await plant.as('admin')
  }, 120_000)
  afterAll(() => plant.close())

  const cases = resources.flatMap((resource) =>
    resource.endpoints.create ? resource.dateOrder.map((pair) => [resource.name, pair, resource] as const) : [],
  )
  test.each(cases)('%s %s', async (_name, [earlier, later], resource) => {
    const input = await buildSampleInput(plant, admin, resource)
    // Records are not dated before their order existed.
    await plant.query(`update work_order set created_at = '2026-01-01'`)
    const toValue = (name: string, date: string) =>
      resource.fields[name]!.kind === 'day' ? date : `${date}T04:00:00.000Z`
    // Months are stored by their first day; an own moment is at most three months old.
    const base = (await plant.query<{ day: string }>(`select now()::date::text as day`))[0]!.day.slice(0, 8)
    const early = { [earlier]: toValue(earlier, `${base}01`), [later]: toValue(later, `${base}01`) }
    const reversed = { ...early, [later]: toValue(later, '2026-09-15') }
    const create = (dates: object) =>
      admin.call(resource.endpoints.create!, { ...input, ...dates } as never) as ReturnType<Caller['call']>
    const refused = await create(reversed)
    expect([refused.errno, refused.data]).toMatchObject(['4013', { issues: [{ path: [later], code: 'beforeOther' }] }])
    const created = await create(early)
    expect(created.errno, created.errmsg).toBe('200')
    const { id, version } = created.data as { id: string; version: number }
    if (!resource.endpoints.update) return
    const edited = await admin.call(resource.endpoints.update, { id, version, [later]: reversed[later] } as never)
    expect([edited.errno, edited.data]).toMatchObject(['4013', { issues: [{ path: [later], code: 'beforeOther' }] }])
  })

  test('a worksheet names row, column and the other date', async () => {
    const answer = await admin.upload(
      '/equ/erp_mes_import',
      Buffer.from('ERP 单号,产品编码,订购重量 kg,下单日期,交货日期\nE-1,P-1,5,2026-11-02,2026-11-01\n'),
      {},
      'rows.csv',
    )
    expect(answer.errmsg).toContain('不能早于“下单日期”（2026-11-02）')
  })
})
