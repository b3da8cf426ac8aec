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
import { coaRemark, coaTranslation, setCoaTranslation } from '@/areas/certificates/contract/words'
import { publishBatch, testBatch, withdrawBatch } from '@/areas/laboratory/contract/test-batch'
import { testResult } from '@/areas/laboratory/contract/test-result'
import { putOnHold, releaseHold } from '@/areas/rolls/contract/hold'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import { createUuid7 } from '@/contract/id'
import { readSheet } from '@/server/excel/read-sheet'
import type { Caller } from '../harness'
import { good, rowOf } from '../people'
import { cut, doffOne, hall, weighAll, type Cut, type Hall, type Set } from '../rolls/slitter-plant'

let h: Hall
let lead: Caller
let manager: Caller
const index: Record<string, string> = {}
beforeAll(async () => {
  h = await hall()
  lead = await h.plant.as('quality-lead')
  manager = h.staff.manager
  const add = async (code: string, name: string, nameEn: string, unit: string, method: string, digits: number) => {
    index[code] = good(await lead.call(testIndex.endpoints.create, { code, name, nameEn, unit, method, digits })).id
  }
  await add('GSM', '单位面积质量', 'Mass per unit area', 'g/m²', 'GB/T 24218.1', 1)
  await add('MD', '纵向断裂强力', 'MD tensile strength', 'N/50 mm', 'GB/T 24218.3', 1)
  await add('OIL', '表面活性剂含量', 'Surfactant content', '%', 'FZ/T 01', 2)
}, 120_000)
afterAll(() => h.plant.close())

let serial = 0
interface Made {
  run: Cut
  set: Set
}
/** An order with four weighed rolls, its product with an approved standard. */
async function made(): Promise<Made> {
  const run = await cut(h)
  const set = await doffOne(h, run)
  await weighAll(h, run, set)
  const row = good(
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
  const { steps } = productDocument
  const sent = good(await lead.call(steps.submit, { id: row.id, version: row.version, approvers: [manager.userId] }))
  good(await manager.call(steps.ratify, { id: row.id, version: sent.version, decision: 'approved' }))
  return { run, set }
}
/** Published results of the order's jumbo. */
async function tested({ run }: Made, values: Record<string, string[]>, publish = true): Promise<string> {
  const batch = good(
    await lead.call(testBatch.endpoints.create, {
      number: `T-${++serial}`,
      workOrderId: run.orderId,
      productId: run.jumbo.productId,
      testedAt: '2026-11-20T01:30:00.000Z',
    }),
  )
  for (const [code, texts] of Object.entries(values))
    good(
      await lead.call(testResult.endpoints.create, {
        batchId: batch.id,
        indexId: index[code]!,
        jumboRollId: run.jumbo.id,
        samples: texts.map((text, i) => ({ no: i + 1, text })),
      } as never),
    )
  if (publish) good(await lead.call(publishBatch, { id: batch.id }))
  return batch.id
}
const right = { GSM: ['14.8', '15.1', '15.3'], MD: ['26.4', '27.0'] }
const computedOf = async ({ run }: Made) => good(await lead.call(certificatePreview, { workOrderId: run.orderId }))
const drafted = ({ run }: Made, more: object = {}) =>
  lead.call(draftCertificate, { workOrderId: run.orderId, approverId: manager.userId, ...more } as never, {
    language: 'en',
  })
async function issued(of: Made) {
  const draft = good(await drafted(of))
  return good(await manager.call(issueCertificate, { id: draft.id }))
}
/** The text of a PDF, as a reader's program sees it. */
function textOf(bytes: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), 'coa-')), 'a.pdf')
  writeFileSync(file, bytes)
  return execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ')
}
/** Share of dark dots of its first page, in thousandths: glyphs that are blank leave none. */
function inkOf(bytes: Buffer): number {
  const folder = mkdtempSync(join(tmpdir(), 'coa-'))
  writeFileSync(join(folder, 'a.pdf'), bytes)
  execFileSync('pdftoppm', ['-r', '60', '-gray', '-f', '1', '-l', '1', join(folder, 'a.pdf'), join(folder, 'p')])
  const image = readFileSync(join(folder, 'p-1.pgm'))
  const pixels = image.subarray(image.length - 496 * 702)
  return (1000 * pixels.filter((grey) => grey < 128).length) / pixels.length
}

