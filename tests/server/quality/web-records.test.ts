import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runPackageAction } from '@/areas/packing/contract/package-endpoints'
import { createUuid7 } from '@/contract/id'
import { setPlantSetting } from '@/plant/contract/plant-setting'
import { tableTemplate } from '@/areas/quality/contract/table-template'
import {
  addStorage,
  codeWidth,
  oiling,
  productStorage,
  storageImage,
  widthCheck,
} from '@/areas/quality/contract/width-and-oil-records'
import { putOnHold } from '@/areas/rolls/contract/hold'
import { readSheet } from '@/server/excel/read-sheet'
import type { Caller, TestPlant } from '../harness'
import { plantTime, countRows, expectOk, NOW, fetchRow, createStaffedPlant, sync, type Staff } from '../plant-staff'
import { emptyItem, createHall, PHOTO } from './rolls-to-check'

let plant: TestPlant
let staff: Staff
let inspector: Caller
let lead: Caller
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  inspector = staff.quality
  lead = await plant.as('quality-lead')
}, 120_000)
beforeEach(() => {
  plant.clock.set(NOW)
})
afterAll(() => plant.close())

describe('width verification', () => {
  test('compares each lane with its own width, by the plant’s tolerance unless given', async () => {
    const hall = await createHall(plant, staff)
    const lanes = [
      { lane: 1, setMm: 800, measuredMm: 802 },
      { lane: 2, setMm: 800, measuredMm: 797.4 },
      { lane: 3, setMm: 800, measuredMm: null },
    ]
    const row = expectOk(await inspector.call(widthCheck.endpoints.create, { jumboRollId: hall.jumboId, lanes }))
    expect(row).toMatchObject({
      toleranceMm: 2,
      measured: 2,
      outOfLimits: 1,
      worstMm: -2.6,
      result: 'notOk',
      lineId: hall.floor.line.id,
      productId: hall.floor.productId,
      team: 'A',
      shift: 'early',
      filledAt: NOW,
      userId: inspector.userId,
    })
    expectOk(await staff.admin.call(setPlantSetting, { key: 'widthTolerance', value: 3 }))
    const wider = await inspector.call(widthCheck.endpoints.create, { jumboRollId: hall.jumboId, lanes })
    expect(expectOk(wider)).toMatchObject({ toleranceMm: 3, result: 'ok' })
    expect(await fetchRow(plant, 'width_check', row.id)).toMatchObject({ result: 'notOk' })
    const mended = lanes.map((one) => ({ ...one, measuredMm: 800 }))
    expect(
      expectOk(await inspector.call(widthCheck.endpoints.update, { id: row.id, version: row.version, lanes: mended })),
    ).toMatchObject({ result: 'ok', measured: 3, toleranceMm: 2 })
    expect((await inspector.call(widthCheck.endpoints.remove, { id: row.id })).errno).toBe('401')
    expect((await staff.viewer.call(widthCheck.endpoints.list, {})).data).toBeNull()
    expectOk(await lead.call(widthCheck.endpoints.remove, { id: row.id }))
    for (const { endpoints } of [widthCheck, oiling, codeWidth])
      expect((await lead.call(endpoints.export, {})).headers['content-type']).toContain('spreadsheetml')
  })
  test('cannot be moved to a roll that was wound on a later day', async () => {
    const [hall, laterHall] = [await createHall(plant, staff), await createHall(plant, staff)]
    const lanes = [{ lane: 1, setMm: 800, measuredMm: 802 }]
    const row = expectOk(await inspector.call(widthCheck.endpoints.create, { jumboRollId: hall.jumboId, lanes }))
    await plant.query(`update width_check set filled_at = $2 where id = $1`, [row.id, plantTime('09:00', '2026-11-19')])
    const { id, version } = row
    expect(
      await inspector.call(widthCheck.endpoints.update, { id, version, jumboRollId: laterHall.jumboId }),
    ).toMatchObject({ errno: '6000', data: { issues: [{ path: ['jumboRollId'], code: 'tooEarly' }] } })
    expect(await fetchRow(plant, 'width_check', id)).toMatchObject({ jumbo_roll_id: hall.jumboId, version })
  })
})

