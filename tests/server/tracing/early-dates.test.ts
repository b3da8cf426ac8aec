/** Weighings, holds and nonconformances are not dated before their roll or lot existed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAbnormity } from '@/areas/deviations/contract/abnormity-commands'
import { putOnHold } from '@/areas/rolls/contract/hold'
import { downgradeRoll, weighRoll } from '@/areas/rolls/contract/jumbo-commands'
import { editSet, recycleRolls } from '@/areas/slitting/contract/slitting-commands'
import { packRolls } from '@/areas/packing/contract/package-endpoints'
import { createUuid7 } from '@/contract/id'
import { expectOk, fetchRow, plantTime, sync } from '../plant-staff'
import {
  createSlitterPlant,
  doffNextSet,
  startCuttingRun,
  type CuttingRun,
  type RollSet,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let h: SlitterPlant
let run: CuttingRun
let set: RollSet
let lotId: string
beforeAll(async () => {
  h = await createSlitterPlant()
  // The jumbo was doffed at 08:30, its first set at 09:15. It is 10:00.
  run = await startCuttingRun(h)
  set = await doffNextSet(h, run, { occurredAt: plantTime('09:15') })
  const materialId = createUuid7()
  await h.plant.query(`insert into material (site_id, id, code, name, kind) values (1, $1, 'PP', '聚丙烯', 'main')`, [
    materialId,
  ])
  lotId = createUuid7()
  await h.plant.query(
    `insert into material_lot (site_id, id, number, material_id, received_on, received_kg, left_kg, state) values (1, $1, 'LOT-1', $2, '2026-11-20', 1000, 1000, 'released')`,
    [lotId, materialId],
  )
}, 120_000)
afterAll(() => h.plant.close())

const english = { language: 'en' } as const
/** Message of a refusal; empty if the call was accepted. */
const getMessage = ({ errno, errmsg }: { errno: string; errmsg: string }) => (errno === '200' ? '' : errmsg)
const callers = {
  'a weighing of a jumbo': (time: string) =>
    h.staff['operator-line'].call(
      weighRoll,
      { id: run.jumbo.id, grossKg: 490, coreKg: 10, occurredAt: time } as never,
      english,
    ),
  'a weighing of a slit roll': (time: string) =>
    h.operator.call(
      editSet,
      {
        id: set.id,
        cuttingId: run.cutting.id,
        rolls: [{ rollId: set.slit[0]!.id, kg: set.slit[0]!.expectedKg }],
        occurredAt: time,
      } as never,
      english,
    ),
  'a downgrade of a slit roll': (time: string) =>
    h.operator.call(
      editSet,
      {
        id: set.id,
        cuttingId: run.cutting.id,
        rolls: [{ rollId: set.slit[2]!.id, downgrades: [{ fromM: 0, toM: 100, defect: 'hole', grade: 'downgraded' }] }],
        occurredAt: time,
      } as never,
      english,
    ),
  'a nonconformance of a roll': (time: string) =>
    h.staff.quality.call(
      raiseAbnormity,
      {
        id: createUuid7(),
        kind: 'product',
        severity: 'major',
        description: '破洞',
        slitRollId: set.slit[0]!.id,
        occurredAt: time,
      } as never,
      english,
    ),
  'a hold on a roll': (time: string) =>
    h.staff.quality.call(
      putOnHold,
      { kind: 'slitRoll', subjectId: set.slit[1]!.id, reason: '破洞', occurredAt: time } as never,
      english,
    ),
  'a hold on a lot': (time: string) =>
    h.staff.quality.call(
      putOnHold,
      { kind: 'materialLot', subjectId: lotId, reason: '黑点', occurredAt: time } as never,
      english,
    ),
}
test.each([
  ['a weighing of a jumbo', '08:10', '2026-11-20 08:30'],
  ['a weighing of a slit roll', '09:00', '2026-11-20 09:15'],
  ['a downgrade of a slit roll', '09:00', '2026-11-20 09:15'],
  ['a nonconformance of a roll', '09:00', '2026-11-20 09:15'],
  ['a hold on a roll', '09:00', '2026-11-20 09:15'],
] as const)('%s at %s is refused, because the roll exists since %s', async (name, time, since) => {
  const message = getMessage(await callers[name](plantTime(time)))
  expect(message).toContain(`exists since ${since} and cannot have been used at 2026-11-20 ${time}`)
  expect(message).toContain('wrong clock')
  expect(getMessage(await callers[name](plantTime('09:20')))).toBe('')
})
test('a hold on a package before its first roll was packed is refused', async () => {
  const roll = set.slit[3]!
  expectOk(
    await h.operator.call(editSet, {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: [{ rollId: roll.id, kg: roll.expectedKg }],
      occurredAt: plantTime('09:16'),
    } as never),
  )
  const packed = expectOk(
    await h.operator.call(packRolls, { rollIds: [roll.id], close: true, occurredAt: plantTime('09:40') } as never),
  )
  const holdAt = (time: string) =>
    h.staff.quality.call(
      putOnHold,
      { kind: 'package', subjectId: packed.id, reason: '破洞', occurredAt: plantTime(time) } as never,
      english,
    )
  expect(getMessage(await holdAt('09:20'))).toContain(
    `"${packed.number}" exists since 2026-11-20 09:40 and cannot have been used at 2026-11-20 09:20`,
  )
  expect(getMessage(await holdAt('09:45'))).toBe('')
})
test('a hold on a lot before its receipt is refused', async () => {
  expect(getMessage(await callers['a hold on a lot'](plantTime('23:00', '2026-11-19')))).toContain(
    '"LOT-1" exists since 2026-11-20 00:00 and cannot have been used at 2026-11-19 23:00',
  )
  expect(getMessage(await callers['a hold on a lot'](plantTime('07:00')))).toBe('')
})

