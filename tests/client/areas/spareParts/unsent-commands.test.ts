import { expect, it } from 'vitest'
import { sparePartsContract } from '@/areas/spareParts/contract'
import { createOp, createOverlay } from '../outbox-commands'
import { id } from '../rounds/plant'

const lay = createOverlay(sparePartsContract)
it('commands not yet through move stock', () => {
  expect(
    lay('sparePart', { id: id(8), quantity: 5 } as { id: string }, [
      createOp('stockMovement.move', 'sparePart', id(8), { kind: 'out', quantity: 2 }),
      createOp('stockMovement.move', 'sparePart', id(8), { kind: 'count', quantity: -1 }),
    ]),
  ).toMatchObject({ quantity: 2 })
})