describe('oiling', () => {
  test.each([
    [0.5, 'ok', 0.5],
    [0.2, 'ok', 0.2],
    [0.8, 'ok', 0.8],
    [0.9, 'notOk', 0.9],
    [0.1, 'notOk', 0.1],
  ])('%s g on 100 g of fabric is %s', async (addOnG, result, opu) => {
    const hall = await createHall(plant, staff)
    expect(
      expectOk(
        await inspector.call(oiling.endpoints.create, {
          jumboRollId: hall.jumboId,
          samples: [{ lane: 1, fabricG: 100, addOnG }],
        }),
      ),
    ).toMatchObject({ opu, lowest: opu, highest: opu, lowPercent: 0.2, highPercent: 0.8, result })
  })
  test('is the mean by mass; fabric without mass is refused', async () => {
    const hall = await createHall(plant, staff)
    const make = (samples: object[]) =>
      inspector.call(oiling.endpoints.create, { jumboRollId: hall.jumboId, samples: samples as never })
    expect(
      expectOk(
        await make([
          { fabricG: 100, addOnG: 0.3 },
          { fabricG: 300, addOnG: 2.1 },
        ]),
      ),
    ).toMatchObject({ opu: 0.6, lowest: 0.3, highest: 0.7, result: 'ok' })
    expect((await make([{ fabricG: 0, addOnG: 1 }])).errno).toBe('4013')
    expect((await make([{ fabricG: 'x', addOnG: 1 }])).errno).toBe('4013')
  })
  test('can be corrected and is judged again by its own limits', async () => {
    const hall = await createHall(plant, staff)
    const samples = [{ lane: 1, fabricG: 100, addOnG: 0.9 }]
    const row = expectOk(await inspector.call(oiling.endpoints.create, { jumboRollId: hall.jumboId, samples }))
    const mend = (patch: object) =>
      inspector.call(oiling.endpoints.update, { id: row.id, version: row.version, ...patch })
    expect(expectOk(await mend({ samples: [{ lane: 1, fabricG: 100, addOnG: 0.6 }] }))).toMatchObject({
      opu: 0.6,
      result: 'ok',
    })
    expect(await mend({ version: 2, lowPercent: 0.7, highPercent: 0.5 })).toMatchObject({ errno: '4013' })
  })
  test('with swapped limits is refused at that limit, also against the plant’s limit', async () => {
    const hall = await createHall(plant, staff)
    const make = (limits: object) =>
      inspector.call(oiling.endpoints.create, {
        jumboRollId: hall.jumboId,
        samples: [{ lane: 1, fabricG: 100, addOnG: 0.5 }],
        ...limits,
      })
    for (const [limits, most] of [
      [{ lowPercent: 0.6, highPercent: 0.4 }, 0.4],
      [{ lowPercent: 0.9 }, 0.8],
    ] as const)
      expect(await make(limits)).toMatchObject({
        errno: '4013',
        data: { issues: [{ path: ['lowPercent'], code: 'tooBig', params: { limit: most } }] },
      })
    expect(expectOk(await make({ lowPercent: 0.5, highPercent: 0.5 }))).toMatchObject({ result: 'ok' })
  })
  test('saved twice by a phone is stored once', async () => {
    const hall = await createHall(plant, staff)
    const body = {
      id: '01999999-0000-7000-8000-000000000001',
      jumboRollId: hall.jumboId,
      samples: [{ fabricG: 50, addOnG: 0.2 }],
    }
    const op = { id: '01999999-0000-7000-8000-000000000002', op: oiling.endpoints.create, body }
    for (let round = 0; round < 2; round += 1)
      expect((await sync(inspector, [op]))[0]).toMatchObject({ status: 'done', data: { opu: 0.4 } })
    expect(await countRows(plant, 'oiling', 'jumbo_roll_id = $1', [hall.jumboId])).toBe(1)
  })
})

describe('the width table of one product code', () => {
  test('uses the code of its template and that code’s limits', async () => {
    const [hall, other] = [await createHall(plant, staff), await createHall(plant, staff)]
    const make = (jumboRollId: string) =>
      inspector.call(codeWidth.endpoints.create, {
        jumboRollId,
        widths: [
          { atM: 0, widthMm: 1700 },
          { atM: 500, widthMm: 1704 },
          { atM: 1000, widthMm: 1709 },
        ],
      })
    const none = await make(hall.jumboId)
    expect([none.errno, none.errmsg]).toEqual(['6000', '没有用途为 C0355S 门幅的表格模板，请先在表格模板中指定产品'])
    const template = expectOk(
      await lead.call(tableTemplate.endpoints.create, {
        name: 'C0355S 门幅',
        use: 'codeWidth',
        productId: hall.floor.productId,
        items: [{ ...emptyItem, item: '门幅', kind: 'number', unit: 'mm', low: 1695, target: 1700, high: 1705 }],
      }),
    )
    expect(expectOk(await make(hall.jumboId))).toMatchObject({
      templateId: template.id,
      lowMm: 1695,
      highMm: 1705,
      mean: 1704.3,
      min: 1700,
      max: 1709,
      outOfLimits: 1,
      result: 'notOk',
    })
    expect((await make(other.jumboId)).errmsg).toBe('该卷不是模板 C0355S 门幅 指定的产品')
    expect(await countRows(plant, 'code_width', 'jumbo_roll_id = $1', [other.jumboId])).toBe(0)
  })
})

