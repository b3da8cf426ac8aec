import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { judgeEntry } from '@/areas/equipment/client/meters/judge-entry'
import { operationLog } from '@/areas/access/contract/log'
import { meter, meterReading } from '@/areas/equipment/contract/meter'
import { shiftPack } from '@/contract/kit'
import type { ShiftPackPage } from '@/contract/sync'
import { readSheet } from '@/server/excel/read-sheet'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { expectOk } from '../plant-staff'
import { countRows, createMachine, NOW, buildWorkbook, sync } from './machines'

let plant: TestPlant
let lead: Caller
let worker: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  plant.clock.set(NOW)
  lead = await plant.as('maint-lead')
  worker = await plant.as('maint')
})
afterAll(() => plant.close())

let serial = 0
const createMeter = async (overrides: object = {}) =>
  (
    await lead.call(meter.endpoints.create, {
      code: `em-${++serial}`,
      name: '电表',
      kind: 'electricity',
      unit: 'kWh',
      counter: true,
      rollsOverAt: 100_000,
      ...overrides,
    })
  ).data
const toHour = (n: number) => new Date(Date.UTC(2026, 10, 1, n)).toISOString()
const read = (meterId: string, n: number, value: number, more: object = {}) =>
  worker.call(meterReading.endpoints.create, { meterId, readAt: toHour(n), value, ...more }, { language: 'en' })
const loadMeter = async (id: string) =>
  (
    await plant.query<{ last_reading: number; last_read_at: string; version: number }>(
      'select last_reading, last_read_at, version from meter where id = $1',
      [id],
    )
  )[0]

describe('meters', () => {
  test('calculate when calibration is due, on creation and on change', async () => {
    const createdMeter = await createMeter({ calibratedOn: '2026-01-31', calibrationMonths: 1 })
    expect(createdMeter).toMatchObject({ code: `EM-${serial}`, calibrationDueOn: '2026-02-28' })
    const changeAnswer = await lead.call(meter.endpoints.update, {
      id: createdMeter.id,
      version: 1,
      calibrationMonths: 12,
    })
    expect(changeAnswer.data.calibrationDueOn).toBe('2027-01-31')
    const clearedAnswer = await lead.call(meter.endpoints.update, {
      id: createdMeter.id,
      version: 2,
      calibratedOn: null,
    })
    expect(clearedAnswer.data.calibrationDueOn).toBeNull()
  })
  test.each([
    ['a range the wrong way round', { rangeLow: 5, rangeHigh: 5 }],
    ['a roll-over without counting', { counter: false, rollsOverAt: 100 }],
    ['a code no label could carry', { code: 'a:b' }],
  ])('refuse %s', async (_what, overrides) => {
    const countBefore = await countRows(plant, 'meter')
    const answer = await lead.call(meter.endpoints.create, {
      code: 'BAD',
      name: 'x',
      kind: 'water',
      unit: 'm³',
      counter: true,
      ...overrides,
    })
    expect(['6000', '4013']).toContain(answer.errno)
    expect(await countRows(plant, 'meter')).toBe(countBefore)
  })
  test('with readings keep unit and kind of counting, and cannot be removed', async () => {
    const { id } = await createMeter()
    await read(id, 0, 10)
    expect((await lead.call(meter.endpoints.update, { id, version: 1, unit: 'MWh' })).errno).toBe('6000')
    expect((await lead.call(meter.endpoints.update, { id, version: 1, name: '总表' })).errno).toBe('200')
    expect((await lead.call(meter.endpoints.remove, { id })).errno).toBe('6000')
  })
  test('can be removed by the lead and read by the accountant', async () => {
    const { id } = await createMeter()
    const accountant = await plant.as('accountant')
    expect((await accountant.call(meter.endpoints.list, { id })).data.total).toBe(1)
    expect([
      (await accountant.call(meter.endpoints.remove, { id })).errno,
      (await worker.call(meter.endpoints.remove, { id })).errno,
    ]).toEqual(['401', '401'])
  })
})

