import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { line } from '@/plant/contract/line'
import { createUuid7 } from '@/contract/id'
import { createTestPlant, type Answer, type Caller, type TestPlant } from '../harness'

// Pick-lists reveal names, so they need permissions too.
const PHONE = '13900001234'
let plant: TestPlant
let admin: Caller
let viewer: Caller
let operator: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  ;[admin, viewer, operator] = await Promise.all([plant.as('admin'), plant.as('viewer'), plant.as('operator-line')])
  await plant.query('update app_user set phone = $1, nickname = $2 where user_name = $3', [PHONE, 'Old Wang', 'maint'])
})
afterAll(() => plant.close())

const pick = (who: Caller, of: string, more = ''): Promise<Answer<never>> =>
  who.raw('GET', `/resource_options?of=${of}${more}`)
const labels = (answer: Answer): string[] => (answer.data as { label: string }[]).map((o) => o.label)
const everything = areaContracts.flatMap((a) => a.resources.map((r) => r.name))

describe('option lists', () => {
  test('search by keyword in every resource', async () => {
    const wrong: string[] = []
    for (const of of everything) {
      const answer = await pick(admin, of, '&keyword=2026')
      if (answer.errno !== '200' && answer.errno !== '4013') wrong.push(`${of}: ${answer.errno} ${answer.errmsg}`)
    }
    expect(wrong).toEqual([])
  })
  test('show and find rows by the names of related rows, never by an id', async () => {
    const [spun, stop] = [createUuid7(), createUuid7()]
    await admin.call(line.endpoints.create, { id: spun, code: 'SS-7', name: '纺粘七线', kind: 'spunbond' })
    await plant.query(
      `insert into line_stop (site_id, id, line_id, started_at, business_date, shift, state) values (1, $1, $2, now(), current_date, 'early', 'standing')`,
      [stop, spun],
    )
    const options = await pick(admin, 'lineStop', `&keyword=${encodeURIComponent('七线')}`)
    expect(labels(options)).toEqual([expect.stringContaining('纺粘七线')])
    expect(JSON.stringify(labels(options))).not.toContain(spun)
  })
  test('give a viewer the filters of their lists and nothing else', async () => {
    const open: string[] = []
    for (const of of everything) {
      const answer = await pick(viewer, of)
      if (answer.errno === '200') open.push(of)
      else expect(['401', '4013'], `${of} ${answer.errmsg}`).toContain(answer.errno)
    }
    // Role names are public, because dashboards are shared with roles.
    for (const secret of ['customer', 'erpOrder', 'material', 'materialLot', 'jumboRoll', 'handover'])
      expect(open, secret).not.toContain(secret)
    for (const needed of ['equipment', 'user', 'line', 'repair', 'meter']) expect(open).toContain(needed)
  })
  test('fill the forms of a line operator', async () => {
    for (const of of ['line', 'workOrder', 'materialLot', 'hopper', 'stopReason', 'user', 'equipment'])
      expect((await pick(operator, of)).errno, of).toBe('200')
    for (const of of ['pmPlan', 'department']) expect((await pick(operator, of)).errno, of).toBe('401')
  })
  test('resolve names of ids with the same permission', async () => {
    const id = createUuid7()
    await plant.query(`insert into customer (site_id, id, code, name) values (1, $1, 'C-1', 'Secret buyer')`, [id])
    expect(labels(await pick(admin, 'customer', `&ids=${id}`)).join()).toContain('Secret buyer')
    expect((await pick(viewer, 'customer', `&ids=${id}`)).errno).toBe('401')
  })
})

describe('people', () => {
  const mentions = (answer: Answer) => answer.bytes.toString('utf8').includes(PHONE)
  test('are found by phone number with the account permission only', async () => {
    expect(labels(await pick(admin, 'user', `&keyword=${PHONE}`))).toEqual(['maint person'])
    expect(labels(await pick(viewer, 'user', `&keyword=${PHONE}`))).toEqual([])
    expect(labels(await pick(viewer, 'user', '&keyword=Wang'))).toEqual([])
    expect(labels(await pick(viewer, 'user', '&keyword=maint%20person'))).toEqual(['maint person'])
  })
  test('are shown by name, and by user name for equal names', async () => {
    const codes = async () =>
      ((await viewer.raw('GET', '/book/name?keyword=person')).data as { label: string; code: string | null }[]).map(
        ({ code }) => code,
      )
    expect((await codes()).length).toBeGreaterThan(5)
    expect((await codes()).filter(Boolean)).toEqual([])
    await plant.query(
      `update app_user set account_name = 'maint person', account_name_en = null where user_name = 'quality'`,
    )
    expect((await codes()).filter(Boolean).toSorted()).toEqual(['maint', 'quality'])
    await plant.query(`update app_user set account_name = 'quality person' where user_name = 'quality'`)
  })
  test('appear by name in name lists and the shift pack', async () => {
    for (const path of ['/user/get_name', '/user/get_cname1', '/user/get_cname2', '/book/name', '/check/check_name'])
      expect(mentions(await viewer.raw('GET', path)), path).toBe(false)
    const pack = await viewer.raw('GET', '/shift_pack')
    const { rows } = pack.data as { rows: Record<string, Record<string, unknown>[]> }
    expect(rows['user']?.length).toBeGreaterThan(5)
    for (const row of rows['user']!)
      expect(Object.keys(row).sort()).toEqual(['accountName', 'id', 'state', 'updatedAt', 'version'])
    expect(mentions(pack)).toBe(false)
  })
})