const raiseByPhone = (occurredAt: string, sentAt: string) => {
  const id = createUuid7()
  const body = { id, kind: 'product', severity: 'major', description: '破洞', jumboRollId: run.jumbo.id }
  return sync(h.staff.quality, [{ op: raiseAbnormity, body, occurredAt }], sentAt).then(([answer]) => ({
    ...answer!,
    id,
  }))
}
test('a phone with a slow clock: its time is corrected if the clock explains it, else the message says how slow it is', async () => {
  // Two hours slow: saved at 09:40 by the server's clock, sent at 10:00.
  const corrected = await raiseByPhone(plantTime('07:40'), plantTime('08:00'))
  expect(corrected).toMatchObject({ status: 'done', drift: true })
  expect(await fetchRow(h.plant, 'abnormity', corrected.id)).toMatchObject({
    raised_at: plantTime('09:40'),
  })
  // 06:00 is 08:00 by the server's clock, still before the doff at 08:30.
  const refused = await raiseByPhone(plantTime('06:00'), plantTime('08:00'))
  expect(refused.status).toBe('refused')
  expect(refused.errmsg).toContain('本设备时钟慢 120 分钟')
  // The clock was set right before sending.
  const unexplained = await raiseByPhone(plantTime('07:40'), plantTime('10:00'))
  expect(unexplained.status).toBe('refused')
  expect(unexplained.errmsg).toContain('常见原因是设备时钟不准')
})
test('a hold of a phone is kept, from the moment when the roll existed', async () => {
  const body = { id: createUuid7(), kind: 'jumboRoll', subjectId: run.jumbo.id, reason: '破洞' }
  const [answer] = await sync(h.staff.quality, [{ op: putOnHold, body, occurredAt: plantTime('07:00') }])
  expect(answer!.status).toBe('done')
  expect(expectOk({ errno: '200', data: answer!.data } as never)).toMatchObject({ heldAt: plantTime('08:30') })
})

test('a downgrade before the roll was wound and a recycling before the roll was slit are refused', async () => {
  const second = await startCuttingRun(h)
  const early = await h.staff['operator-line'].call(
    downgradeRoll,
    { id: second.jumbo.id, downgrades: [], occurredAt: plantTime('07:00') } as never,
    english,
  )
  expect(getMessage(early)).toContain('2026-11-20 07:00')
  const roll = set.slit[2]!
  const recycled = await h.operator.call(
    recycleRolls,
    {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: [{ rollId: roll.id, kg: roll.expectedKg }],
      reason: '破洞',
      occurredAt: plantTime('09:00'),
    } as never,
    english,
  )
  expect(getMessage(recycled)).toContain('2026-11-20 09:00')
  expect(await fetchRow(h.plant, 'slit_roll', roll.id)).toMatchObject({ state: roll.state })
})
