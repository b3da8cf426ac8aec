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
import { lineSnapshot } from '@/areas/handover/contract/handover'
import type { TestPlant } from '../harness'
import {
  plantTime,
  countRows,
  expectOk,
  NOW,
  fetchRow,
  runJob,
  createStaffedPlant,
  sync,
  type Staff,
} from '../plant-staff'
import { insertJumbo, createFloor, type Floor } from '../handover/running-line'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
beforeEach(() => {
  plant.clock.set(NOW)
})
afterAll(() => plant.close())

const blank = { value: null, unit: null, note: null }
const fine = [{ ...blank, item: '网带张力', result: 'ok' as const }]
const items = [...fine, { ...blank, item: '侧吹风温', result: 'notOk' as const, value: 31.5, unit: '°C' }]
/** The items of a first inspection as the form sends them. */
const limited = <L extends object>(lines: readonly L[], low: number | null = null, high: number | null = null) =>
  lines.map((line) => ({ ...line, low, target: null, high }))
const daily = async (floor: Floor, more: object = {}) =>
  expectOk(
    await staff['operator-line'].call(dailyInspection.endpoints.create, {
      lineId: floor.line.id,
      items,
      ...more,
    }),
  )
const insertStandard = async (
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
  test('are as good as their worst item, also after an edit', async () => {
    const row = await daily(await createFloor(plant, staff))
    expect(row).toMatchObject({ result: 'notOk', shift: 'early' })
    expect(
      expectOk(
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
  test('are deleted by one call of either kind, by permitted people', async () => {
    const floor = await createFloor(plant, staff)
    const firstRow = await daily(floor)
    const secondRow = expectOk(
      await staff['operator-line'].call(postInspection.endpoints.create, {
        lineId: floor.line.id,
        post: '卷绕',
        items: fine,
      }),
    )
    expect((await staff['operator-line'].call(removeInspection, { id: firstRow.id })).errno).toBe('401')
    for (const { id } of [firstRow, secondRow]) expectOk(await staff['prod-lead'].call(removeInspection, { id }))
    expect(
      (await countRows(plant, 'daily_inspection', 'id = $1', [firstRow.id])) +
        (await countRows(plant, 'post_inspection', 'id = $1', [secondRow.id])),
    ).toBe(0)
    expect((await staff['prod-lead'].call(removeInspection, { id: firstRow.id })).errno).toBe('4006')
  })
  test('that failed are shown at the handover', async () => {
    const floor = await createFloor(plant, staff)
    await daily(floor)
    expect(expectOk(await staff['operator-line'].call(lineSnapshot, { lineId: floor.line.id })).alarms).toMatchObject([
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
    const floor = await createFloor(plant, staff)
    const id = await insertStandard(floor)
    const row = expectOk(await check(floor, frt))
    expect(row).toMatchObject({ outOfLimits, result, processStandardId: id, measuredAt: NOW })
    expect(row.values).toMatchObject([
      { key: 'FRT', label: '花辊温度', low: 140, target: 145, high: 150 },
      { key: 'X9', label: '自测', low: null, high: null },
    ])
  })
  test('keeps its limits', async () => {
    const floor = await createFloor(plant, staff)
    const id = await insertStandard(floor)
    const row = expectOk(await check(floor, 148))
    await plant.query(
      `update process_standard set parameters = '[{"key":"FRT","label":"花辊温度","high":147}]' where id = $1`,
      [id],
    )
    expect(expectOk(await check(floor, 148)).result).toBe('notOk')
    expect(await fetchRow<{ result: string }>(plant, 'process_inspection1', row.id)).toMatchObject({ result: 'ok' })
  })
  test('uses the version that its order pinned at the start, whatever is in force now', async () => {
    const floor = await createFloor(plant, staff)
    const pinned = await insertStandard(floor, { newest: false, high: 150 })
    await insertStandard(floor, { high: 140 })
    await plant.query('update work_order set process_standard_id = $2 where id = $1', [floor.order.id, pinned])
    expect(expectOk(await check(floor, 148))).toMatchObject({ result: 'ok', processStandardId: pinned })
    const asked = expectOk(await staff['operator-line'].call(processParameters1, { lineId: floor.line.id }))
    expect(asked.find(({ key }: { key: string }) => key === 'FRT')).toMatchObject({ high: 150 })
  })
  test.each([
    ['not approved', { approved: false }],
    ['an older version', { newest: false }],
    ['of slitting', { variant: 'slitting' }],
  ])('is not judged by a standard that is %s', async (_what, more) => {
    const floor = await createFloor(plant, staff)
    await insertStandard(floor, more)
    expect(expectOk(await check(floor, 500))).toMatchObject({
      result: 'noStandard',
      outOfLimits: 0,
      processStandardId: null,
    })
  })
  test('of slitting uses the slitting standard; a standard of the line precedes a general one', async () => {
    const floor = await createFloor(plant, staff)
    await insertStandard(floor, { lineId: null, high: 141 })
    const ownStandard = await insertStandard(floor, { high: 150 })
    const slitting = await insertStandard(floor, { variant: 'slitting', high: 120 })
    expect(expectOk(await check(floor, 145))).toMatchObject({ result: 'ok', processStandardId: ownStandard })
    expect(expectOk(await check(floor, 145, processInspection2 as never))).toMatchObject({
      result: 'notOk',
      processStandardId: slitting,
    })
  })
  test('offers the parameters of the order with their last values', async () => {
    const floor = await createFloor(plant, staff)
    await insertStandard(floor)
    const loadParameters = async (input: object) =>
      expectOk(await staff['operator-line'].call(processParameters1, input))
    expect(await loadParameters({ lineId: floor.line.id })).toEqual([
      { key: 'FRT', label: '花辊温度', unit: '°C', low: 140, target: 145, high: 150, last: null },
      { key: 'CS', label: '热轧机速度', unit: 'm/min', low: null, target: 200, high: null, last: null },
    ])
    expectOk(await check(floor, 146))
    expect((await loadParameters({ workOrderId: floor.order.id }))[0]).toMatchObject({ key: 'FRT', last: 146 })
    expect(await loadParameters({ lineId: (await createFloor(plant, staff)).line.id })).toEqual([])
  })
  test('of slitting without a line offers the general parameters, not those of some slitter', async () => {
    const floor = await createFloor(plant, staff)
    const loadHighs = async () =>
      expectOk(await staff['operator-line'].call(processParameters2, { workOrderId: floor.order.id })).map(
        ({ high }) => high,
      )
    await insertStandard(floor, { variant: 'slitting', high: 120 })
    expect(await loadHighs()).toEqual([])
    await insertStandard(floor, { variant: 'slitting', lineId: null, high: 130 })
    expect(await loadHighs()).toEqual([130, null])
  })
})

describe('a running slitter', () => {
  test('is asked for the parameters of its order and has its own due inspections', async () => {
    const [winder, slitter] = [await createFloor(plant, staff), await createFloor(plant, staff, 'slitting')]
    await plant.query(`update work_order set state = 'paused' where id = $1`, [slitter.order.id])
    await insertStandard(winder, { variant: 'slitting', lineId: null, high: 120 })
    const loadSlitterParameters = async () =>
      expectOk(await staff['operator-line'].call(processParameters2, { lineId: slitter.line.id })).map(
        ({ key, high }) => [key, high],
      )
    await plant.query(
      `insert into machine_run (site_id, id, machine, line_id, work_order_id, on_at, business_date) values (1, $1, 'slitter', $2, $3, $4, '2026-11-20')`,
      [createUuid7(), slitter.line.id, winder.order.id, plantTime('08:10')],
    )
    expect(await loadSlitterParameters()).toEqual([
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
  test('is a form with a photo, releases the order, and its photo is readable', async () => {
    const floor = await createFloor(plant, staff)
    const { items: formItems, ...fields } = input(floor)
    const answer = await staff['operator-line'].upload(
      '/production/first_inspection',
      photo,
      { ...fields, items: JSON.stringify(formItems) },
      'first.png',
      'image',
    )
    const row = expectOk(answer as never) as { id: string; images: string[]; released: boolean }
    expect(row).toMatchObject({ released: true, result: 'ok' })
    expect(row.images).toHaveLength(1)
    const picture = await staff['prod-lead'].call(firstInspectionImage, { id: row.id })
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await staff['prod-lead'].call(firstInspectionImage, { id: row.id, index: 1 })).errno).toBe('4006')
    expect(
      expectOk(await staff['prod-lead'].call(firstInspection.endpoints.list, { lineId: floor.line.id })).list.map(
        ({ id }) => id,
      ),
    ).toEqual([row.id])
  })
  test('with a file that is no picture is refused and stores nothing', async () => {
    const floor = await createFloor(plant, staff)
    const { items: formItems, ...fields } = input(floor)
    const answer = await staff['operator-line'].upload(
      '/production/first_inspection',
      Buffer.from('no picture'),
      { ...fields, items: JSON.stringify(formItems) },
      'a.png',
      'image',
    )
    expect(answer.errno).not.toBe('200')
    expect(await countRows(plant, 'first_inspection', 'line_id = $1', [floor.line.id])).toBe(0)
  })
  test('arrives once from a phone, its photos follow', async () => {
    const floor = await createFloor(plant, staff)
    const id = createUuid7()
    const op = { id: createUuid7(), op: addFirstInspection, body: { id, ...input(floor), images: [createUuid7()] } }
    for (let round = 0; round < 2; round += 1)
      expect((await sync(staff['operator-line'], [op]))[0]).toMatchObject({
        status: 'done',
        data: { id, released: true },
      })
    expect(await countRows(plant, 'first_inspection', 'id = $1', [id])).toBe(1)
  })
  test('with a failed item does not release, whatever the input says', async () => {
    const floor = await createFloor(plant, staff)
    expect(
      expectOk(await staff['operator-line'].call(addFirstInspection, { ...input(floor), items: limited(items) })),
    ).toMatchObject({ result: 'notOk', released: false })
  })
  test('uses the limits of the product’s check sheet, whatever the phone sends', async () => {
    const floor = await createFloor(plant, staff)
    expectOk(
      await staff.admin.call(tableTemplate.endpoints.create, {
        name: `S-${floor.productId.slice(-8)}`,
        use: 'check',
        productId: floor.productId,
        items: [{ item: '克重', itemEn: 'Basis weight', kind: 'number', unit: 'g/m²', low: 19, target: 20, high: 21 }],
      } as never),
    )
    const add = async (item: string, value: number, limits: object) =>
      expectOk(
        await staff['operator-line'].call(addFirstInspection, {
          ...input(floor),
          items: [{ ...blank, item, result: 'ok', value, ...limits }],
        } as never),
      )
    const wide = { low: 0, target: 12, high: 99 }
    const ownLimits = { unit: 'g/m²', low: 19, target: 20, high: 21 }
    const outside = await add('克重', 12, wide)
    expect(outside).toMatchObject({
      result: 'notOk',
      released: false,
      items: [{ ...ownLimits, value: 12, result: 'notOk' }],
    })
    const named = await add('Basis weight', 20.4, { low: 0, high: 1 })
    expect(named).toMatchObject({ result: 'ok', released: true, items: [{ ...ownLimits, result: 'ok' }] })
    // Older phones send no item name, and items outside the sheet have none.
    expect(await add('克重', 12, {})).toMatchObject({ result: 'notOk', released: false })
    const unasked = await add('张力', 12, { low: 28.5, high: 31.5 })
    expect(unasked).toMatchObject({ result: 'ok', released: true, items: [{ low: null, target: null, high: null }] })
  })
  test('is refused for a roll of another order', async () => {
    const floor = await createFloor(plant, staff)
    const roll = await insertJumbo(plant, await createFloor(plant, staff), plantTime('09:00'))
    expect((await staff['operator-line'].call(addFirstInspection, { ...input(floor), jumboRollId: roll })).errno).toBe(
      '4013',
    )
  })
})

describe('due inspections', () => {
  test('are planned once per running line and done by the record', async () => {
    const floor = await createFloor(plant, staff)
    for (let round = 0; round < 2; round += 1) await runJob(plant, 'inspections-due')
    const loadSchedule = () =>
      plant.query<{ inspection: string; due_at: string; done_at: string | null }>(
        'select inspection, due_at, done_at from inspection_time where line_id = $1 order by inspection',
        [floor.line.id],
      )
    expect(await loadSchedule()).toMatchObject([
      { inspection: 'daily', due_at: plantTime('09:00'), done_at: null },
      { inspection: 'first', due_at: plantTime('07:30'), done_at: null },
      { inspection: 'process1', due_at: plantTime('10:00'), done_at: null },
    ])
    plant.clock.set(plantTime('10:30'))
    expect(expectOk(await staff['operator-line'].call(lineSnapshot, { lineId: floor.line.id })).alarms).toMatchObject([
      { kind: 'inspectionMissed', label: 'daily' },
    ])
    await daily(floor, { items: fine })
    expectOk(
      await staff['operator-line'].call(processInspection1.endpoints.create, {
        lineId: floor.line.id,
        workOrderId: floor.order.id,
        values: measured(1),
      } as never),
    )
    expectOk(
      await staff['operator-line'].call(addFirstInspection, {
        lineId: floor.line.id,
        workOrderId: floor.order.id,
        items: limited(fine),
        result: 'ok',
      }),
    )
    expect((await loadSchedule()).map(({ done_at: done }) => done)).toEqual([
      plantTime('10:30'),
      plantTime('10:30'),
      plantTime('10:30'),
    ])
    await runJob(plant, 'inspections-due')
    expect(await loadSchedule()).toHaveLength(3)
  })
  test('are open again when their record is removed, unless another record settles them', async () => {
    const floor = await createFloor(plant, staff)
    await runJob(plant, 'inspections-due')
    const loadDone = async () =>
      (
        await plant.query<{ done_at: string | null; user_id: string | null }>(
          `select done_at, user_id from inspection_time where line_id = $1 and inspection = 'daily'`,
          [floor.line.id],
        )
      )[0]
    const remove = async ({ id }: { id: string }) => expectOk(await staff['prod-lead'].call(removeInspection, { id }))
    const first = await daily(floor, { items: fine })
    plant.clock.set(plantTime('10:20'))
    const second = await daily(floor, { items: fine })
    expect(await loadDone()).toMatchObject({ done_at: NOW })
    await remove(first)
    expect(await loadDone()).toEqual({ done_at: plantTime('10:20'), user_id: staff['operator-line'].userId })
    await remove(second)
    expect(await loadDone()).toEqual({ done_at: null, user_id: null })
  })
  test('become due and missed at the configured times', async () => {
    const set = async (key: SettingKey, value: number) =>
      expectOk(await staff['prod-lead'].call(setPlantSetting, { key, value }))
    for (const [key, value] of [
      ['inspectionDaily', 90],
      ['inspectionProcess', 30],
      ['inspectionFirst', 15],
      ['inspectionMissed', 180],
    ] as const)
      await set(key, value)
    const floor = await createFloor(plant, staff)
    await runJob(plant, 'inspections-due')
    expect(
      (
        await plant.query<{ inspection: string; due_at: string }>(
          'select inspection, due_at from inspection_time where line_id = $1 order by inspection',
          [floor.line.id],
        )
      ).map((one) => [one.inspection, one.due_at]),
    ).toEqual([
      ['daily', plantTime('09:30')],
      ['first', plantTime('07:15')],
      ['process1', plantTime('08:30')],
    ])
    const missed = async () =>
      expectOk(await staff['operator-line'].call(lineSnapshot, { lineId: floor.line.id })).alarms.map(
        ({ label }) => label,
      )
    plant.clock.set(plantTime('12:29'))
    expect(await missed()).toEqual(['process1'])
    plant.clock.set(plantTime('12:31'))
    expect(await missed()).toEqual(['process1', 'daily'])
    await plant.query(`delete from plant_setting where key like 'inspection%'`)
    plant.app.changes.publishSoon(['plantSetting'])
  })
  test('can be entered by hand and ticked off', async () => {
    const floor = await createFloor(plant, staff)
    const row = expectOk(
      await staff['operator-line'].call(inspectionTime.endpoints.create, {
        lineId: floor.line.id,
        inspection: 'post',
        dueAt: plantTime('17:00'),
      }),
    )
    expect(row).toMatchObject({ shift: 'middle', doneAt: null, userId: null })
    expect(
      (
        await staff['operator-line'].call(inspectionTime.endpoints.create, {
          lineId: floor.line.id,
          inspection: 'post',
          dueAt: plantTime('17:00'),
        })
      ).errno,
    ).toBe('4003')
    expect(
      expectOk(
        await staff['operator-line'].call(inspectionTime.endpoints.update, {
          id: row.id,
          version: row.version,
          doneAt: NOW,
        }),
      ),
    ).toMatchObject({ doneAt: NOW, userId: staff['operator-line'].userId })
  })
})
