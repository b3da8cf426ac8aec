import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  costDirectPrice,
  costFinancialPrice,
  costFixedPrice,
  costOtherPrice,
  electricCharge,
  endpointsByPriceResource,
  gasWaterPrice,
} from '@/areas/prices/contract/dated-prices'
import { material } from '@/areas/feeding/contract/material'
import { billCharges } from '@/areas/prices/rules/dated-price'
import type { ImportResult } from '@/contract/resource'
import { formatCellText } from '@/contract/worksheet-cell'
import { electricPrice, marketPriceImport, marketPriceTemplate } from '@/areas/prices/contract/electric-price'
import { listSlotPrices } from '@/areas/prices/server/queries'
import { extendSlots } from '@/areas/prices/server/price-slots'
import { closeMonthAs } from '../closed-month'
import type { EndpointInput } from '@/contract/endpoint'
import { readSheet } from '@/server/excel/read-sheet'
import { writeWorksheets } from '@/server/excel/write-worksheet'
import { runAsSystem } from '@/server/start-application'
import { buildSheetXml, buildTextCell, buildWorkbookFile } from '../excel/build-archive'
import type { Caller, TestPlant } from '../harness'
import { expectOk, createStaffedPlant } from '../plant-staff'

let plant: TestPlant
let admin: Caller
let viewer: Caller
beforeAll(async () => {
  const made = await createStaffedPlant()
  plant = made.plant
  admin = made.staff.admin
  viewer = made.staff.viewer
}, 120_000)
afterAll(() => plant.close())

type Entry = EndpointInput<typeof electricPrice.endpoints.create>
const prices = { critical: 1.4, peak: 1.1, normal: 0.65, low: 0.25 }
const windows: Entry['windows'] = [
  { from: '22:00', to: '08:00', band: 'low' },
  { from: '08:00', to: '22:00', band: 'normal' },
]
const add = (part: Partial<Entry>, language: 'zh' | 'en' = 'en') =>
  admin.call(
    electricPrice.endpoints.create,
    { layer: 'base', name: 'tariff', effectiveFrom: '2026-09-01', ...prices, windows, ...part },
    { language },
  )
const priceAt = async (moment: string) => {
  const to = new Date(Date.parse(moment) + 900_000).toISOString()
  const [slot] = await runAsSystem(plant.app, 'test', (ctx) => listSlotPrices(ctx, { from: moment, to }))
  return [slot?.band, slot?.price]
}
const csv = (...lines: string[]): Buffer => Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)

