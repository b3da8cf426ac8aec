import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageRights } from '@/contract/page-rights'
import { expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import type { TestPlant } from '../harness'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
})
afterAll(() => plant.close())
const loadRoles = async (page: string, suffix: string, language: 'zh' | 'en' = 'zh') =>
  expectOk(await staff['maint-lead'].call(pageRights, { page }, { language })).flatMap((one) =>
    one.suffix === suffix ? [one.role] : [],
  )

test('lists the roles that may perform each action of a page, as the roles are now', async () => {
  expect(await loadRoles('repair', 'FinalConfirm')).toEqual(['系统管理员', '维修主管'])
  expect(await loadRoles('repair', 'FinalConfirm', 'en')).toEqual(['Administrator', 'Maintenance lead'])
  await plant.query(
    `update role set authority = authority - (select id::text from menu where url = 'repairFinalConfirm') where code = 'MAINT-LEAD'`,
  )
  expect(await loadRoles('repair', 'FinalConfirm')).toEqual(['系统管理员'])
})
test('answers only people who see the page, and only for existing pages', async () => {
  expect((await staff['maint-lead'].call(pageRights, { page: 'users' })).errno).toBe('401')
  expect((await staff.admin.call(pageRights, { page: 'nothing' })).errno).toBe('4013')
})
