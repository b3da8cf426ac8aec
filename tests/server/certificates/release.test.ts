import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  draftCertificate,
  invalidateCertificate,
  issueCertificate,
} from '@/areas/certificates/contract/certificate-commands'
import { addCheck } from '@/areas/quality/contract/quality-check'
import { reworkRoll } from '@/areas/rolls/contract/rework'
import { movePackage, packRolls } from '@/areas/rolls/contract/slitting-endpoints'
import { product } from '@/areas/standards/contract/product'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { Caller } from '../harness'
import { good, rowOf } from '../people'
import { cut, doffOne, hall, weighAll, type Hall } from '../rolls/slitter-plant'

let h: Hall
let lead: Caller
let indexId: string
beforeAll(async () => {
  h = await hall()
  lead = await h.plant.as('quality-lead')
  indexId = good(await lead.call(testIndex.endpoints.create, { code: 'GSM', name: '克重', unit: 'g/m²', digits: 1 })).id
}, 120_000)
afterAll(() => h.plant.close())

/** A closed package of four weighed rolls of a product with an approved standard, whose gate asks for `shipsWhen`. */
async function packed(shipsWhen: 'none' | 'checked' | 'certified', before?: (rollId: string) => Promise<unknown>) {
  const run = await cut(h)
  const set = await doffOne(h, run)
  await weighAll(h, run, set)
  const known = await rowOf<{ version: number }>(h.plant, 'product', run.jumbo.productId)
  good(
    await h.staff.admin.call(product.endpoints.update, {
      id: run.jumbo.productId,
      version: known.version,
      shipsWhen,
    }),
  )
  const standard = good(
    await lead.call(productStandard.endpoints.create, {
      code: `PD-${run.jumbo.productId.slice(-12)}`,
      productId: run.jumbo.productId,
      indexes: [{ indexId, lsl: 14.2, usl: 15.8 }],
    } as never),
  )
  const { steps } = productDocument
  const manager = h.staff.manager
  const sent = good(
    await lead.call(steps.submit, { id: standard.id, version: standard.version, approvers: [manager.userId] }),
  )
  good(await manager.call(steps.ratify, { id: standard.id, version: sent.version, decision: 'approved' }))
  await before?.(set.slit[0]!.id)
  const { id } = good(await h.slit.call(packRolls, { rollIds: set.slit.map((r) => r.id), close: true }))
  const ship = () => h.slit.call(movePackage, { id, action: 'ship' }, { language: 'en' })
  const state = async () => (await rowOf<{ state: string }>(h.plant, 'package', id)).state
  return { run, set, ship, state }
}

test('goods of a product without a condition leave unchecked', async () => {
  const { ship } = await packed('none')
  expect(good(await ship())).toMatchObject({ state: 'shipped' })
})

test('a product whose rolls have to be checked leaves when the last check of each has passed, its own or its jumbo’s', async () => {
  const { run, set, ship, state } = await packed('checked')
  const check = async (of: { slitRollId: string } | { jumboRollId: string }, verdict: 'ok' | 'notOk') =>
    good(
      await lead.call(addCheck, {
        ...of,
        readings: [{ item: '外观', kind: 'okNotOk', number: 1, required: true, verdict }],
      } as never),
    )
  const none = await ship()
  expect(none.errno).toBe('6000')
  expect(none.errmsg).toContain('Every roll has passed a check')
  expect(none.errmsg).toContain('Not so for 4:')
  expect(await state()).toBe('packed')
  await check({ jumboRollId: run.jumbo.id }, 'ok')
  await check({ slitRollId: set.slit[2]!.id }, 'notOk')
  const one = await ship()
  expect(one.errmsg).toContain('Not so for 1:')
  expect(one.errmsg).toContain(set.slit[2]!.number)
  expect(one.errmsg).not.toContain(set.slit[0]!.number)
  h.plant.clock.set(new Date(h.plant.clock.now().getTime() + 60_000))
  await check({ slitRollId: set.slit[2]!.id }, 'ok')
  expect(good(await ship())).toMatchObject({ state: 'shipped' })
})

test('a product that leaves with a certificate waits for a valid one over each of its rolls', async () => {
  const { run, set, ship } = await packed('certified')
  const issued = async (rollIds: readonly string[]) => {
    const draft = good(
      await lead.call(draftCertificate, {
        workOrderId: run.orderId,
        rollIds: [...rollIds],
        approverId: h.staff.manager.userId,
        concession: '按客户协议放行',
      } as never),
    )
    expect((await ship()).errno).toBe('6000') // a draft says nothing yet
    return good(await h.staff.manager.call(issueCertificate, { id: draft.id }))
  }
  const ids = set.slit.map((r) => r.id)
  const part = await issued(ids.slice(0, 3))
  const refused = await ship()
  expect(refused.errmsg).toContain(set.slit[3]!.number)
  expect(refused.errmsg).not.toContain(set.slit[0]!.number)
  await issued(ids.slice(3))
  good(await lead.call(invalidateCertificate, { id: part.id, reason: '数据有误' }))
  expect((await ship()).errmsg).toContain('Not so for 3:')
  await issued(ids.slice(0, 3))
  expect(good(await ship())).toMatchObject({ state: 'shipped' })
})

test('a roll that was sold lower leaves without the certificate that no such roll can have', async () => {
  const repair = await h.plant.as('prod-lead')
  const { run, set, ship } = await packed('certified', (slitRollId) =>
    repair.call(reworkRoll, { slitRollId, kind: 'regrade', defect: 'wrinkle', reason: '端面不齐' } as never).then(good),
  )
  const refused = await ship()
  expect(refused.errmsg).toContain('Not so for 3:')
  expect(refused.errmsg).not.toContain(set.slit[0]!.number)
  const draft = good(
    await lead.call(draftCertificate, {
      workOrderId: run.orderId,
      approverId: h.staff.manager.userId,
      concession: '按客户协议放行',
    } as never),
  )
  good(await h.staff.manager.call(issueCertificate, { id: draft.id }))
  expect(good(await ship())).toMatchObject({ state: 'shipped' })
})