describe('the tariff', () => {
  test('refuses gaps and overlaps by name in both languages and stores nothing', async () => {
    const gap = await add({ windows: [{ from: '00:00', to: '23:45', band: 'low' }] })
    expect([gap.errno, gap.errmsg]).toEqual(['6000', '23:45–00:00 belongs to no period'])
    const overlap = await add({ windows: [...windows, { from: '12:00', to: '12:30', band: 'peak' }] }, 'zh')
    expect(overlap.errmsg).toContain('08:00–22:00 与 12:00–12:30 重叠')
    expect(await plant.query('select 1 from electric_price')).toEqual([])
    expect(await plant.query('select 1 from price_slot')).toEqual([])
  })
  test('updates its slots with an entry in the same transaction', async () => {
    expectOk(await add({}))
    expect(await priceAt('2026-11-20T02:00:00.000Z')).toEqual(['normal', 0.65])
    const day = expectOk(
      await add({
        layer: 'day',
        name: 'hot day',
        effectiveFrom: '2026-11-20',
        critical: null,
        peak: null,
        normal: null,
        low: null,
        windows: [{ from: '00:00', to: '00:00', band: 'critical' }],
      }),
    )
    expect(day).toMatchObject({ effectiveTo: '2026-11-20' })
    expect(await priceAt('2026-11-20T02:00:00.000Z')).toEqual(['critical', 1.4])
    expect(await priceAt('2026-11-20T16:00:00.000Z')).toEqual(['low', 0.25])
    const twice = await add({ layer: 'day', name: 'again', effectiveFrom: '2026-11-20' })
    expect([twice.errno, twice.errmsg]).toEqual([
      '6000',
      '"again" and "hot day" overlap within the layer, 2026-11-20 to 2026-11-20',
    ])
    expectOk(await admin.call(electricPrice.endpoints.remove, { id: day.id }))
    expect(await priceAt('2026-11-20T02:00:00.000Z')).toEqual(['normal', 0.65])
  })
  test('asks to confirm a price of 0 or below and accepts it with a reason', async () => {
    const odd = { name: 'later', effectiveFrom: '2027-06-01', low: 0 }
    const asked = await add(odd)
    expect([asked.errno, asked.errmsg]).toEqual([
      '6000',
      'The price of the band "Off-peak" is 0. Check it; if it is right, give the reason',
    ])
    const row = expectOk(await add({ ...odd, reason: 'trial of the grid' }))
    expectOk(await admin.call(electricPrice.endpoints.remove, { id: row.id }))
  })
  test('keeps a base entry that others need', async () => {
    const months = expectOk(
      await add({ layer: 'months', name: 'summer', months: [7], critical: null, peak: null, normal: null, low: null }),
    )
    const [base] = expectOk(await admin.call(electricPrice.endpoints.list, { layer: 'base' })).list
    const refused = await admin.call(electricPrice.endpoints.remove, { id: base!.id }, { language: 'en' })
    expect(refused.errmsg).toContain('"summer" has periods of the band')
    expectOk(await admin.call(electricPrice.endpoints.remove, { id: months.id }))
  })
  test('extends the slots by a job that writes nothing twice', async () => {
    const count = () =>
      plant.query<{ n: number; to: string }>(`select count(*)::int as n, max(at) as to from price_slot`)
    const [countBefore] = await count()
    await runAsSystem(plant.app, 'test', extendSlots)
    expect((await count())[0]).toEqual(countBefore)
    plant.clock.set('2027-01-02T02:00:00.000Z')
    await runAsSystem(plant.app, 'test', extendSlots)
    plant.clock.set('2026-11-20T02:00:00.000Z')
    // 2028 has 366 days.
    expect((await count())[0]!.n).toBe(countBefore!.n + 366 * 96)
  })
})

describe('the tariff in Excel', () => {
  test('re-imports its export unchanged; a new row becomes a new entry with slots', async () => {
    const sheet = await admin.call(electricPrice.endpoints.export, {})
    const again = await admin.upload('/plant/electric_price_import', sheet.bytes, {}, 'tariff.xlsx')
    expect([again.errno, again.errmsg, again.data]).toMatchObject(['200', '', { created: 0, updated: 0, unchanged: 1 }])
    const head = '层级,名称,生效日期,截止日期,时段'
    const row = '特殊期间,元旦,2027-01-01,2027-01-03,"22:00-08:00 低谷, 08:00-22:00 尖峰"'
    const trial = await admin.upload('/plant/electric_price_import', csv(head, row), { dryRun: 'true' }, 'tariff.csv')
    const [change] = (trial.data as unknown as ImportResult).changes
    expect(change?.fields).toContainEqual({ label: '时段', before: null, after: '22:00-08:00 低谷, 08:00-22:00 尖峰' })
    const importAnswer = await admin.upload('/plant/electric_price_import', csv(head, row), {}, 'tariff.csv')
    expect([importAnswer.errno, importAnswer.errmsg, importAnswer.data]).toMatchObject(['200', '', { created: 1 }])
    expect(await priceAt('2027-01-01T02:00:00.000Z')).toEqual(['critical', 1.4])
    const sameEntry = await admin.upload('/plant/electric_price_import', csv(head, row), {}, 'tariff.csv')
    expect(sameEntry.data).toMatchObject({ created: 0, unchanged: 1 })
    const longerEntry = csv(head, row.replace('2027-01-03', '2027-01-05'))
    const longer = await admin.upload('/plant/electric_price_import', longerEntry, {}, 'tariff.csv')
    expect([longer.errno, longer.errmsg]).toEqual(['6000', expect.stringContaining('已有不同的电价')])
    const wrong = await admin.upload(
      '/plant/electric_price_import',
      csv(head, row.replace('低谷', '谷底')),
      {},
      'tariff.csv',
    )
    expect(wrong.errmsg).toContain('谷底')
  })
})

