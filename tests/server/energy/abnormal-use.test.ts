import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { energyAbnormal, explainAbnormal } from '@/areas/energy/contract/energy-abnormal'
import { checkHour } from '@/areas/energy/server/find-abnormal-use'
import { joinCases } from '@/areas/energy/server/abnormal-cases'
import { line } from '@/plant/contract/line'
import { lineStop, stopReason } from '@/plant/contract/line-stop'
import { plantTime, expectOk } from '../plant-staff'
import { DAY, createEnergyPlant, type EnergyPlant } from './energy-plant'

let energyPlant: EnergyPlant
beforeAll(async () => {
  energyPlant = await createEnergyPlant()
}, 120_000)
afterAll(() => energyPlant.plant.close())
const admin = () => energyPlant.staff.admin
const BEGIN = plantTime('00:00', '2026-10-22')
/** Index of the quarter of an hour at `hours` o'clock on the judged day, after 28 days of history. */
const toQuarterIndex = (hours: number): number => 28 * 96 + hours * 4
const assessHourAt = (time: string) =>
  energyPlant.runInContext((ctx) => checkHour(ctx, Date.parse(plantTime(time, DAY))))
const loadCases = async (query: object = {}) => expectOk(await admin().call(energyAbnormal.endpoints.list, query)).list

test('consecutive abnormal hours are one case, created once; its cause can be entered', async () => {
  const boiler = await energyPlant.createMeter('BOILER', { medium: 'gas' })
  // 28 days of 10 m³ a quarter; the two hours from 08:00 on the 19th used ten times as much.
  await energyPlant.sendCounterReadings('BOILER', BEGIN, toQuarterIndex(15), (i) =>
    i >= toQuarterIndex(8) && i < toQuarterIndex(10) ? 100 : 10,
  )
  expect([
    await assessHourAt('07:00'),
    await assessHourAt('08:00'),
    await assessHourAt('09:00'),
    await assessHourAt('09:00'),
  ]).toEqual([0, 1, 1, 1])
  const caseList = await loadCases()
  expect(caseList).toMatchObject([
    { energyMeterId: boiler.id, state: 'open', direction: 'high', hours: 2, used: 800, usual: 80, excess: 720 },
  ])
  // An hour without readings counts as missing, not as low use.
  expect(await assessHourAt('20:00')).toBe(0)
  const firstCase = caseList[0]!
  const explainedCase = expectOk(
    await admin().call(explainAbnormal, { id: firstCase.id, cause: '阀门卡开', causeKind: 'fault', measure: '换阀' }),
  )
  expect(explainedCase).toMatchObject({ state: 'explained', cause: '阀门卡开', explainedBy: admin().userId })
  expect((await energyPlant.staff.viewer.call(explainAbnormal, { id: firstCase.id, cause: 'x' })).errno).toBe('401')
})

test('an hour whose last quarter is not read yet is judged by its read quarters', async () => {
  await energyPlant.createMeter('STEADY', { medium: 'gas' })
  await energyPlant.createMeter('HALVED', { medium: 'gas' })
  await energyPlant.sendCounterReadings('STEADY', BEGIN, toQuarterIndex(11) + 3, 10)
  await energyPlant.sendCounterReadings('HALVED', BEGIN, toQuarterIndex(11) + 3, (i) =>
    i >= toQuarterIndex(11) ? 2 : 10,
  )
  expect(await assessHourAt('11:00')).toBe(1)
  expect(await loadCases({ direction: 'low' })).toMatchObject([
    { used: 6, usual: 30, excess: -24, hours: 1, medium: 'gas' },
  ])
})

