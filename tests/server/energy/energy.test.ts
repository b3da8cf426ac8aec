import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '@/areas/energy/contract/analysis-endpoints'
import { checkMeterHours, checkShiftRecords, energyCurve } from '@/areas/energy/contract/curve-endpoints'
import { energyAlarmSent, gasAlarm, setGasAlarm, setWaterAlarm, waterAlarm } from '@/areas/energy/contract/energy-alarm'
import { fitBaseline } from '@/areas/energy/contract/energy-baseline'
import { energyMeter } from '@/areas/energy/contract/energy-meter'
import { energyMonth } from '@/areas/energy/contract/energy-month'
import { watchLimits } from '@/areas/energy/server/alarms'
import { countEnergyDays } from '@/areas/energy/server/count-energy-days'
import { loadOrderEnergy } from '@/areas/energy/server/queries'
import { electricPrice } from '@/areas/prices/contract/electric-price'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { lineStop } from '@/plant/contract/line-stop'
import { readSheet } from '@/server/excel/read-sheet'
import { at, good } from '../people'
import { DAY, energyPlant, prices, windows, type EnergyPlant } from './energy-plant'

let p: EnergyPlant
beforeAll(async () => {
  p = await energyPlant()
  await p.inside(async (ctx) => {
    await ctx.rows.insert(jumboRoll, {
      number: 'J1',
      state: 'wound' as never,
      workOrderId: p.orderId,
      productId: p.productId,
      lineId: p.lineId,
      gsm: 15,
      speed: 300,
      startedAt: at('08:00', DAY),
      doffedAt: at('10:00', DAY),
      businessDate: DAY,
      shift: 'early',
      team: 'A',
      netKg: 1120,
    })
  })
  good(await p.staff.admin.call(calls.recalculateEnergy, { from: DAY, to: DAY }))
}, 120_000)
afterAll(() => p.plant.close())
const admin = () => p.staff.admin
const sumOf = (rows: readonly { used: number; cost: number }[]) => ({
  used: rows.reduce((sum, row) => sum + row.used, 0),
  cost: Math.round(rows.reduce((sum, row) => sum + row.cost, 0) * 1e6) / 1e6,
})

describe('whose the energy was', () => {
  test('an order has its line and its share of the chiller while it ran, priced slot by slot', async () => {
    const [order] = await p.inside((ctx) => loadOrderEnergy(ctx, [p.orderId]))
    // 7 h of 60 + 20 kWh a quarter: 3 h of them normal, 4 h peak. The pause is nobody's.
    expect(sumOf(order!.sums)).toEqual({ used: 2240, cost: 960 * 0.6 + 1280 * 1.1 })
    expect(order!.sums.map(({ medium, band, used, allocated }) => [medium, band, used, allocated])).toEqual([
      ['electricity', 'normal', 960, 240],
      ['electricity', 'peak', 1280, 320],
    ])
    expect(order!.uncounted).toEqual([])
  })
  test('a day that several count at once is counted once', async () => {
    const sums = () =>
      p.plant.query('select count(*)::int as n, sum(used)::float8 as used from energy_use where day = $1', [DAY])
    const before = await sums()
    await p.plant.query(`update energy_day set basis = 'another' where day = $1`, [DAY])
    await Promise.all(
      [1, 2, 3, 4].map(async () => good(await admin().call(calls.recalculateEnergy, { from: DAY, to: DAY }))),
    )
    expect(await sums()).toEqual(before)
  })
  test('orders and rest are the meters at the top, in kWh and CNY', async () => {
    const rest = await p.plant.query<{ kind: string; medium: string; band: string; used: number; cost: number }>(
      `select kind, medium, band, sum(used)::float8 as used, sum(cost)::float8 as cost from energy_use
       where day = $1 and work_order_id is null group by kind, medium, band`,
      [DAY],
    )
    const by = (kind: string) =>
      rest.filter((row) => row.kind === kind && row.medium === 'electricity').reduce((sum, row) => sum + row.used, 0)
    expect([by('idle'), by('shared'), by('loss')]).toEqual([5760 - 1680, 1920 - 560, 1920])
    const [order] = await p.inside((ctx) => loadOrderEnergy(ctx, [p.orderId]))
    const electricity = rest.filter(({ medium }) => medium === 'electricity')
    // 9,600 kWh by 400 kWh an hour: 8 h low, 9 h normal, 7 h peak.
    expect(sumOf([...order!.sums, ...electricity])).toEqual({ used: 9600, cost: 6040 })
    expect(rest.filter(({ medium }) => medium === 'gas')).toMatchObject([
      { kind: 'shared', band: 'flat', used: 960, cost: 3840 },
    ])
  })
  test('the same facts are not counted twice; a late reading changes its day', async () => {
    expect(good(await admin().call(calls.recalculateEnergy, { from: DAY, to: DAY }))).toMatchObject({
      counted: 1,
      changed: 0,
    })
    await p.read('GAS', at('00:00', '2026-11-20'), 8, 5, 1000 + 960)
    expect(good(await admin().call(calls.recalculateEnergy, { from: DAY, to: '2026-11-20' }))).toMatchObject({
      counted: 2,
      changed: 1,
    })
  })
  test('a price that changes makes the sums of its days not whole until they are counted again', async () => {
    good(
      await admin().call(electricPrice.endpoints.create, {
        layer: 'day',
        name: '一日',
        effectiveFrom: DAY,
        effectiveTo: DAY,
        ...prices,
        peak: 2,
        windows: [...windows],
      }),
    )
    expect((await p.inside((ctx) => loadOrderEnergy(ctx, [p.orderId])))[0]!.uncounted).toEqual([DAY])
    await p.inside(countEnergyDays)
    const [order] = await p.inside((ctx) => loadOrderEnergy(ctx, [p.orderId]))
    expect(order!.uncounted).toEqual([])
    expect(sumOf(order!.sums)).toEqual({ used: 2240, cost: 960 * 0.6 + 1280 * 2 })
  })
})

