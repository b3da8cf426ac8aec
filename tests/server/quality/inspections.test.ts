import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import {
  addFirstInspection,
  processInspection1,
  processInspection2,
  processParameters1,
  processParameters2,
  dailyInspection,
  firstInspection,
  firstInspectionImage,
  inspectionTime,
  postInspection,
  removeInspection,
} from '@/areas/quality/contract/inspections'
import { tableTemplate } from '@/areas/quality/contract/table-template'
import { setPlantSetting } from '@/plant/contract/plant-setting'
import type { SettingKey } from '@/plant/rules/settings'
import { autoHandover } from '@/areas/handover/contract/handover'
import type { TestPlant } from '../harness'
import { at, countOf, good, NOW, rowOf, runJob, staffed, sync, type Staff } from '../people'
import { jumbo, newFloor, type Floor } from '../handover/floor'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
}, 120_000)
beforeEach(() => {
  plant.clock.set(NOW)
})
afterAll(() => plant.close())

const blank = { value: null, unit: null, note: null }
const fine = [{ ...blank, item: '网带张力', result: 'ok' as const }]
const items = [...fine, { ...blank, item: '侧吹风温', result: 'notOk' as const, value: 31.5, unit: '°C' }]
/** As the lines of a first inspection are: with what was asked for. */
const limited = <L extends object>(lines: readonly L[], low: number | null = null, high: number | null = null) =>
  lines.map((line) => ({ ...line, low, target: null, high }))
const daily = async (floor: Floor, more: object = {}) =>
  good(
    await staff['operator-line'].call(dailyInspection.endpoints.create, {
      lineId: floor.line.id,
      items,
      ...more,
    }),
  )
