import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchRows } from '@/contract/kit'
import type { TestPlant } from '../harness'
import { createStaffedPlant, expectOk, createMachine, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

test('one call finds rows of several resources, and rows by their code', async () => {
  const machine = await createMachine(staff)
  const { rows, codes } = expectOk(
    await staff.admin.call(searchRows, { of: 'equipment,customer,unknown', keyword: machine.code }),
  )
  expect(rows).toMatchObject([{ resource: 'equipment', id: machine.id, label: expect.stringContaining(machine.code) }])
  expect(codes).toMatchObject([{ resource: 'equipment', id: machine.id }])
})
test('logs are left out, and names of rows that the person may not list have no details', async () => {
  const { rows } = expectOk(await staff['operator-line'].call(searchRows, { of: 'operationLog,role', keyword: '厂长' }))
  expect(rows).toMatchObject([{ resource: 'role', label: '厂长', details: [] }])
})
