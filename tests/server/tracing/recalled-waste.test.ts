/** Trim and waste in a recall list: what is in no pellet lot yet, and what left the plant. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buffer } from 'node:stream/consumers'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { recycle } from '@/areas/feeding/contract/recycle'
import { retireRoll } from '@/areas/rolls/contract/jumbo-commands'
import { reworkRoll } from '@/areas/slitting/contract/rework'
import { finishCutting, recycleRolls, startCutting } from '@/areas/slitting/contract/slitting-commands'
import { recallList, recallReport } from '@/areas/tracing/contract/recall'
import { ZipReader } from '@/server/excel/zip-reader'
import { createMill, type Mill } from '../rolls/hopper-plant'
import {
  createSlitter,
  createSlitterPlant,
  doffNextSet,
  weighAll,
  WIDE_LANES,
  type SlitterPlant,
} from '../slitting/slitter-plant'
import { plantTime, expectOk, fetchRow, runJob } from '../plant-staff'

let h: SlitterPlant
let m: Mill
let lotId = ''
let cutJumbo = { id: '', number: '' }
let recycledRoll = { id: '', number: '' }
let scrappedJumbo = { id: '', number: '' }
let slitterName = ''

const addWaste = (
  kind: Row<typeof recycle>['kind'],
  destination: Row<typeof recycle>['destination'],
  kg: number,
  time: string,
) =>
  h.staff['operator-line']
    .call(recycle.endpoints.create, {
      workOrderId: m.order.id,
      lineId: m.line.id,
      kind,
      destination,
      kg,
      occurredAt: plantTime(time),
    })
    .then(expectOk)
async function createPelletLot(number: string, kg: number, time: string): Promise<string> {
  const [materialId, id] = [createUuid7(), createUuid7()]
  await h.plant.query(`insert into material (site_id, id, code, name, kind) values (1, $1, $2, $2, 'mid')`, [
    materialId,
    `RC-${number}`,
  ])
  await h.plant.query(
    `insert into material_lot (site_id, id, number, material_id, received_on, received_kg, left_kg, state, created_at) values (1, $1, $2, $3, '2026-11-20', $4, $4, 'released', $5)`,
    [id, number, materialId, kg, plantTime(time)],
  )
  return id
}
/**
 * Cuts a jumbo into eight rolls of 474 kg, with 6 kg of trim and 1 kg of waste. A roll of 75 kg goes to the pelletiser;
 * rework of another one loses 5 kg.
 */
async function slit(jumbo: { id: string }) {
  const slitter = await createSlitter(h.staff)
  slitterName = `${slitter.code} ${slitter.name}`
  const cutting = expectOk(
    await h.operator.call(startCutting, {
      jumboRollId: jumbo.id,
      slitterId: slitter.id,
      lanes: WIDE_LANES,
      lengthM: 5000,
      occurredAt: plantTime('09:20'),
    } as never),
  )
  const run = { jumbo: jumbo as never, orderId: m.order.id, slitterId: slitter.id, cutting }
  const sets = [await doffNextSet(h, run), await doffNextSet(h, run)]
  for (const set of sets) await weighAll(h, run, set)
  expectOk(await h.operator.call(finishCutting, { id: cutting.id, wasteKg: 1 } as never))
  const [first, second] = sets[0]!.slit
  expectOk(
    await h.operator.call(recycleRolls, {
      id: sets[0]!.id,
      cuttingId: cutting.id,
      rolls: [{ rollId: first!.id }],
      reason: '皱',
    } as never),
  )
  recycledRoll = first!
  expectOk(
    await h.staff['prod-lead'].call(reworkRoll, {
      slitRollId: second!.id,
      kind: 'reslit',
      reason: '端面不齐',
      pieces: [
        { widthMm: 480, kg: 35 },
        { widthMm: 480, kg: 35 },
      ],
    } as never),
  )
}
beforeAll(async () => {
  h = await createSlitterPlant()
  m = await createMill(h.plant, h.staff)
  await m.feed('R1', '08:00', 2000)
  await m.feed('W1', '08:00', 60)
  lotId = await m.findOrCreateLot('R1')
  // Each roll takes 470.4 kg of the lot; 98 % of trim and waste is the lot.
  await m.doffRoll('08:10', '08:20')
  await addWaste('edgeTrim', 'pellets', 100, '08:25')
  await addWaste('startUp', 'sold', 10, '08:26')
  await addWaste('offGrade', 'disposed', 5, '08:27')
  await addWaste('edgeTrim', 'hopper', 20, '08:28')
  await createPelletLot('PEL-W', 40, '08:30')
  cutJumbo = (await m.doffRoll('08:35', '08:50')) as typeof cutJumbo
  scrappedJumbo = (await m.doffRoll('08:50', '09:05')) as typeof scrappedJumbo
  expectOk(
    await h.staff['prod-lead'].call(retireRoll, { id: scrappedJumbo.id, action: 'scrap', reason: '破洞' } as never),
  )
  await slit(cutJumbo)
  await runJob(h.plant, 'pellet-sources')
}, 120_000)
afterAll(() => h.plant.close())

const recall = (kind: 'materialLot' | 'jumboRoll' | 'slitRoll' | 'workOrder' | 'customer', id: string) =>
  h.staff.quality.call(recallList, { kind, id }, { language: 'en' }).then(expectOk)
const listKg = (rows: readonly { wasteKind: string; kg: number; maxKg: number }[]) =>
  Object.fromEntries(rows.map(({ wasteKind, kg, maxKg }) => [wasteKind, [kg, maxKg]]))

