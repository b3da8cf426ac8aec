import { setPlantBrand } from '@/plant/contract/plant-brand'
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificate } from '@/areas/certificates/contract/certificate'
import {
  certifiableOrders,
  certificateExcel,
  certificatePdf,
  certificateTemplates,
  withdrawnCitedTests,
  certificatePreview,
  replaceCertificateApprover,
  rollsOfCertificate,
} from '@/areas/certificates/contract/certificate-endpoints'
import {
  draftCertificate,
  invalidateCertificate,
  issueCertificate,
  rejectCertificate,
  withdrawCertificate,
} from '@/areas/certificates/contract/certificate-commands'
import { coaTemplate } from '@/areas/certificates/contract/coa-template'
import { coaRemark, coaTranslation, setCoaTranslation } from '@/areas/certificates/contract/coa-texts'
import { publishBatch, testBatch, withdrawBatch } from '@/areas/laboratory/contract/test-batch'
import { testResult } from '@/areas/laboratory/contract/test-result'
import { putOnHold, releaseHold } from '@/areas/rolls/contract/hold'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import { createUuid7 } from '@/contract/id'
import { readSheet } from '@/server/excel/read-sheet'
import type { Caller } from '../harness'
import { expectOk, fetchRow } from '../plant-staff'
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
let manager: Caller
const index: Record<string, string> = {}
beforeAll(async () => {
  slitterPlant = await createSlitterPlant()
  lead = await slitterPlant.plant.as('quality-lead')
  manager = slitterPlant.staff.manager
  const addTestIndex = async (
    code: string,
    name: string,
    nameEn: string,
    unit: string,
    method: string,
    digits: number,
  ) => {
    index[code] = expectOk(await lead.call(testIndex.endpoints.create, { code, name, nameEn, unit, method, digits })).id
  }
  await addTestIndex('GSM', '单位面积质量', 'Mass per unit area', 'g/m²', 'GB/T 24218.1', 1)
  await addTestIndex('MD', '纵向断裂强力', 'MD tensile strength', 'N/50 mm', 'GB/T 24218.3', 1)
  await addTestIndex('OIL', '表面活性剂含量', 'Surfactant content', '%', 'FZ/T 01', 2)
}, 120_000)
afterAll(() => slitterPlant.plant.close())

let serial = 0
interface WeighedOrder {
  run: CuttingRun
  set: RollSet
}
/** An order with four weighed rolls, its product with an approved standard. */
async function createWeighedOrder(): Promise<WeighedOrder> {
  const run = await startCuttingRun(slitterPlant)
  const set = await doffNextSet(slitterPlant, run)
  await weighAll(slitterPlant, run, set)
  const row = expectOk(
    await lead.call(productStandard.endpoints.create, {
      code: `PD-${++serial}`,
      productId: run.jumbo.productId,
      indexes: [
        { indexId: index['GSM']!, lsl: 14.2, target: 15, usl: 15.8, samplesPerRoll: 3 },
        { indexId: index['MD']!, lsl: 24 },
        { indexId: index['OIL']!, usl: 0.8, onCertificate: false },
      ],
    } as never),
  )
  const { approvalEndpoints } = productDocument
  const submittedStandard = expectOk(
    await lead.call(approvalEndpoints.submit, { id: row.id, version: row.version, approvers: [manager.userId] }),
  )
  expectOk(
    await manager.call(approvalEndpoints.ratify, {
      id: row.id,
      version: submittedStandard.version,
      decision: 'approved',
    }),
  )
  return { run, set }
}
/** Published results of the order's jumbo. */
async function enterTests({ run }: WeighedOrder, values: Record<string, string[]>, publish = true): Promise<string> {
  const batch = expectOk(
    await lead.call(testBatch.endpoints.create, {
      number: `T-${++serial}`,
      workOrderId: run.orderId,
      productId: run.jumbo.productId,
      testedAt: '2026-11-20T01:30:00.000Z',
    }),
  )
  for (const [code, texts] of Object.entries(values))
    expectOk(
      await lead.call(testResult.endpoints.create, {
        batchId: batch.id,
        indexId: index[code]!,
        jumboRollId: run.jumbo.id,
        samples: texts.map((text, i) => ({ no: i + 1, text })),
      } as never),
    )
  if (publish) expectOk(await lead.call(publishBatch, { id: batch.id }))
  return batch.id
}
const right = { GSM: ['14.8', '15.1', '15.3'], MD: ['26.4', '27.0'] }
const loadPreview = async ({ run }: WeighedOrder) =>
  expectOk(await lead.call(certificatePreview, { workOrderId: run.orderId }))