describe('a line that stops for two hours', () => {
  const names = ['TOTAL', 'FAN', 'PUMP', 'WATER'] as const
  test('is one case with all its meters and the time span of each', async () => {
    const total = await energyPlant.createMeter('TOTAL', { lineId: energyPlant.lineId })
    const fan = await energyPlant.createMeter('FAN', { lineId: energyPlant.lineId, parentId: total.id })
    const pump = await energyPlant.createMeter('PUMP', { lineId: energyPlant.lineId, parentId: total.id })
    const water = await energyPlant.createMeter('WATER', { lineId: energyPlant.lineId, medium: 'water' })
    const isStopped = (i: number) => i >= toQuarterIndex(13) && i < toQuarterIndex(16)
    for (const [n, name] of names.entries())
      await energyPlant.sendCounterReadings(name, BEGIN, toQuarterIndex(18), (i) =>
        isStopped(i) && !(n === 1 && i >= toQuarterIndex(14)) ? 10 : 100,
      )
    expect([await assessHourAt('12:00'), await assessHourAt('13:00'), await assessHourAt('14:00')]).toEqual([0, 4, 3])
    const [lineCase, ...otherCases] = await loadCases({ lineId: energyPlant.lineId })
    expect(otherCases).toEqual([])
    expect(lineCase).toMatchObject({
      energyMeterId: total.id,
      lineId: energyPlant.lineId,
      direction: 'low',
      state: 'open',
      startsAt: plantTime('13:00', DAY),
      endsAt: plantTime('15:00', DAY),
      hours: 2,
      used: 80,
      usual: 800,
      excess: -720,
    })
    expect(
      new Map(lineCase!.meters.map(({ energyMeterId, hours, endsAt }) => [energyMeterId, [hours, endsAt]])),
    ).toEqual(
      new Map([
        [total.id, [2, plantTime('15:00', DAY)]],
        [fan.id, [1, plantTime('14:00', DAY)]],
        [pump.id, [2, plantTime('15:00', DAY)]],
        [water.id, [2, plantTime('15:00', DAY)]],
      ]),
    )
    expect(await loadCases({ meterIds: fan.id })).toHaveLength(1)
  })
  test('the entered cause stays when the case is extended', async () => {
    const [lineCase] = await loadCases({ lineId: energyPlant.lineId })
    const saved = { id: lineCase!.id, version: lineCase!.version, cause: '换网', causeKind: 'production' } as const
    expectOk(await admin().call(explainAbnormal, saved))
    expect(await assessHourAt('15:00')).toBe(3)
    const casesAfter = await loadCases({ lineId: energyPlant.lineId })
    expect(casesAfter).toMatchObject([
      { id: lineCase!.id, state: 'explained', cause: '换网', endsAt: plantTime('16:00', DAY), hours: 3, used: 120 },
    ])
  })
})

test('simultaneous cases are extended separately', async () => {
  const [risingMeter, fallingMeter] = [
    await energyPlant.createMeter('RISES', { medium: 'gas' }),
    await energyPlant.createMeter('FALLS', { medium: 'gas' }),
  ]
  const isOff = (i: number) => i >= toQuarterIndex(18) && i < toQuarterIndex(20)
  await energyPlant.sendCounterReadings('RISES', BEGIN, toQuarterIndex(20), (i) => (isOff(i) ? 100 : 10))
  await energyPlant.sendCounterReadings('FALLS', BEGIN, toQuarterIndex(20), (i) => (isOff(i) ? 1 : 10))
  expect([await assessHourAt('18:00'), await assessHourAt('19:00')]).toEqual([2, 2])
  expect(await loadCases({ meterIds: risingMeter.id })).toMatchObject([
    { direction: 'high', hours: 2, used: 800, usual: 80 },
  ])
  expect(await loadCases({ meterIds: fallingMeter.id })).toMatchObject([
    { direction: 'low', hours: 2, used: 8, usual: 80 },
  ])
})

