import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptRepair, finishRepair, rejectProduction } from '@/areas/maintenance/contract/repair-commands'
import { repairPhrases, similarRepairs } from '@/areas/maintenance/contract/repair-reports'
import { createUuid7 } from '@/contract/id'
import type { TestPlant } from '../harness'
import {
  plantTime,
  expectOk,
  createMachine,
  createPart,
  reportFault,
  createStaffedPlant,
  type Staff,
} from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

/** Creates a repair that ended at that time. */
async function mended(equipmentId: string, ended: string, more: Record<string, unknown> = {}, work: object = {}) {
  const { id } = await reportFault(staff, { equipmentId, occurredAt: plantTime('08:00'), ...more })
  expectOk(await staff.maint.call(acceptRepair, { id, occurredAt: plantTime('08:05') }))
  return expectOk(
    await staff.maint.call(finishRepair, {
      id,
      causes: '轴承磨损',
      actions: '更换轴承',
      hours: [{ userId: staff.maint.userId, hours: 0.5 }],
      endedAt: plantTime(ended),
      ...work,
    }),
  )
}

test('similar repairs list the same machine first, then its model, then its category, newest first, with the remedy', async () => {
  const [ownMachine, twinMachine, cousinMachine, unrelatedMachine] = [
    await createMachine(staff),
    await createMachine(staff),
    await createMachine(staff),
    await createMachine(staff),
  ]
  await plant.query(`update equipment set model = 'JP-45', category = 'electrical' where id = any($1)`, [
    [ownMachine.id, twinMachine.id],
  ])
  await plant.query(`update equipment set model = 'X', category = 'electrical' where id = $1`, [cousinMachine.id])
  const part = await createPart(staff, 5)
  const cousins = await mended(cousinMachine.id, '09:50')
  const twins = await mended(twinMachine.id, '09:40')
  const older = await mended(ownMachine.id, '09:00')
  const newer = await mended(
    ownMachine.id,
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
  // Excluded: other faults, other machines, rejected, unfinished and withdrawn repairs, and the repair itself.
  await mended(ownMachine.id, '09:45', { faultKind: 'electrical' })
  await mended(unrelatedMachine.id, '09:46')
  const back = await mended(ownMachine.id, '09:47')
  expectOk(await staff['prod-lead'].call(rejectProduction, { id: back.id, reason: '还响' }))
  const openReport = await reportFault(staff, { equipmentId: ownMachine.id })

  const similar = expectOk(
    await staff.viewer.call(similarRepairs, { equipmentId: ownMachine.id, faultKind: 'mechanical', id: openReport.id }),
  )
  expect(similar.map(({ id, likeness }) => [id, likeness])).toEqual([
    [newer.id, 'machine'],
    [older.id, 'machine'],
    [twins.id, 'model'],
    [cousins.id, 'category'],
  ])
  expect(similar[0]).toMatchObject({
    causes: '轴承磨损',
    actions: '更换轴承',
    hours: 0.75,
    repairEndAt: plantTime('09:30'),
    parts: [{ part: `${part.code} ${part.name}`, quantity: 2, unit: '个' }],
  })
  expect(
    expectOk(
      await staff.viewer.call(similarRepairs, { equipmentId: ownMachine.id, faultKind: 'mechanical', id: newer.id }),
    ).map(({ id }) => id),
  ).not.toContain(newer.id)
})
test('a machine without model and category has similar repairs of its own only', async () => {
  const [one, other] = [await createMachine(staff), await createMachine(staff)]
  await mended(other.id, '09:00')
  const mine = await mended(one.id, '09:00')
  const found = expectOk(await staff.viewer.call(similarRepairs, { equipmentId: one.id, faultKind: 'mechanical' }))
  expect(found.map(({ id }) => id)).toEqual([mine.id])
})
test('similar repairs need the permission; an unknown machine has none', async () => {
  const accountant = await plant.as('accountant')
  const asked = { equipmentId: createUuid7(8), faultKind: 'other' as const }
  expect((await accountant.call(similarRepairs, asked)).errno).toBe('401')
  expect(expectOk(await staff.viewer.call(similarRepairs, asked))).toEqual([])
})

test('frequent causes and remedies count the lines of the finished repairs of one machine', async () => {
  const [machine, otherMachine] = [await createMachine(staff), await createMachine(staff)]
  await mended(machine.id, '09:00', {}, { causes: '轴承磨损', actions: '更换轴承' })
  await mended(machine.id, '09:10', {}, { causes: '轴承磨损\n缺油', actions: '加油' })
  await mended(machine.id, '09:20', {}, { causes: '轴承磨损', actions: '更换轴承' })
  await mended(otherMachine.id, '09:30', {}, { causes: '接线松动', actions: '紧固' })
  await reportFault(staff, { equipmentId: machine.id })
  expect(expectOk(await staff.viewer.call(repairPhrases, { equipmentId: machine.id }))).toEqual({
    causes: [
      { text: '轴承磨损', count: 3 },
      { text: '缺油', count: 1 },
    ],
    actions: [
      { text: '更换轴承', count: 2 },
      { text: '加油', count: 1 },
    ],
  })
})
