import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { energyAbnormal, explainAbnormal } from '@/areas/energy/contract/energy-abnormal'
import { judgeHour } from '@/areas/energy/server/find-abnormal-use'
import { joinCases } from '@/areas/energy/server/abnormal-cases'
import { line } from '@/plant/contract/line'
import { lineStop, stopReason } from '@/plant/contract/line-stop'
import { at, good } from '../people'
import { DAY, energyPlant, type EnergyPlant } from './energy-plant'

let p: EnergyPlant
beforeAll(async () => {
  p = await energyPlant()
}, 120_000)
afterAll(() => p.plant.close())
const admin = () => p.staff.admin
const BEGIN = at('00:00', '2026-10-22')
/** The slot of a time of the day that is judged. */
const slot = (hours: number): number => 28 * 96 + hours * 4
const hour = (time: string) => p.inside((ctx) => judgeHour(ctx, Date.parse(at(time, DAY))))
const cases = async (wanted: object = {}) => good(await admin().call(energyAbnormal.endpoints.list, wanted)).list

test('hours beyond the usual are one case, found once; its cause is entered', async () => {
  const boiler = await p.newMeter('BOILER', { medium: 'gas' })
  // 28 days of 10 m³ a quarter; two hours from 08:00 of the 19th took ten times as much.
  await p.read('BOILER', BEGIN, slot(15), (i) => (i >= slot(8) && i < slot(10) ? 100 : 10))
  expect([await hour('07:00'), await hour('08:00'), await hour('09:00'), await hour('09:00')]).toEqual([0, 1, 1, 1])
  const list = await cases()
  expect(list).toMatchObject([
    { energyMeterId: boiler.id, state: 'open', direction: 'high', hours: 2, used: 800, usual: 80, excess: 720 },
  ])
  // An hour without any reading is missing, not low.
  expect(await hour('20:00')).toBe(0)
  const one = list[0]!
  const said = good(
    await admin().call(explainAbnormal, { id: one.id, cause: '阀门卡开', causeKind: 'fault', measure: '换阀' }),
  )
  expect(said).toMatchObject({ state: 'explained', cause: '阀门卡开', explainedBy: admin().userId })
  expect((await p.staff.viewer.call(explainAbnormal, { id: one.id, cause: 'x' })).errno).toBe('401')
})

test('an hour whose last quarter was not read yet is judged by the part that was', async () => {
  await p.newMeter('STEADY', { medium: 'gas' })
  await p.newMeter('HALVED', { medium: 'gas' })
  await p.read('STEADY', BEGIN, slot(11) + 3, 10)
  await p.read('HALVED', BEGIN, slot(11) + 3, (i) => (i >= slot(11) ? 2 : 10))
  expect(await hour('11:00')).toBe(1)
  expect(await cases({ direction: 'low' })).toMatchObject([
    { used: 6, usual: 30, excess: -24, hours: 1, medium: 'gas' },
  ])
})

describe('a line that stops for two hours', () => {
  const names = ['TOTAL', 'FAN', 'PUMP', 'WATER'] as const
  test('is one case of all its meters, with the span of each', async () => {
    const total = await p.newMeter('TOTAL', { lineId: p.lineId })
    const fan = await p.newMeter('FAN', { lineId: p.lineId, parentId: total.id })
    const pump = await p.newMeter('PUMP', { lineId: p.lineId, parentId: total.id })
    const water = await p.newMeter('WATER', { lineId: p.lineId, medium: 'water' })
    const stands = (i: number) => i >= slot(13) && i < slot(16)
    for (const [n, name] of names.entries())
      await p.read(name, BEGIN, slot(18), (i) => (stands(i) && !(n === 1 && i >= slot(14)) ? 10 : 100))
    expect([await hour('12:00'), await hour('13:00'), await hour('14:00')]).toEqual([0, 4, 3])
    const [one, ...others] = await cases({ lineId: p.lineId })
    expect(others).toEqual([])
    expect(one).toMatchObject({
      energyMeterId: total.id,
      lineId: p.lineId,
      direction: 'low',
      state: 'open',
      startsAt: at('13:00', DAY),
      endsAt: at('15:00', DAY),
      hours: 2,
      used: 80,
      usual: 800,
      excess: -720,
    })
    expect(new Map(one!.meters.map(({ energyMeterId, hours, endsAt }) => [energyMeterId, [hours, endsAt]]))).toEqual(
      new Map([
        [total.id, [2, at('15:00', DAY)]],
        [fan.id, [1, at('14:00', DAY)]],
        [pump.id, [2, at('15:00', DAY)]],
        [water.id, [2, at('15:00', DAY)]],
      ]),
    )
    expect(await cases({ meterIds: fan.id })).toHaveLength(1)
  })
  test('what was said of it stays when the run of hours goes on', async () => {
    const [one] = await cases({ lineId: p.lineId })
    const saved = { id: one!.id, version: one!.version, cause: '换网', causeKind: 'production' } as const
    good(await admin().call(explainAbnormal, saved))
    expect(await hour('15:00')).toBe(3)
    const again = await cases({ lineId: p.lineId })
    expect(again).toMatchObject([
      { id: one!.id, state: 'explained', cause: '换网', endsAt: at('16:00', DAY), hours: 3, used: 120 },
    ])
  })
})