describe('market prices', () => {
  const hours = (price: (hour: number) => number, day = '2026-11-18') =>
    Array.from({ length: 24 }, (_, h) => `${day},${String(h).padStart(2, '0')}:00,${price(h)}`)
  const send = async (lines: readonly string[], fields: Record<string, string> = {}) =>
    admin.upload('/plant/market_price_import', csv('日期,时段,电价', ...lines), fields, 'market.csv')
  test('are imported once; new values for a day become its next revision', async () => {
    const first = hours((h) => 0.3 + h / 100)
    expect((await send(first, { dryRun: 'true' })).data).toMatchObject({ created: 1, dryRun: true })
    expect(await priceAt('2026-11-17T16:00:00.000Z')).toEqual(['low', 0.25])
    expect((await send(first)).data).toMatchObject({ created: 1, unchanged: 0, from: '2026-11-18' })
    expect(await priceAt('2026-11-17T16:00:00.000Z')).toEqual(['low', 0.3])
    expect((await send(first)).data).toMatchObject({ created: 0, unchanged: 1, warnings: [] })
    const second = [...hours((h) => 0.4 + h / 100), ...hours(() => 0.5, '2026-11-19')]
    expect((await send(second, { dryRun: 'true' })).data).toMatchObject({
      created: 2,
      warnings: [{ message: '1 天已有不同的电价，将被替换：2026-11-18' }],
    })
    expect((await send(hours((h) => 0.4 + h / 100))).data).toMatchObject({
      created: 1,
      warnings: [{ message: '1 天原有不同的电价，已被替换：2026-11-18' }],
    })
    expect(await priceAt('2026-11-17T16:00:00.000Z')).toEqual(['low', 0.4])
    const storedPrices = expectOk(
      await admin.call(electricPrice.endpoints.list, { layer: 'market', sort: 'revision' }),
    ).list
    expect(storedPrices.map(({ revision }) => revision)).toEqual([1, 2])
  })
  test.each([
    ['zh', ['日期', '开始时间', '电价 (元/kWh)']],
    ['en', ['Day', 'From', 'Price (CNY/kWh)']],
  ] as const)('have a template that the import accepts, in %s', async (language, headings) => {
    const { bytes } = await admin.call(marketPriceTemplate, {}, { language })
    const { header, rows } = await readSheet(bytes)
    expect(header).toEqual(headings)
    // 24 hours of four slots each.
    expect(rows).toHaveLength(96)
    expect([rows[0]![1], rows[1]![1], rows[95]![1]]).toEqual(['00:00', '00:15', '23:45'])
    // The unedited template holds no price that could be taken for one of the market.
    const unedited = await admin.upload('/plant/market_price_import', bytes, { dryRun: 'true' }, 'market.xlsx')
    expect([unedited.errno, unedited.errmsg]).toEqual(['6000', expect.stringContaining('电价')])
    const day = formatCellText(rows[0]![0] ?? null).slice(0, 10)
    const filled = [headings.join(','), ...rows.map((row, i) => `${day},${row[1]},${0.4 + i / 1000}`)].join('\n')
    const answer = await admin.upload(
      '/plant/market_price_import',
      Buffer.from(filled),
      { dryRun: 'true' },
      'market.csv',
    )
    expect(answer.data).toMatchObject({ days: 1, created: 1, labels: 'begin', warnings: [] })
  })
  test('name prices with more decimals than are stored', async () => {
    const rows = hours((h) => 0.4 + h / 100, '2026-11-16').map((row, i) =>
      i === 3 ? '2026-11-16,03:00,0.4312345678' : row,
    )
    const answer = await admin.upload(
      '/plant/market_price_import',
      Buffer.from(['日期,时段,电价', ...rows].join('\n')),
      { dryRun: 'true' },
      'market.csv',
    )
    expect(answer.data).toMatchObject({
      warnings: [{ message: '1 个电价多于 6 位小数（第 5 行），按四舍五入到 6 位小数保存' }],
    })
  })
  test('name the worksheets that are not imported', async () => {
    const buildSheet = (sheetName: string) => ({
      sheetName,
      timeZone: 'Asia/Shanghai',
      columns: ['日期', '时段', '电价'].map((header) => ({ header, kind: 'text' as const })),
      rows: hours(() => 0.5, '2026-11-15').map((line) => line.split(',')),
    })
    const file = await buffer(writeWorksheets([buildSheet('日前'), buildSheet('实时')]))
    const answer = await admin.upload('/plant/market_price_import', file, { dryRun: 'true' }, 'market.xlsx')
    expect(answer.data).toMatchObject({ days: 1, warnings: [{ message: expect.stringContaining('实时') as string }] })
  })
  test('name hidden rows and ignored columns at the check and after the import', async () => {
    const buildRow = (row: number, texts: readonly string[]) =>
      `<row r="${row}"${row === 9 ? ' hidden="1"' : ''}>${texts.map((text, i) => buildTextCell(`${'ABCD'[i]}${row}`, text)).join('')}</row>`
    const rows = [
      ['日期', '时段', '电价', '说明'],
      ...hours(() => 0.45, '2026-11-14').map((line) => [...line.split(','), '试算']),
    ]
    const file = buildWorkbookFile(buildSheetXml(rows.map((texts, i) => buildRow(i + 1, texts)).join('')))
    const importFile = async (fields: Record<string, string>) =>
      (await admin.upload('/plant/market_price_import', file, fields, 'market.xlsx')).data as unknown as {
        hidden: number
        warnings: { message: string }[]
      }
    expect(await importFile({ dryRun: 'true' })).toMatchObject({
      hidden: 1,
      warnings: [
        { message: '表中有 1 行被筛选或隐藏（第 9 行），也会一并导入。如不需要，请先删除这些行' },
        { message: '这些有内容的列不会导入：说明' },
      ],
    })
    expect(await importFile({})).toMatchObject({
      hidden: 1,
      warnings: [
        { message: '表中有 1 行被筛选或隐藏（第 9 行），也已一并导入' },
        { message: '这些有内容的列没有导入：说明' },
      ],
    })
  })
  test('explain a price that is no number', async () => {
    const answer = await send(hours(() => 0.2).map((line, i) => (i === 2 ? line.replace('0.2', '12-') : line)))
    expect(answer.errmsg).toBe('第 4 行“电价”列：“12-”不是电价，负数请把负号写在前面（如 -12），不要写在后面或用括号')
  })
  test('with a missing hour are refused as a whole', async () => {
    const answer = await send(hours(() => 0.2).slice(1))
    expect([answer.errno, answer.errmsg]).toEqual(['6000', '2026-11-18 缺少 00:00 的电价'])
    expect(marketPriceImport.effect).toBe('write')
  })
})

