/** What a certificate says of rolls that are not, or are no longer, of the first grade. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  certifiableOrders,
  certificateExcel,
  certificatePdf,
  changedCertificates,
  certificatePreview,
} from '@/areas/certificates/contract/certificate-endpoints'
import {
  draftCertificate,
  issueCertificate,
  rejectCertificate,
} from '@/areas/certificates/contract/certificate-commands'
import { publishBatch, testBatch } from '@/areas/laboratory/contract/test-batch'
import { testResult } from '@/areas/laboratory/contract/test-result'
import { putOnHold, releaseHold } from '@/areas/rolls/contract/hold'
import { reworkRoll } from '@/areas/rolls/contract/rework'
import { editSet, recycleRolls, takeBackSlitDowngrades } from '@/areas/rolls/contract/slitting-commands'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import { readSheet } from '@/server/excel/read-sheet'
import type { Caller } from '../harness'
import { good } from '../people'
import { cut, doffOne, hall, weighAll, type Cut, type Hall, type Set } from '../rolls/slitter-plant'

let h: Hall
let lead: Caller
let run: Cut
let set: Set
let indexId: string
beforeAll(async () => {
  h = await hall()
  lead = await h.plant.as('quality-lead')
  indexId = good(await lead.call(testIndex.endpoints.create, { code: 'GSM', name: '克重', unit: 'g/m²', digits: 1 })).id
}, 120_000)
afterAll(() => h.plant.close())
/** An order of four weighed rolls whose tests pass. */
beforeEach(async () => {
  run = await cut(h)
  set = await doffOne(h, run)
  await weighAll(h, run, set)
  const { productId } = run.jumbo
  const standard = good(
    await lead.call(productStandard.endpoints.create, {
      code: `PD-${productId.slice(-12)}`,
      productId,
      indexes: [{ indexId, lsl: 14.2, usl: 15.8 }],
    } as never),
  )
  const { steps } = productDocument
  const { manager } = h.staff
  const sent = good(
    await lead.call(steps.submit, { id: standard.id, version: standard.version, approvers: [manager.userId] }),
  )
  good(await manager.call(steps.ratify, { id: standard.id, version: sent.version, decision: 'approved' }))
  const batch = good(
    await lead.call(testBatch.endpoints.create, {
      number: `T-${productId.slice(-12)}`,
      workOrderId: run.orderId,
      productId,
      testedAt: '2026-11-20T01:30:00.000Z',
    }),
  )
  good(
    await lead.call(testResult.endpoints.create, {
      batchId: batch.id,
      indexId,
      jumboRollId: run.jumbo.id,
      samples: [{ no: 1, text: '15.0' }],
    } as never),
  )
  good(await lead.call(publishBatch, { id: batch.id }))
})
/** Metres of some of the four rolls are not good: 500 m of 5,000, or all of them to waste. */
const worsen = async (lanes: readonly number[], grade: 'downgraded' | 'waste' = 'downgraded') =>
  good(
    await h.slit.call(editSet, {
      id: set.id,
      cuttingId: run.run.id,
      rolls: lanes.map((lane) => ({
        rollId: set.slit[lane]!.id,
        downgrades: [{ fromM: 0, toM: grade === 'waste' ? 5000 : 500, grade, defect: 'hole' }],
      })),
    } as never),
  )
const numbers = (lanes: readonly number[]) => lanes.map((lane) => set.slit[lane]!.number)
const computedOf = async (more: object = {}) =>
  good(await lead.call(certificatePreview, { workOrderId: run.orderId, ...more }))
const drafted = (more: object = {}) =>
  lead.call(draftCertificate, { workOrderId: run.orderId, approverId: h.staff.manager.userId, ...more } as never, {
    language: 'en',
  })
const listed = async () =>
  good(await lead.call(certifiableOrders, { size: 50 })).list.find(({ id }) => id === run.orderId)