test('cases that run at one time each go on by themselves', async () => {
  const [rises, falls] = [await p.newMeter('RISES', { medium: 'gas' }), await p.newMeter('FALLS', { medium: 'gas' })]
  const off = (i: number) => i >= slot(18) && i < slot(20)
  await p.read('RISES', BEGIN, slot(20), (i) => (off(i) ? 100 : 10))
  await p.read('FALLS', BEGIN, slot(20), (i) => (off(i) ? 1 : 10))
  expect([await hour('18:00'), await hour('19:00')]).toEqual([2, 2])
  expect(await cases({ meterIds: rises.id })).toMatchObject([{ direction: 'high', hours: 2, used: 800, usual: 80 }])
  expect(await cases({ meterIds: falls.id })).toMatchObject([{ direction: 'low', hours: 2, used: 8, usual: 80 }])
})

describe('a stop of a line that is recorded', () => {
  let stopId = ''
  let reasonId = ''
  const stood = (i: number) => i >= slot(21) && i < slot(23)
  test('is one case, which names it, with all that had less to do meanwhile', async () => {
    const { staff } = p
    const lineId = good(
      await staff['maint-lead'].call(line.endpoints.create, { code: 'ST1', name: '停机线', kind: 'spunbond' }),
    ).id
    reasonId = good(
      await staff['prod-lead'].call(stopReason.endpoints.create, {
        code: 'ST-BREAK',
        name: '断网',
        nameEn: 'Web break',
        class: 'unplanned',
      }),
    ).id
    stopId = good(
      await staff['prod-lead'].call(lineStop.endpoints.create, {
        lineId,
        startedAt: at('21:04', DAY),
        endedAt: at('22:58', DAY),
        reasonId,
      }),
    ).id
    const own = await p.newMeter('ST-E', { lineId })
    const hall = await p.newMeter('ST-HALL', {})
    const boiler = await p.newMeter('ST-GAS', { medium: 'gas' })
    for (const [name, usual, less] of [
      ['ST-E', 100, 10],
      ['ST-HALL', 20, 12],
      ['ST-GAS', 10, 6],
    ] as const)
      await p.read(name, BEGIN, slot(23), (i) => (stood(i) ? less : usual))
    expect([await hour('21:00'), await hour('22:00')]).toEqual([3, 3])
    const mine = (await cases()).filter(({ meterIds }) => [own, hall, boiler].some(({ id }) => meterIds.includes(id)))
    expect(mine).toMatchObject([{ lineId, direction: 'low', hours: 2, energyMeterId: own.id, stopIds: [stopId] }])
    expect(mine[0]!.meters).toHaveLength(3)
  })
  test('is named by its reason and its time, in the language of the reader', async () => {
    const refsIn = async (language: 'zh' | 'en') =>
      good(await admin().call(energyAbnormal.endpoints.list, { direction: 'low' }, { language })).refs[stopId]
    expect(await refsIn('zh')).toBe('断网 11-19 21:04–22:58')
    expect(await refsIn('en')).toBe('Web break 11-19 21:04–22:58')
  })
  test('what was kept of it apart, before, becomes one, and nothing that was said is lost', async () => {
    const [whole] = (await cases()).filter(({ stopIds }) => stopIds.includes(stopId))
    // As a version kept it that told meters apart and knew no stops; one of them was explained.
    const [first, ...others] = whole!.meters
    await p.inside(async (ctx) => {
      await ctx.query(
        `update energy_abnormal set meters = $2, meter_ids = $3, stop_ids = '[]' where site_id = 1 and id = $1`,
        [whole!.id, JSON.stringify([first]), JSON.stringify([first!.energyMeterId])],
      )
      for (const [i, meter] of others.entries())
        await ctx.rows.insert(energyAbnormal, {
          ...meter,
          state: i === 0 ? 'explained' : 'open',
          ...(i === 0 ? { cause: '停机', causeKind: 'production', explainedBy: admin().userId } : {}),
          lineId: null,
          direction: 'low',
          day: whole!.day,
          meters: [meter],
          meterIds: [meter.energyMeterId],
        } as never)
    })
    const before = (await cases()).length
    p.plant.clock.set(at('12:00', '2026-11-21'))
    await p.inside(joinCases)
    await p.inside(joinCases)
    expect(await cases()).toHaveLength(before - 2)
    const [joined] = (await cases()).filter(({ id }) => id === whole!.id)
    expect(joined).toMatchObject({ state: 'explained', cause: '停机', causeKind: 'production', stopIds: [stopId] })
    expect(joined!.meters.map(({ energyMeterId }) => energyMeterId).sort()).toEqual([...whole!.meterIds].sort())
    expect(joined!.used).toBe(whole!.used)
  })
})
