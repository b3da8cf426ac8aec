import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { judgeEntry } from '@/areas/equipment/client/meters/judge-entry'
import { operationLog } from '@/areas/access/contract/log'
import { meter, meterReading } from '@/areas/equipment/contract/meter'
import { shiftPack } from '@/contract/kit'
import type { ShiftPack } from '@/contract/sync'
import { readSheet } from '@/server/excel/read-sheet'
import { testPlant, type Caller, type TestPlant } from '../harness'
import { good } from '../people'
import { countOf, newMachine, NOW, sheetOf, sync } from './machines'

let plant: TestPlant
let lead: Caller
let worker: Caller
beforeAll(async () => {
  plant = await testPlant()
  plant.clock.set(NOW)
  lead = await plant.as('maint-lead')
  worker = await plant.as('maint')
})
afterAll(() => plant.close())

let serial = 0
const newMeter = async (more: object = {}) =>
  (
    await lead.call(meter.endpoints.create, {
      code: `em-${++serial}`,
      name: '电表',
      kind: 'electricity',
      unit: 'kWh',
      counter: true,
      rollsOverAt: 100_000,
      ...more,
    })
  ).data
const hour = (n: number) => new Date(Date.UTC(2026, 10, 1, n)).toISOString()
const read = (meterId: string, n: number, value: number, more: object = {}) =>
  worker.call(meterReading.endpoints.create, { meterId, readAt: hour(n), value, ...more }, { language: 'en' })
const shown = async (id: string) =>
  (
    await plant.query<{ last_reading: number; last_read_at: string; version: number }>(
      'select last_reading, last_read_at, version from meter where id = $1',
      [id],
    )
  )[0]

describe('meters', () => {
  test('work out when calibration is due, on entry and on change', async () => {
    const made = await newMeter({ calibratedOn: '2026-01-31', calibrationMonths: 1 })
    expect(made).toMatchObject({ code: `EM-${serial}`, calibrationDueOn: '2026-02-28' })
    const changed = await lead.call(meter.endpoints.update, { id: made.id, version: 1, calibrationMonths: 12 })
    expect(changed.data.calibrationDueOn).toBe('2027-01-31')
    const never = await lead.call(meter.endpoints.update, { id: made.id, version: 2, calibratedOn: null })
    expect(never.data.calibrationDueOn).toBeNull()
  })
  test.each([
    ['a range the wrong way round', { rangeLow: 5, rangeHigh: 5 }],
    ['a roll-over without counting', { counter: false, rollsOverAt: 100 }],
    ['a code no label could carry', { code: 'a:b' }],
  ])('refuse %s', async (_what, more) => {
    const before = await countOf(plant, 'meter')
    const answer = await lead.call(meter.endpoints.create, {
      code: 'BAD',
      name: 'x',
      kind: 'water',
      unit: 'm³',
      counter: true,
      ...more,
    })
    expect(['6000', '4013']).toContain(answer.errno)
    expect(await countOf(plant, 'meter')).toBe(before)
  })
  test('keep unit and counting once there are readings, and stay while there are', async () => {
    const { id } = await newMeter()
    await read(id, 0, 10)
    expect((await lead.call(meter.endpoints.update, { id, version: 1, unit: 'MWh' })).errno).toBe('6000')
    expect((await lead.call(meter.endpoints.update, { id, version: 1, name: '总表' })).errno).toBe('200')
    expect((await lead.call(meter.endpoints.remove, { id })).errno).toBe('6000')
  })
  test("are the lead's to remove and the accountant's to see", async () => {
    const { id } = await newMeter()
    const accountant = await plant.as('accountant')
    expect((await accountant.call(meter.endpoints.list, { id })).data.total).toBe(1)
    expect([
      (await accountant.call(meter.endpoints.remove, { id })).errno,
      (await worker.call(meter.endpoints.remove, { id })).errno,
    ]).toEqual(['401', '401'])
  })
})

