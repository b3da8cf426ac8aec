/** Certificates of orders with downgraded, scrapped or reworked rolls. */
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
import { reworkRoll } from '@/areas/slitting/contract/rework'
import { editSet, recycleRolls, takeBackSlitDowngrades } from '@/areas/slitting/contract/slitting-commands'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import { readSheet } from '@/server/excel/read-sheet'
import type { Caller } from '../harness'
import { expectOk } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  weighAll,
  type CuttingRun,
  type SlitterPlant,
  type RollSet,
} from '../slitting/slitter-plant'

let slitterPlant: SlitterPlant
let lead: Caller
let run: CuttingRun
let set: RollSet
let indexId: string
beforeAll(async () => {
  slitterPlant = await createSlitterPlant()
  lead = await slitterPlant.plant.as('quality-lead')
  indexId = expectOk(
    await lead.call(testIndex.endpoints.create, { code: 'GSM', name: '克重', unit: 'g/m²', digits: 1 }),
  ).id
}, 120_000)
afterAll(() => slitterPlant.plant.close())
/** Creates an order with four weighed rolls whose tests pass. */
beforeEach(async () => {
  run = await startCuttingRun(slitterPlant)
  set = await doffNextSet(slitterPlant, run)
  await weighAll(slitterPlant, run, set)
  const { productId } = run.jumbo
  const standard = expectOk(
    await lead.call(productStandard.endpoints.create, {
      code: `PD-${productId.slice(-12)}`,
      productId,
      indexes: [{ indexId, lsl: 14.2, usl: 15.8 }],
    } as never),
  )
  const { approvalEndpoints } = productDocument
  const { manager } = slitterPlant.staff
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
  const batch = expectOk(
    await lead.call(testBatch.endpoints.create, {
      number: `T-${productId.slice(-12)}`,
      workOrderId: run.orderId,
      productId,
      testedAt: '2026-11-20T01:30:00.000Z',
    }),
  )
  expectOk(
    await lead.call(testResult.endpoints.create, {
      batchId: batch.id,
      indexId,
      jumboRollId: run.jumbo.id,
      samples: [{ no: 1, text: '15.0' }],
    } as never),
  )
  expectOk(await lead.call(publishBatch, { id: batch.id }))
})
/** Downgrades 500 m of 5,000 m of each roll in `lanes`, or all 5,000 m to waste. */
const downgradeLanes = async (lanes: readonly number[], grade: 'downgraded' | 'waste' = 'downgraded') =>
  expectOk(
    await slitterPlant.operator.call(editSet, {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: lanes.map((lane) => ({
        rollId: set.slit[lane]!.id,
        downgrades: [{ fromM: 0, toM: grade === 'waste' ? 5000 : 500, grade, defect: 'hole' }],
      })),
    } as never),
  )
const getRollNumbers = (lanes: readonly number[]) => lanes.map((lane) => set.slit[lane]!.number)
const loadPreview = async (more: object = {}) =>
  expectOk(await lead.call(certificatePreview, { workOrderId: run.orderId, ...more }))
const sendDraft = (more: object = {}) =>
  lead.call(
    draftCertificate,
    { workOrderId: run.orderId, approverId: slitterPlant.staff.manager.userId, ...more } as never,
    {
      language: 'en',
    },
  )
const findListedOrder = async () =>
  expectOk(await lead.call(certifiableOrders, { size: 50 })).list.find(({ id }) => id === run.orderId)