describe('a recorded line stop', () => {
  let stopId = ''
  let reasonId = ''
  const isStopped = (i: number) => i >= toQuarterIndex(21) && i < toQuarterIndex(23)
  test('is one case that refers to the stop, with all meters whose use fell', async () => {
    const { staff } = energyPlant
    const lineId = expectOk(
      await staff['maint-lead'].call(line.endpoints.create, { code: 'ST1', name: '停机线', kind: 'spunbond' }),
    ).id
    reasonId = expectOk(
      await staff['prod-lead'].call(stopReason.endpoints.create, {
        code: 'ST-BREAK',
        name: '断网',
        nameEn: 'Web break',
        class: 'unplanned',
      }),
    ).id
    stopId = expectOk(
      await staff['prod-lead'].call(lineStop.endpoints.create, {
        lineId,
        startedAt: plantTime('21:04', DAY),
        endedAt: plantTime('22:58', DAY),
        reasonId,
      }),
    ).id
    const lineMeter = await energyPlant.createMeter('ST-E', { lineId })
    const hall = await energyPlant.createMeter('ST-HALL', {})
    const boiler = await energyPlant.createMeter('ST-GAS', { medium: 'gas' })
    for (const [name, usual, less] of [
      ['ST-E', 100, 10],
      ['ST-HALL', 20, 12],
      ['ST-GAS', 10, 6],
    ] as const)
      await energyPlant.sendCounterReadings(name, BEGIN, toQuarterIndex(23), (i) => (isStopped(i) ? less : usual))
    expect([await assessHourAt('21:00'), await assessHourAt('22:00')]).toEqual([3, 3])
    const stopCases = (await loadCases()).filter(({ meterIds }) =>
      [lineMeter, hall, boiler].some(({ id }) => meterIds.includes(id)),
    )
    expect(stopCases).toMatchObject([
      { lineId, direction: 'low', hours: 2, energyMeterId: lineMeter.id, stopIds: [stopId] },
    ])
    expect(stopCases[0]!.meters).toHaveLength(3)
  })
  test('is named by its reason and time, in the reader’s language', async () => {
    const loadStopName = async (language: 'zh' | 'en') =>
      expectOk(await admin().call(energyAbnormal.endpoints.list, { direction: 'low' }, { language })).refs[stopId]
    expect(await loadStopName('zh')).toBe('断网 11-19 21:04–22:58')
    expect(await loadStopName('en')).toBe('Web break 11-19 21:04–22:58')
  })
  test('separate cases of an earlier version are merged without losing entered causes', async () => {
    const [stopCase] = (await loadCases()).filter(({ stopIds }) => stopIds.includes(stopId))
    // An earlier version stored one case per meter without stops. One of these cases has a cause.
    const [firstMeter, ...otherMeters] = stopCase!.meters
    await energyPlant.runInContext(async (ctx) => {
      await ctx.query(
        `update energy_abnormal set meters = $2, meter_ids = $3, stop_ids = '[]' where site_id = 1 and id = $1`,
        [stopCase!.id, JSON.stringify([firstMeter]), JSON.stringify([firstMeter!.energyMeterId])],
      )
      for (const [i, meter] of otherMeters.entries())
        await ctx.rows.insert(energyAbnormal, {
          ...meter,
          state: i === 0 ? 'explained' : 'open',
          ...(i === 0 ? { cause: '停机', causeKind: 'production', explainedBy: admin().userId } : {}),
          lineId: null,
          direction: 'low',
          day: stopCase!.day,
          meters: [meter],
          meterIds: [meter.energyMeterId],
        } as never)
    })
    const caseCountBefore = (await loadCases()).length
    energyPlant.plant.clock.set(plantTime('12:00', '2026-11-21'))
    await energyPlant.runInContext(joinCases)
    await energyPlant.runInContext(joinCases)
    expect(await loadCases()).toHaveLength(caseCountBefore - 2)
    const [joinedCase] = (await loadCases()).filter(({ id }) => id === stopCase!.id)
    expect(joinedCase).toMatchObject({ state: 'explained', cause: '停机', causeKind: 'production', stopIds: [stopId] })
    expect(joinedCase!.meters.map(({ energyMeterId }) => energyMeterId).sort()).toEqual([...stopCase!.meterIds].sort())
    expect(joinedCase!.used).toBe(stopCase!.used)
  })
})