describe('analysis', () => {
  test('by line, with the rest, per kg and in bands', async () => {
    const found = good(await admin().call(calls.energyAnalysis, { by: 'product', period: 'day', day: DAY }))
    expect(found).toMatchObject({ unit: 'kWh', used: 9600, running: false, uncountedDays: 0 })
    expect(found.rows).toMatchObject([
      { id: p.productId, used: 2240, kg: 1120, perKg: 2, allocatedPercent: 25, before: null },
    ])
    expect(found.rest.map(({ kind, used }) => [kind, used])).toEqual([
      ['idle', 4080],
      ['shared', 1360],
      ['loss', 1920],
    ])
    expect(found.bands.map(({ band, used }) => [band, used])).toEqual([
      ['peak', 2800],
      ['normal', 3600],
      ['low', 3200],
    ])
    expect(found.flow).toEqual([
      { from: 'MAIN', to: 'CHILLER', used: 1920 },
      { from: 'MAIN', to: 'LINE', used: 5760 },
      { from: 'MAIN', to: expect.stringContaining('MAIN') as string, used: 1920 },
    ])
  })
  test('by area and item what each meter has for itself, which sums to the top', async () => {
    const found = good(await admin().call(calls.energyAnalysis, { by: 'area', period: 'month', day: DAY }))
    expect(found.rows.map(({ used }) => used)).toEqual([9600])
    expect(
      good(await admin().call(calls.energyAnalysis, { by: 'team', period: 'day', day: DAY })).rows.reduce(
        (sum, row) => sum + row.used,
        0,
      ),
    ).toBe(2240)
  })
  test('of a running period compares the same hours', async () => {
    // 10:00 of the 20th: gas of two hours was read, 40 m³; of the day before 400 m³ until ten.
    const found = good(await admin().call(calls.energyAnalysis, { by: 'line', period: 'day', medium: 'gas' }))
    expect(found).toMatchObject({ running: true, used: 40, before: 400, beforePercent: -90 })
    const now = good(await admin().call(calls.energyNow, {}))
    expect(now.media.find(({ medium }) => medium === 'gas')).toMatchObject({
      used: 40,
      yesterday: 400,
      yesterdayPercent: -90,
    })
  })
  test('ranks products and sums all media in tce', async () => {
    const ranked = good(await admin().call(calls.energyRanking, { period: 'day', day: DAY }))
    expect(ranked.products).toMatchObject([{ productId: p.productId, perKg: 2, orders: 1 }])
    const whole = good(await admin().call(calls.allEnergy, { period: 'day', day: DAY }))
    expect(whole.tce).toBeCloseTo(9.6 * 0.1229 + 0.96 * 1.2143, 3)
    expect(whole.media.map(({ medium, used }) => [medium, used])).toEqual([
      ['electricity', 9600],
      ['gas', 960],
    ])
  })
  test('draws a day in quarters with band and price, and knows the demand', async () => {
    const found = good(await admin().call(calls.energyOneDay, { day: DAY, lineId: p.lineId }))
    expect(found.slots).toHaveLength(96)
    expect(found.slots[40]).toMatchObject({ at: at('10:00', DAY), used: 60, band: 'peak', price: 2, estimated: false })
    expect(found).toMatchObject({ used: 5760, demandKw: 240, meters: 1 })
    const steam = good(await admin().call(calls.energyOneDay, { day: DAY, lineId: p.lineId, medium: 'steam' }))
    expect(steam).toMatchObject({ used: 0, demandKw: null, meters: 0 })
  })
  test('shows the tree with what is lost, and works out virtual meters', async () => {
    const rest = good(
      await admin().call(energyMeter.endpoints.create, {
        code: 'REST',
        name: '其余',
        kind: 'difference',
        medium: 'electricity',
        itemId: p.itemId,
        members: [p.meters.main.id, p.meters.line.id],
        allocation: 'none',
      }),
    )
    const found = good(await admin().call(calls.energyTree, { from: DAY, to: DAY }))
    const of = (id: string) => found.meters.find(({ energyMeterId }) => energyMeterId === id)
    expect(of(rest.id)).toMatchObject({ used: 3840, loss: null })
    expect(of(p.meters.main.id)).toMatchObject({ used: 9600, loss: 1920, lossPercent: 20 })
    const circle = await admin().call(energyMeter.endpoints.update, {
      id: p.meters.main.id,
      version: p.meters.main.version,
      parentId: p.meters.line.id,
    })
    expect(circle.errno).toBe('6000')
  })
  test('is a workbook as well', async () => {
    const file = await admin().raw('GET', `/sheet/energy_export?by=product&period=day&day=${DAY}`)
    const sheet = await readSheet(file.bytes)
    expect(JSON.stringify(sheet)).toContain('产品一')
  })
})

