/** Commands of phones are committed first and flushed together: the server may fail between the two. */
import { describe, expect, test, vi } from 'vitest'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { createUuid7 } from '@/contract/id'
import { errno } from '@/contract/errno'
import { createStaffedPlant, createMachine, NOW } from '../plant-staff'

describe.skipIf(!process.env['DATABASE_URL'])('the primary fails before the commands are flushed', () => {
  test.each([1, 3])('%d commands that the new primary does not have are not acknowledged', async (count) => {
    const { plant, staff } = await createStaffedPlant()
    try {
      const caller = staff['operator-line']
      const { id: equipmentId } = await createMachine(staff)
      const ops = Array.from({ length: count }, (_, seq) => ({
        id: createUuid7(Date.now()),
        userId: caller.userId,
        clientId: 'phone',
        seq,
        schemaVersion: 1,
        occurredAt: NOW,
        op: reportRepair.name,
        body: { equipmentId, faultKind: 'mechanical', severity: 'low' },
      }))
      const send = () => caller.raw('POST', '/sync', { sentAt: NOW, ops })
      const { flush } = plant.app.db
      vi.spyOn(plant.app.db, 'flush').mockImplementationOnce(async () => {
        await plant.query('delete from sync_op where op_id = $1', [ops.at(-1)!.id])
        await flush()
      })
      expect(await send()).toMatchObject({ status: 503, errno: errno.busy })
      const repeated = (await send()) as unknown as { data: { answers: { status: string }[] } }
      expect(repeated.data.answers.map(({ status }) => status)).toEqual(ops.map(() => 'done'))
    } finally {
      await plant.close()
    }
  })
})