const sendDraft = ({ run }: WeighedOrder, more: object = {}) =>
  lead.call(draftCertificate, { workOrderId: run.orderId, approverId: manager.userId, ...more } as never, {
    language: 'en',
  })
async function draftAndIssue(order: WeighedOrder) {
  const draft = expectOk(await sendDraft(order))
  return expectOk(await manager.call(issueCertificate, { id: draft.id }))
}
/** The text of a PDF as `pdftotext` extracts it. */
function extractText(bytes: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), 'coa-')), 'a.pdf')
  writeFileSync(file, bytes)
  return execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ')
}
/** Dark pixels of the first page, per thousand. A font without the needed glyphs prints blanks. */
function measureInk(bytes: Buffer): number {
  const folder = mkdtempSync(join(tmpdir(), 'coa-'))
  writeFileSync(join(folder, 'a.pdf'), bytes)
  execFileSync('pdftoppm', ['-r', '60', '-gray', '-f', '1', '-l', '1', join(folder, 'a.pdf'), join(folder, 'p')])
  const image = readFileSync(join(folder, 'p-1.pgm'))
  const pixels = image.subarray(image.length - 496 * 702)
  return (1000 * pixels.filter((grey) => grey < 128).length) / pixels.length
}

describe('the data of an order', () => {
  test('list missing indexes and show the values of tested ones', async () => {
    const order = await createWeighedOrder()
    const previewBefore = await loadPreview(order)
    expect(previewBefore.gaps.map(({ judgement }) => judgement)).toEqual(['missing', 'missing'])
    await enterTests(order, right)
    const previewAfter = await loadPreview(order)
    expect(previewAfter.gaps).toEqual([])
    expect(previewAfter.lines.map(({ code }) => code)).toEqual(['GSM', 'MD']) // indexes not meant for certificates are left out
    const [gsm] = previewAfter.lines
    expect(gsm).toMatchObject({ n: 3, rolls: 1, min: 14.8, max: 15.3, judgement: 'pass', lsl: 14.2, usl: 15.8 })
    expect(gsm!.mean).toBeCloseTo(15.0667, 4)
    expect(gsm!.deviation).toBeCloseTo(0.2517, 4)
    expect(previewAfter.rolls.map(({ number }) => number)).toEqual(order.set.slit.map(({ number }) => number))
  })
  test('exclude draft batches and too few samples; a value below detection does not meet a lower limit', async () => {
    const order = await createWeighedOrder()
    await enterTests(order, { GSM: ['15', '15', '15'] }, false)
    expect((await loadPreview(order)).lines.map(({ judgement }) => judgement)).toEqual(['missing', 'missing'])
    const otherOrder = await createWeighedOrder()
    await enterTests(otherOrder, { GSM: ['15.0', '15.1'], MD: ['<5', '<5'] })
    expect((await loadPreview(otherOrder)).lines.map(({ judgement }) => judgement)).toEqual(['missing', 'fail'])
  })
  test('are found by order, batch or label number; the list of certifiable orders shows their gaps', async () => {
    const order = await createWeighedOrder()
    const findOrderNumber = async (input: object) => expectOk(await lead.call(certificatePreview, input)).orderNumber
    const { orderNumber, batch } = await loadPreview(order)
    expect(await findOrderNumber({ number: orderNumber })).toBe(orderNumber)
    expect(await findOrderNumber({ number: order.set.slit[0]!.number })).toBe(orderNumber)
    expect(await findOrderNumber({ batch })).toBe(orderNumber)
    expect((await lead.call(certificatePreview, { number: 'NIX' })).errno).toBe('4006')
    const certifiable = expectOk(await lead.call(certifiableOrders, { keyword: orderNumber }, { language: 'en' }))
    expect(certifiable.list[0]).toMatchObject({
      number: orderNumber,
      rolls: 4,
      ready: false,
      gaps: [
        { name: 'Mass per unit area', judgement: 'missing' },
        { name: 'MD tensile strength', judgement: 'missing' },
      ],
    })
  })
})