test('an order has a curve with bands, and each stop says what it used', async () => {
  const stop = good(
    await p.staff['prod-lead'].call(lineStop.endpoints.create, {
      lineId: p.lineId,
      startedAt: at('14:00', DAY),
      endedAt: at('14:30', DAY),
    }),
  )
  const curve = good(await admin().call(energyCurve, { workOrderId: p.orderId }))
  expect(curve.points).toHaveLength(32)
  expect(curve.points[0]).toMatchObject({ at: at('08:00', DAY), kw: 240, band: 'normal' })
  expect(curve.stops).toMatchObject([{ stopId: stop.id, kwh: 120, cost: 240 }])
  // 8 h of the line's own 60 kWh a quarter; its cost has 7 h of them, as the pause is nobody's, and 20 kWh a quarter of the chiller.
  expect(curve).toMatchObject({ used: 1920, orderUsed: 2240, orderShared: 560 })
  expect(curve.orderCost).toBeCloseTo(960 * 0.6 + 1280 * 2, 2) // at the peak price that it was changed to above
  const line = good(await admin().call(energyCurve, { lineId: p.lineId, from: at('08:00', DAY), to: at('10:00', DAY) }))
  expect(line).toMatchObject({ used: 480, orderUsed: null, orderCost: null, orderShared: null, number: null })
  expect(curve.number).toBeTruthy()
  expect(curve.product).toBeTruthy()
  // Quarters that are cut at both ends: their share of the energy, drawn with the power of whole ones.
  const cut = good(await admin().call(energyCurve, { lineId: p.lineId, from: at('08:10', DAY), to: at('08:46', DAY) }))
  expect(cut.points.map(({ kw }) => kw)).toEqual([240, 240, 240, 240])
  expect(cut.used).toBe(144)
  expect((await admin().call(energyCurve, {})).errno).toBe('4042')
})

test('which meters lack which hours, and which sheets are missing, with the way to mend it', async () => {
  const found = good(await admin().call(checkMeterHours, { day: '2026-11-20' }))
  const gas = found.gaps.find(({ energyMeterId }) => energyMeterId === p.meters.gas.id)
  expect(gas?.hours.map(({ hour }) => hour)).toEqual([
    '02:00',
    '03:00',
    '04:00',
    '05:00',
    '06:00',
    '07:00',
    '08:00',
    '09:00',
  ])
  expect(gas?.link).toBe(`/meters?id=${p.meters.gas.meterId}`)
  expect(good(await admin().call(checkMeterHours, { day: DAY }))).toMatchObject({ meters: 4, complete: 4, gaps: [] })
  const sheets = good(await admin().call(checkShiftRecords, { day: DAY }))
  expect(sheets.missing.map(({ resource, shift }) => [resource, shift])).toEqual([
    ['handover', 'early'],
    ['teamSummary', 'early'],
  ])
  expect(sheets.expected).toBe(2)
  expect(good(await admin().call(calls.meterCounts, {}))).toMatchObject({ meters: 4, virtual: 1, silent: 4 })
})

test('a baseline is fitted to days that have come', async () => {
  const input = { name: 'B', lineId: p.lineId, fromDay: DAY, toDay: '2027-01-31' }
  expect(await admin().call(fitBaseline, input)).toMatchObject({
    data: { issues: [{ path: ['toDay'], code: 'inFuture' }] },
  })
})

test('a month is written up with its figures', async () => {
  const made = good(
    await admin().call(energyMonth.endpoints.create, {
      month: '2026-11-01',
      analysis: '空转偏多',
      measures: '停机即降温',
    }),
  )
  expect(made.electricityKwh).toBe(9600)
  expect((await admin().call(energyMonth.endpoints.create, { month: '2026-11-02', analysis: 'x' })).errno).toBe('4013')
  expect((await admin().call(energyMonth.endpoints.create, { month: '2026-12-01', analysis: 'x' })).errno).toBe('4013')
})