test('leaves downgraded rolls out and lists them; waste belongs to no certificate', async () => {
  await downgradeLanes([1])
  await downgradeLanes([3], 'waste')
  const preview = await loadPreview()
  expect(preview.rolls.map(({ number }) => number)).toEqual(getRollNumbers([0, 2]))
  expect(preview).toMatchObject({ leftOut: getRollNumbers([1]), rollCount: 2, gaps: [] })
  expect(await findListedOrder()).toMatchObject({ rolls: 2, downgraded: 1, ready: true })
  const row = expectOk(await sendDraft())
  expect(row).toMatchObject({ rollCount: 2 })
})
test('refuses a chosen downgraded roll by its number, and an order with downgraded rolls only', async () => {
  await downgradeLanes([1])
  const refusal = await sendDraft({ rollIds: [set.slit[0]!.id, set.slit[1]!.id] })
  expect(refusal.errno).toBe('6000')
  expect(refusal.errmsg).toContain(getRollNumbers([1])[0])
  expect(refusal.errmsg).not.toContain(getRollNumbers([0])[0])
  await downgradeLanes([0, 2, 3])
  expect((await sendDraft()).errmsg).toContain(getRollNumbers([3])[0])
  expect(await findListedOrder()).toMatchObject({ rolls: 0, downgraded: 4, ready: false, why: 'downgraded' })
})
test('needs a concession to cover downgraded rolls, and names them', async () => {
  await downgradeLanes([1])
  const preview = await loadPreview({ downgraded: true })
  expect(preview.gaps).toEqual([{ name: '降等卷', judgement: 'fail' }])
  expect(preview).toMatchObject({ rollCount: 4, leftOut: [] })
  const refusal = await sendDraft({ downgraded: true })
  expect([refusal.errno, refusal.errmsg]).toEqual(['6000', expect.stringContaining('Downgraded rolls (Fail)')])
  const row = expectOk(await sendDraft({ downgraded: true, concession: 'agreed by the customer' }))
  const sheet = JSON.stringify((await readSheet((await lead.call(certificateExcel, { id: row.id })).bytes)).rows)
  expect(sheet).toContain(`Downgraded rolls among them: ${getRollNumbers([1])[0]}`)
})
test('a downgrade stated on an issued certificate cannot be taken back; others can', async () => {
  await downgradeLanes([1, 2])
  const takeBackDowngrade = (lane: number) =>
    slitterPlant.operator.call(
      takeBackSlitDowngrades,
      {
        id: set.id,
        cuttingId: run.cutting.id,
        rollId: set.slit[lane]!.id,
        lines: [{ fromM: 0, toM: 500, grade: 'downgraded', defect: 'hole' }],
        why: 'looked at again',
      } as never,
      { language: 'en' },
    )
  const rollIds = [set.slit[0]!.id, set.slit[1]!.id]
  const draft = expectOk(await sendDraft({ rollIds, downgraded: true, concession: 'agreed by the customer' }))
  const { number } = expectOk(await slitterPlant.staff.manager.call(issueCertificate, { id: draft.id }))
  const refusal = await takeBackDowngrade(1)
  expect([refusal.errno, refusal.errmsg]).toEqual(['6000', expect.stringContaining(String(number))])
  expectOk(await takeBackDowngrade(2))
})
test('a draft is not issued after one of its rolls was downgraded or recycled', async () => {
  for (const changeRolls of [
    () => downgradeLanes([0]),
    async () =>
      expectOk(
        await slitterPlant.operator.call(recycleRolls, {
          id: set.id,
          cuttingId: run.cutting.id,
          reason: '回收',
          rolls: [{ rollId: set.slit[2]!.id }],
        } as never),
      ),
  ]) {
    const draft = expectOk(await sendDraft())
    await changeRolls()
    const refusal = await slitterPlant.staff.manager.call(issueCertificate, { id: draft.id }, { language: 'en' })
    expect([refusal.errno, refusal.errmsg]).toEqual(['6000', expect.stringMatching(/since the draft: .*-0[13]\./)])
    expectOk(await slitterPlant.staff.manager.call(rejectCertificate, { id: draft.id, reason: '重做' }))
  }
})
test('the issue date is the plant’s day', async () => {
  const draft = expectOk(await sendDraft())
  const now = slitterPlant.plant.clock.now()
  slitterPlant.plant.clock.set(new Date(`${now.toISOString().slice(0, 10)}T17:30:00.000Z`)) // 01:30 of the next day in the plant
  expectOk(await slitterPlant.staff.manager.call(issueCertificate, { id: draft.id }))
  const nextDay = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
  const { rows } = await readSheet((await lead.call(certificateExcel, { id: draft.id })).bytes)
  expect(rows.find(([part]) => String(part).includes('Date of issue'))?.[1]).toBe(nextDay)
  slitterPlant.plant.clock.set(now)
})
test('a reworked roll is no longer certifiable', async () => {
  await slitterPlant.plant.query(`update slit_roll set state = 'reworked' where id = $1`, [set.slit[2]!.id])
  expect((await loadPreview()).rolls.map(({ number }) => number)).toEqual(getRollNumbers([0, 1, 3]))
})
test('results of slit rolls outside the certificate do not enter its values', async () => {
  await downgradeLanes([1])
  const batch = expectOk(
    await lead.call(testBatch.endpoints.create, {
      number: `S-${run.jumbo.productId.slice(-12)}`,
      workOrderId: run.orderId,
      productId: run.jumbo.productId,
      testedAt: slitterPlant.plant.clock.now().toISOString(),
    }),
  )
  expectOk(
    await lead.call(testResult.endpoints.create, {
      batchId: batch.id,
      indexId,
      jumboRollId: run.jumbo.id,
      slitRollId: set.slit[1]!.id,
      samples: [{ no: 1, text: '19.0' }],
    } as never),
  )
  expectOk(await lead.call(publishBatch, { id: batch.id }))
  expect((await loadPreview()).lines).toMatchObject([{ n: 1, mean: 15, max: 15, judgement: 'pass' }])
  expect(await findListedOrder()).toMatchObject({ ready: true, gaps: [] })
  expect((await loadPreview({ downgraded: true })).lines).toMatchObject([{ n: 2, mean: 17, judgement: 'fail' }])
})
test('an order is found by the label number of one of its rolls', async () => {
  const { list } = expectOk(await lead.call(certifiableOrders, { keyword: getRollNumbers([2])[0]! }))
  expect(list.map(({ id }) => id)).toEqual([run.orderId])
})
describe('an issued certificate', () => {
  const draftAndIssue = async (more: object = {}) =>
    expectOk(await slitterPlant.staff.manager.call(issueCertificate, { id: expectOk(await sendDraft(more)).id }))
  const loadChanges = async (certificateId: string) => expectOk(await lead.call(changedCertificates, { certificateId }))
  test('lists rolls that were later downgraded, reworked or held, and keeps its file unchanged', async () => {
    const { id } = await draftAndIssue()
    expect(await loadChanges(id)).toEqual([])
    const pdfBefore = (await lead.call(certificatePdf, { id })).bytes
    await downgradeLanes([1])
    const holdRow = expectOk(
      await lead.call(putOnHold, { kind: 'slitRoll', subjectId: set.slit[2]!.id, reason: '异物' }),
    )
    expectOk(
      await (
        await slitterPlant.plant.as('prod-lead')
      ).call(reworkRoll, { slitRollId: set.slit[3]!.id, kind: 'pellets', reason: '端面不齐' } as never),
    )
    expect(await loadChanges(id)).toEqual([
      { certificateId: id, change: 'gone', rolls: 1, numbers: getRollNumbers([3])[0] },
      { certificateId: id, change: 'downgraded', rolls: 1, numbers: getRollNumbers([1])[0] },
      { certificateId: id, change: 'held', rolls: 1, numbers: getRollNumbers([2])[0] },
    ])
    expect(expectOk(await lead.call(changedCertificates, {})).filter((one) => one.certificateId === id)).toHaveLength(3)
    expect((await lead.call(certificatePdf, { id })).bytes.equals(pdfBefore)).toBe(true)
    expectOk(await lead.call(releaseHold, { id: holdRow.id, releaseReason: '合格' }))
    expect((await loadChanges(id)).map(({ change }) => change)).toEqual(['gone', 'downgraded'])
  })
  test('reports no change for a roll that it covers as downgraded', async () => {
    await downgradeLanes([1])
    const { id } = await draftAndIssue({ downgraded: true, concession: '客户同意' })
    expect(await loadChanges(id)).toEqual([])
  })
  test('names the season of its limits in both languages', async () => {
    const { id } = await draftAndIssue()
    await slitterPlant.plant.query(`update certificate set season = 'winter' where id = $1`, [id])
    const { rows } = await readSheet((await lead.call(certificateExcel, { id })).bytes)
    expect(JSON.stringify(rows)).toContain('冬季 Winter')
  })
})