const standard = async (
  { productId, line }: Floor,
  more: { approved?: boolean; newest?: boolean; lineId?: string | null; high?: number; variant?: string } = {},
): Promise<string> => {
  const id = createUuid7()
  const parameters = [
    { key: 'FRT', label: '花辊温度', unit: '°C', low: 140, target: 145, high: more.high ?? 150 },
    { key: 'CS', label: '热轧机速度', unit: 'm/min', low: null, target: 200, high: null },
  ]
  await plant.query(
    `insert into process_standard (site_id, id, code, revision, newest, state, variant, product_id, line_id, parameters) values (1, $1, $2, 1, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      `S-${id.slice(-8)}`,
      more.newest ?? true,
      more.approved === false ? 'notApproved' : 'approved',
      more.variant ?? 'mainLine',
      productId,
      more.lineId === undefined ? line.id : more.lineId,
      JSON.stringify(parameters),
    ],
  )
  return id
}
const measured = (frt: number | null) => [
  { key: 'FRT', label: 'x', actual: frt, low: 0, high: 999 },
  { key: 'X9', label: '自测', unit: 'Pa', actual: 12 },
]

describe('daily and post inspections', () => {
  test('are as good as their worst item, also after a change', async () => {
    const row = await daily(await newFloor(plant, staff))
    expect(row).toMatchObject({ result: 'notOk', shift: 'early' })
    expect(
      good(
        await staff['operator-line'].call(dailyInspection.endpoints.update, {
          id: row.id,
          version: row.version,
          items: fine,
        }),
      ),
    ).toMatchObject({ result: 'ok' })
    expect(
      (
        await staff['operator-line'].call(dailyInspection.endpoints.create, {
          lineId: row.lineId,
          items: fine,
          result: 'ok',
        } as never)
      ).errno,
    ).toBe('4013')
    expect(
      (await staff['operator-line'].call(dailyInspection.endpoints.create, { lineId: row.lineId } as never)).errno,
    ).toBe('4042')
  })
  test('are removed by one call, whichever it is, by those who may', async () => {
    const floor = await newFloor(plant, staff)
    const one = await daily(floor)
    const two = good(
      await staff['operator-line'].call(postInspection.endpoints.create, {
        lineId: floor.line.id,
        post: '卷绕',
        items: fine,
      }),
    )
    expect((await staff['operator-line'].call(removeInspection, { id: one.id })).errno).toBe('401')
    for (const { id } of [one, two]) good(await staff['prod-lead'].call(removeInspection, { id }))
    expect(
      (await countOf(plant, 'daily_inspection', 'id = $1', [one.id])) +
        (await countOf(plant, 'post_inspection', 'id = $1', [two.id])),
    ).toBe(0)
    expect((await staff['prod-lead'].call(removeInspection, { id: one.id })).errno).toBe('4006')
  })
  test('what is not right is told at the handover', async () => {
    const floor = await newFloor(plant, staff)
    await daily(floor)
    expect(good(await staff['operator-line'].call(autoHandover, { lineId: floor.line.id })).alarms).toMatchObject([
      { kind: 'inspectionNotOk', label: '侧吹风温' },
    ])
  })
})

describe('a process inspection', () => {
  const check = (floor: Floor, frt: number | null, resource = processInspection1) =>
    staff['operator-line'].call(resource.endpoints.create, {
      lineId: floor.line.id,
      workOrderId: floor.order.id,
      values: measured(frt),
    } as never)
  test.each([
    [145, 0, 'ok'],
    [150, 0, 'ok'],
    [150.1, 1, 'notOk'],
    [139, 1, 'notOk'],
    [null, 0, 'ok'],
  ])('at %s °C: %s out of limits, %s', async (frt, outOfLimits, result) => {
    const floor = await newFloor(plant, staff)
    const id = await standard(floor)
    const row = good(await check(floor, frt))
    expect(row).toMatchObject({ outOfLimits, result, processStandardId: id, measuredAt: NOW })
    expect(row.values).toMatchObject([
      { key: 'FRT', label: '花辊温度', low: 140, target: 145, high: 150 },
      { key: 'X9', label: '自测', low: null, high: null },
    ])
  })
  test('keeps the limits it was judged by', async () => {
    const floor = await newFloor(plant, staff)
    const id = await standard(floor)
    const row = good(await check(floor, 148))
    await plant.query(
      `update process_standard set parameters = '[{"key":"FRT","label":"花辊温度","high":147}]' where id = $1`,
      [id],
    )
    expect(good(await check(floor, 148)).result).toBe('notOk')
    expect(await rowOf<{ result: string }>(plant, 'process_inspection1', row.id)).toMatchObject({ result: 'ok' })
  })
  test('judges by the version that its order pinned at its start, whatever is in force since', async () => {
    const floor = await newFloor(plant, staff)
    const pinned = await standard(floor, { newest: false, high: 150 })
    await standard(floor, { high: 140 })
    await plant.query('update work_order set process_standard_id = $2 where id = $1', [floor.order.id, pinned])
    expect(good(await check(floor, 148))).toMatchObject({ result: 'ok', processStandardId: pinned })
    const asked = good(await staff['operator-line'].call(processParameters1, { lineId: floor.line.id }))
    expect(asked.find(({ key }: { key: string }) => key === 'FRT')).toMatchObject({ high: 150 })
  })
  test.each([
    ['not approved', { approved: false }],
    ['an older version', { newest: false }],
    ['of slitting', { variant: 'slitting' }],
  ])('by a standard that is %s is not judged', async (_what, more) => {
    const floor = await newFloor(plant, staff)
    await standard(floor, more)
    expect(good(await check(floor, 500))).toMatchObject({
      result: 'noStandard',
      outOfLimits: 0,
      processStandardId: null,
    })
  })
  test('of slitting is judged by the standard of slitting; one for the line comes before one for all', async () => {
    const floor = await newFloor(plant, staff)
    await standard(floor, { lineId: null, high: 141 })
    const own = await standard(floor, { high: 150 })
    const slitting = await standard(floor, { variant: 'slitting', high: 120 })
    expect(good(await check(floor, 145))).toMatchObject({ result: 'ok', processStandardId: own })
    expect(good(await check(floor, 145, processInspection2 as never))).toMatchObject({
      result: 'notOk',
      processStandardId: slitting,
    })
  })
  test('asks for the parameters of the order with what was measured last', async () => {
    const floor = await newFloor(plant, staff)
    await standard(floor)
    const ask = async (input: object) => good(await staff['operator-line'].call(processParameters1, input))
    expect(await ask({ lineId: floor.line.id })).toEqual([
      { key: 'FRT', label: '花辊温度', unit: '°C', low: 140, target: 145, high: 150, last: null },
      { key: 'CS', label: '热轧机速度', unit: 'm/min', low: null, target: 200, high: null, last: null },
    ])
    good(await check(floor, 146))
    expect((await ask({ workOrderId: floor.order.id }))[0]).toMatchObject({ key: 'FRT', last: 146 })
    expect(await ask({ lineId: (await newFloor(plant, staff)).line.id })).toEqual([])
  })
})

describe('a slitter that runs', () => {
  test('is asked for the parameters of what it cuts, and has its own inspections due', async () => {
    const [winder, slitter] = [await newFloor(plant, staff), await newFloor(plant, staff, 'slitting')]
    await plant.query(`update work_order set state = 'paused' where id = $1`, [slitter.order.id])
    await standard(winder, { variant: 'slitting', lineId: null, high: 120 })
    const ask = async () =>
      good(await staff['operator-line'].call(processParameters2, { lineId: slitter.line.id })).map(({ key, high }) => [
        key,
        high,
      ])
    await plant.query(
      `insert into machine_run (site_id, id, machine, line_id, work_order_id, on_at, business_date) values (1, $1, 'slitter', $2, $3, $4, '2026-11-20')`,
      [createUuid7(), slitter.line.id, winder.order.id, at('08:10')],
    )
    expect(await ask()).toEqual([
      ['FRT', 120],
      ['CS', null],
    ])
    await runJob(plant, 'inspections-due')
    const due = await plant.query<{ inspection: string }>(
      'select inspection from inspection_time where line_id = $1 order by inspection',
      [slitter.line.id],
    )
    expect(due.map(({ inspection }) => inspection)).toEqual(['daily', 'process2'])
  })
})

describe('a first inspection', () => {
  const photo = readFileSync(new URL('../../../public/icon-192.png', import.meta.url))
  const input = (floor: Floor) => ({
    lineId: floor.line.id,
    workOrderId: floor.order.id,
    items: limited(fine),
    result: 'ok' as const,
  })
  test('comes as a form with its photo, releases the order, and its photo can be read', async () => {
    const floor = await newFloor(plant, staff)
    const { items: given, ...rest } = input(floor)
    const answer = await staff['operator-line'].upload(
      '/production/first_inspection',
      photo,
      { ...rest, items: JSON.stringify(given) },
      'first.png',
      'image',
    )
    const row = good(answer as never) as { id: string; images: string[]; released: boolean }
    expect(row).toMatchObject({ released: true, result: 'ok' })
    expect(row.images).toHaveLength(1)
    const picture = await staff['prod-lead'].call(firstInspectionImage, { id: row.id })
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await staff['prod-lead'].call(firstInspectionImage, { id: row.id, index: 1 })).errno).toBe('4006')
    expect(
      good(await staff['prod-lead'].call(firstInspection.endpoints.list, { lineId: floor.line.id })).list.map(
        ({ id }) => id,
      ),
    ).toEqual([row.id])
  })
  test('with a file that is no picture is refused and leaves nothing', async () => {
    const floor = await newFloor(plant, staff)
    const { items: given, ...rest } = input(floor)
    const answer = await staff['operator-line'].upload(
      '/production/first_inspection',
      Buffer.from('no picture'),
      { ...rest, items: JSON.stringify(given) },
      'a.png',
      'image',
    )
    expect(answer.errno).not.toBe('200')
    expect(await countOf(plant, 'first_inspection', 'line_id = $1', [floor.line.id])).toBe(0)
  })
  test('comes from a phone whose photos follow, once', async () => {
    const floor = await newFloor(plant, staff)
    const id = createUuid7()
    const op = { id: createUuid7(), op: addFirstInspection, body: { id, ...input(floor), images: [createUuid7()] } }
    for (let round = 0; round < 2; round += 1)
      expect((await sync(staff['operator-line'], [op]))[0]).toMatchObject({
        status: 'done',
        data: { id, released: true },
      })
    expect(await countOf(plant, 'first_inspection', 'id = $1', [id])).toBe(1)
  })
  test('with an item that is not right does not release, whatever was said', async () => {
    const floor = await newFloor(plant, staff)
    expect(
      good(await staff['operator-line'].call(addFirstInspection, { ...input(floor), items: limited(items) })),
    ).toMatchObject({ result: 'notOk', released: false })
  })
  test('is held against the check sheet of the product, whatever limits the phone sends', async () => {
    const floor = await newFloor(plant, staff)
    good(
      await staff.admin.call(tableTemplate.endpoints.create, {
        name: `S-${floor.productId.slice(-8)}`,
        use: 'check',
        productId: floor.productId,
        items: [{ item: '克重', itemEn: 'Basis weight', kind: 'number', unit: 'g/m²', low: 19, target: 20, high: 21 }],
      } as never),
    )
    const add = async (item: string, value: number, limits: object) =>
      good(
        await staff['operator-line'].call(addFirstInspection, {
          ...input(floor),
          items: [{ ...blank, item, result: 'ok', value, ...limits }],
        } as never),
      )
    const wide = { low: 0, target: 12, high: 99 }
    const own = { unit: 'g/m²', low: 19, target: 20, high: 21 }
    const outside = await add('克重', 12, wide)
    expect(outside).toMatchObject({ result: 'notOk', released: false, items: [{ ...own, value: 12, result: 'notOk' }] })
    const named = await add('Basis weight', 20.4, { low: 0, high: 1 })
    expect(named).toMatchObject({ result: 'ok', released: true, items: [{ ...own, result: 'ok' }] })
    // A phone of before names none, and one that the sheet does not ask for has none.
    expect(await add('克重', 12, {})).toMatchObject({ result: 'notOk', released: false })
    const unasked = await add('张力', 12, { low: 28.5, high: 31.5 })
    expect(unasked).toMatchObject({ result: 'ok', released: true, items: [{ low: null, target: null, high: null }] })
  })
  test('of a roll of another order is refused', async () => {
    const floor = await newFloor(plant, staff)
    const roll = await jumbo(plant, await newFloor(plant, staff), at('09:00'))
    expect((await staff['operator-line'].call(addFirstInspection, { ...input(floor), jumboRollId: roll })).errno).toBe(
      '4013',
    )
  })
})

describe('inspections that are due', () => {
  test('are planned once for each line that runs, and done by the sheet', async () => {
    const floor = await newFloor(plant, staff)
    for (let round = 0; round < 2; round += 1) await runJob(plant, 'inspections-due')
    const due = () =>
      plant.query<{ inspection: string; due_at: string; done_at: string | null }>(
        'select inspection, due_at, done_at from inspection_time where line_id = $1 order by inspection',
        [floor.line.id],
      )
    expect(await due()).toMatchObject([
      { inspection: 'daily', due_at: at('09:00'), done_at: null },
      { inspection: 'first', due_at: at('07:30'), done_at: null },
      { inspection: 'process1', due_at: at('10:00'), done_at: null },
    ])
    plant.clock.set(at('10:30'))
    expect(good(await staff['operator-line'].call(autoHandover, { lineId: floor.line.id })).alarms).toMatchObject([
      { kind: 'inspectionMissed', label: 'daily' },
    ])
    await daily(floor, { items: fine })
    good(
      await staff['operator-line'].call(processInspection1.endpoints.create, {
        lineId: floor.line.id,
        workOrderId: floor.order.id,
        values: measured(1),
      } as never),
    )
    good(
      await staff['operator-line'].call(addFirstInspection, {
        lineId: floor.line.id,
        workOrderId: floor.order.id,
        items: limited(fine),
        result: 'ok',
      }),
    )
    expect((await due()).map(({ done_at: done }) => done)).toEqual([at('10:30'), at('10:30'), at('10:30')])
    await runJob(plant, 'inspections-due')
    expect(await due()).toHaveLength(3)
  })
  test('are due, and missed, when the plant says', async () => {
    const set = async (key: SettingKey, value: number) =>
      good(await staff['prod-lead'].call(setPlantSetting, { key, value }))
    for (const [key, value] of [
      ['inspectionDaily', 90],
      ['inspectionProcess', 30],
      ['inspectionFirst', 15],
      ['inspectionMissed', 180],
    ] as const)
      await set(key, value)
    const floor = await newFloor(plant, staff)
    await runJob(plant, 'inspections-due')
    expect(
      (
        await plant.query<{ inspection: string; due_at: string }>(
          'select inspection, due_at from inspection_time where line_id = $1 order by inspection',
          [floor.line.id],
        )
      ).map((one) => [one.inspection, one.due_at]),
    ).toEqual([
      ['daily', at('09:30')],
      ['first', at('07:15')],
      ['process1', at('08:30')],
    ])
    const missed = async () =>
      good(await staff['operator-line'].call(autoHandover, { lineId: floor.line.id })).alarms.map(({ label }) => label)
    plant.clock.set(at('12:29'))
    expect(await missed()).toEqual(['process1'])
    plant.clock.set(at('12:31'))
    expect(await missed()).toEqual(['process1', 'daily'])
    await plant.query(`delete from plant_setting where key like 'inspection%'`)
    plant.app.changes.publishSoon(['plantSetting'])
  })
  test('may be entered by hand and ticked off', async () => {
    const floor = await newFloor(plant, staff)
    const row = good(
      await staff['operator-line'].call(inspectionTime.endpoints.create, {
        lineId: floor.line.id,
        inspection: 'post',
        dueAt: at('17:00'),
      }),
    )
    expect(row).toMatchObject({ shift: 'middle', doneAt: null, userId: null })
    expect(
      (
        await staff['operator-line'].call(inspectionTime.endpoints.create, {
          lineId: floor.line.id,
          inspection: 'post',
          dueAt: at('17:00'),
        })
      ).errno,
    ).toBe('4003')
    expect(
      good(
        await staff['operator-line'].call(inspectionTime.endpoints.update, {
          id: row.id,
          version: row.version,
          doneAt: NOW,
        }),
      ),
    ).toMatchObject({ doneAt: NOW, userId: staff['operator-line'].userId })
  })
})