test('a robot is told once of each passing of a limit, and its secrets are never shown', async () => {
  expect(good(await admin().call(gasAlarm, {}))).toMatchObject({ enabled: false, hasAddress: false, version: 0 })
  const set = await admin().call(setGasAlarm, {
    enabled: true,
    robot: 'dingtalk',
    language: 'zh',
    limitDay: 30,
    address: 'https://oapi.dingtalk.com/robot/send?access_token=verysecrettoken',
    secret: 'SECverysecret',
  })
  expect(good(set)).toMatchObject({ enabled: true, hasAddress: true, hasSecret: true, host: 'oapi.dingtalk.com' })
  expect(JSON.stringify(set)).not.toContain('verysecret')
  expect(JSON.stringify(await admin().call(gasAlarm, {}))).not.toContain('verysecret')
  expect(
    (await admin().call(setGasAlarm, { enabled: true, robot: 'json', language: 'zh', address: 'http://10.0.0.5/hook' }))
      .errno,
  ).toBe('4013')
  await p.inside(watchLimits)
  await p.inside(watchLimits)
  const messages = await p.plant.query<{ key: string; text: string }>('select key, text from outbound_message')
  expect(messages.map(({ key }) => key)).toEqual(['energyAlarm:gas:day:2026-11-20'])
  expect(messages[0]!.text).toContain('30 m³')
  expect(good(await admin().call(energyAlarmSent.endpoints.list, {})).total).toBe(1)
  // Without address and secret they stay.
  expect(
    good(await admin().call(setGasAlarm, { enabled: false, robot: 'dingtalk', language: 'zh', limitDay: 30 })),
  ).toMatchObject({ enabled: false, hasAddress: true, hasSecret: true })
})
test('another kind of robot is not told at the address of the first', async () => {
  const changed = (more: object) =>
    admin().call(setWaterAlarm, { enabled: true, language: 'zh', limitDay: 30, robot: 'dingtalk', ...more } as never)
  good(await changed({ address: 'https://oapi.dingtalk.com/robot/send?access_token=t' }))
  const refused = await changed({ robot: 'wecom' })
  expect([refused.errno, refused.data]).toMatchObject(['4013', { issues: [{ path: ['address'], code: 'otherHost' }] }])
  expect(good(await admin().call(waterAlarm, {}))).toMatchObject({ robot: 'dingtalk', host: 'oapi.dingtalk.com' })
  good(await changed({ robot: 'wecom', address: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k' }))
  // Plain JSON goes anywhere.
  good(await changed({ robot: 'json' }))
})

test('while days are not counted it says so, and compares with nothing that is not whole', async () => {
  for (const table of ['energy_day', 'energy_use', 'energy_meter_day'])
    await p.plant.query(`delete from ${table} where day < $1`, [DAY])
  // Web of a day whose energy is not counted: a kilogram of it took nothing that is known.
  const [{ id }] = (await p.plant.query<{ id: string }>(
    `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, net_kg, grade, downgrades, business_date, shift, team, started_at, doffed_at, created_at, updated_at, defects, images, lots)
     values (1, gen_random_uuid(), 'J-uncounted', 'uncut', $1, $2, $3, 5000, 'good', '[]', '2026-11-10', 'early', 'A', $4, $4, now(), now(), '[]', '[]', '[]') returning id`,
    [p.orderId, p.productId, p.lineId, at('10:00', '2026-11-10')],
  )) as [{ id: string }]
  const ofDay = good(await admin().call(calls.energyAnalysis, { by: 'product', period: 'day', day: DAY }))
  const found = good(await admin().call(calls.energyAnalysis, { by: 'product', period: 'month', day: DAY }))
  expect(found.rows).toMatchObject([{ id: p.productId, kg: ofDay.rows[0]!.kg, perKg: ofDay.rows[0]!.perKg }])
  expect(found.kg).toBe(ofDay.kg)
  const [ranked] = good(await admin().call(calls.energyRanking, { period: 'month', day: DAY })).products
  expect(ranked).toMatchObject({ perKg: ofDay.rows[0]!.perKg })
  expect(good(await admin().call(calls.allEnergy, { period: 'month', day: DAY })).kg).toBe(ofDay.kg)
  await p.plant.query('delete from jumbo_roll where id = $1', [id])
  expect(found).toMatchObject({ uncountedDays: 18, before: null, beforePercent: null, yearBefore: null })
  const all = good(await admin().call(calls.allEnergy, { period: 'month', day: DAY }))
  expect(all.uncountedDays).toBe(18)
  expect(all.media.map(({ before }) => before)).toEqual(all.media.map(() => null))
})