describe('a certificate', () => {
  test('is drafted by one person, issued by another, and printed in both languages', async () => {
    const order = await createWeighedOrder()
    await enterTests(order, right)
    const remark = expectOk(
      await lead.call(coaRemark.endpoints.create, {
        code: `R-${serial}`,
        text: '避光保存',
        textEn: 'Store in the dark',
      }),
    )
    const template = expectOk(
      await lead.call(coaTemplate.endpoints.create, {
        code: `T-${serial}`,
        name: '通用',
        company: '示例无纺布有限公司',
        companyEn: 'Example Nonwovens Ltd',
        productId: order.run.jumbo.productId,
        remarks: [remark.id],
        samplingEn: 'One sample a roll',
      } as never),
    )
    const refusal = await lead.call(coaTemplate.endpoints.create, {
      code: `T-${serial}-OTHER`,
      name: '别的产品',
      company: '示例无纺布有限公司',
      companyEn: 'Example Nonwovens Ltd',
      productId: (await createWeighedOrder()).run.jumbo.productId,
    } as never)
    expect((await sendDraft(order, { templateId: expectOk(refusal).id })).errno).toBe('4013')
    const draft = expectOk(await sendDraft(order))
    expect(draft).toMatchObject({ state: 'inApproval', templateId: template.id, concession: null })
    expect(draft.number).toMatch(/^COA2026-\d{5}$/)
    expect((await lead.call(issueCertificate, { id: draft.id })).errno).toBe('6000') // the author may not issue the own draft
    expect((await slitterPlant.staff.admin.call(issueCertificate, { id: draft.id })).errno).toBe('6000') // somebody other than the chosen approver
    expect((await slitterPlant.staff.viewer.call(issueCertificate, { id: draft.id })).errno).toBe('401')
    expect(extractText((await lead.call(certificatePdf, { id: draft.id })).bytes)).toMatch(/草 ?稿 DRAFT/)
    const row = expectOk(await manager.call(issueCertificate, { id: draft.id }))
    expect(row).toMatchObject({ state: 'issued', issuedBy: manager.userId })
    const file = await lead.call(certificatePdf, { id: row.id })
    const secondDownload = await lead.call(certificatePdf, { id: row.id }, { language: 'en' })
    const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(hashOf(secondDownload.bytes)).toBe(hashOf(file.bytes))
    expect(file.bytes.length).toBeLessThan(300 * 1024)
    const text = extractText(file.bytes)
    for (const part of [
      '检验报告',
      'Certificate of Analysis',
      '示例无纺布有限公司',
      'Example Nonwovens Ltd',
      '单位面积质量',
      'Mass per unit area',
      '14.2 – 15.8',
      '≥ 24',
      '15.1',
      '合格 Pass',
      '避光保存',
      'Store in the dark',
      'all items tested meet',
      'Page 1 of 1',
      'End of certificate',
      row.number,
      order.set.slit[0]!.number,
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('DRAFT')
    expect(text).not.toContain('Surfactant')
    expect(measureInk(file.bytes)).toBeGreaterThan(10)
    const sheet = await readSheet((await lead.call(certificateExcel, { id: row.id })).bytes)
    expect(JSON.stringify(sheet.rows)).toContain(row.number)
  })
  test('refuses characters that its PDF font lacks, and prints Korean and Thai', async () => {
    const run = await createWeighedOrder()
    await enterTests(run, right)
    const buildTemplate = (name: string) => ({
      code: `T-${++serial}`,
      name: '客户模板',
      company: '示例无纺布有限公司',
      companyEn: name,
      productId: run.run.jumbo.productId,
    })
    const arabic = expectOk(await lead.call(coaTemplate.endpoints.create, buildTemplate('شركة') as never))
    const refusal = await sendDraft(run, { templateId: arabic.id })
    expect(refusal.errno).toBe('6000')
    expect(refusal.errmsg).toContain('ش (U+0634)')
    expect(
      expectOk(await lead.call(certificate.endpoints.list, {})).list.filter(
        ({ templateId }) => templateId === arabic.id,
      ),
    ).toEqual([])
    const decomposedName = '한국부직포 ผ้าไม่ทอ Café'.normalize('NFD')
    const korean = expectOk(await lead.call(coaTemplate.endpoints.create, buildTemplate(decomposedName) as never))
    const draft = expectOk(await sendDraft(run, { templateId: korean.id }))
    expect(extractText((await lead.call(certificatePdf, { id: draft.id })).bytes)).toMatch(/한국부직포.*Café/)
  })
  test('a remark that a template uses cannot be removed', async () => {
    const remark = expectOk(
      await lead.call(coaRemark.endpoints.create, {
        code: `R-${++serial}`,
        text: '避光保存',
        textEn: 'Store in the dark',
      }),
    )
    const template = expectOk(
      await lead.call(coaTemplate.endpoints.create, {
        code: `T-${serial}`,
        name: '通用',
        company: '示例无纺布有限公司',
        companyEn: 'Example Nonwovens Ltd',
        remarks: [remark.id],
      } as never),
    )
    const refusal = await lead.call(coaRemark.endpoints.remove, { id: remark.id }, { language: 'en' })
    expect([refusal.errno, refusal.errmsg.includes(remark.code)]).toEqual(['6000', true])
    expectOk(await lead.call(coaTemplate.endpoints.remove, { id: template.id }))
    expectOk(await lead.call(coaRemark.endpoints.remove, { id: remark.id }))
  })
  test('makes no claim that the data do not support', async () => {
    const order = await createWeighedOrder()
    await enterTests(order, { GSM: ['16.0', '16.1', '16.2'] })
    const refusal = await sendDraft(order)
    expect(refusal.errno).toBe('6000')
    expect(refusal.errmsg).toContain('Mass per unit area (Fail)')
    expect(refusal.errmsg).toContain('MD tensile strength (No data)')
    const row = expectOk(await sendDraft(order, { concession: '客户书面同意' }))
    expect(row).toMatchObject({ concession: '客户书面同意' })
    expectOk(await manager.call(issueCertificate, { id: row.id }))
    const text = extractText((await lead.call(certificatePdf, { id: row.id })).bytes)
    expect(text).toContain('not covered by any statement of conformity')
    expect(text).toContain('客户书面同意')
    expect(text).not.toContain('all items tested meet')
  })
  test('keeps its limits when the standard changes, and reports a cited test that is withdrawn', async () => {
    const order = await createWeighedOrder()
    const batchId = await enterTests(order, right)
    const row = await draftAndIssue(order)
    const pdfBefore = (await lead.call(certificatePdf, { id: row.id })).bytes
    await slitterPlant.plant.query(`update test_index set name = '改名', digits = 3 where id = $1`, [index['GSM']])
    await slitterPlant.plant.query(`update product_standard set indexes = '[]' where product_id = $1`, [
      order.run.jumbo.productId,
    ])
    expect((await lead.call(certificatePdf, { id: row.id })).bytes.equals(pdfBefore)).toBe(true)
    await slitterPlant.plant.query(`update test_index set name = '单位面积质量', digits = 1 where id = $1`, [
      index['GSM'],
    ])
    expect(expectOk(await lead.call(withdrawnCitedTests, { id: row.id }))).toEqual([])
    expectOk(await lead.call(withdrawBatch, { id: batchId, reason: '仪器未校准' }))
    expect(expectOk(await lead.call(withdrawnCitedTests, { id: row.id }))).toEqual([
      { number: expect.any(String) as string, reason: '仪器未校准' },
    ])
  })
  test('is not issued if a cited test was withdrawn or a roll is on hold', async () => {
    const order = await createWeighedOrder()
    const batchId = await enterTests(order, right)
    const draft = expectOk(await sendDraft(order))
    const holdRow = expectOk(
      await lead.call(putOnHold, { kind: 'slitRoll', subjectId: order.set.slit[1]!.id, reason: '异物' }),
    )
    const holdRefusal = await manager.call(issueCertificate, { id: draft.id }, { language: 'en' })
    expect(holdRefusal.errmsg).toContain(holdRow.number)
    expect((await sendDraft(order)).errmsg).toContain(holdRow.number)
    expectOk(await lead.call(releaseHold, { id: holdRow.id, releaseReason: '合格' }))
    expectOk(await lead.call(withdrawBatch, { id: batchId, reason: '误测' }))
    expect((await manager.call(issueCertificate, { id: draft.id })).errno).toBe('6000')
    expect(expectOk(await manager.call(rejectCertificate, { id: draft.id, reason: '重做' }))).toMatchObject({
      state: 'rejected',
    })
  })
  test('can be withdrawn by its author before issue, and its number is not reused', async () => {
    const order = await createWeighedOrder()
    await enterTests(order, right)
    const draft = expectOk(await sendDraft(order))
    expect((await lead.call(withdrawCertificate, { id: draft.id } as never)).errno).toBe('4042')
    expect((await slitterPlant.staff.viewer.call(withdrawCertificate, { id: draft.id, reason: '卷选错' })).errno).toBe(
      '401',
    )
    const withdrawnRow = expectOk(await lead.call(withdrawCertificate, { id: draft.id, reason: '卷选错' }))
    expect(withdrawnRow).toMatchObject({ state: 'withdrawn', reason: '卷选错' })
    expect((await manager.call(issueCertificate, { id: draft.id })).errno).toBe('6000')
    expect(extractText((await lead.call(certificatePdf, { id: draft.id })).bytes)).toMatch(/已 ?撤 ?回 W ?ITHDRAW ?N/)
    const nextCertificate = await draftAndIssue(order)
    expect(nextCertificate.number > draft.number).toBe(true)
    expect((await lead.call(withdrawCertificate, { id: nextCertificate.id, reason: '晚了' })).errno).toBe('6000')
  })
  test('can be withdrawn by an approver if its author has left, but not by another author', async () => {
    const order = await createWeighedOrder()
    await enterTests(order, right)
    const { id } = expectOk(await sendDraft(order))
    expect((await slitterPlant.staff.quality.call(withdrawCertificate, { id, reason: '不是我的' })).errno).toBe('401')
    expect(expectOk(await manager.call(withdrawCertificate, { id, reason: '编制人离职' })).state).toBe('withdrawn')
  })
  test('is the only certificate of its rolls; a second one is refused with its number, other rolls are accepted', async () => {
    const order = await createWeighedOrder()
    await enterTests(order, right)
    const [a, b, c, d] = order.set.slit.map(({ id }) => id)
    const draftAnswers = await Promise.all([1, 2].map(() => sendDraft(order, { rollIds: [a, b] })))
    expect(draftAnswers.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    const firstDraft = expectOk(draftAnswers.find(({ errno }) => errno === '200')!)
    expect(draftAnswers.find(({ errno }) => errno === '6000')!.errmsg).toContain(firstDraft.number)
    const refusal = await sendDraft(order)
    expect([refusal.errno, refusal.errmsg]).toEqual(['6000', expect.stringContaining(firstDraft.number)])
    expect((await loadPreview(order)).standing).toEqual([
      { id: firstDraft.id, number: firstDraft.number, state: 'inApproval' },
    ])
    const secondDraft = expectOk(await sendDraft(order, { rollIds: [c, d] }))
    for (const { id } of [firstDraft, secondDraft]) expectOk(await manager.call(issueCertificate, { id }))
    const refusalOfRoll = await sendDraft(order, { rollIds: [b] })
    expect([refusalOfRoll.errno, refusalOfRoll.errmsg]).toEqual([
      '6000',
      expect.stringMatching(`${firstDraft.number}, which is issued`),
    ])
    // A revision of one certificate may not take rolls of the other.
    expect((await sendDraft(order, { replacesId: firstDraft.id })).errmsg).toContain(secondDraft.number)
    const instead = expectOk(await sendDraft(order, { rollIds: [a, b], replacesId: firstDraft.id }))
    // Of two older drafts with the same rolls only one can be issued.
    await slitterPlant.plant.query('update certificate set replaces_id = null where id = $1', [instead.id])
    const refusalOfSecond = await manager.call(issueCertificate, { id: instead.id }, { language: 'en' })
    expect([refusalOfSecond.errno, refusalOfSecond.errmsg]).toEqual([
      '6000',
      expect.stringContaining(firstDraft.number),
    ])
  })
  test('is refused for rolls of two orders and without an approved standard', async () => {
    const [order, otherOrder] = [await createWeighedOrder(), await createWeighedOrder()]
    const rollIds = [order.set.slit[0]!.id, otherOrder.set.slit[0]!.id]
    const refusal = await sendDraft(order, { rollIds })
    expect(refusal.errno).toBe('6000')
    expect(refusal.errmsg).toContain(otherOrder.set.slit[0]!.number)
    for (const { run } of [order, otherOrder]) {
      const [standardRow] = await slitterPlant.plant.query<{ number: string; code: string }>(
        'select w.number, p.code from work_order w join product p on p.id = w.product_id where w.id = $1',
        [run.orderId],
      )
      for (const part of [standardRow!.number, standardRow!.code]) expect(refusal.errmsg).toContain(part)
    }
    const run = await startCuttingRun(slitterPlant)
    await weighAll(slitterPlant, run, await doffNextSet(slitterPlant, run))
    expect((await lead.call(certificatePreview, { workOrderId: run.orderId })).errno).toBe('6000')
  })
  test('is replaced by a revision that refers to it; a number is never reused', async () => {
    const order = await createWeighedOrder()
    await enterTests(order, right)
    const firstCertificate = await draftAndIssue(order)
    const draftAnswers = await Promise.all([1, 2].map(() => sendDraft(order, { replacesId: firstCertificate.id })))
    expect(draftAnswers.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    expect(draftAnswers.find(({ errno }) => errno === '6000')!.errmsg).toContain('waits for its approver')
    const second = expectOk(draftAnswers.find(({ errno }) => errno === '200')!)
    expect((await fetchRow<{ state: string }>(slitterPlant.plant, 'certificate', firstCertificate.id)).state).toBe(
      'issued',
    )
    expectOk(await manager.call(issueCertificate, { id: second.id }))
    expect(await fetchRow(slitterPlant.plant, 'certificate', firstCertificate.id)).toMatchObject({
      state: 'replaced',
      replaced_by_id: second.id,
    })
    expect(extractText((await lead.call(certificatePdf, { id: second.id })).bytes)).toContain(firstCertificate.number)
    const sheet = await readSheet((await lead.call(certificateExcel, { id: second.id })).bytes)
    expect(JSON.stringify(sheet.rows)).toContain(firstCertificate.number)
    expect((await sendDraft(order, { replacesId: firstCertificate.id })).errno).toBe('6000')
    expectOk(await lead.call(invalidateCertificate, { id: second.id, reason: '客户退货' }))
    const thirdDraft = expectOk(await sendDraft(order))
    expect(new Set([firstCertificate.number, second.number, thirdDraft.number]).size).toBe(3)
  })
})

test('can be handed to another approver by anybody who may approve and is not its author', async () => {
  const order = await createWeighedOrder()
  await enterTests(order, right)
  const draft = expectOk(await sendDraft(order))
  const { admin, viewer } = slitterPlant.staff
  const replaceApprover = (approver: Caller, insteadId: string, overrides: object = {}) =>
    approver.call(
      replaceCertificateApprover,
      {
        id: draft.id,
        version: draft.version,
        approverId: manager.userId,
        insteadId,
        reason: 'On sick leave',
        ...overrides,
      } as never,
      { language: 'en' },
    )
  expect((await replaceApprover(viewer, admin.userId)).errno).toBe('401')
  // The author may neither hand the draft over nor approve it. The new approver must be a different person with the permission.
  expect((await replaceApprover(lead, admin.userId)).errno).toBe('6000')
  expect((await replaceApprover(admin, lead.userId)).errno).toBe('6000')
  expect((await replaceApprover(admin, manager.userId)).errno).toBe('6000')
  expect((await replaceApprover(admin, viewer.userId)).errno).toBe('6000')
  expect((await replaceApprover(admin, admin.userId, { reason: ' ' })).errno).not.toBe('200')
  const replacement = expectOk(await replaceApprover(admin, admin.userId))
  expect(replacement).toMatchObject({
    state: 'inApproval',
    approverId: admin.userId,
    replacements: [
      { userId: manager.userId, insteadId: admin.userId, replacedBy: admin.userId, reason: 'On sick leave' },
    ],
  })
  expect((await manager.call(issueCertificate, { id: draft.id })).errno).toBe('6000')
  const row = expectOk(await admin.call(issueCertificate, { id: draft.id }))
  expect(row).toMatchObject({ state: 'issued', issuedBy: admin.userId })
  const lateAnswer = await replaceApprover(admin, manager.userId, { version: row.version, approverId: admin.userId })
  expect(lateAnswer.errno).toBe('6000')
})
test('the verification page shows whether a certificate is valid, and nothing else', async () => {
  const order = await createWeighedOrder()
  await enterTests(order, right)
  const row = await draftAndIssue(order)
  const loadVerifyCode = async (id: string) =>
    String(
      (await slitterPlant.plant.query('select verify_code from certificate_annex where certificate_id = $1', [id]))[0]![
        'verify_code'
      ],
    )
  const code = await loadVerifyCode(row.id)
  const page = await slitterPlant.plant.http.inject({ method: 'GET', url: `/api/verify/${code}` })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain(row.number)
  expect(page.body).toContain('Valid')
  expectOk(await slitterPlant.staff.admin.call(setPlantBrand, { name: '示范 <无纺布>', nameEn: 'Demo Nonwovens' }))
  const brandedPage = await slitterPlant.plant.http.inject({ method: 'GET', url: `/api/verify/${code}` })
  expect(brandedPage.body).toContain('示范 &#60;无纺布&#62;<br>Demo Nonwovens')
  expect(page.body).not.toContain('26.4')
  expect(page.body).not.toContain(order.set.slit[0]!.number)
  const draft = expectOk(await sendDraft(order, { replacesId: row.id }))
  const [unknownAnswer, draftAnswer] = await Promise.all(
    ['nothing', await loadVerifyCode(draft.id)].map((each) =>
      slitterPlant.plant.http.inject({ method: 'GET', url: `/api/verify/${each}` }),
    ),
  )
  expect(unknownAnswer!.body).toContain('There is no such certificate')
  expect(draftAnswer!.body).toBe(unknownAnswer!.body)
  const listText = JSON.stringify(expectOk(await lead.call(certificate.endpoints.list, {})))
  expect(listText.includes(code) || listText.includes(order.set.slit[0]!.number)).toBe(false)
})

test('every suitable template is found, those of customer and product before general ones', async () => {
  const order = await createWeighedOrder()
  await enterTests(order, right)
  const { orderId } = order.run
  const { productId } = order.run.jumbo
  const customerId = createUuid7()
  await slitterPlant.plant.query(`insert into customer (site_id, id, code, name) values (1, $1, 'C-COA', '可心')`, [
    customerId,
  ])
  await slitterPlant.plant.query(`update work_order set customer_id = $2, colour = '石墨' where id = $1`, [
    orderId,
    customerId,
  ])
  // Templates of other products come first by code and fill whole pages; general templates fill the offered page.
  await slitterPlant.plant.query(
    `insert into coa_template (site_id, id, code, name, company, company_en, product_id, customer_id)
     select 1, gen_random_uuid(), code || n, '模板' || n, '示例', 'Example', product, null::uuid
       from (values ('A-', $1::uuid, 600), ('B-', null, 120)) as t(code, product, many), generate_series(1, t.many) n
     union all select 1, gen_random_uuid(), 'Z-' || n, '末', '示例', 'Example', case when n % 2 = 0 then $2::uuid end, case when n < 3 then $3::uuid end
       from generate_series(1, 4) n`,
    [(await createWeighedOrder()).run.jumbo.productId, productId, customerId],
  )
  const findTemplates = async (keyword?: string) => {
    const { total, list } = expectOk(
      await lead.call(certificateTemplates, { workOrderId: orderId, ...(keyword ? { keyword } : {}) }),
    )
    return { total, first: list.slice(0, 4).map(({ label, of }) => `${label.split(' ')[0]} ${of}`), list }
  }
  const allTemplates = await findTemplates()
  expect(allTemplates.first).toEqual(['Z-2 customer', 'Z-1 customer', 'Z-4 product', 'B-1 all'])
  expect(allTemplates.total).toBeGreaterThan(allTemplates.list.length)
  expect((await findTemplates('b-119')).first).toEqual(['B-119 all'])
  expect((await findTemplates('A-7')).total).toBe(0)
  expect((await findTemplates('%')).total).toBe(0)
  await slitterPlant.plant.query(`update coa_template set name_en = 'Sterile goods' where code = 'Z-3'`)
  const english = { workOrderId: orderId, keyword: 'sterile' }
  expect(expectOk(await lead.call(certificateTemplates, english, { language: 'en' })).list).toMatchObject([
    { label: 'Z-3 Sterile goods', of: 'all' },
  ])
  expect((await findTemplates('sterile')).list).toMatchObject([{ label: 'Z-3 末' }])
  const chosenTemplate = (await findTemplates('Z-3')).list[0]!
  const loadPreviewWith = async (templateId?: string) =>
    expectOk(await lead.call(certificatePreview, { workOrderId: orderId, ...(templateId ? { templateId } : {}) }))
  expect((await loadPreviewWith()).templateId).toBe(allTemplates.list[0]!.id)
  expect((await loadPreviewWith(chosenTemplate.id)).templateId).toBe(chosenTemplate.id)
  expect((await slitterPlant.staff.viewer.call(certificateTemplates, { workOrderId: orderId })).errno).toBe('401')
  await slitterPlant.plant.query(`delete from coa_template where code ~ '^[ABZ]-[0-9]+$'`)
})
test('an unknown certificate answers "not found" for its rolls', async () => {
  const none = await lead.call(rollsOfCertificate, { id: createUuid7(Date.now()) })
  expect(none.errno).toBe('4006')
})
test('a term has one translation', async () => {
  expectOk(await lead.call(setCoaTranslation, { term: '蓝', english: 'blue' }))
  expectOk(await lead.call(setCoaTranslation, { term: '蓝', english: 'Blue' }))
  const list = expectOk(await lead.call(coaTranslation.endpoints.list, {}))
  expect(list.list.map(({ term, english }) => [term, english])).toEqual([['蓝', 'Blue']])
})
test('uses the translated colour of the product if the order names none', async () => {
  const order = await createWeighedOrder()
  await enterTests(order, right)
  await slitterPlant.plant.query(`update work_order set colour = null where id = $1`, [order.run.orderId])
  await slitterPlant.plant.query(`update product set colour = '石墨灰' where id = $1`, [order.run.jumbo.productId])
  expectOk(await lead.call(setCoaTranslation, { term: '阿尔法', english: 'alpha' }))
  expectOk(await lead.call(setCoaTranslation, { term: '石墨灰', english: 'Graphite grey' }))
  const { specification, specificationEn } = await loadPreview(order)
  expect([specification, specificationEn].map((spec) => spec?.split(' ').slice(-2).join(' '))).toEqual([
    expect.stringContaining('石墨灰'),
    'Graphite grey',
  ])
})
