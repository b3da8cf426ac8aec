/** What was done to a person's way in by somebody else stands in the operation log, with who and whom. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationLog } from '@/areas/access/contract/log'
import { good } from '../people'
import { personWith } from './new-person'
import { testPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await testPlant()
  admin = await plant.as('admin')
}, 120_000)
afterAll(() => plant.close())

const toldOf = async (rowId: string) =>
  (await admin.call(operationLog.endpoints.list, { resource: 'user', rowId })).data.list
const resetsOf = async (rowId: string) =>
  (await toldOf(rowId)).filter(({ operation }) => operation === 'user.resetPassword')

test('every reset of a password is told, once each, also of somebody who must still change the last one', async () => {
  const { userId } = await personWith(plant, 'forgetful', ['usersView'])
  for (const [nth, password] of ['Given-anew-3', 'Given-again-4', 'Given-once-more-5'].entries()) {
    good(await admin.raw('POST', '/user/reset_password', { id: userId, password }))
    expect(await resetsOf(userId)).toHaveLength(nth + 1)
  }
  for (const told of await resetsOf(userId)) {
    expect(told).toMatchObject({ userId: admin.userId, resource: 'user', rowId: userId, rowTitle: 'forgetful' })
    expect(JSON.stringify(told)).not.toContain('Given-')
  }
})
