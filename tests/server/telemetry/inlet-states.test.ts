import { afterAll, beforeAll, expect, test } from 'vitest'
import { inlet } from '@/areas/telemetry/contract/inlet'
import { updateInletStates } from '@/areas/telemetry/server/inlet-store'
import type { TestPlant } from '../harness'
import { createStaffedPlant, expectOk, fetchRow, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
})
afterAll(() => plant.close())

// Only plain MQTT topics are shared by several sessions. Rows of earlier sessions stay when the kind changes.
test.each([
  ['mqtt', 'failed'],
  ['sparkplug', 'connected'],
] as const)('the state of an inlet of kind %s with a failed second session is %s', async (kind, state) => {
  const [account] = await plant.query<{ id: string }>(
    `insert into app_user (site_id, id, user_name, account_name, role_id, user_type)
     select 1, gen_random_uuid(), $1, $1, id, 'service' from role where code = 'GATEWAY' returning id`,
    [`gateway ${kind}`],
  )
  const { id } = expectOk(
    await staff.admin.call(inlet.endpoints.create, {
      name: kind,
      kind,
      url: 'mqtts://broker.plant:8883',
      patterns: [{ topic: 'a/{key}', tag: '{key}' }],
      sessions: 2,
      accountId: account!.id,
      enabled: true,
    }),
  )
  await plant.query(
    `insert into inlet_session (site_id, inlet_id, slot, state) values (1, $1, 0, 'connected'), (1, $1, 1, 'failed')`,
    [id],
  )
  await updateInletStates(plant.app)
  expect(await fetchRow(plant, 'inlet', id)).toMatchObject({ state })
})