test('a certificate leaves downgraded rolls out and names them; waste is nobody’s', async () => {
  await worsen([1])
  await worsen([3], 'waste')
  const said = await computedOf()
  expect(said.rolls.map(({ number }) => number)).toEqual(numbers([0, 2]))
  expect(said).toMatchObject({ leftOut: numbers([1]), rollCount: 2, gaps: [] })
  expect(await listed()).toMatchObject({ rolls: 2, downgraded: 1, ready: true })
  const row = good(await drafted())
  expect(row).toMatchObject({ rollCount: 2 })
})
test('a downgraded roll that is chosen is refused by its number; all of them downgraded, so is the order', async () => {
  await worsen([1])
  const chosen = await drafted({ rollIds: [set.slit[0]!.id, set.slit[1]!.id] })
  expect(chosen.errno).toBe('6000')
  expect(chosen.errmsg).toContain(numbers([1])[0])
  expect(chosen.errmsg).not.toContain(numbers([0])[0])
  await worsen([0, 2, 3])
  expect((await drafted()).errmsg).toContain(numbers([3])[0])
  expect(await listed()).toMatchObject({ rolls: 0, downgraded: 4, ready: false, why: 'downgraded' })
})
test('covering downgraded rolls too wants a concession, and the certificate says which they are', async () => {
  await worsen([1])
  const said = await computedOf({ downgraded: true })
  expect(said.gaps).toEqual([{ name: '降等卷', judgement: 'fail' }])
  expect(said).toMatchObject({ rollCount: 4, leftOut: [] })
  const none = await drafted({ downgraded: true })
  expect([none.errno, none.errmsg]).toEqual(['6000', expect.stringContaining('Downgraded rolls (Fail)')])
  const row = good(await drafted({ downgraded: true, concession: 'agreed by the customer' }))
  const sheet = JSON.stringify((await readSheet((await lead.call(certificateExcel, { id: row.id })).bytes)).rows)
  expect(sheet).toContain(`Downgraded rolls among them: ${numbers([1])[0]}`)
})
test('a downgrade that an issued certificate states is not taken back; one that none states is', async () => {
  await worsen([1, 2])
  const back = (lane: number) =>
    h.slit.call(
      takeBackSlitDowngrades,
      {
        id: set.id,
        cuttingId: run.run.id,
        rollId: set.slit[lane]!.id,
        lines: [{ fromM: 0, toM: 500, grade: 'downgraded', defect: 'hole' }],
        why: 'looked at again',
      } as never,
      { language: 'en' },
    )
  const rollIds = [set.slit[0]!.id, set.slit[1]!.id]
  const draft = good(await drafted({ rollIds, downgraded: true, concession: 'agreed by the customer' }))
  const { number } = good(await h.staff.manager.call(issueCertificate, { id: draft.id }))
  const refused = await back(1)
  expect([refused.errno, refused.errmsg]).toEqual(['6000', expect.stringContaining(String(number))])
  good(await back(2))
})
test('what was downgraded, scrapped or given back after the draft is not issued', async () => {
  for (const change of [
    () => worsen([0]),
    async () =>
      good(
        await h.slit.call(recycleRolls, {
          id: set.id,
          cuttingId: run.run.id,
          reason: '回收',
          rolls: [{ rollId: set.slit[2]!.id }],
        } as never),
      ),
  ]) {
    const draft = good(await drafted())
    await change()
    const refused = await h.staff.manager.call(issueCertificate, { id: draft.id }, { language: 'en' })
    expect([refused.errno, refused.errmsg]).toEqual(['6000', expect.stringMatching(/since the draft: .*-0[13]\./)])
    good(await h.staff.manager.call(rejectCertificate, { id: draft.id, reason: '重做' }))
  }
})
test('a certificate is of the plant’s day on which it was issued, whatever day it is elsewhere', async () => {
  const draft = good(await drafted())
  const now = h.plant.clock.now()
  h.plant.clock.set(new Date(`${now.toISOString().slice(0, 10)}T17:30:00.000Z`)) // half past one of the next morning
  good(await h.staff.manager.call(issueCertificate, { id: draft.id }))
  const next = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
  const { rows } = await readSheet((await lead.call(certificateExcel, { id: draft.id })).bytes)
  expect(rows.find(([part]) => String(part).includes('Date of issue'))?.[1]).toBe(next)
  h.plant.clock.set(now)
})
test('a roll that other rolls were made of is no goods any more', async () => {
  await h.plant.query(`update slit_roll set state = 'reworked' where id = $1`, [set.slit[2]!.id])
  expect((await computedOf()).rolls.map(({ number }) => number)).toEqual(numbers([0, 1, 3]))
})
test('a result of a slit roll that it does not cover is in none of its figures', async () => {
  await worsen([1])
  const batch = good(
    await lead.call(testBatch.endpoints.create, {
      number: `S-${run.jumbo.productId.slice(-12)}`,
      workOrderId: run.orderId,
      productId: run.jumbo.productId,
      testedAt: '2026-11-20T02:30:00.000Z',
    }),
  )
  good(
    await lead.call(testResult.endpoints.create, {
      batchId: batch.id,
      indexId,
      jumboRollId: run.jumbo.id,
      slitRollId: set.slit[1]!.id,
      samples: [{ no: 1, text: '19.0' }],
    } as never),
  )
  good(await lead.call(publishBatch, { id: batch.id }))
  expect((await computedOf()).lines).toMatchObject([{ n: 1, mean: 15, max: 15, judgement: 'pass' }])
  expect(await listed()).toMatchObject({ ready: true, gaps: [] })
  expect((await computedOf({ downgraded: true })).lines).toMatchObject([{ n: 2, mean: 17, judgement: 'fail' }])
})
test('an order is found by the number on a label of one of its rolls', async () => {
  const { list } = good(await lead.call(certifiableOrders, { keyword: numbers([2])[0]! }))
  expect(list.map(({ id }) => id)).toEqual([run.orderId])
})
describe('an issued certificate', () => {
  const issued = async (more: object = {}) =>
    good(await h.staff.manager.call(issueCertificate, { id: good(await drafted(more)).id }))
  const changed = async (certificateId: string) => good(await lead.call(changedCertificates, { certificateId }))
  test('says which of its rolls were downgraded, reworked or held since, and its file stays as it was', async () => {
    const { id } = await issued()
    expect(await changed(id)).toEqual([])
    const before = (await lead.call(certificatePdf, { id })).bytes
    await worsen([1])
    const hold = good(await lead.call(putOnHold, { kind: 'slitRoll', subjectId: set.slit[2]!.id, reason: '异物' }))
    good(
      await (
        await h.plant.as('prod-lead')
      ).call(reworkRoll, { slitRollId: set.slit[3]!.id, kind: 'pellets', reason: '端面不齐' } as never),
    )
    expect(await changed(id)).toEqual([
      { certificateId: id, change: 'gone', rolls: 1, numbers: numbers([3])[0] },
      { certificateId: id, change: 'downgraded', rolls: 1, numbers: numbers([1])[0] },
      { certificateId: id, change: 'held', rolls: 1, numbers: numbers([2])[0] },
    ])
    expect(good(await lead.call(changedCertificates, {})).filter((one) => one.certificateId === id)).toHaveLength(3)
    expect((await lead.call(certificatePdf, { id })).bytes.equals(before)).toBe(true)
    good(await lead.call(releaseHold, { id: hold.id, releaseReason: '合格' }))
    expect((await changed(id)).map(({ change }) => change)).toEqual(['gone', 'downgraded'])
  })
  test('that covers a downgraded roll as such is no news of it', async () => {
    await worsen([1])
    const { id } = await issued({ downgraded: true, concession: '客户同意' })
    expect(await changed(id)).toEqual([])
  })
  test('names the season of its limits in both languages', async () => {
    const { id } = await issued()
    await h.plant.query(`update certificate set season = 'winter' where id = $1`, [id])
    const { rows } = await readSheet((await lead.call(certificateExcel, { id })).bytes)
    expect(JSON.stringify(rows)).toContain('冬季 Winter')
  })
})
