/** The operation log records who reset whose password. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationLog } from '@/areas/access/contract/log'
import { expectOk } from '../plant-staff'
import { createPersonWithKeys } from './create-person-with-keys'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
}, 120_000)
afterAll(() => plant.close())

const loadEntries = async (rowId: string) =>
  (await admin.call(operationLog.endpoints.list, { resource: 'user', rowId })).data.list
const loadResets = async (rowId: string) =>
  (await loadEntries(rowId)).filter(({ operation }) => operation === 'user.resetPassword')

test('the operation log records each password reset once, even before the last reset password was changed', async () => {
  const { userId } = await createPersonWithKeys(plant, 'forgetful', ['usersView'])
  for (const [nth, password] of ['Given-anew-3', 'Given-again-4', 'Given-once-more-5'].entries()) {
    expectOk(await admin.raw('POST', '/user/reset_password', { id: userId, password }))
    expect(await loadResets(userId)).toHaveLength(nth + 1)
  }
  for (const told of await loadResets(userId)) {
    expect(told).toMatchObject({ userId: admin.userId, resource: 'user', rowId: userId, rowTitle: 'forgetful' })
    expect(JSON.stringify(told)).not.toContain('Given-')
  }
})
