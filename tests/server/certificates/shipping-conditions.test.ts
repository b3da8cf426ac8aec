import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  draftCertificate,
  invalidateCertificate,
  issueCertificate,
} from '@/areas/certificates/contract/certificate-commands'
import { addCheck } from '@/areas/quality/contract/quality-check'
import { reworkRoll } from '@/areas/slitting/contract/rework'
import { runPackageAction, packRolls } from '@/areas/packing/contract/package-endpoints'
import { product } from '@/areas/standards/contract/product'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { Caller } from '../harness'
import { expectOk, fetchRow } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let slitterPlant: SlitterPlant
let lead: Caller
let indexId: string
beforeAll(async () => {
  slitterPlant = await createSlitterPlant()
  lead = await slitterPlant.plant.as('quality-lead')
  indexId = expectOk(
    await lead.call(testIndex.endpoints.create, { code: 'GSM', name: '克重', unit: 'g/m²', digits: 1 }),
  ).id
}, 120_000)
afterAll(() => slitterPlant.plant.close())

/** Creates a closed package of four weighed rolls. The product has an approved standard and the shipping condition `shipsWhen`. */
async function createPackage(
  shipsWhen: 'none' | 'checked' | 'certified',
  beforeClose?: (rollId: string) => Promise<unknown>,
) {
  const run = await startCuttingRun(slitterPlant)
  const set = await doffNextSet(slitterPlant, run)
  await weighAll(slitterPlant, run, set)
  const productRow = await fetchRow<{ version: number }>(slitterPlant.plant, 'product', run.jumbo.productId)
  expectOk(
    await slitterPlant.staff.admin.call(product.endpoints.update, {
      id: run.jumbo.productId,
      version: productRow.version,
      shipsWhen,
    }),
  )
  const standard = expectOk(
    await lead.call(productStandard.endpoints.create, {
      code: `PD-${run.jumbo.productId.slice(-12)}`,
      productId: run.jumbo.productId,
      indexes: [{ indexId, lsl: 14.2, usl: 15.8 }],
    } as never),
  )
  const { approvalEndpoints } = productDocument
  const manager = slitterPlant.staff.manager
  const submittedStandard = expectOk(
    await lead.call(approvalEndpoints.submit, {
      id: standard.id,
      version: standard.version,
      approvers: [manager.userId],
    }),
  )
  expectOk(
    await manager.call(approvalEndpoints.ratify, {
      id: standard.id,
      version: submittedStandard.version,
      decision: 'approved',
    }),
  )
  await beforeClose?.(set.slit[0]!.id)
  const { id } = expectOk(
    await slitterPlant.operator.call(packRolls, { rollIds: set.slit.map((r) => r.id), close: true }),
  )
  const shipPackage = () => slitterPlant.operator.call(runPackageAction, { id, action: 'ship' }, { language: 'en' })
  const loadState = async () => (await fetchRow<{ state: string }>(slitterPlant.plant, 'package', id)).state
  return { run, set, ship: shipPackage, state: loadState }
}

test('a product without a shipping condition ships unchecked', async () => {
  const { ship } = await createPackage('none')
  expect(expectOk(await ship())).toMatchObject({ state: 'shipped' })
})

test('a product that needs checks ships when the last check of each roll, or of its jumbo, has passed', async () => {
  const { run, set, ship, state } = await createPackage('checked')
  const addRollCheck = async (roll: { slitRollId: string } | { jumboRollId: string }, verdict: 'ok' | 'notOk') =>
    expectOk(
      await lead.call(addCheck, {
        ...roll,
        readings: [{ item: '外观', kind: 'okNotOk', number: 1, required: true, verdict }],
      } as never),
    )
  const firstRefusal = await ship()
  expect(firstRefusal.errno).toBe('6000')
  expect(firstRefusal.errmsg).toContain('Every roll has passed a check')
  expect(firstRefusal.errmsg).toContain('Not so for 4:')
  expect(await state()).toBe('packed')
  await addRollCheck({ jumboRollId: run.jumbo.id }, 'ok')
  await addRollCheck({ slitRollId: set.slit[2]!.id }, 'notOk')
  const refusal = await ship()
  expect(refusal.errmsg).toContain('Not so for 1:')
  expect(refusal.errmsg).toContain(set.slit[2]!.number)
  expect(refusal.errmsg).not.toContain(set.slit[0]!.number)
  slitterPlant.plant.clock.set(new Date(slitterPlant.plant.clock.now().getTime() + 60_000))
  await addRollCheck({ slitRollId: set.slit[2]!.id }, 'ok')
  expect(expectOk(await ship())).toMatchObject({ state: 'shipped' })
})

test('a product that needs certificates ships when a valid one covers every roll', async () => {
  const { run, set, ship } = await createPackage('certified')
  const issueCertificateFor = async (rollIds: readonly string[]) => {
    const draft = expectOk(
      await lead.call(draftCertificate, {
        workOrderId: run.orderId,
        rollIds: [...rollIds],
        approverId: slitterPlant.staff.manager.userId,
        concession: '按客户协议放行',
      } as never),
    )
    expect((await ship()).errno).toBe('6000') // a draft does not count
    return expectOk(await slitterPlant.staff.manager.call(issueCertificate, { id: draft.id }))
  }
  const ids = set.slit.map((r) => r.id)
  const partialCertificate = await issueCertificateFor(ids.slice(0, 3))
  const refusal = await ship()
  expect(refusal.errmsg).toContain(set.slit[3]!.number)
  expect(refusal.errmsg).not.toContain(set.slit[0]!.number)
  await issueCertificateFor(ids.slice(3))
  expectOk(await lead.call(invalidateCertificate, { id: partialCertificate.id, reason: '数据有误' }))
  expect((await ship()).errmsg).toContain('Not so for 3:')
  await issueCertificateFor(ids.slice(0, 3))
  expect(expectOk(await ship())).toMatchObject({ state: 'shipped' })
})

test('a roll sold at a lower grade ships without a certificate, because it cannot get one', async () => {
  const repair = await slitterPlant.plant.as('prod-lead')
  const { run, set, ship } = await createPackage('certified', (slitRollId) =>
    repair
      .call(reworkRoll, { slitRollId, kind: 'regrade', defect: 'wrinkle', reason: '端面不齐' } as never)
      .then(expectOk),
  )
  const refusal = await ship()
  expect(refusal.errmsg).toContain('Not so for 3:')
  expect(refusal.errmsg).not.toContain(set.slit[0]!.number)
  const draft = expectOk(
    await lead.call(draftCertificate, {
      workOrderId: run.orderId,
      approverId: slitterPlant.staff.manager.userId,
      concession: '按客户协议放行',
    } as never),
  )
  expectOk(await slitterPlant.staff.manager.call(issueCertificate, { id: draft.id }))
  expect(expectOk(await ship())).toMatchObject({ state: 'shipped' })
})