describe('Excel import', () => {
  const paths = {
    widthCheck: '/plant/breadth_import',
    oiling: '/plant/oiling_import',
    codeWidth: '/plant/c0355s_breadth_import',
  }
  const send = (who: Caller, of: keyof typeof paths, file: Buffer | string[], fields: Record<string, string> = {}) =>
    Buffer.isBuffer(file)
      ? who.upload(paths[of], file, fields, 'records.xlsx')
      : who.upload(paths[of], Buffer.from(`\uFEFF${file.join('\r\n')}`), fields, 'records.csv')
  /** Returns row and message of the first error. */
  const importFault = async (...asked: Parameters<typeof send>) => {
    const answer = await send(...asked)
    expect(answer.errno).toBe('6000')
    const [row] = (answer.data as unknown as { rows: { row: number; message: string }[] }).rows
    return `${row?.row} ${row?.message}`
  }
  const line = (...cells: string[]) => cells.map((cell) => `"${cell}"`).join(',')
  const numberOf = async (id: string) => (await fetchRow<{ number: string }>(plant, 'jumbo_roll', id)).number

  test('has one width record per line, and re-importing the export changes nothing', async () => {
    const hall = await createHall(plant, staff)
    const roll = await numberOf(hall.jumboId)
    const head = line('母卷', '记录时间', '第几刀', '各道门幅', '允差 (mm)', '备注')
    const lines = [
      head,
      line(roll, '2026/11/20 08:30', '2', '1 × 800 mm × 802; 2×800×797,4 mm；3 × 800', '3', '纸质记录'),
    ]
    const count = () => countRows(plant, 'width_check', 'jumbo_roll_id = $1', [hall.jumboId])
    expect((await send(inspector, 'widthCheck', lines, { dryRun: 'true' })).data).toMatchObject({
      created: 1,
      changes: [
        {
          added: true,
          fields: expect.arrayContaining([expect.objectContaining({ after: expect.stringContaining('797.4 mm') })]),
        },
      ],
    })
    expect(await count()).toBe(0)
    expect((await send(inspector, 'widthCheck', lines)).data).toMatchObject({ created: 1, updated: 0 })
    const [row] = expectOk(await inspector.call(widthCheck.endpoints.list, { jumboRollId: hall.jumboId })).list
    expect(row).toMatchObject({
      lanes: [
        { lane: 1, setMm: 800, measuredMm: 802 },
        { lane: 2, setMm: 800, measuredMm: 797.4 },
        { lane: 3, setMm: 800, measuredMm: null },
      ],
      filledAt: '2026-11-20T00:30:00.000Z',
      businessDate: '2026-11-20',
      shift: 'early',
      toleranceMm: 3,
      worstMm: -2.6,
      result: 'ok',
      userId: inspector.userId,
      lineId: hall.floor.line.id,
    })
    // The unchanged export, including a phone record with milliseconds.
    plant.clock.set('2026-11-20T02:03:04.567Z')
    expectOk(
      await inspector.call(widthCheck.endpoints.create, {
        jumboRollId: hall.jumboId,
        lanes: [{ lane: 1, setMm: 800, measuredMm: 801 }],
      }),
    )
    const file = (await lead.call(widthCheck.endpoints.export, { jumboRollId: hall.jumboId })).bytes
    expect((await send(lead, 'widthCheck', file)).data).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    // Typed with minutes only: the same record; another set in that minute is a separate one.
    const buildTypedLine = (set: string) => line(roll, '2026-11-20 10:03', set, '1×800×801', '3', '')
    expect(
      (await send(lead, 'widthCheck', [head, buildTypedLine(''), buildTypedLine('2')], { dryRun: 'true' })).data,
    ).toMatchObject({
      created: 1,
      updated: 0,
      unchanged: 1,
    })
    // A changed line changes its own record only, and needs the edit permission.
    const other = [head, line(roll, '2026-11-20 08:30', '2', '1×800×810', '3', '纸质记录')]
    const viewer = await send(staff.viewer, 'widthCheck', other)
    expect(viewer.errno).toBe('401')
    expect((await send(inspector, 'widthCheck', other)).data).toMatchObject({ created: 0, updated: 1, unchanged: 0 })
    expect(await fetchRow(plant, 'width_check', row!.id)).toMatchObject({ result: 'notOk', version: 2 })
    expect(await count()).toBe(2)
  })
  test('names unreadable values by row and stores nothing', async () => {
    const hall = await createHall(plant, staff)
    const roll = await numberOf(hall.jumboId)
    const head = line('母卷', '记录时间', '各道门幅')
    const countBefore = await countRows(plant, 'width_check')
    const right = line(roll, '2026-11-20 07:00', '1×800×801')
    const faultOf = (...cells: string[]) => importFault(inspector, 'widthCheck', [head, right, line(...cells)])
    expect(await faultOf(roll, '2026-11-20 07:10', '八百')).toBe(
      '3 类型不正确，应为“道 × 设定门幅 (mm) × 实测门幅 (mm)”，多个用分号隔开（单元格：“八百”）',
    )
    for (const lanes of ['1×800×1,234', '1×800×801×5', '1', '1×800 kg×801', '800;1'])
      expect(await faultOf(roll, '2026-11-20 07:10', lanes)).toContain('3 类型不正确')
    expect(await faultOf(roll, '2026-11-20 07:10', '0×800×801')).toMatch(/^3 /)
    expect(await faultOf('NO-SUCH', '2026-11-20 07:10', '1×800×801')).toMatch(/^3 /)
    expect(await faultOf(roll, '31/02/2026', '1×800×801')).toBe('3 时间格式不正确（单元格：“31/02/2026”）')
    expect(await faultOf(roll, '', '1×800×801')).toMatch(/^3 /)
    expect(await faultOf(roll, '2027-01-01 00:00', '1×800×801')).toMatch(/^3 .*(未来|晚于|将来)/)
    expect(await faultOf(roll, '2026-11-20 07:00', '1×800×803')).toBe('3 第 2 行已是同一条记录；请只保留一行')
    const bad = [line('母卷', '记录时间', '门副'), line(roll, '2026-11-20 07:10', '1×800×801')]
    expect(await importFault(inspector, 'widthCheck', bad)).toMatch(/^1 /)
    expect(await countRows(plant, 'width_check')).toBe(countBefore)
  })
  test('treats oiling and width tables alike', async () => {
    const hall = await createHall(plant, staff)
    const roll = await numberOf(hall.jumboId)
    const oil = [
      line('母卷', '记录时间', '油剂', '试样', 'OPU 下限 (%)'),
      line(roll, '2026-11-20 08:30', 'A-1', '1×100×0,5; 100 g × 0.9 g', ''),
    ]
    expect((await send(inspector, 'oiling', oil)).data).toMatchObject({ created: 1 })
    const [row] = expectOk(await inspector.call(oiling.endpoints.list, { jumboRollId: hall.jumboId })).list
    expect(row).toMatchObject({ opu: 0.7, lowest: 0.5, highest: 0.9, lowPercent: 0.2, result: 'notOk', agent: 'A-1' })
    expect(row!.samples[1]).toEqual({ lane: null, fabricG: 100, addOnG: 0.9 })
    const again = (await lead.call(oiling.endpoints.export, { jumboRollId: hall.jumboId })).bytes
    expect((await send(lead, 'oiling', again)).data).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    const crossed = [
      line('母卷', '记录时间', '试样', 'OPU 下限 (%)', 'OPU 上限 (%)'),
      line(roll, '2026-11-20 09:00', '1×100×0.5', '0.6', '0.4'),
    ]
    expect(await importFault(inspector, 'oiling', crossed)).toMatch(/^2 .*0.4/)
    const widths = [
      line('母卷', '记录时间', '门幅读数'),
      line(roll, '2026-11-20 08:30', '0 m × 1700 mm; 500×1704,5; 1699'),
    ]
    expect(await importFault(inspector, 'codeWidth', widths)).toMatch(/^2 .*模板/)
    expectOk(
      await lead.call(tableTemplate.endpoints.create, {
        name: 'C0355S 二',
        use: 'codeWidth',
        productId: hall.floor.productId,
        items: [{ ...emptyItem, item: '门幅', kind: 'number', unit: 'mm', low: 1695, target: 1700, high: 1704 }],
      }),
    )
    expect((await send(inspector, 'codeWidth', widths)).data).toMatchObject({ created: 1 })
    const [table] = expectOk(await inspector.call(codeWidth.endpoints.list, { jumboRollId: hall.jumboId })).list
    expect(table).toMatchObject({ min: 1699, max: 1704.5, outOfLimits: 1, result: 'notOk', highMm: 1704 })
    const exported = (await lead.call(codeWidth.endpoints.export, { jumboRollId: hall.jumboId })).bytes
    expect((await send(lead, 'codeWidth', exported)).data).toMatchObject({ created: 0, unchanged: 1 })
    for (const { endpoints } of [widthCheck, oiling, codeWidth]) {
      const { header } = await readSheet((await inspector.call(endpoints.template, {})).bytes)
      expect(header).toContain('记录时间')
      expect(header).not.toContain('结果')
      expect((await staff.viewer.call(endpoints.template, {})).errno).toBe('401')
    }
  })
})