describe('the data of an order', () => {
  test('are named where they are missing, and shown with what they say', async () => {
    const one = await made()
    const before = await computedOf(one)
    expect(before.gaps.map(({ judgement }) => judgement)).toEqual(['missing', 'missing'])
    await tested(one, right)
    const after = await computedOf(one)
    expect(after.gaps).toEqual([])
    expect(after.lines.map(({ code }) => code)).toEqual(['GSM', 'MD']) // what is not for certificates is not on it
    const [gsm] = after.lines
    expect(gsm).toMatchObject({ n: 3, rolls: 1, min: 14.8, max: 15.3, judgement: 'pass', lsl: 14.2, usl: 15.8 })
    expect(gsm!.mean).toBeCloseTo(15.0667, 4)
    expect(gsm!.deviation).toBeCloseTo(0.2517, 4)
    expect(after.rolls.map(({ number }) => number)).toEqual(one.set.slit.map(({ number }) => number))
  })
  test('of a draft batch do not count, nor too few samples, and values below detection meet no lower limit', async () => {
    const one = await made()
    await tested(one, { GSM: ['15', '15', '15'] }, false)
    expect((await computedOf(one)).lines.map(({ judgement }) => judgement)).toEqual(['missing', 'missing'])
    const other = await made()
    await tested(other, { GSM: ['15.0', '15.1'], MD: ['<5', '<5'] })
    expect((await computedOf(other)).lines.map(({ judgement }) => judgement)).toEqual(['missing', 'fail'])
  })
  test('are found by the order, its batch or the number on a label; orders to certify are listed with their gaps', async () => {
    const one = await made()
    const by = async (input: object) => good(await lead.call(certificatePreview, input)).orderNumber
    const { orderNumber, batch } = await computedOf(one)
    expect(await by({ number: orderNumber })).toBe(orderNumber)
    expect(await by({ number: one.set.slit[0]!.number })).toBe(orderNumber)
    expect(await by({ batch })).toBe(orderNumber)
    expect((await lead.call(certificatePreview, { number: 'NIX' })).errno).toBe('4006')
    const list = good(await lead.call(certifiableOrders, { keyword: orderNumber }, { language: 'en' }))
    expect(list.list[0]).toMatchObject({
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
  test('is drafted by one, issued by another, and reads in both languages', async () => {
    const one = await made()
    await tested(one, right)
    const remark = good(
      await lead.call(coaRemark.endpoints.create, {
        code: `R-${serial}`,
        text: '避光保存',
        textEn: 'Store in the dark',
      }),
    )
    const template = good(
      await lead.call(coaTemplate.endpoints.create, {
        code: `T-${serial}`,
        name: '通用',
        company: '示例无纺布有限公司',
        companyEn: 'Example Nonwovens Ltd',
        productId: one.run.jumbo.productId,
        remarks: [remark.id],
        samplingEn: 'One sample a roll',
      } as never),
    )
    const others = await lead.call(coaTemplate.endpoints.create, {
      code: `T-${serial}-OTHER`,
      name: '别的产品',
      company: '示例无纺布有限公司',
      companyEn: 'Example Nonwovens Ltd',
      productId: (await made()).run.jumbo.productId,
    } as never)
    expect((await drafted(one, { templateId: good(others).id })).errno).toBe('4013')
    const draft = good(await drafted(one))
    expect(draft).toMatchObject({ state: 'inApproval', templateId: template.id, concession: null })
    expect(draft.number).toMatch(/^COA2026-\d{5}$/)
    expect((await lead.call(issueCertificate, { id: draft.id })).errno).toBe('6000') // one's own
    expect((await h.staff.admin.call(issueCertificate, { id: draft.id })).errno).toBe('6000') // not the one named
    expect((await h.staff.viewer.call(issueCertificate, { id: draft.id })).errno).toBe('401')
    expect(textOf((await lead.call(certificatePdf, { id: draft.id })).bytes)).toMatch(/草 ?稿 DRAFT/)
    const row = good(await manager.call(issueCertificate, { id: draft.id }))
    expect(row).toMatchObject({ state: 'issued', issuedBy: manager.userId })
    const file = await lead.call(certificatePdf, { id: row.id })
    const again = await lead.call(certificatePdf, { id: row.id }, { language: 'en' })
    const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(sha(again.bytes)).toBe(sha(file.bytes))
    expect(file.bytes.length).toBeLessThan(300 * 1024)
    const text = textOf(file.bytes)
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
      one.set.slit[0]!.number,
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('DRAFT')
    expect(text).not.toContain('Surfactant')
    expect(inkOf(file.bytes)).toBeGreaterThan(10)
    const sheet = await readSheet((await lead.call(certificateExcel, { id: row.id })).bytes)
    expect(JSON.stringify(sheet.rows)).toContain(row.number)
  })
  test('is not drafted with characters that its PDF cannot show, and prints Korean and Thai', async () => {
    const run = await made()
    await tested(run, right)
    const company = (name: string) => ({
      code: `T-${++serial}`,
      name: '客户模板',
      company: '示例无纺布有限公司',
      companyEn: name,
      productId: run.run.jumbo.productId,
    })
    const arabic = good(await lead.call(coaTemplate.endpoints.create, company('شركة') as never))
    const refused = await drafted(run, { templateId: arabic.id })
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain('ش (U+0634)')
    expect(
      good(await lead.call(certificate.endpoints.list, {})).list.filter(({ templateId }) => templateId === arabic.id),
    ).toEqual([])
    const korean = good(await lead.call(coaTemplate.endpoints.create, company('한국부직포 ผ้าไม่ทอ') as never))
    const draft = good(await drafted(run, { templateId: korean.id }))
    expect(textOf((await lead.call(certificatePdf, { id: draft.id })).bytes)).toContain('한국부직포')
  })
  test('a remark that a template uses is not removed', async () => {
    const remark = good(
      await lead.call(coaRemark.endpoints.create, {
        code: `R-${++serial}`,
        text: '避光保存',
        textEn: 'Store in the dark',
      }),
    )
    const template = good(
      await lead.call(coaTemplate.endpoints.create, {
        code: `T-${serial}`,
        name: '通用',
        company: '示例无纺布有限公司',
        companyEn: 'Example Nonwovens Ltd',
        remarks: [remark.id],
      } as never),
    )
    const refused = await lead.call(coaRemark.endpoints.remove, { id: remark.id }, { language: 'en' })
    expect([refused.errno, refused.errmsg.includes(remark.code)]).toEqual(['6000', true])
    good(await lead.call(coaTemplate.endpoints.remove, { id: template.id }))
    good(await lead.call(coaRemark.endpoints.remove, { id: remark.id }))
  })
  test('does not claim what the data do not show', async () => {
    const one = await made()
    await tested(one, { GSM: ['16.0', '16.1', '16.2'] })
    const refused = await drafted(one)
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain('Mass per unit area (Fail)')
    expect(refused.errmsg).toContain('MD tensile strength (No data)')
    const row = good(await drafted(one, { concession: '客户书面同意' }))
    expect(row).toMatchObject({ concession: '客户书面同意' })
    good(await manager.call(issueCertificate, { id: row.id }))
    const text = textOf((await lead.call(certificatePdf, { id: row.id })).bytes)
    expect(text).toContain('not covered by any statement of conformity')
    expect(text).toContain('客户书面同意')
    expect(text).not.toContain('all items tested meet')
  })
  test('keeps its limits when the standard changes, and says when a test it cites is taken back', async () => {
    const one = await made()
    const batchId = await tested(one, right)
    const row = await issued(one)
    const before = (await lead.call(certificatePdf, { id: row.id })).bytes
    await h.plant.query(`update test_index set name = '改名', digits = 3 where id = $1`, [index['GSM']])
    await h.plant.query(`update product_standard set indexes = '[]' where product_id = $1`, [one.run.jumbo.productId])
    expect((await lead.call(certificatePdf, { id: row.id })).bytes.equals(before)).toBe(true)
    await h.plant.query(`update test_index set name = '单位面积质量', digits = 1 where id = $1`, [index['GSM']])
    expect(good(await lead.call(withdrawnCitedTests, { id: row.id }))).toEqual([])
    good(await lead.call(withdrawBatch, { id: batchId, reason: '仪器未校准' }))
    expect(good(await lead.call(withdrawnCitedTests, { id: row.id }))).toEqual([
      { number: expect.any(String) as string, reason: '仪器未校准' },
    ])
  })
  test('is not issued once a test it cites was taken back, or a roll is held', async () => {
    const one = await made()
    const batchId = await tested(one, right)
    const draft = good(await drafted(one))
    const hold = good(await lead.call(putOnHold, { kind: 'slitRoll', subjectId: one.set.slit[1]!.id, reason: '异物' }))
    const held = await manager.call(issueCertificate, { id: draft.id }, { language: 'en' })
    expect(held.errmsg).toContain(hold.number)
    expect((await drafted(one)).errmsg).toContain(hold.number)
    good(await lead.call(releaseHold, { id: hold.id, releaseReason: '合格' }))
    good(await lead.call(withdrawBatch, { id: batchId, reason: '误测' }))
    expect((await manager.call(issueCertificate, { id: draft.id })).errno).toBe('6000')
    expect(good(await manager.call(rejectCertificate, { id: draft.id, reason: '重做' }))).toMatchObject({
      state: 'rejected',
    })
  })
  test('is withdrawn by its author while nobody has issued it, and its number is not given again', async () => {
    const one = await made()
    await tested(one, right)
    const draft = good(await drafted(one))
    expect((await lead.call(withdrawCertificate, { id: draft.id } as never)).errno).toBe('4042')
    expect((await h.staff.viewer.call(withdrawCertificate, { id: draft.id, reason: '卷选错' })).errno).toBe('401')
    const withdrawn = good(await lead.call(withdrawCertificate, { id: draft.id, reason: '卷选错' }))
    expect(withdrawn).toMatchObject({ state: 'withdrawn', reason: '卷选错' })
    expect((await manager.call(issueCertificate, { id: draft.id })).errno).toBe('6000')
    expect(textOf((await lead.call(certificatePdf, { id: draft.id })).bytes)).toMatch(/已 ?撤 ?回 W ?ITHDRAW ?N/)
    const next = await issued(one)
    expect(next.number > draft.number).toBe(true)
    expect((await lead.call(withdrawCertificate, { id: next.id, reason: '晚了' })).errno).toBe('6000')
  })
  test('is withdrawn by whoever may approve where its author is gone, not by another author', async () => {
    const one = await made()
    await tested(one, right)
    const { id } = good(await drafted(one))
    expect((await h.staff.quality.call(withdrawCertificate, { id, reason: '不是我的' })).errno).toBe('401')
    expect(good(await manager.call(withdrawCertificate, { id, reason: '编制人离职' })).state).toBe('withdrawn')
  })
  test('is the only one of its rolls: another is refused and names it, of other rolls it is not', async () => {
    const one = await made()
    await tested(one, right)
    const [a, b, c, d] = one.set.slit.map(({ id }) => id)
    const atOnce = await Promise.all([1, 2].map(() => drafted(one, { rollIds: [a, b] })))
    expect(atOnce.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    const first = good(atOnce.find(({ errno }) => errno === '200')!)
    expect(atOnce.find(({ errno }) => errno === '6000')!.errmsg).toContain(first.number)
    const over = await drafted(one)
    expect([over.errno, over.errmsg]).toEqual(['6000', expect.stringContaining(first.number)])
    expect((await computedOf(one)).standing).toEqual([{ id: first.id, number: first.number, state: 'inApproval' }])
    const rest = good(await drafted(one, { rollIds: [c, d] }))
    for (const { id } of [first, rest]) good(await manager.call(issueCertificate, { id }))
    const again = await drafted(one, { rollIds: [b] })
    expect([again.errno, again.errmsg]).toEqual(['6000', expect.stringMatching(`${first.number}, which is issued`)])
    // In place of one of them it may not take the rolls of the other.
    expect((await drafted(one, { replacesId: first.id })).errmsg).toContain(rest.number)
    const instead = good(await drafted(one, { rollIds: [a, b], replacesId: first.id }))
    // Two that were drafted before this was asked of them are not issued both.
    await h.plant.query('update certificate set replaces_id = null where id = $1', [instead.id])
    const both = await manager.call(issueCertificate, { id: instead.id }, { language: 'en' })
    expect([both.errno, both.errmsg]).toEqual(['6000', expect.stringContaining(first.number)])
  })
  test('of rolls of two orders is refused, and so is one without an approved standard', async () => {
    const [one, other] = [await made(), await made()]
    const both = [one.set.slit[0]!.id, other.set.slit[0]!.id]
    const refused = await drafted(one, { rollIds: both })
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain(other.set.slit[0]!.number)
    for (const { run } of [one, other]) {
      const [of] = await h.plant.query<{ number: string; code: string }>(
        'select w.number, p.code from work_order w join product p on p.id = w.product_id where w.id = $1',
        [run.orderId],
      )
      for (const part of [of!.number, of!.code]) expect(refused.errmsg).toContain(part)
    }
    const run = await cut(h)
    await weighAll(h, run, await doffOne(h, run))
    expect((await lead.call(certificatePreview, { workOrderId: run.orderId })).errno).toBe('6000')
  })
  test('is replaced by a revised one that names it; a number is never given again', async () => {
    const one = await made()
    await tested(one, right)
    const first = await issued(one)
    const atOnce = await Promise.all([1, 2].map(() => drafted(one, { replacesId: first.id })))
    expect(atOnce.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    expect(atOnce.find(({ errno }) => errno === '6000')!.errmsg).toContain('waits for its approver')
    const second = good(atOnce.find(({ errno }) => errno === '200')!)
    expect((await rowOf<{ state: string }>(h.plant, 'certificate', first.id)).state).toBe('issued')
    good(await manager.call(issueCertificate, { id: second.id }))
    expect(await rowOf(h.plant, 'certificate', first.id)).toMatchObject({
      state: 'replaced',
      replaced_by_id: second.id,
    })
    expect(textOf((await lead.call(certificatePdf, { id: second.id })).bytes)).toContain(first.number)
    const sheet = await readSheet((await lead.call(certificateExcel, { id: second.id })).bytes)
    expect(JSON.stringify(sheet.rows)).toContain(first.number)
    expect((await drafted(one, { replacesId: first.id })).errno).toBe('6000')
    good(await lead.call(invalidateCertificate, { id: second.id, reason: '客户退货' }))
    const third = good(await drafted(one))
    expect(new Set([first.number, second.number, third.number]).size).toBe(3)
  })
})

test('whose approver cannot answer goes to another, by whoever may approve and did not draft it', async () => {
  const one = await made()
  await tested(one, right)
  const draft = good(await drafted(one))
  const { admin, viewer } = h.staff
  const replace = (by: Caller, insteadId: string, more: object = {}) =>
    by.call(
      replaceCertificateApprover,
      {
        id: draft.id,
        version: draft.version,
        approverId: manager.userId,
        insteadId,
        reason: 'On sick leave',
        ...more,
      } as never,
      { language: 'en' },
    )
  expect((await replace(viewer, admin.userId)).errno).toBe('401')
  // Nobody chooses who judges their own draft, is asked twice, or is asked who may not approve.
  expect((await replace(lead, admin.userId)).errno).toBe('6000')
  expect((await replace(admin, lead.userId)).errno).toBe('6000')
  expect((await replace(admin, manager.userId)).errno).toBe('6000')
  expect((await replace(admin, viewer.userId)).errno).toBe('6000')
  expect((await replace(admin, admin.userId, { reason: ' ' })).errno).not.toBe('200')
  const after = good(await replace(admin, admin.userId))
  expect(after).toMatchObject({
    state: 'inApproval',
    approverId: admin.userId,
    replacements: [
      { userId: manager.userId, insteadId: admin.userId, replacedBy: admin.userId, reason: 'On sick leave' },
    ],
  })
  expect((await manager.call(issueCertificate, { id: draft.id })).errno).toBe('6000')
  const row = good(await admin.call(issueCertificate, { id: draft.id }))
  expect(row).toMatchObject({ state: 'issued', issuedBy: admin.userId })
  const late = await replace(admin, manager.userId, { version: row.version, approverId: admin.userId })
  expect(late.errno).toBe('6000')
})
test('whoever holds a certificate sees whether it is valid, and nothing else', async () => {
  const one = await made()
  await tested(one, right)
  const row = await issued(one)
  const codeOf = async (id: string) =>
    String(
      (await h.plant.query('select verify_code from certificate_annex where certificate_id = $1', [id]))[0]![
        'verify_code'
      ],
    )
  const code = await codeOf(row.id)
  const page = await h.plant.http.inject({ method: 'GET', url: `/api/verify/${code}` })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain(row.number)
  expect(page.body).toContain('Valid')
  expect(page.body).not.toContain('26.4')
  expect(page.body).not.toContain(one.set.slit[0]!.number)
  const draft = good(await drafted(one, { replacesId: row.id }))
  const [unknown, notIssued] = await Promise.all(
    ['nothing', await codeOf(draft.id)].map((each) =>
      h.plant.http.inject({ method: 'GET', url: `/api/verify/${each}` }),
    ),
  )
  expect(unknown!.body).toContain('There is no such certificate')
  expect(notIssued!.body).toBe(unknown!.body)
  const listed = JSON.stringify(good(await lead.call(certificate.endpoints.list, {})))
  expect(listed.includes(code) || listed.includes(one.set.slit[0]!.number)).toBe(false)
})

test('of any number of templates each that fits is found, its customer’s and its product’s before the general ones', async () => {
  const one = await made()
  await tested(one, right)
  const { orderId } = one.run
  const { productId } = one.run.jumbo
  const customerId = createUuid7()
  await h.plant.query(`insert into customer (site_id, id, code, name) values (1, $1, 'C-COA', '可心')`, [customerId])
  await h.plant.query(`update work_order set customer_id = $2, colour = '石墨' where id = $1`, [orderId, customerId])
  // Those of other products stand before by their codes, and fill any page; general ones fill the one that is offered.
  await h.plant.query(
    `insert into coa_template (site_id, id, code, name, company, company_en, product_id, customer_id)
     select 1, gen_random_uuid(), code || n, '模板' || n, '示例', 'Example', product, null::uuid
       from (values ('A-', $1::uuid, 600), ('B-', null, 120)) as t(code, product, many), generate_series(1, t.many) n
     union all select 1, gen_random_uuid(), 'Z-' || n, '末', '示例', 'Example', case when n % 2 = 0 then $2::uuid end, case when n < 3 then $3::uuid end
       from generate_series(1, 4) n`,
    [(await made()).run.jumbo.productId, productId, customerId],
  )
  const ask = async (keyword?: string) => {
    const { total, list } = good(
      await lead.call(certificateTemplates, { workOrderId: orderId, ...(keyword ? { keyword } : {}) }),
    )
    return { total, first: list.slice(0, 4).map(({ label, of }) => `${label.split(' ')[0]} ${of}`), list }
  }
  const all = await ask()
  expect(all.first).toEqual(['Z-2 customer', 'Z-1 customer', 'Z-4 product', 'B-1 all'])
  expect(all.total).toBeGreaterThan(all.list.length)
  expect((await ask('b-119')).first).toEqual(['B-119 all'])
  expect((await ask('A-7')).total).toBe(0)
  expect((await ask('%')).total).toBe(0)
  await h.plant.query(`update coa_template set name_en = 'Sterile goods' where code = 'Z-3'`)
  const english = { workOrderId: orderId, keyword: 'sterile' }
  expect(good(await lead.call(certificateTemplates, english, { language: 'en' })).list).toMatchObject([
    { label: 'Z-3 Sterile goods', of: 'all' },
  ])
  expect((await ask('sterile')).list).toMatchObject([{ label: 'Z-3 末' }])
  const chosen = (await ask('Z-3')).list[0]!
  const computed = async (templateId?: string) =>
    good(await lead.call(certificatePreview, { workOrderId: orderId, ...(templateId ? { templateId } : {}) }))
  expect((await computed()).templateId).toBe(all.list[0]!.id)
  expect((await computed(chosen.id)).templateId).toBe(chosen.id)
  expect((await h.staff.viewer.call(certificateTemplates, { workOrderId: orderId })).errno).toBe('401')
  await h.plant.query(`delete from coa_template where code ~ '^[ABZ]-[0-9]+$'`)
})
test('that there is none of has no rolls, and says so', async () => {
  const none = await lead.call(rollsOfCertificate, { id: createUuid7(Date.now()) })
  expect(none.errno).toBe('4006')
})
test('a term is translated once', async () => {
  good(await lead.call(setCoaTranslation, { term: '蓝', english: 'blue' }))
  good(await lead.call(setCoaTranslation, { term: '蓝', english: 'Blue' }))
  const list = good(await lead.call(coaTranslation.endpoints.list, {}))
  expect(list.list.map(({ term, english }) => [term, english])).toEqual([['蓝', 'Blue']])
})
test('the colour of a product is translated where its order names none', async () => {
  const one = await made()
  await tested(one, right)
  await h.plant.query(`update work_order set colour = null where id = $1`, [one.run.orderId])
  await h.plant.query(`update product set colour = '石墨灰' where id = $1`, [one.run.jumbo.productId])
  good(await lead.call(setCoaTranslation, { term: '阿尔法', english: 'alpha' }))
  good(await lead.call(setCoaTranslation, { term: '石墨灰', english: 'Graphite grey' }))
  const { specification, specificationEn } = await computedOf(one)
  expect([specification, specificationEn].map((spec) => spec?.split(' ').slice(-2).join(' '))).toEqual([
    expect.stringContaining('石墨灰'),
    'Graphite grey',
  ])
})
