import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '@/areas/energy/contract/analysis-endpoints'
import { checkMeterHours, checkShiftRecords, energyCurve, energyHours } from '@/areas/energy/contract/curve-endpoints'
import { energyAlarmSent, gasAlarm, setGasAlarm, setWaterAlarm, waterAlarm } from '@/areas/energy/contract/energy-alarm'
import { fitBaseline } from '@/areas/energy/contract/energy-baseline'
import { energyMeter } from '@/areas/energy/contract/energy-meter'
import { energyMonth } from '@/areas/energy/contract/energy-month'
import { checkLimits } from '@/areas/energy/server/alarms'
import { recalculateDueEnergyDays } from '@/areas/energy/server/recalculate-energy-days'
import { loadOrderEnergy } from '@/areas/energy/server/queries'
import { electricPrice } from '@/areas/prices/contract/electric-price'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { lineStop } from '@/plant/contract/line-stop'
import { readSheet } from '@/server/excel/read-sheet'
import { plantTime, expectOk, NOW } from '../plant-staff'
import { DAY, createEnergyPlant, prices, windows, type EnergyPlant } from './energy-plant'

let energyPlant: EnergyPlant
beforeAll(async () => {
  energyPlant = await createEnergyPlant()
  await energyPlant.runInContext(async (ctx) => {
    await ctx.rows.insert(jumboRoll, {
      number: 'J1',
      state: 'wound' as never,
      workOrderId: energyPlant.orderId,
      productId: energyPlant.productId,
      lineId: energyPlant.lineId,
      gsm: 15,
      speed: 300,
      startedAt: plantTime('08:00', DAY),
      doffedAt: plantTime('10:00', DAY),
      businessDate: DAY,
      shift: 'early',
      team: 'A',
      netKg: 1120,
    })
  })
  expectOk(await energyPlant.staff.admin.call(calls.recalculateEnergy, { from: DAY, to: DAY }))
}, 120_000)
afterAll(() => energyPlant.plant.close())
const admin = () => energyPlant.staff.admin
const sumRows = (rows: readonly { used: number; cost: number }[]) => ({
  used: rows.reduce((sum, row) => sum + row.used, 0),
  cost: Math.round(rows.reduce((sum, row) => sum + row.cost, 0) * 1e6) / 1e6,
})