describe('readings', () => {
  test('show use, roll-over and exchange; the meter shows the newest, its version stays', async () => {
    const { id } = await newMeter()
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
    expect(await shown(id)).toEqual({ last_reading: 25, last_read_at: hour(30), version: 1 })
  })
  test.each([
    ['below the last one', 5, 10, 50, {}, '6000'],
    ['at the same time', 0, 10, 200, {}, '4003'],
    ['beyond the counter', 5, 10, 100_000, {}, '6000'],
    ['below zero', 5, 10, -1, {}, '6000'],
    ['of half an exchange', 5, 10, 200, { oldFinal: 100 }, '6000'],
    ['from the day after tomorrow', 24 * 21, 10, 200, {}, '6000'],
  ])('%s are refused', async (_what, n, _unused, value, more, expected) => {
    const { id } = await newMeter()
    await read(id, 0, 100)
    expect((await read(id, n, value, more)).errno).toBe(expected)
    expect(await countOf(plant, 'meter_reading', `meter_id = '${id}'`)).toBe(1)
    expect(await shown(id)).toMatchObject({ last_reading: 100 })
  })
  test('ten times the usual asks to look again', async () => {
    const { id } = await newMeter()
    for (const [n, value] of [
      [0, 100],
      [24, 340],
      [48, 580],
    ] as const)
      await read(id, n, value) // 10 an hour
    const slipped = await read(id, 49, 681) // 101 in an hour
    expect(slipped).toMatchObject({ errno: '6000', data: { jump: true, used: 101 } })
    expect((await read(id, 49, 681, { jumpConfirmed: true })).data).toMatchObject({ verdict: 'jump', used: 101 })
    expect((await read(id, 50, 781)).errno).toBe('200') // 100 in an hour, of a usual 14
  })
  test('last one and usual use travel in the shift pack: a phone judges an entry as the server will', async () => {
    const { id } = await newMeter()
    for (const n of [0, 10, 20, 30]) await read(id, n, 1000 + n * 2)
    const packed = async () => {
      const pack = (await worker.call(shiftPack, { cursor: null } as never)).data as unknown as ShiftPack
      expect(Object.keys(pack.rows)).not.toContain('meterReading')
      return pack.rows['meter']!.find((row) => row['id'] === id)!
    }
    const row = await packed()
    expect(row).toMatchObject({ lastReading: 1060, lastReadAt: hour(30), usualPerHour: 2, version: 1 })
    expect(
      Buffer.byteLength(
        JSON.stringify({
          lastReading: row['lastReading'],
          lastReadAt: row['lastReadAt'],
          usualPerHour: row['usualPerHour'],
        }),
      ),
    ).toBeLessThan(100)
    const entry = (value: number) =>
      judgeEntry(
        row as never,
        { at: row['lastReadAt'] as string, value: row['lastReading'] as number },
        row['usualPerHour'] as number,
        { value, oldFinal: null, newStart: null, jumpConfirmed: false, exchanged: false, images: [], note: null },
        hour(31),
      ).check?.verdict
    expect([entry(1059), entry(1062), entry(1100)]).toEqual(['backwards', 'ok', 'jump'])
    expect((await read(id, 31, 1059)).errno).toBe('6000')
    expect((await read(id, 31, 1100)).data).toMatchObject({ jump: true })
    const newest = (
      await plant.query<{ id: string }>(
        'select id from meter_reading where meter_id = $1 order by read_at desc limit 1',
        [id],
      )
    )[0]!.id
    await lead.call(meterReading.endpoints.remove, { id: newest })
    expect(await packed()).toMatchObject({ lastReading: 1040, usualPerHour: null }) // less than a day of readings
  })
  test('one that comes late goes between its neighbours', async () => {
    const { id } = await newMeter()
    await read(id, 0, 100)
    const last = await read(id, 20, 300)
    expect((await read(id, 10, 400)).errno).toBe('6000')
    expect((await read(id, 10, 160)).data.used).toBe(60)
    expect(await plant.query('select used, verdict from meter_reading where id = $1', [last.data.id])).toEqual([
      { used: 140, verdict: 'ok' },
    ])
    expect(await shown(id)).toMatchObject({ last_reading: 300 })
  })
  test('only the newest goes, and the meter shows the one before', async () => {
    const { id } = await newMeter()
    const first = await read(id, 0, 100)
    const second = await read(id, 1, 110)
    expect((await worker.call(meterReading.endpoints.remove, { id: second.data.id })).errno).toBe('401')
    expect((await lead.call(meterReading.endpoints.remove, { id: first.data.id })).errno).toBe('6000')
    expect((await lead.call(meterReading.endpoints.remove, { id: second.data.id })).errno).toBe('200')
    expect(await shown(id)).toMatchObject({ last_reading: 100 })
    expect((await lead.call(meterReading.endpoints.remove, { id: first.data.id })).errno).toBe('200')
    expect(await shown(id)).toMatchObject({ last_reading: null, last_read_at: null })
  })
  test('of a gauge are taken as they are', async () => {
    const { id } = await newMeter({ kind: 'temperature', unit: '°C', counter: false, rollsOverAt: null })
    await read(id, 0, 150)
    expect((await read(id, 1, -5)).data).toMatchObject({ value: -5, used: null, verdict: 'ok' })
  })
  test("of an hour counter move the machine's running hours", async () => {
    const machine = await newMachine(lead)
    const { id } = await newMeter({ kind: 'runningHours', unit: 'h', equipmentId: machine.id, rollsOverAt: 10_000 })
    const hours = async () =>
      (
        await plant.query<{ running_hours: number }>('select running_hours from equipment where id = $1', [machine.id])
      )[0]?.running_hours
    await read(id, 0, 9_990)
    expect(await hours()).toBe(9_990)
    await read(id, 24, 5.5)
    expect(await hours()).toBe(10_005.5)
    const last = await read(id, 25, 6.5)
    await lead.call(meterReading.endpoints.remove, { id: last.data.id })
    expect(await hours()).toBe(10_005.5)
  })
  test('of two people at once do not both start from the same one', async () => {
    const { id } = await newMeter()
    await read(id, 0, 100)
    const both = await Promise.all([read(id, 10, 200), read(id, 11, 210)])
    expect(both.map((a) => a.errno)).toEqual(['200', '200'])
    const [sum] = await plant.query<{ used: number }>(
      'select sum(used) as used from meter_reading where meter_id = $1',
      [id],
    )
    expect(sum?.used).toBe(110)
  })
  test('from a phone come once', async () => {
    const { id } = await newMeter()
    const op = {
      id: createUuid7(Date.now()),
      op: 'meterReading.create',
      body: { id: createUuid7(Date.now()), meterId: id, readAt: hour(1), value: 5, source: 'scanned' },
    }
    await sync(worker, [op])
    expect((await sync(worker, [op])).answers[0]?.status).toBe('done')
    expect(await countOf(plant, 'meter_reading', `meter_id = '${id}'`)).toBe(1)
  })
  test('are named in the audit trail by their meter and the clock of the plant, not by ids', async () => {
    const { code, id } = await newMeter()
    const readAt = hour(1)
    const { data } = await lead.call(meterReading.endpoints.create, { meterId: id, readAt, value: 5 })
    const admin = await plant.as('admin')
    const asked = { resource: 'meterReading', rowId: (data as { id: string }).id }
    const { list } = good(await admin.call(operationLog.endpoints.list, asked))
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Shanghai',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(new Date(readAt))
    expect(list.map(({ rowTitle }) => rowTitle)).toEqual([expect.stringMatching(new RegExp(`^${code} .*${clock}$`))])
    // Its Excel says the same, and what kind of row it is in words.
    const { bytes } = await admin.raw('GET', `/user/operation_log_excel?${new URLSearchParams(asked).toString()}`)
    const [line] = (await readSheet(bytes)).rows
    expect(line).toEqual(expect.arrayContaining([list[0]!.rowTitle, '抄表记录', '抄表记录 · 新增']))
    expect(line!.filter((cell) => String(cell).includes('meterReading'))).toEqual([])
  })
  test('from a sheet may stand in any order and be sent again', async () => {
    const { code, id } = await newMeter()
    const rows = [
      [code, '2026-11-03 08:00', '300'],
      [code, '2026-11-01 08:00', '100'],
      [code, '2026-11-02 08:00', '180'],
    ]
    const sheet = await sheetOf(['仪表', '抄表时间', '读数'], ...rows)
    // What is shown of a line before it is written is named as people read it, by the plant's clock.
    const trial = await lead.upload('/meter/reading_upload', sheet, { dryRun: 'true' })
    const { changes } = trial.data as unknown as { changes: { name: string }[] }
    expect(changes.map(({ name }) => name.slice(-16))).toEqual(rows.map(([, at]) => at))
    const first = await lead.upload('/meter/reading_upload', sheet)
    expect([first.errmsg, first.data]).toMatchObject(['', { created: 3 }])
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
    const other = await lead.upload(
      '/meter/reading_upload',
      await sheetOf(['仪表', '抄表时间', '读数'], [code, '2026-11-02 08:00', '181']),
    )
    expect(other.errno).toBe('6000')
  })
})
