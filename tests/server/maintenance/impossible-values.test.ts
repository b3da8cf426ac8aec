/** Impossible input: more pieces than any store holds, and a version that never existed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptRepair, finishRepair } from '@/areas/maintenance/contract/repair-commands'
import { moveStock } from '@/areas/spareParts/contract/spare-part'
import type { TestPlant } from '../harness'
import { expectOk, createPart, reportFault, NOW, fetchRow, createStaffedPlant, sync, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

const work = () => ({
  causes: '轴承磨损',
  actions: '更换轴承',
  hours: [{ userId: staff.maint.userId, hours: 0.5 }],
  endedAt: NOW,
})

test.each([1e12, 1_000_001])('%d pieces are refused as a stock movement', async (quantity) => {
  const part = await createPart(staff, 5)
  for (const kind of ['in', 'count'] as const) {
    const answer = await staff['maint-lead'].call(moveStock, { partId: part.id, kind, quantity, occurredAt: NOW })
    expect(answer).toMatchObject({ errno: '4013', data: { issues: [{ path: ['quantity'], code: 'tooBig' }] } })
  }
  expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 5 })
})
test('%d pieces are refused in a repair', async () => {
  const part = await createPart(staff, 5)
  const { id } = await reportFault(staff)
  expectOk(await staff.maint.call(acceptRepair, { id }))
  expect(
    await staff.maint.call(finishRepair, { id, ...work(), parts: [{ partId: part.id, quantity: 1e12 }] }),
  ).toMatchObject({
    errno: '4013',
    data: { issues: [{ path: ['parts', 0, 'quantity'], code: 'tooBig' }] },
  })
})
test('a command on a future version is a conflict, like an update', async () => {
  const { id, version } = await reportFault(staff)
  expect(await staff.maint.call(acceptRepair, { id, version: 99 })).toMatchObject({
    errno: '6000',
    data: { conflict: true, theirs: { id, version } },
  })
  const [answer] = await sync(staff.maint, [{ op: acceptRepair, body: { id, version: 99 } }])
  expect(answer).toMatchObject({ status: 'conflict', errno: '6000' })
  expect(await fetchRow(plant, 'repair', id)).toMatchObject({ state: 'reported', version })
  expectOk(await staff.maint.call(acceptRepair, { id, version }))
  expect(await staff.maint.call(finishRepair, { id, version: 99, ...work() })).toMatchObject({
    errno: '6000',
    data: { conflict: true, mine: { causes: '轴承磨损' } },
  })
})
