/** Cost metrics are visible with the cost permission only, also where they are named by key. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shiftPack } from '@/contract/kit'
import { operationLog } from '@/areas/access/contract/log'
import { lineBoard, lineMonthBoard, currentLineCells } from '@/areas/boards/contract/board-endpoints'
import { readBoardSetting, setBoardSetting } from '@/areas/boards/contract/board-setting'
import { readDemonstration, setDemonstration } from '@/areas/boards/contract/demonstration'
import { lineTargets, setLineTargets, targetChange } from '@/areas/boards/contract/target-endpoints'
import { metricTarget } from '@/areas/figures/contract/metrics'
import { notice } from '@/areas/notices/contract/notice'
import { noticeRule } from '@/areas/notices/contract/notice-rule'
import { line } from '@/plant/contract/line'
import { createPersonWithKeys } from '../access/create-person-with-keys'
import { plantTime, expectOk, collectNotices, runJob, createStaffedPlant, type Staff } from '../plant-staff'
import type { Caller, TestPlant } from '../harness'

const DAY = '2026-11-20'
const COST = 11.1394
let plant: TestPlant
let staff: Staff
let lineId: string
/** May edit rules and boards but not see costs. */
let other: Caller
let reader: Caller
const rule = {
  severity: 'warning',
  watches: 'figure',
  figure: 'costPerKg',
  condition: 'above',
  limit: 0.0123,
  period: 'day',
} as const
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  lineId = expectOk(
    await staff['maint-lead'].call(line.endpoints.create, { code: 'C-1', name: '纺粘1号线', kind: 'spunbond' }),
  ).id
  const keys = [
    'noticesView',
    'noticesAdd',
    'noticesEdit',
    'performanceView',
    'dashboardView',
    'dashboardEdit',
    'dashboardSetTime',
    'dataDemonstrationView',
    'dataDemonstrationEdit',
    'operationLogView',
  ]
  other = await createPersonWithKeys(plant, 'other', keys)
  reader = await createPersonWithKeys(plant, 'reader', [...keys, 'costComparisonView'])
  await plant.query(
    `insert into shift_figure (site_id, id, created_at, updated_at, kind, business_date, shift, line_id, wound_kg, cost, costed_kg) values (1, gen_random_uuid(), now(), now(), 'counted', $2, 'early', $1, 1000, $3, 1000)`,
    [lineId, DAY, COST * 1000],
  )
  plant.clock.set(plantTime('11:00', DAY))
}, 120_000)
afterAll(() => plant.close())

test('a cost alert is created, edited and read in full with the cost permission; others see that it rang', async () => {
  const [otherUser] = await plant.query<{ role_id: string }>(`select role_id from app_user where user_name = 'other'`)
  const roleId = otherUser!.role_id
  const make = (who: Caller, name: string) => who.call(noticeRule.endpoints.create, { ...rule, name, roleId, lineId })
  expect((await make(other, '偷看')).errno).toBe('4013')
  const made = expectOk(await make(reader, '成本高'))
  const heard = collectNotices(plant)
  await runJob(plant, 'notices')
  const seen = await other.call(notice.endpoints.list, {})
  expect(expectOk(seen).list).toMatchObject([{ name: '成本高', state: 'ringing', value: null, limit: null }])
  expect(expectOk(await reader.call(notice.endpoints.list, {})).list).toMatchObject([{ value: COST, limit: 0.0123 }])
  expect((await other.call(notice.endpoints.list, { sort: 'value' })).errno).toBe('4013')
  expect(heard.map(({ title }) => JSON.stringify(title))).toEqual([expect.stringContaining('成本高')])
  expect(JSON.stringify(heard)).not.toContain(String(COST))
  const rules = await other.call(noticeRule.endpoints.list, {})
  expect(expectOk(rules).list).toMatchObject([{ figure: 'costPerKg', limit: null }])
  const change = { id: made.id, version: made.version, limit: 20 }
  expect((await other.call(noticeRule.endpoints.update, change)).errno).toBe('401')
  expectOk(await reader.call(noticeRule.endpoints.update, change))
  const log = expectOk(await other.call(operationLog.endpoints.list, {})).list
  const pack = expectOk(await other.call(shiftPack, {}))
  for (const told of [log, pack]) expect(JSON.stringify(told)).not.toMatch(/11\.1394|0\.0123/)
})
test('boards, their targets and the slide show contain costs with the cost permission only', async () => {
  const items = [{ item: 'outputKg' }, { item: 'costPerKg' }] as const
  expect((await other.call(setBoardSetting, { items: [...items], editDays: 7 })).errno).toBe('4013')
  expectOk(await reader.call(setBoardSetting, { items: [...items], editDays: 7 }))
  const slides = { seconds: 12, slides: [{ item: 'costPerKg', by: 'line' }] } as const
  expect((await other.call(setDemonstration, { ...slides, slides: [...slides.slides] })).errno).toBe('4013')
  expectOk(await reader.call(setDemonstration, { ...slides, slides: [...slides.slides] }))
  const target = { lineId, figure: 'costPerKg', period: 'day', day: DAY, shift: null, value: 10.6317 } as const
  expect((await other.call(setLineTargets, { targets: [target] })).errno).toBe('4013')
  expectOk(await reader.call(setLineTargets, { targets: [target] }))
  const loadBoards = async (who: Caller) =>
    JSON.stringify([
      expectOk(await who.call(lineBoard, { day: DAY })),
      expectOk(await who.call(currentLineCells, { day: DAY })),
      expectOk(await who.call(lineMonthBoard, { month: DAY })),
      expectOk(await who.call(readBoardSetting, {})),
      expectOk(await who.call(readDemonstration, {})),
      expectOk(await who.call(lineTargets, { from: DAY, to: DAY })),
      expectOk(await who.call(targetChange.endpoints.list, {})).list.map(({ before, after }) => [before, after]),
      expectOk(await who.call(metricTarget.endpoints.list, {})).list.map(({ value }) => value),
    ])
  for (const what of ['costPerKg', '11.1394', '10.6317']) {
    expect(await loadBoards(reader)).toContain(what)
    expect(await loadBoards(other)).not.toContain(what)
  }
  // Saving without the permission keeps the selected cost card.
  expectOk(await other.call(setBoardSetting, { items: [{ item: 'goodKg' }], editDays: 7 }))
  const { items: storedItems } = expectOk(await reader.call(readBoardSetting, {}))
  expect(storedItems.map(({ item }) => item)).toEqual(['goodKg', 'costPerKg'])
})
