import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptRepair, finishRepair, rejectProduction } from '@/areas/maintenance/contract/repair-commands'
import { similarRepairs } from '@/areas/maintenance/contract/repair-reports'
import { createUuid7 } from '@/contract/id'
import type { TestPlant } from '../harness'
import { at, good, newMachine, newPart, newReport, staffed, type Staff } from '../people'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
}, 120_000)
afterAll(() => plant.close())

/** A repair whose work ended at that time. */
async function mended(equipmentId: string, ended: string, more: Record<string, unknown> = {}, work: object = {}) {
  const { id } = await newReport(staff, { equipmentId, occurredAt: at('08:00'), ...more })
  good(await staff.maint.call(acceptRepair, { id, occurredAt: at('08:05') }))
  return good(
    await staff.maint.call(finishRepair, {
      id,
      causes: '轴承磨损',
      actions: '更换轴承',
      hours: [{ userId: staff.maint.userId, hours: 0.5 }],
      endedAt: at(ended),
      ...work,
    }),
  )
}

test('the same machine first, then its model, then its category, the newest first, with what helped', async () => {
  const [own, twin, cousin, stranger] = [
    await newMachine(staff),
    await newMachine(staff),
    await newMachine(staff),
    await newMachine(staff),
  ]
  await plant.query(`update equipment set model = 'JP-45', category = 'electrical' where id = any($1)`, [
    [own.id, twin.id],
  ])
  await plant.query(`update equipment set model = 'X', category = 'electrical' where id = $1`, [cousin.id])
  const part = await newPart(staff, 5)
  const cousins = await mended(cousin.id, '09:50')
  const twins = await mended(twin.id, '09:40')
  const older = await mended(own.id, '09:00')
  const newer = await mended(
    own.id,
    '09:30',
    {},
    {
      parts: [{ partId: part.id, quantity: 2 }],
      hours: [
        { userId: staff.maint.userId, hours: 0.5 },
        { userId: staff['maint-lead'].userId, hours: 0.25 },
      ],
    },
  )
  // What must not come: another kind of fault, another machine, one sent back, one not finished, one withdrawn, itself.
  await mended(own.id, '09:45', { faultKind: 'electrical' })
  await mended(stranger.id, '09:46')
  const back = await mended(own.id, '09:47')
  good(await staff['prod-lead'].call(rejectProduction, { id: back.id, reason: '还响' }))
  const asked = await newReport(staff, { equipmentId: own.id })

  const found = good(
    await staff.viewer.call(similarRepairs, { equipmentId: own.id, faultKind: 'mechanical', id: asked.id }),
  )
  expect(found.map(({ id, likeness }) => [id, likeness])).toEqual([
    [newer.id, 'machine'],
    [older.id, 'machine'],
    [twins.id, 'model'],
    [cousins.id, 'category'],
  ])
  expect(found[0]).toMatchObject({
    causes: '轴承磨损',
    actions: '更换轴承',
    hours: 0.75,
    repairEndAt: at('09:30'),
    parts: [{ part: `${part.code} ${part.name}`, quantity: 2, unit: '个' }],
  })
  expect(
    good(await staff.viewer.call(similarRepairs, { equipmentId: own.id, faultKind: 'mechanical', id: newer.id })).map(
      ({ id }) => id,
    ),
  ).not.toContain(newer.id)
})
test('a machine without model and category is like itself alone', async () => {
  const [one, other] = [await newMachine(staff), await newMachine(staff)]
  await mended(other.id, '09:00')
  const mine = await mended(one.id, '09:00')
  const found = good(await staff.viewer.call(similarRepairs, { equipmentId: one.id, faultKind: 'mechanical' }))
  expect(found.map(({ id }) => id)).toEqual([mine.id])
})
test('is for those who see repairs; an unknown machine has none', async () => {
  const accountant = await plant.as('accountant')
  const asked = { equipmentId: createUuid7(8), faultKind: 'other' as const }
  expect((await accountant.call(similarRepairs, asked)).errno).toBe('401')
  expect(good(await staff.viewer.call(similarRepairs, asked))).toEqual([])
})