describe('the allocation of energy', () => {
  test('an order gets its line’s energy and its share of the chiller while it ran, priced by quarters', async () => {
    const [order] = await energyPlant.runInContext((ctx) => loadOrderEnergy(ctx, [energyPlant.orderId]))
    // 7 h of 60 + 20 kWh a quarter: 3 h at normal price, 4 h at peak price. The pause belongs to no order.
    expect(sumRows(order!.sums)).toEqual({ used: 2240, cost: 960 * 0.6 + 1280 * 1.1 })
    expect(order!.sums.map(({ medium, band, used, allocated }) => [medium, band, used, allocated])).toEqual([
      ['electricity', 'normal', 960, 240],
      ['electricity', 'peak', 1280, 320],
    ])
    expect(order!.uncountedDays).toEqual([])
  })
  test('a day calculated by several processes at once is stored once', async () => {
    const loadDaySums = () =>
      energyPlant.plant.query('select count(*)::int as n, sum(used)::float8 as used from energy_use where day = $1', [
        DAY,
      ])
    const previousSums = await loadDaySums()
    await energyPlant.plant.query(`update energy_day set basis = 'another' where day = $1`, [DAY])
    await Promise.all(
      [1, 2, 3, 4].map(async () => expectOk(await admin().call(calls.recalculateEnergy, { from: DAY, to: DAY }))),
    )
    expect(await loadDaySums()).toEqual(previousSums)
  })
  test('orders and rest add up to the top-level meters, in kWh and CNY', async () => {
    const dayRows = await energyPlant.plant.query<{
      kind: string
      medium: string
      band: string
      used: number
      cost: number
    }>(
      `select kind, medium, band, sum(used)::float8 as used, sum(cost)::float8 as cost from energy_use
       where day = $1 and work_order_id is null group by kind, medium, band`,
      [DAY],
    )
    const sumElectricity = (kind: string) =>
      dayRows.filter((row) => row.kind === kind && row.medium === 'electricity').reduce((sum, row) => sum + row.used, 0)
    expect([sumElectricity('idle'), sumElectricity('shared'), sumElectricity('loss')]).toEqual([
      5760 - 1680,
      1920 - 560,
      1920,
    ])
    const [order] = await energyPlant.runInContext((ctx) => loadOrderEnergy(ctx, [energyPlant.orderId]))
    const electricity = dayRows.filter(({ medium }) => medium === 'electricity')
    // 9,600 kWh at 400 kWh an hour: 8 h low, 9 h normal, 7 h peak.
    expect(sumRows([...order!.sums, ...electricity])).toEqual({ used: 9600, cost: 6040 })
    expect(dayRows.filter(({ medium }) => medium === 'gas')).toMatchObject([
      { kind: 'shared', band: 'flat', used: 960, cost: 3840 },
    ])
  })
  test('unchanged readings are not counted again; a late reading changes its day', async () => {
    expect(expectOk(await admin().call(calls.recalculateEnergy, { from: DAY, to: DAY }))).toMatchObject({
      counted: 1,
      changed: 0,
    })
    await energyPlant.sendCounterReadings('GAS', plantTime('00:00', '2026-11-20'), 8, 5, 1000 + 960)
    expect(expectOk(await admin().call(calls.recalculateEnergy, { from: DAY, to: '2026-11-20' }))).toMatchObject({
      counted: 2,
      changed: 1,
    })
  })
  test('after a price change the sums of its days are incomplete until they are recalculated', async () => {
    expectOk(
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
    expect(
      (await energyPlant.runInContext((ctx) => loadOrderEnergy(ctx, [energyPlant.orderId])))[0]!.uncountedDays,
    ).toEqual([DAY])
    await energyPlant.runInContext(recalculateDueEnergyDays)
    const [order] = await energyPlant.runInContext((ctx) => loadOrderEnergy(ctx, [energyPlant.orderId]))
    expect(order!.uncountedDays).toEqual([])
    expect(sumRows(order!.sums)).toEqual({ used: 2240, cost: 960 * 0.6 + 1280 * 2 })
  })
  test('the days of a run count to its end, however long it is', async () => {
    const { plant, orderId, runInContext: runInside } = energyPlant
    const loadRun = async () =>
      (
        await plant.query<{ begin: Date; end: Date }>(
          'select started_at as begin, finished_at as "end" from work_order where id = $1',
          [orderId],
        )
      )[0]!
    const setRun = (begin: Date | string, end: Date | string) =>
      plant.query('update work_order set started_at = $2, finished_at = $3 where id = $1', [orderId, begin, end])
    const { begin, end } = await loadRun()
    await setRun('2020-01-01T00:00:00Z', '2022-01-01T00:00:00Z')
    const [order] = await runInside((ctx) => loadOrderEnergy(ctx, [orderId]))
    await setRun(begin, end)
    expect(order!.uncountedDays).toHaveLength(732)
    expect(order!.uncountedDays.at(-1)).toBe('2022-01-01')
  })
})

describe('analysis', () => {
  test('by line shows the rest, kWh per kg and price bands', async () => {
    const analysis = expectOk(await admin().call(calls.energyAnalysis, { by: 'product', period: 'day', day: DAY }))
    expect(analysis).toMatchObject({ unit: 'kWh', used: 9600, running: false, uncountedDays: 0 })
    expect(analysis.rows).toMatchObject([
      { id: energyPlant.productId, used: 2240, kg: 1120, perKg: 2, allocatedPercent: 25, before: null },
    ])
    expect(analysis.rest.map(({ kind, used }) => [kind, used])).toEqual([
      ['idle', 4080],
      ['shared', 1360],
      ['loss', 1920],
    ])
    expect(analysis.bands.map(({ band, used }) => [band, used])).toEqual([
      ['peak', 2800],
      ['normal', 3600],
      ['low', 3200],
    ])
    expect(analysis.flow).toEqual([
      { from: 'MAIN', to: 'CHILLER', used: 1920 },
      { from: 'MAIN', to: 'LINE', used: 5760 },
      { from: 'MAIN', to: expect.stringContaining('MAIN') as string, used: 1920 },
    ])
  })
  test('flows from the supply to areas, lines and other consumers', async () => {
    const { placeFlow } = expectOk(await admin().call(calls.energyAnalysis, { by: 'line', period: 'day', day: DAY }))
    const [supply] = placeFlow
    expect(supply!.used).toBe(9600)
    const placeFlows = placeFlow.filter(({ from }) => from === supply!.to)
    expect(placeFlows.map(({ used }) => used)).toEqual([5760, 1920, 1920])
    expect(placeFlow).toHaveLength(4)
  })
  test('by hour sums the slots of each day, without hours to come', async () => {
    const hours = expectOk(await admin().call(energyHours, { from: DAY, to: '2026-11-20' }))
    expect(hours).toMatchObject({ unit: 'kWh', days: [{ day: DAY }, { day: '2026-11-20' }] })
    const [firstDay, today] = hours.days
    expect(firstDay!.hours).toHaveLength(24)
    expect(firstDay!.hours.reduce((sum, { used }) => sum + (used ?? 0), 0)).toBe(9600)
    expect(firstDay!.hours[12]!.used).toBe(400)
    expect(today!.hours[23]!.used).toBeNull()
    expect((await admin().call(energyHours, { from: '2026-10-01', to: DAY })).errno).toBe('4013')
  })
  test('by area and item shows the own use of each meter, which adds up to the top-level meter', async () => {
    const analysis = expectOk(await admin().call(calls.energyAnalysis, { by: 'area', period: 'month', day: DAY }))
    expect(analysis.rows.map(({ used }) => used)).toEqual([9600])
    expect(
      expectOk(await admin().call(calls.energyAnalysis, { by: 'team', period: 'day', day: DAY })).rows.reduce(
        (sum, row) => sum + row.used,
        0,
      ),
    ).toBe(2240)
  })
  test('of the current period compares with the same hours of the previous one', async () => {
    // At 10:00 on the 20th two hours of gas are read, 40 m³; the previous day had 400 m³ until 10:00.
    const analysis = expectOk(await admin().call(calls.energyAnalysis, { by: 'line', period: 'day', medium: 'gas' }))
    expect(analysis).toMatchObject({ running: true, used: 40, before: 400, beforePercent: -90 })
    const currentUse = expectOk(await admin().call(calls.energyNow, {}))
    expect(currentUse.media.find(({ medium }) => medium === 'gas')).toMatchObject({
      used: 40,
      yesterday: 400,
      yesterdayPercent: -90,
    })
  })
  test('ranks products and sums all media in tce', async () => {
    const ranked = expectOk(await admin().call(calls.energyRanking, { period: 'day', day: DAY }))
    expect(ranked.products).toMatchObject([{ productId: energyPlant.productId, perKg: 2, orders: 1 }])
    const allMedia = expectOk(await admin().call(calls.allEnergy, { period: 'day', day: DAY }))
    expect(allMedia.tce).toBeCloseTo(9.6 * 0.1229 + 0.96 * 1.2143, 3)
    expect(allMedia.media.map(({ medium, used }) => [medium, used])).toEqual([
      ['electricity', 9600],
      ['gas', 960],
    ])
  })
  test('shows a day in quarters with band and price, and the demand', async () => {
    const dayCurve = expectOk(await admin().call(calls.energyOneDay, { day: DAY, lineId: energyPlant.lineId }))
    expect(dayCurve.slots).toHaveLength(96)
    expect(dayCurve.slots[40]).toMatchObject({
      at: plantTime('10:00', DAY),
      // 60 kWh of the line and 20 of the chiller, because no other line ran.
      used: 80,
      band: 'peak',
      price: 2,
      estimated: false,
    })
    // 96 quarters of 60 kWh, and 20 kWh of the chiller in the 28 quarters in which the order ran.
    expect(dayCurve).toMatchObject({ used: 5760 + 560, demandKw: 320, meters: 2, allocatedPercent: 8.9 })
    const steamCurve = expectOk(
      await admin().call(calls.energyOneDay, { day: DAY, lineId: energyPlant.lineId, medium: 'steam' }),
    )
    expect(steamCurve).toMatchObject({ used: 0, demandKw: null, meters: 0 })
  })
  test('gives a line the same energy in each answer, with its part of the shared chiller', async () => {
    const { lineId } = energyPlant
    const analysis = expectOk(await admin().call(calls.energyAnalysis, { by: 'line', period: 'day', day: DAY }))
    expect(analysis.rows).toMatchObject([{ id: lineId, used: 6320, allocatedPercent: 8.9 }])
    const ofLine = expectOk(await admin().call(calls.energyAnalysis, { period: 'day', day: DAY, lineId }))
    const oneDay = expectOk(await admin().call(calls.energyOneDay, { day: DAY, lineId }))
    expect([ofLine.used, oneDay.used]).toEqual([6320, 6320])
    expect(oneDay.cost).toBe(ofLine.cost)
    expect(oneDay.bands).toEqual(ofLine.bands)
    const hours = expectOk(await admin().call(energyHours, { from: DAY, to: DAY, lineId }))
    expect(hours.days[0]!.hours.reduce((sum, { used }) => sum + (used ?? 0), 0)).toBe(6320)
    // At 03:00 only the line used energy, at 10:00 the chiller too.
    expect([3, 10].map((hour) => hours.days[0]!.hours[hour]!.used)).toEqual([240, 320])
    expect(hours.allocatedPercent).toBe(8.9)
    const currentUse = expectOk(await admin().call(calls.energyNow, {}))
    // From midnight to 10:00 of the day before: 40 quarters of the line, and 8 of the chiller.
    expect(currentUse.lines).toMatchObject([{ lineId, yesterday: 40 * 60 + 8 * 20 }])
  })
  test('shows the meter tree with losses, and calculates virtual meters', async () => {
    const virtualMeter = expectOk(
      await admin().call(energyMeter.endpoints.create, {
        code: 'REST',
        name: '其余',
        kind: 'difference',
        medium: 'electricity',
        itemId: energyPlant.itemId,
        members: [energyPlant.meters.main.id, energyPlant.meters.line.id],
        allocation: 'none',
      }),
    )
    const meterTree = expectOk(await admin().call(calls.energyTree, { from: DAY, to: DAY }))
    const findMeter = (id: string) => meterTree.meters.find(({ energyMeterId }) => energyMeterId === id)
    expect(findMeter(virtualMeter.id)).toMatchObject({ used: 3840, loss: null })
    expect(findMeter(energyPlant.meters.main.id)).toMatchObject({ used: 9600, loss: 1920, lossPercent: 20 })
    const circle = await admin().call(energyMeter.endpoints.update, {
      id: energyPlant.meters.main.id,
      version: energyPlant.meters.main.version,
      parentId: energyPlant.meters.line.id,
    })
    expect(circle.errno).toBe('6000')
  })
  test('can be downloaded as a workbook', async () => {
    const file = await admin().raw('GET', `/sheet/energy_export?by=product&period=day&day=${DAY}`)
    const sheet = await readSheet(file.bytes)
    expect(sheet.header.slice(0, 2)).toEqual(['产品', '用量 (kWh)'])
    expect(sheet.rows.map((row) => row.slice(0, 2))).toEqual([
      [expect.stringContaining('产品一'), 2240],
      ['合计', 9600],
    ])
  })
})

test('an order has a load curve with bands, and shows the use during each stop', async () => {
  const stop = expectOk(
    await energyPlant.staff['prod-lead'].call(lineStop.endpoints.create, {
      lineId: energyPlant.lineId,
      startedAt: plantTime('14:00', DAY),
      endedAt: plantTime('14:30', DAY),
    }),
  )
  const curve = expectOk(await admin().call(energyCurve, { workOrderId: energyPlant.orderId }))
  expect(curve.points).toHaveLength(32)
  expect(curve.points[0]).toMatchObject({ at: plantTime('08:00', DAY), kw: 240, band: 'normal' })
  expect(curve.stops).toMatchObject([{ stopId: stop.id, kwh: 120, cost: 240 }])
  // The curve has 8 h of the line's own 60 kWh a quarter. The cost has 7 h without the pause, plus 20 kWh a quarter of the chiller.
  expect(curve).toMatchObject({ used: 1920, orderUsed: 2240, orderShared: 560 })
  expect(curve.orderCost).toBeCloseTo(960 * 0.6 + 1280 * 2, 2) // at the peak price changed above
  const line = expectOk(
    await admin().call(energyCurve, {
      lineId: energyPlant.lineId,
      from: plantTime('08:00', DAY),
      to: plantTime('10:00', DAY),
    }),
  )
  expect(line).toMatchObject({ used: 480, orderUsed: null, orderCost: null, orderShared: null, number: null })
  expect(curve.number).toBeTruthy()
  expect(curve.product).toBeTruthy()
  // Partial quarters at both ends get their share of the energy, at the power of whole quarters.
  const partialCurve = expectOk(
    await admin().call(energyCurve, {
      lineId: energyPlant.lineId,
      from: plantTime('08:10', DAY),
      to: plantTime('08:46', DAY),
    }),
  )
  expect(partialCurve.points.map(({ kw }) => kw)).toEqual([240, 240, 240, 240])
  expect(partialCurve.used).toBe(144)
  expect((await admin().call(energyCurve, {})).errno).toBe('4042')
})

test('the check lists missing hours by meter and missing records, with a link to correct them', async () => {
  const hourCheck = expectOk(await admin().call(checkMeterHours, { day: '2026-11-20' }))
  const gas = hourCheck.gaps.find(({ energyMeterId }) => energyMeterId === energyPlant.meters.gas.id)
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
  expect(gas?.link).toBe(`/meters?id=${energyPlant.meters.gas.meterId}`)
  expect(expectOk(await admin().call(checkMeterHours, { day: DAY }))).toMatchObject({
    meters: 4,
    complete: 4,
    gaps: [],
  })
  const sheets = expectOk(await admin().call(checkShiftRecords, { day: DAY }))
  expect(sheets.missing.map(({ resource, shift }) => [resource, shift])).toEqual([
    ['handover', 'early'],
    ['teamSummary', 'early'],
  ])
  expect(sheets.expected).toBe(2)
  const meterCounts = expectOk(await admin().call(calls.meterCounts, {}))
  expect(meterCounts).toMatchObject({ meters: 4, virtual: 1, silent: 4 })
  const lastAtByMeter = new Map(meterCounts.silentMeters.map(({ energyMeterId, lastAt }) => [energyMeterId, lastAt]))
  expect(lastAtByMeter.get(energyPlant.meters.gas.id)).toBe(plantTime('02:00', '2026-11-20'))
  expect(lastAtByMeter.get(energyPlant.meters.main.id)).toBe(plantTime('00:00', '2026-11-20'))
})

test('a baseline is fitted to past days', async () => {
  const input = { name: 'B', lineId: energyPlant.lineId, fromDay: DAY, toDay: '2027-01-31' }
  expect(await admin().call(fitBaseline, input)).toMatchObject({
    data: { issues: [{ path: ['toDay'], code: 'inFuture' }] },
  })
  const range = { fromDay: '2024-09-10', toDay: '2026-11-19' }
  expect(await admin().call(fitBaseline, { ...input, ...range })).toMatchObject({
    data: { issues: [{ path: ['toDay'], code: 'tooManyDays', params: { limit: 800 } }] },
  })
})

test('a monthly report contains the month’s metrics', async () => {
  const createdReport = expectOk(
    await admin().call(energyMonth.endpoints.create, {
      month: '2026-11-01',
      analysis: '空转偏多',
      measures: '停机即降温',
    }),
  )
  expect(createdReport.electricityKwh).toBe(9600)
  expect((await admin().call(energyMonth.endpoints.create, { month: '2026-11-02', analysis: 'x' })).errno).toBe('4013')
  expect((await admin().call(energyMonth.endpoints.create, { month: '2026-12-01', analysis: 'x' })).errno).toBe('4013')
})

test('a chat robot gets one message per exceeded limit, and its secrets are never shown', async () => {
  expect(expectOk(await admin().call(gasAlarm, {}))).toMatchObject({ enabled: false, hasAddress: false, version: 0 })
  const set = await admin().call(setGasAlarm, {
    enabled: true,
    robot: 'dingtalk',
    language: 'zh',
    limitDay: 30,
    address: 'https://oapi.dingtalk.com/robot/send?access_token=verysecrettoken',
    secret: 'SECverysecret',
  })
  expect(expectOk(set)).toMatchObject({ enabled: true, hasAddress: true, hasSecret: true, host: 'oapi.dingtalk.com' })
  expect(JSON.stringify(set)).not.toContain('verysecret')
  expect(JSON.stringify(await admin().call(gasAlarm, {}))).not.toContain('verysecret')
  expect(
    (await admin().call(setGasAlarm, { enabled: true, robot: 'json', language: 'zh', address: 'http://10.0.0.5/hook' }))
      .errno,
  ).toBe('4013')
  await energyPlant.runInContext(checkLimits)
  await energyPlant.runInContext(checkLimits)
  const messages = await energyPlant.plant.query<{ key: string; text: string }>(
    'select key, text from outbound_message',
  )
  expect(messages.map(({ key }) => key)).toEqual(['energyAlarm:gas:day:2026-11-20'])
  expect(messages[0]!.text).toContain('30 m³')
  expect(expectOk(await admin().call(energyAlarmSent.endpoints.list, {})).total).toBe(1)
  // The last readings of a day arrive after its end, so it is checked in the following hour too.
  const runAt = async (time: string) => {
    await energyPlant.plant.query('delete from energy_alarm_sent')
    await energyPlant.plant.query('delete from outbound_message')
    energyPlant.plant.clock.set(plantTime(time, '2026-11-21'))
    await energyPlant.runInContext(checkLimits)
    energyPlant.plant.clock.set(NOW)
    return (await energyPlant.plant.query<{ key: string }>('select key from outbound_message')).map(({ key }) => key)
  }
  expect(await runAt('00:10')).toEqual(['energyAlarm:gas:day:2026-11-20'])
  expect(await runAt('01:10')).toEqual([])
  // An update without address and secret keeps them.
  expect(
    expectOk(await admin().call(setGasAlarm, { enabled: false, robot: 'dingtalk', language: 'zh', limitDay: 30 })),
  ).toMatchObject({ enabled: false, hasAddress: true, hasSecret: true })
})
test('a change of the robot kind needs an address of the new kind', async () => {
  const saveWaterAlarm = (more: object) =>
    admin().call(setWaterAlarm, { enabled: true, language: 'zh', limitDay: 30, robot: 'dingtalk', ...more } as never)
  expectOk(await saveWaterAlarm({ address: 'https://oapi.dingtalk.com/robot/send?access_token=t' }))
  const refusal = await saveWaterAlarm({ robot: 'wecom' })
  expect([refusal.errno, refusal.data]).toMatchObject(['4013', { issues: [{ path: ['address'], code: 'otherHost' }] }])
  expect(expectOk(await admin().call(waterAlarm, {}))).toMatchObject({ robot: 'dingtalk', host: 'oapi.dingtalk.com' })
  expectOk(await saveWaterAlarm({ robot: 'wecom', address: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k' }))
  // Plain JSON robots accept any address.
  expectOk(await saveWaterAlarm({ robot: 'json' }))
})

test('the analysis reports days not calculated yet, and compares only complete periods', async () => {
  for (const table of ['energy_day', 'energy_use', 'energy_meter_day'])
    await energyPlant.plant.query(`delete from ${table} where day < $1`, [DAY])
  // Web of a day without calculated energy has no known kWh per kg.
  const [{ id }] = (await energyPlant.plant.query<{ id: string }>(
    `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, net_kg, grade, downgrades, business_date, shift, team, started_at, doffed_at, created_at, updated_at, defects, images, lots)
     values (1, gen_random_uuid(), 'J-uncounted', 'uncut', $1, $2, $3, 5000, 'good', '[]', '2026-11-10', 'early', 'A', $4, $4, now(), now(), '[]', '[]', '[]') returning id`,
    [energyPlant.orderId, energyPlant.productId, energyPlant.lineId, plantTime('10:00', '2026-11-10')],
  )) as [{ id: string }]
  const dayAnalysis = expectOk(await admin().call(calls.energyAnalysis, { by: 'product', period: 'day', day: DAY }))
  const analysis = expectOk(await admin().call(calls.energyAnalysis, { by: 'product', period: 'month', day: DAY }))
  expect(analysis.rows).toMatchObject([
    { id: energyPlant.productId, kg: dayAnalysis.rows[0]!.kg, perKg: dayAnalysis.rows[0]!.perKg },
  ])
  expect(analysis.kg).toBe(dayAnalysis.kg)
  const [ranked] = expectOk(await admin().call(calls.energyRanking, { period: 'month', day: DAY })).products
  expect(ranked).toMatchObject({ perKg: dayAnalysis.rows[0]!.perKg })
  expect(expectOk(await admin().call(calls.allEnergy, { period: 'month', day: DAY })).kg).toBe(dayAnalysis.kg)
  await energyPlant.plant.query('delete from jumbo_roll where id = $1', [id])
  expect(analysis).toMatchObject({ uncountedDays: 18, before: null, beforePercent: null, yearBefore: null })
  const allMedia = expectOk(await admin().call(calls.allEnergy, { period: 'month', day: DAY }))
  expect(allMedia.uncountedDays).toBe(18)
  expect(allMedia.media.map(({ before }) => before)).toEqual(allMedia.media.map(() => null))
})

test('a meter of another medium is counted again, even without prices', async () => {
  const air = await energyPlant.createMeter('AIR', { medium: 'compressedAir' })
  await energyPlant.sendCounterReadings('AIR', plantTime('00:00', DAY), 96, 5)
  const recalculate = async () => expectOk(await admin().call(calls.recalculateEnergy, { from: DAY, to: DAY })).changed
  expect([await recalculate(), await recalculate()]).toEqual([1, 0])
  expectOk(
    await admin().call(energyMeter.endpoints.update, { id: air.id, version: air.version, medium: 'steam' } as never),
  )
  expect(await recalculate()).toBe(1)
  const media = await energyPlant.plant.query<{ medium: string }>(
    'select distinct medium from energy_use where day = $1 order by 1',
    [DAY],
  )
  expect(media.map(({ medium }) => medium)).toEqual(['electricity', 'gas', 'steam'])
})
