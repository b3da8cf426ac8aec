/** What a kilogram cost, where a figure is named by its name: told to who may see costs, to nobody else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shiftPack } from '@/contract/kit'
import { operationLog } from '@/areas/access/contract/log'
import { lineBoard, lineMonthBoard, freshLineBoard } from '@/areas/boards/contract/board-endpoints'
import { readBoardSetting, setBoardSetting } from '@/areas/boards/contract/board-setting'
import { readDemonstration, setDemonstration } from '@/areas/boards/contract/demonstration'
import { lineTargets, setLineTargets, targetChange } from '@/areas/boards/contract/target-endpoints'
import { metricTarget } from '@/areas/figures/contract/metric-target'
import { notice } from '@/areas/notices/contract/notice'
import { noticeRule } from '@/areas/notices/contract/notice-rule'
import { line } from '@/plant/contract/line'
import { personWith } from '../access/new-person'
import { at, good, notices, runJob, staffed, type Staff } from '../people'
import type { Caller, TestPlant } from '../harness'

const DAY = '2026-11-20'
const COST = 11.1394
let plant: TestPlant
let staff: Staff
let lineId: string
/** Enters rules and boards, sees no costs. */
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
  ;({ plant, staff } = await staffed())
  lineId = good(
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
  other = await personWith(plant, 'other', keys)
  reader = await personWith(plant, 'reader', [...keys, 'costComparisonView'])
  await plant.query(
    `insert into shift_figure (site_id, id, created_at, updated_at, kind, business_date, shift, line_id, wound_kg, cost, costed_kg) values (1, gen_random_uuid(), now(), now(), 'counted', $2, 'early', $1, 1000, $3, 1000)`,
    [lineId, DAY, COST * 1000],
  )
  plant.clock.set(at('11:00', DAY))
}, 120_000)
afterAll(() => plant.close())

test('an alert is made, changed and read with its figures by who sees costs; others read that it rang', async () => {
  const [held] = await plant.query<{ role_id: string }>(`select role_id from app_user where user_name = 'other'`)
  const roleId = held!.role_id
  const make = (who: Caller, name: string) => who.call(noticeRule.endpoints.create, { ...rule, name, roleId, lineId })
  expect((await make(other, '偷看')).errno).toBe('4013')
  const made = good(await make(reader, '成本高'))
  const heard = notices(plant)
  await runJob(plant, 'notices')
  const seen = await other.call(notice.endpoints.list, {})
  expect(good(seen).list).toMatchObject([{ name: '成本高', state: 'ringing', value: null, limit: null }])
  expect(good(await reader.call(notice.endpoints.list, {})).list).toMatchObject([{ value: COST, limit: 0.0123 }])
  expect((await other.call(notice.endpoints.list, { sort: 'value' })).errno).toBe('4013')
  expect(heard.map(({ title }) => JSON.stringify(title))).toEqual([expect.stringContaining('成本高')])
  expect(JSON.stringify(heard)).not.toContain(String(COST))
  const rules = await other.call(noticeRule.endpoints.list, {})
  expect(good(rules).list).toMatchObject([{ figure: 'costPerKg', limit: null }])
  const change = { id: made.id, version: made.version, limit: 20 }
  expect((await other.call(noticeRule.endpoints.update, change)).errno).toBe('401')
  good(await reader.call(noticeRule.endpoints.update, change))
  const log = good(await other.call(operationLog.endpoints.list, {})).list
  const pack = good(await other.call(shiftPack, {}))
  for (const told of [log, pack]) expect(JSON.stringify(told)).not.toMatch(/11\.1394|0\.0123/)
})
test('boards, their targets and the slide show have it for who sees costs', async () => {
  const items = [{ item: 'outputKg' }, { item: 'costPerKg' }] as const
  expect((await other.call(setBoardSetting, { items: [...items], editDays: 7 })).errno).toBe('4013')
  good(await reader.call(setBoardSetting, { items: [...items], editDays: 7 }))
  const slides = { seconds: 12, slides: [{ item: 'costPerKg', by: 'line' }] } as const
  expect((await other.call(setDemonstration, { ...slides, slides: [...slides.slides] })).errno).toBe('4013')
  good(await reader.call(setDemonstration, { ...slides, slides: [...slides.slides] }))
  const target = { lineId, figure: 'costPerKg', period: 'day', day: DAY, shift: null, value: 10.6317 } as const
  expect((await other.call(setLineTargets, { targets: [target] })).errno).toBe('4013')
  good(await reader.call(setLineTargets, { targets: [target] }))
  const told = async (who: Caller) =>
    JSON.stringify([
      good(await who.call(lineBoard, { day: DAY })),
      good(await who.call(freshLineBoard, { day: DAY })),
      good(await who.call(lineMonthBoard, { month: DAY })),
      good(await who.call(readBoardSetting, {})),
      good(await who.call(readDemonstration, {})),
      good(await who.call(lineTargets, { from: DAY, to: DAY })),
      good(await who.call(targetChange.endpoints.list, {})).list.map(({ before, after }) => [before, after]),
      good(await who.call(metricTarget.endpoints.list, {})).list.map(({ value }) => value),
    ])
  for (const what of ['costPerKg', '11.1394', '10.6317']) {
    expect(await told(reader)).toContain(what)
    expect(await told(other)).not.toContain(what)
  }
  // Who does not see it leaves it chosen.
  good(await other.call(setBoardSetting, { items: [{ item: 'goodKg' }], editDays: 7 }))
  const { items: kept } = good(await reader.call(readBoardSetting, {}))
  expect(kept.map(({ item }) => item)).toEqual(['goodKg', 'costPerKg'])
})
