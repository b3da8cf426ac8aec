/** Calls for one record need its id; without it they are refused instead of returning the newest record. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStaffedPlant, type Staff } from '../plant-staff'
import type { TestPlant } from '../harness'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
})
afterAll(() => plant.close())

test.each([
  ['/production/fi_image', 'id'],
  ['/quality/check_picture', 'id'],
  ['/quality/ps_image', 'id'],
  ['/quality/dis_feedback', 'id'],
  ['/quality/dis_audit', 'id'],
  ['/quality/get_excel_info', 'id'],
  ['/quality/get_fall_info', 'batchId'],
  ['/order_average_contrast', 'workOrderId'],
])('GET %s without %s is refused with 4042', async (path, field) => {
  const answer = await staff.admin.raw('GET', path)
  expect(answer.errno).toBe('4042')
  expect(JSON.stringify(answer.data)).toContain(field)
})