describe('dated prices', () => {
  const gas = (effectiveFrom: string, price: number, more = {}) =>
    admin.call(gasWaterPrice.endpoints.create, { medium: 'gas', effectiveFrom, price, ...more }, { language: 'en' })
  const loadPeriods = async () =>
    expectOk(await admin.call(gasWaterPrice.endpoints.list, { sort: 'effectiveFrom' })).list.map((row) => [
      row.effectiveFrom,
      row.effectiveTo,
    ])
  test('replace each other; none is changed in place', async () => {
    expectOk(await gas('2026-03-01', 3.6))
    expectOk(await gas('2026-09-01', 3.9))
    const between = expectOk(await gas('2026-06-01', 3.7))
    expect(between).toMatchObject({ effectiveTo: '2026-08-31' })
    expect(await loadPeriods()).toEqual([
      ['2026-03-01', '2026-05-31'],
      ['2026-06-01', '2026-08-31'],
      ['2026-09-01', null],
    ])
    const same = await gas('2026-06-01', 5)
    expect([same.errno, same.errmsg]).toEqual([
      '4003',
      'From 2026-06-01 the price is 3.7 already, so 5 cannot be entered; prices are not changed, give the new one a day of its own',
    ])
    expectOk(await admin.call(gasWaterPrice.endpoints.remove, { id: between.id }))
    expect(await loadPeriods()).toEqual([
      ['2026-03-01', '2026-08-31'],
      ['2026-09-01', null],
    ])
    const now = expectOk(await admin.raw('GET', '/get_gw_price')) as unknown as { price: number }[]
    expect(now.map(({ price }) => price)).toEqual([3.9])
    expect((await gas('2027-01-01', 0)).errno).toBe('6000')
    expect((await gas('2027-01-01', -1)).errno).toBe('4013')
    expect((await viewer.call(gasWaterPrice.endpoints.list, {})).errno).toBe('401')
  })
  test('are not negative, except where money is received', async () => {
    const effectiveFrom = '2026-11-01'
    const reason = 'agreed'
    const item = { item: 'sign', basis: 'month' as const }
    const entries = [
      [gasWaterPrice, { medium: 'gas' }, false],
      [costFixedPrice, item, false],
      [costDirectPrice, item, false],
      [costOtherPrice, item, true],
      [costFinancialPrice, item, true],
      ...billCharges.map(
        (kind) => [electricCharge, { kind, item: 'sign' }, ['surcharge', 'powerFactor'].includes(kind)] as const,
      ),
    ] as const
    for (const [resource, identity, isAccepted] of entries) {
      const input = { ...identity, effectiveFrom, price: -0.01, reason }
      const answer = await admin.call((resource as typeof gasWaterPrice).endpoints.create, input as never)
      const entry = { resource: resource.name, ...identity }
      expect({ ...entry, errno: answer.errno }).toEqual({ ...entry, errno: isAccepted ? '200' : '4013' })
      if (!isAccepted) expect(answer.data).toMatchObject({ issues: [{ path: ['price'], code: 'tooSmall' }] })
    }
    const imported = await admin.upload(
      '/plant/electric_charge_import',
      csv('项目类型,名称,生效日期,单价,原因', 'capacity,sign 2,2026-11-01,-1,agreed'),
      {},
      'charges.csv',
    )
    expect([imported.errno, imported.errmsg]).toEqual(['6000', expect.stringContaining('0')])
  })
  test('re-import their export unchanged; another price for a day is refused', async () => {
    const sheet = await admin.call(gasWaterPrice.endpoints.export, {})
    const again = await admin.upload('/plant/gw_price_import', sheet.bytes, {}, 'gas.xlsx')
    expect([again.errno, again.data]).toMatchObject(['200', { created: 0, updated: 0, unchanged: 2 }])
    const lines = csv('介质,生效日期,单价', '天然气,2026-09-01,4.4', '水,2026-01-01,3.1')
    expect((await admin.upload('/plant/gw_price_import', lines, {}, 'gas.csv')).errno).toBe('6000')
    const fresh = csv('介质,生效日期,单价', '水,2026-01-01,3.1')
    const taken = await admin.upload('/plant/gw_price_import', fresh, {}, 'gas.csv')
    expect([taken.errno, taken.errmsg, taken.data]).toMatchObject(['200', '', { created: 1 }])
  })
  test('are refused at the import of another basis or contracted capacity at the same price', async () => {
    const effectiveFrom = '2026-11-01'
    expectOk(
      await admin.call(costFixedPrice.endpoints.create, {
        item: 'rent',
        basis: 'labourHour',
        effectiveFrom,
        price: 38,
      }),
    )
    const charge = { kind: 'capacity' as const, item: 'grid', effectiveFrom, price: 25, contracted: 1000 }
    expectOk(await admin.call(electricCharge.endpoints.create, charge))
    const importRows = (path: string, ...lines: string[]) => admin.upload(path, csv(...lines), {}, 'prices.csv')
    const importBasis = (basis: string) =>
      importRows('/plant/cost_fixed_price_import', '项目,计价基准,生效日期,单价', `rent,${basis},2026-11-01,38`)
    const importCapacity = (contracted: number) =>
      importRows(
        '/plant/electric_charge_import',
        '项目类型,名称,生效日期,单价,合同容量',
        `capacity,grid,2026-11-01,25,${contracted}`,
      )
    expect((await importBasis('labourHour')).data).toMatchObject({ unchanged: 1 })
    expect((await importCapacity(1000)).data).toMatchObject({ unchanged: 1 })
    const otherBasis = await importBasis('month')
    expect([otherBasis.errno, otherBasis.errmsg]).toEqual(['6000', expect.stringContaining('“计价基准”不同')])
    const otherCapacity = await importCapacity(1250)
    expect([otherCapacity.errno, otherCapacity.errmsg]).toEqual(['6000', expect.stringContaining('“合同容量”不同')])
  })
  test('are refused at the import of another invoice or note at the same price', async () => {
    expectOk(await admin.call(material.endpoints.create, { code: 'PP-9', name: 'PP', kind: 'main' }))
    const importRow = (invoice: string, note: string) =>
      admin.upload(
        '/plant/cost_material_price_import',
        csv('物料,生效日期,单价,发票号,备注', `PP-9,2026-11-01,7.6,${invoice},${note}`),
        {},
        'prices.csv',
      )
    expect((await importRow('INV-1', 'first half')).data).toMatchObject({ created: 1 })
    expect((await importRow('INV-1', 'first half')).data).toMatchObject({ unchanged: 1 })
    // An empty cell takes nothing away from the stored price.
    expect((await importRow('', '')).data).toMatchObject({ unchanged: 1 })
    const otherInvoice = await importRow('INV-2', 'first half')
    expect([otherInvoice.errno, otherInvoice.errmsg]).toEqual(['6000', expect.stringContaining('“发票号”不同')])
    const otherNote = await importRow('INV-1', 'second half')
    expect([otherNote.errno, otherNote.errmsg]).toEqual(['6000', expect.stringContaining('“备注”不同')])
  })
  test('used in a closed month can be neither added nor deleted', async () => {
    const row = expectOk(
      await admin.call(costDirectPrice.endpoints.create, {
        item: '人工',
        basis: 'labourHour',
        effectiveFrom: '2026-10-01',
        price: 38,
      }),
    )
    await closeMonthAs(plant, '2026-10')
    const gone = await admin.call(costDirectPrice.endpoints.remove, { id: row.id }, { language: 'en' })
    expect([gone.errno, gone.errmsg]).toEqual([
      '6000',
      '2026-10 is closed: its costs were worked out with this price, so none can be added or taken away',
    ])
    expect((await add({ name: 'late', effectiveFrom: '2026-10-05' })).errno).toBe('6000')
    const next = expectOk(
      await admin.call(endpointsByPriceResource.costDirectPrice.preview, {
        item: '人工',
        basis: 'labourHour',
        effectiveFrom: '2026-11-01',
        price: 40,
      }),
    )
    expect(next).toMatchObject({ costed: false, total: 0, from: '2026-11-01' })
  })
})
