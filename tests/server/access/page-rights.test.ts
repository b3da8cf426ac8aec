import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageRights } from '@/contract/page-rights'
import { good, staffed, type Staff } from '../people'
import type { TestPlant } from '../harness'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
})
afterAll(() => plant.close())
const rolesOf = async (page: string, suffix: string, language: 'zh' | 'en' = 'zh') =>
  good(await staff['maint-lead'].call(pageRights, { page }, { language })).flatMap((one) =>
    one.suffix === suffix ? [one.role] : [],
  )

test('says by the roles as they are now who may do what on a page', async () => {
  expect(await rolesOf('repair', 'FinalConfirm')).toEqual(['系统管理员', '维修主管'])
  expect(await rolesOf('repair', 'FinalConfirm', 'en')).toEqual(['Administrator', 'Maintenance lead'])
  await plant.query(
    `update role set authority = authority - (select id::text from menu where url = 'repairFinalConfirm') where code = 'MAINT-LEAD'`,
  )
  expect(await rolesOf('repair', 'FinalConfirm')).toEqual(['系统管理员'])
})
test('tells it to those who see the page, of pages that there are', async () => {
  expect((await staff['maint-lead'].call(pageRights, { page: 'users' })).errno).toBe('401')
  expect((await staff.admin.call(pageRights, { page: 'nothing' })).errno).toBe('4013')
})