describe('readings', () => {
  test('show use, roll-over and exchange; the meter shows the newest reading without a new version', async () => {
    const { id } = await createMeter()
    expect((await read(id, 0, 99_000)).data).toMatchObject({
      used: 0,
      verdict: 'ok',
      userId: worker.userId,
      source: 'manual',
    })
    expect((await read(id, 10, 99_900)).data).toMatchObject({ used: 900, verdict: 'ok' })
    // 99 900 → 100 000 is 100, → 20 is 20.
    expect((await read(id, 20, 20)).data).toMatchObject({ used: 120, verdict: 'rollOver' })
    // 20 → 70 on the old meter, 5 → 25 on the new one.
    expect((await read(id, 30, 25, { oldFinal: 70, newStart: 5 })).data).toMatchObject({
      used: 70,
      verdict: 'exchange',
    })
    expect(await loadMeter(id)).toEqual({ last_reading: 25, last_read_at: toHour(30), version: 1 })
  })
  test.each([
    ['below the last one', 5, 10, 50, {}, '6000'],
    ['at the same time', 0, 10, 200, {}, '4003'],
    ['beyond the counter', 5, 10, 100_000, {}, '6000'],
    ['below zero', 5, 10, -1, {}, '6000'],
    ['of half an exchange', 5, 10, 200, { oldFinal: 100 }, '6000'],
    ['from the day after tomorrow', 24 * 21, 10, 200, {}, '6000'],
  ])('%s are refused', async (_what, n, _unused, value, overrides, expected) => {
    const { id } = await createMeter()
    await read(id, 0, 100)
    expect((await read(id, n, value, overrides)).errno).toBe(expected)
    expect(await countRows(plant, 'meter_reading', `meter_id = '${id}'`)).toBe(1)
    expect(await loadMeter(id)).toMatchObject({ last_reading: 100 })
  })
  test('ten times the usual use asks for confirmation', async () => {
    const { id } = await createMeter()
    for (const [n, value] of [
      [0, 100],
      [24, 340],
      [48, 580],
    ] as const)
      await read(id, n, value) // 10 an hour
    const jumpAnswer = await read(id, 49, 681) // 101 in an hour, more than ten times the usual use
    expect(jumpAnswer).toMatchObject({ errno: '6000', data: { jump: true, used: 101 } })
    expect((await read(id, 49, 681, { jumpConfirmed: true })).data).toMatchObject({ verdict: 'jump', used: 101 })
    expect((await read(id, 50, 781)).errno).toBe('200') // 100 in an hour, of a usual 14
  })
  test('last reading and usual use are in the shift pack, so a phone judges an entry like the server', async () => {
    const { id } = await createMeter()
    for (const n of [0, 10, 20, 30]) await read(id, n, 1000 + n * 2)
    const loadPackedMeter = async () => {
      const pack = (await worker.call(shiftPack, { cursor: null } as never)).data as unknown as ShiftPackPage
      expect(Object.keys(pack.rows)).not.toContain('meterReading')
      return pack.rows['meter']!.find((row) => row['id'] === id)!
    }
    const row = await loadPackedMeter()
    expect(row).toMatchObject({ lastReading: 1060, lastReadAt: toHour(30), usualPerHour: 2, version: 1 })
    expect(
      Buffer.byteLength(
        JSON.stringify({
          lastReading: row['lastReading'],
          lastReadAt: row['lastReadAt'],
          usualPerHour: row['usualPerHour'],
        }),
      ),
    ).toBeLessThan(100)
    const judgeValue = (value: number) =>
      judgeEntry(
        row as never,
        { readAt: row['lastReadAt'] as string, value: row['lastReading'] as number },
        row['usualPerHour'] as number,
        { value, oldFinal: null, newStart: null, jumpConfirmed: false, exchanged: false, images: [], note: null },
        toHour(31),
      ).check?.verdict
    expect([judgeValue(1059), judgeValue(1062), judgeValue(1100)]).toEqual(['backwards', 'ok', 'jump'])
    expect((await read(id, 31, 1059)).errno).toBe('6000')
    expect((await read(id, 31, 1100)).data).toMatchObject({ jump: true })
    const newest = (
      await plant.query<{ id: string }>(
        'select id from meter_reading where meter_id = $1 order by read_at desc limit 1',
        [id],
      )
    )[0]!.id
    await lead.call(meterReading.endpoints.remove, { id: newest })
    expect(await loadPackedMeter()).toMatchObject({ lastReading: 1040, usualPerHour: null }) // usual use needs a day of readings
  })
  test('a late reading is inserted between its neighbours', async () => {
    const { id } = await createMeter()
    await read(id, 0, 100)
    const last = await read(id, 20, 300)
    expect((await read(id, 10, 400)).errno).toBe('6000')
    expect((await read(id, 10, 160)).data.used).toBe(60)
    expect(await plant.query('select used, verdict from meter_reading where id = $1', [last.data.id])).toEqual([
      { used: 140, verdict: 'ok' },
    ])
    expect(await loadMeter(id)).toMatchObject({ last_reading: 300 })
  })
  test('only the newest can be removed, and the meter shows the previous one', async () => {
    const { id } = await createMeter()
    const firstReading = await read(id, 0, 100)
    const secondReading = await read(id, 1, 110)
    expect((await worker.call(meterReading.endpoints.remove, { id: secondReading.data.id })).errno).toBe('401')
    expect((await lead.call(meterReading.endpoints.remove, { id: firstReading.data.id })).errno).toBe('6000')
    expect((await lead.call(meterReading.endpoints.remove, { id: secondReading.data.id })).errno).toBe('200')
    expect(await loadMeter(id)).toMatchObject({ last_reading: 100 })
    expect((await lead.call(meterReading.endpoints.remove, { id: firstReading.data.id })).errno).toBe('200')
    expect(await loadMeter(id)).toMatchObject({ last_reading: null, last_read_at: null })
  })
  test('of a gauge are stored unchanged', async () => {
    const { id } = await createMeter({ kind: 'temperature', unit: '°C', counter: false, rollsOverAt: null })
    await read(id, 0, 150)
    expect((await read(id, 1, -5)).data).toMatchObject({ value: -5, used: null, verdict: 'ok' })
  })
  test("of an hour counter update the machine's running hours", async () => {
    const machine = await createMachine(lead)
    const { id } = await createMeter({ kind: 'runningHours', unit: 'h', equipmentId: machine.id, rollsOverAt: 10_000 })
    const loadRunningHours = async () =>
      (
        await plant.query<{ running_hours: number }>('select running_hours from equipment where id = $1', [machine.id])
      )[0]?.running_hours
    await read(id, 0, 9_990)
    expect(await loadRunningHours()).toBe(9_990)
    await read(id, 24, 5.5)
    expect(await loadRunningHours()).toBe(10_005.5)
    const last = await read(id, 25, 6.5)
    await lead.call(meterReading.endpoints.remove, { id: last.data.id })
    expect(await loadRunningHours()).toBe(10_005.5)
  })
  test('of two people at once are not both based on the same previous reading', async () => {
    const { id } = await createMeter()
    await read(id, 0, 100)
    const answers = await Promise.all([read(id, 10, 200), read(id, 11, 210)])
    expect(answers.map((a) => a.errno)).toEqual(['200', '200'])
    const [sum] = await plant.query<{ used: number }>(
      'select sum(used) as used from meter_reading where meter_id = $1',
      [id],
    )
    expect(sum?.used).toBe(110)
  })
  test('from a phone are stored once', async () => {
    const { id } = await createMeter()
    const syncOp = {
      id: createUuid7(Date.now()),
      op: 'meterReading.create',
      body: { id: createUuid7(Date.now()), meterId: id, readAt: toHour(1), value: 5, source: 'scanned' },
    }
    await sync(worker, [syncOp])
    expect((await sync(worker, [syncOp])).answers[0]?.status).toBe('done')
    expect(await countRows(plant, 'meter_reading', `meter_id = '${id}'`)).toBe(1)
  })
  test('are named in the operation log by meter and plant time, not by ids', async () => {
    const { code, id } = await createMeter()
    const readAt = toHour(1)
    const { data } = await lead.call(meterReading.endpoints.create, { meterId: id, readAt, value: 5 })
    const admin = await plant.as('admin')
    const logQuery = { resource: 'meterReading', rowId: (data as { id: string }).id }
    const { list } = expectOk(await admin.call(operationLog.endpoints.list, logQuery))
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Shanghai',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(new Date(readAt))
    expect(list.map(({ rowTitle }) => rowTitle)).toEqual([expect.stringMatching(new RegExp(`^${code} .*${clock}$`))])
    // The exported workbook shows the same name, and the kind of row as a word.
    const { bytes } = await admin.raw('GET', `/user/operation_log_excel?${new URLSearchParams(logQuery).toString()}`)
    const [line] = (await readSheet(bytes)).rows
    expect(line).toEqual(expect.arrayContaining([list[0]!.rowTitle, '抄表记录', '抄表记录 · 新增']))
    expect(line!.filter((cell) => String(cell).includes('meterReading'))).toEqual([])
  })
  test('from a workbook may be in any order and imported again', async () => {
    const { code, id } = await createMeter()
    const rows = [
      [code, '2026-11-03 08:00', '300'],
      [code, '2026-11-01 08:00', '100'],
      [code, '2026-11-02 08:00', '180'],
    ]
    const sheet = await buildWorkbook(['仪表', '抄表时间', '读数'], ...rows)
    // The preview of an imported row shows the plant's time.
    const dryRunAnswer = await lead.upload('/meter/reading_upload', sheet, { dryRun: 'true' })
    const { changes } = dryRunAnswer.data as unknown as { changes: { name: string }[] }
    expect(changes.map(({ name }) => name.slice(-16))).toEqual(rows.map(([, at]) => at))
    const firstImport = await lead.upload('/meter/reading_upload', sheet)
    expect([firstImport.errmsg, firstImport.data]).toMatchObject(['', { created: 3 }])
    expect(
      await plant.query('select used, source from meter_reading where meter_id = $1 order by read_at', [id]),
    ).toEqual([
      { used: 0, source: 'import' },
      { used: 80, source: 'import' },
      { used: 120, source: 'import' },
    ])
    expect((await lead.upload('/meter/reading_upload', sheet)).data).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 3,
    })
    const refusal = await lead.upload(
      '/meter/reading_upload',
      await buildWorkbook(['仪表', '抄表时间', '读数'], [code, '2026-11-02 08:00', '181']),
    )
    expect(refusal.errno).toBe('6000')
  })
})