describe('product storage', () => {
  const loadPackage = (id: string) => fetchRow<{ state: string; place: string; version: number }>(plant, 'package', id)
  test('puts the package in stock with its photo; a second record moves nothing; deleting the last one removes it from stock', async () => {
    const hall = await createHall(plant, staff, 'packed')
    const answer = await inspector.upload(
      '/quality/product_storage',
      PHOTO,
      { packageId: hall.packageId, place: 'F1-07' },
      'a.png',
      'picture',
    )
    const row = expectOk(answer as never) as { id: string; images: string[] }
    expect(row).toMatchObject({ place: 'F1-07', workOrderId: hall.floor.order.id, rolls: 2, filledAt: NOW })
    expect(await loadPackage(hall.packageId)).toMatchObject({ state: 'stored', place: 'F1-07' })
    expect(await fetchRow(plant, 'slit_roll', hall.slit[0]!.id)).toMatchObject({ state: 'stored' })
    expect((await lead.call(storageImage, { id: row.id })).headers['content-type']).toBe('image/png')
    const { version } = await loadPackage(hall.packageId)
    const add = (place: string) =>
      inspector.raw('POST', '/quality/product_storage', { packageId: hall.packageId, place })
    expect((await add('F1-07')).errno).toBe('200')
    const elsewhere = await add('F9-99')
    expect(elsewhere.errno).toBe('6000')
    expect(elsewhere.errmsg).toContain('F1-07')
    expect(await loadPackage(hall.packageId)).toMatchObject({ version, place: 'F1-07' })
    const second = expectOk(await lead.call(productStorage.endpoints.list, { packageId: hall.packageId })).list.find(
      ({ id }) => id !== row.id,
    )!
    expectOk(await lead.call(productStorage.endpoints.remove, { id: second.id }))
    expect(await loadPackage(hall.packageId)).toMatchObject({ version, state: 'stored' })
    expectOk(await lead.call(productStorage.endpoints.remove, { id: row.id }))
    expect(await loadPackage(hall.packageId)).toMatchObject({ state: 'packed', place: null })
    for (const { id } of hall.slit)
      expect(await fetchRow(plant, 'slit_roll', id)).toMatchObject({ state: 'packed', package_id: hall.packageId })
  })
  test('leaves a package that was stored otherwise, or has left, in place when its record is deleted', async () => {
    const hall = await createHall(plant, staff, 'packed')
    expectOk(await staff['prod-lead'].call(runPackageAction, { id: hall.packageId, action: 'store', place: 'F3' }))
    plant.clock.set(plantTime('10:05'))
    const photo = expectOk(
      await inspector.call(addStorage, { packageId: hall.packageId, place: 'F3', images: [createUuid7()] }),
    )
    expectOk(await lead.call(productStorage.endpoints.remove, { id: photo.id }))
    expect(await loadPackage(hall.packageId)).toMatchObject({ state: 'stored', place: 'F3' })
    plant.clock.set(NOW)
  })
  test('of an open package, or without the permission, is refused and stores nothing', async () => {
    const hall = await createHall(plant, staff, 'packed')
    await plant.query(`update package set state = 'open' where id = $1`, [hall.packageId])
    const send = (caller: Caller) =>
      caller.upload('/quality/product_storage', PHOTO, { packageId: hall.packageId, place: 'F1' }, 'a.png', 'picture')
    expect((await send(inspector)).errno).toBe('6000')
    expect((await send(staff['operator-line'])).errno).toBe('401')
    expect(await countRows(plant, 'product_storage', 'package_id = $1', [hall.packageId])).toBe(0)
    expect(await loadPackage(hall.packageId)).toMatchObject({ state: 'open', place: null })
  })
  test('from an offline phone names the label number; sent twice it is stored once, its photo follows', async () => {
    const hall = await createHall(plant, staff, 'packed')
    const { number } = await fetchRow<{ number: string }>(plant, 'package', hall.packageId)
    const [id, photo] = [createUuid7(), createUuid7()]
    const body = { id, number, place: 'F2-01', images: [photo] }
    const op = { id: createUuid7(), op: addStorage, body, occurredAt: plantTime('09:40') }
    for (let round = 0; round < 2; round += 1)
      expect((await sync(inspector, [op]))[0]).toMatchObject({
        status: 'done',
        data: { id, number, packageId: hall.packageId, filledAt: plantTime('09:40'), rolls: 2, images: [photo] },
      })
    const { version } = await loadPackage(hall.packageId)
    expect(await loadPackage(hall.packageId)).toMatchObject({ state: 'stored', place: 'F2-01' })
    // Sent again online from the list: the photos are stored and nothing moves.
    const again = { packageId: hall.packageId, place: 'F2-01', images: [createUuid7()] }
    expect(expectOk(await inspector.call(addStorage, again))).toMatchObject({ number, packageId: hall.packageId })
    expect(await countRows(plant, 'product_storage', 'package_id = $1', [hall.packageId])).toBe(2)
    expect(await loadPackage(hall.packageId)).toMatchObject({ version, state: 'stored', place: 'F2-01' })
    const storageRows = expectOk(await lead.call(productStorage.endpoints.list, { keyword: number }))
    expect(storageRows.list.map((row) => row.number)).toEqual([number, number])
  })
  test('that is impossible returns to the phone with a reason and stores nothing', async () => {
    const send = async (number: string, occurredAt = plantTime('09:40')) =>
      (await sync(inspector, [{ op: addStorage, body: { id: createUuid7(), number, place: 'F1' }, occurredAt }]))[0]!
    const storeAndExpectRefusal = async (change: string, values: unknown[] = []) => {
      const hall = await createHall(plant, staff, 'packed')
      const { number } = await fetchRow<{ number: string }>(plant, 'package', hall.packageId)
      if (change) await plant.query(`update package set ${change} where id = $1`, [hall.packageId, ...values])
      const answer = await send(number)
      expect(answer).toMatchObject({ status: 'refused', errno: '6000' })
      expect(await countRows(plant, 'product_storage', 'package_id = $1', [hall.packageId])).toBe(0)
      return answer.errmsg!.replace(number, 'P')
    }
    expect(await send('P-404')).toMatchObject({ errno: '6000', errmsg: '没有包装 P-404，请核对标签' })
    expect((await inspector.call(addStorage, { number: 'P-404', place: 'F1' }, { language: 'en' })).errmsg).toBe(
      'There is no package P-404; check the label',
    )
    expect((await inspector.call(addStorage, { place: 'F1' })).data).toMatchObject({
      issues: [{ path: ['number'], code: 'missing' }],
    })
    expect(await storeAndExpectRefusal(`state = 'open'`)).toBe('包装 P为“打包中”，不能“入库”')
    expect(await storeAndExpectRefusal(`state = 'shipped'`)).toBe('包装 P为“已发货”，不能“入库”')
    expect(await storeAndExpectRefusal(`state = 'stored', place = 'F9-99'`)).toContain('F9-99')
  })
  test('is blocked by a later hold, but not if the package was stored before the hold', async () => {
    const hall = await createHall(plant, staff, 'packed')
    const { number } = await fetchRow<{ number: string }>(plant, 'package', hall.packageId)
    plant.clock.set(plantTime('09:50'))
    expectOk(await lead.call(putOnHold, { kind: 'package', subjectId: hall.packageId, reason: '待复检' }))
    plant.clock.set(NOW)
    const send = async (occurredAt: string) =>
      (await sync(inspector, [{ op: addStorage, body: { id: createUuid7(), number, place: 'F1' }, occurredAt }]))[0]!
    const late = await send(plantTime('09:55'))
    expect(late).toMatchObject({ status: 'refused', errno: '6000' })
    expect(late.errmsg).toContain('待复检')
    expect(await send(plantTime('09:45'))).toMatchObject({ status: 'done' })
  })
})