test('names what of a lot is in no pellet lot, what left the plant, and what the weights of its rolls leave unaccounted', async () => {
  const list = await recall('materialLot', lotId)
  expect(listKg(list.waitingWaste)).toEqual({
    // 40 of 100 kg are in pellets.
    edgeTrim: [60, 58.8],
    slitterTrim: [7, 6.86],
    recycledRoll: [75, 73.5],
    reworkLoss: [5, 4.9],
    scrappedRoll: [480, 470.4],
  })
  const { number: order } = await fetchRow<{ number: string }>(h.plant, 'work_order', m.order.id)
  expect(list.waitingWaste.find(({ wasteKind }) => wasteKind === 'edgeTrim')).toEqual({
    wasteKind: 'edgeTrim',
    number: null,
    order,
    line: `${m.line.code} ${m.line.name}`,
    kg: 60,
    maxKg: 58.8,
    traceAmount: false,
    through: 'direct',
    waitingSince: plantTime('08:25'),
  })
  expect(list.waitingWaste.find(({ wasteKind }) => wasteKind === 'recycledRoll')).toMatchObject({
    number: recycledRoll.number,
    line: slitterName,
  })
  expect(list.departedWaste).toMatchObject([
    {
      wasteKind: 'offGrade',
      destination: 'disposed',
      kg: 5,
      maxKg: 4.9,
      departedOn: '2026-11-20',
      line: `${m.line.code} ${m.line.name}`,
    },
    { wasteKind: 'startUp', destination: 'sold', kg: 10, maxKg: 9.8, departedOn: '2026-11-20', through: 'direct' },
  ])
  expect(list).toMatchObject({
    waitingWasteCount: 5,
    waitingWasteKg: 614.46,
    departedWasteCount: 2,
    departedWasteKg: 14.7,
    pelletLots: [{ number: 'PEL-W', kg: 40, maxKg: 39.2 }],
  })
  // 2,000 kg less three rolls of 470.4 kg and 98 % of 115 kg are in the hopper, with the trim that came back to it.
  expect(list.fedBalance).toEqual([
    {
      fedKg: 2000,
      // 98 % of the first roll, 480 kg, and of the 474 kg slit of the second without 75 kg recycled and the loss of 5 kg.
      rollsKg: 856.52,
      inPelletsKg: 39.2,
      waitingKg: 614.46,
      departedKg: 14.7,
      emptiedKg: 0,
      insideKg: 476.1,
      // The second roll weighed 480 kg; its slit rolls, trim and waste weigh 481 kg, 98 % of them the lot.
      unaccountedKg: -0.98,
    },
  ])
  const [{ fedKg, ...parts }] = list.fedBalance as [(typeof list.fedBalance)[number]]
  expect(Object.values(parts).reduce((sum, kg) => sum + Math.round(kg * 1000), 0)).toBe(fedKg * 1000)
})
test('names the trim and waste of a roll, and all of an order', async () => {
  const ofJumbo = await recall('jumboRoll', cutJumbo.id)
  expect(listKg(ofJumbo.waitingWaste)).toEqual({ slitterTrim: [7, 7], recycledRoll: [75, 75], reworkLoss: [5, 5] })
  expect(ofJumbo.departedWaste).toEqual([])
  expect(ofJumbo.fedBalance).toEqual([])
  expect(listKg((await recall('slitRoll', recycledRoll.id)).waitingWaste)).toEqual({ recycledRoll: [75, 75] })
  const ofOrder = await recall('workOrder', m.order.id)
  expect(ofOrder).toMatchObject({ waitingWasteCount: 5, waitingWasteKg: 627, departedWasteKg: 15 })
  expect(listKg(ofOrder.waitingWaste)).toMatchObject({ edgeTrim: [60, 60], scrappedRoll: [480, 480] })
})
test('the workbook has worksheets of them', async () => {
  const { bytes } = await h.staff.admin.call(
    recallReport.workbook!,
    { kind: 'materialLot', id: lotId },
    { language: 'zh' },
  )
  const workbook = new ZipReader(Buffer.from(bytes), 10_000_000)
  const files = ['workbook.xml', ...[1, 6, 7, 8, 9].map((number) => `worksheets/sheet${number}.xml`)]
  const texts = (await Promise.all(files.map((file) => buffer(workbook.read(`xl/${file}`))))).join()
  for (const text of [
    '厂内尚未造粒的边料和废料',
    '已出厂的边料和废料',
    '投料去向',
    '待造粒子卷',
    '外售',
    scrappedJumbo.number,
  ])
    expect(texts).toContain(text)
})
test('follows trim through pellets', async () => {
  const { id: pelletLotId } = (
    await h.plant.query<{ id: string }>(`select id from material_lot where number = 'PEL-W'`)
  )[0]!
  // A scrapped roll of which 20 kg are the pellets: 98 % of them the lot.
  await h.plant.query(`update jumbo_roll set lots = $2 where id = $1`, [
    scrappedJumbo.id,
    JSON.stringify([{ lotId: pelletLotId, materialId: createUuid7(), kg: 20 }]),
  ])
  expect(
    (await recall('materialLot', lotId)).waitingWaste.find(({ wasteKind }) => wasteKind === 'scrappedRoll'),
  ).toMatchObject({ kg: 480, maxKg: 19.6, through: 'pellets', traceAmount: false })
})
