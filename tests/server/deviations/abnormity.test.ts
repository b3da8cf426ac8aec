import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { buildNotEqualFilter } from '@/contract/resource'
import { readSheet } from '@/server/excel/read-sheet'
import { ZipReader } from '@/server/excel/zip-reader'
import { abnormity } from '@/areas/deviations/contract/abnormity'
import {
  answerAbnormity,
  closeAbnormity,
  confirmAbnormity,
  raiseAbnormity,
  reassignAbnormity,
  reopenAbnormity,
  sendBackAbnormity,
  verifyAbnormity,
  withdrawAbnormity,
  abnormityKindCounts,
  abnormityReport,
} from '@/areas/deviations/contract/abnormity-commands'
import { expectOk, collectNotices, NOW, fetchRow, runJob } from '../plant-staff'
import { startCuttingRun, doffNextSet, createSlitterPlant, type SlitterPlant } from '../slitting/slitter-plant'

let slitterPlant: SlitterPlant
/** The quality lead confirms and closes; the line's operator answers. */
let lead: Awaited<ReturnType<SlitterPlant['plant']['as']>>
let operatorId: string
beforeAll(async () => {
  slitterPlant = await createSlitterPlant()
  lead = await slitterPlant.plant.as('quality-lead')
  operatorId = String(
    (await slitterPlant.plant.query(`select id from app_user where user_name = 'operator-line'`))[0]!['id'],
  )
}, 120_000)
afterAll(() => slitterPlant.plant.close())

const raiseProductAbnormity = async (overrides: object = {}) =>
  expectOk(
    await slitterPlant.staff.quality.call(raiseAbnormity, {
      id: createUuid7(),
      kind: 'product',
      severity: 'major',
      description: '3 号道有破洞',
      ...overrides,
    } as never),
  )
/** Uploads a photo with a roll check. @returns the file's id */
async function createStoredPhoto(): Promise<string> {
  const photo = readFileSync(new URL('../../../public/icon-192.png', import.meta.url))
  const { jumbo } = await startCuttingRun(slitterPlant)
  const body = { number: String(jumbo.number) }
  const checkAnswer = await slitterPlant.staff.quality.upload('/quality/check', photo, body, 'a.png', 'picture')
  return (expectOk(checkAnswer as never) as { images: string[] }).images[0]!
}
const createConfirmed = async (overrides: object = {}) =>
  expectOk(
    await lead.call(confirmAbnormity, {
      id: (await raiseProductAbnormity(overrides)).id,
      responsibleId: operatorId,
      dueOn: '2026-11-27',
    }),
  )

describe('an abnormity', () => {
  test('goes from a scanned roll to closed, and each step records person and time', async () => {
    const run = await startCuttingRun(slitterPlant)
    const set = await doffNextSet(slitterPlant, run)
    const roll = set.slit[2]!
    const photo = await createStoredPhoto()
    const raisedRow = await raiseProductAbnormity({ slitRollId: roll.id, defect: 'hole', images: [photo] })
    expect(raisedRow).toMatchObject({
      state: 'raised',
      jumboRollId: run.jumbo.id,
      workOrderId: run.orderId,
      lineId: run.jumbo.lineId,
      productId: run.jumbo.productId,
      team: roll.team,
      raisedAt: NOW,
    })
    expect(raisedRow.number).toMatch(/^A20261120-\d{3}$/)
    const confirmedRow = expectOk(
      await lead.call(confirmAbnormity, { id: raisedRow.id, responsibleId: operatorId, dueOn: '2026-11-27' }),
    )
    expect(confirmedRow).toMatchObject({ state: 'confirmed', responsibleId: operatorId })
    // The responsible person may answer with view permission only; others may not.
    const line = slitterPlant.staff['operator-line']
    expect((await slitterPlant.staff.viewer.call(answerAbnormity, { id: raisedRow.id, cause: 'x' })).errno).toBe('401')
    expect(expectOk(await line.call(answerAbnormity, { id: raisedRow.id, cause: '纺丝组件漏料' }))).toMatchObject({
      state: 'analysed',
      cause: '纺丝组件漏料',
    })
    const measures = [{ what: '更换组件', userId: operatorId, dueOn: '2026-11-21', doneOn: null }]
    const acting = expectOk(
      await line.call(answerAbnormity, { id: raisedRow.id, cause: '纺丝组件漏料', measures } as never),
    )
    expect(acting).toMatchObject({ state: 'acting' })
    // Verification needs completed measures and a person other than the one who answered.
    const earlyVerification = await lead.call(
      verifyAbnormity,
      { id: raisedRow.id, verification: '连续 3 班无破洞' },
      { language: 'en' },
    )
    expect(earlyVerification.errmsg).toContain('no completion date')
    expectOk(
      await line.call(answerAbnormity, {
        id: raisedRow.id,
        cause: '纺丝组件漏料',
        measures: measures.map((each) => ({ ...each, doneOn: '2026-11-20' })),
      } as never),
    )
    expect(
      expectOk(await lead.call(verifyAbnormity, { id: raisedRow.id, verification: '连续 3 班无破洞' })),
    ).toMatchObject({
      state: 'verified',
    })
    expect((await slitterPlant.staff.quality.call(closeAbnormity, { id: raisedRow.id })).errno).toBe('401')
    expect(expectOk(await lead.call(closeAbnormity, { id: raisedRow.id }))).toMatchObject({
      state: 'closed',
      sentBack: 0,
    })
    const reopenedRow = expectOk(await lead.call(reopenAbnormity, { id: raisedRow.id, reason: '又出现' }))
    expect(reopenedRow).toMatchObject({ state: 'confirmed', sentBack: 1, closedAt: null, verification: null })
    const file = await lead.call(abnormityReport, { id: raisedRow.id })
    const sheet = await readSheet(file.bytes)
    expect(JSON.stringify(sheet.rows)).toContain('纺丝组件漏料')
    const lines = sheet.rows.map((cells) => cells.map(String))
    // The printed report uses the plant's time zone and has all disciplines on one worksheet.
    expect(lines.filter((cells) => cells.some((cell) => /\d{4}-\d\d-\d\dT/.test(cell)))).toEqual([])
    expect(lines.find(([, item]) => item === '提出时间')?.[2]).toMatch(/^2026-11-20 \d\d:\d\d$/)
    const zip = new ZipReader(file.bytes, 1e9)
    expect((await buffer(zip.read('xl/media/image1-1.png'))).subarray(1, 4).toString()).toBe('PNG')
    // The report is portrait, one page wide and has no filter.
    const worksheetXml = (await buffer(zip.read('xl/worksheets/sheet1.xml'))).toString()
    expect(worksheetXml).toContain('<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="0"/>')
    expect(worksheetXml).toContain('&amp;P / &amp;N')
    expect(worksheetXml).not.toContain('autoFilter')
    const drawing = (await buffer(zip.read('xl/drawings/drawing1.xml'))).toString()
    // The picture is anchored in the photo row of the problem description.
    const photoLine = lines.findIndex(([, item]) => item === '照片')
    expect(drawing).toContain(`<xdr:col>2</xdr:col><xdr:colOff>38100</xdr:colOff><xdr:row>${photoLine + 1}</xdr:row>`)
    // Each discipline has one heading, in order; unknown details of the problem take no row.
    expect(lines.flatMap(([part]) => (part && part !== 'null' ? [part] : []))).toEqual([
      'D1 小组',
      'D2 问题描述',
      'D3 临时措施',
      'D4 根本原因',
      'D5 纠正措施',
      'D6 验证',
      'D7 预防再发',
      'D8 关闭',
    ])
    expect(lines.map(([, item]) => item)).not.toContain('客户')
    expect(lines.map(([, item]) => item)).toContain('验证人')
  })
  test('is owed by the responsible person until all measures are done, and can be filtered so', async () => {
    const line = slitterPlant.staff['operator-line']
    const countAbnormities = async (query: object) =>
      expectOk(await lead.call(abnormity.endpoints.list, { size: 1, ...query })).total
    const countOwed = () => countAbnormities({ responsibleId: operatorId, owed: true })
    const owedBefore = await countOwed()
    const abnormityRow = await createConfirmed()
    expect(abnormityRow.owed).toBe(true)
    expect(await countOwed()).toBe(owedBefore + 1)
    const sendAnswer = async (doneOn: string | null) =>
      expectOk(
        await line.call(answerAbnormity, {
          id: abnormityRow.id,
          cause: '漏料',
          measures: [{ what: '更换组件', userId: null, dueOn: null, doneOn }],
        } as never),
      )
    expect((await sendAnswer(null)).owed).toBe(true)
    const futureAnswer = await line.call(answerAbnormity, {
      id: abnormityRow.id,
      cause: '漏料',
      measures: [
        { what: '停机', userId: null, dueOn: null, doneOn: '2026-11-20' },
        { what: '更换组件', userId: null, dueOn: null, doneOn: '2027-01-01' },
      ],
    } as never)
    expect(futureAnswer).toMatchObject({
      errno: '4013',
      data: { issues: [{ path: ['measures', 1, 'doneOn'], code: 'inFuture' }] },
    })
    expect((await sendAnswer('2026-11-20')).owed).toBe(false)
    expect(await countOwed()).toBe(owedBefore)
    expect(
      await countAbnormities({
        id: abnormityRow.id,
        state: 'acting',
        owed: false,
        answeredBy: buildNotEqualFilter(lead.userId),
      }),
    ).toBe(1)
    expect(
      await countAbnormities({
        id: abnormityRow.id,
        state: 'acting',
        owed: false,
        answeredBy: buildNotEqualFilter(line.userId),
      }),
    ).toBe(0)
    expect(expectOk(await lead.call(sendBackAbnormity, { id: abnormityRow.id, reason: '复发' })).owed).toBe(true)
  })
  test('can be handed to another responsible person with a reason, which is stored', async () => {
    const abnormityRow = await createConfirmed()
    expectOk(await slitterPlant.staff['operator-line'].call(answerAbnormity, { id: abnormityRow.id, cause: '不明' }))
    expectOk(await lead.call(sendBackAbnormity, { id: abnormityRow.id, reason: '请查明原因' }))
    const otherUserId = slitterPlant.staff['prod-lead'].userId
    const handOver = (by: typeof lead, responsibleId: string, reason = '病假') =>
      by.call(reassignAbnormity, { id: abnormityRow.id, responsibleId, reassignReason: reason })
    // Neither the person who raised it nor the responsible person can hand it over.
    for (const by of [slitterPlant.staff.quality, slitterPlant.staff['operator-line']])
      expect((await handOver(by, otherUserId)).errno).toBe('401')
    expect((await handOver(lead, operatorId)).errmsg).toContain('请选择其他人')
    expect((await handOver(lead, slitterPlant.staff.maint.userId)).errno).toBe('6000') // has no permission to open it
    expect((await handOver(lead, otherUserId, ' ')).errno).not.toBe('200')
    const notices = collectNotices(slitterPlant.plant)
    expect(expectOk(await handOver(lead, otherUserId))).toMatchObject({
      state: 'confirmed',
      responsibleId: otherUserId,
      owed: true,
      // The next responsible person sees the reason of the rejection.
      reason: '请查明原因',
      replacements: [{ userId: operatorId, insteadId: otherUserId, replacedBy: lead.userId, reason: '病假' }],
    })
    expect(notices.map(({ notice, to }) => [notice, to])).toEqual([['abnormityOwed', [otherUserId]]])
    const countOwedBy = async (responsibleId: string) =>
      expectOk(await lead.call(abnormity.endpoints.list, { id: abnormityRow.id, responsibleId, owed: true })).total
    expect([await countOwedBy(operatorId), await countOwedBy(otherUserId)]).toEqual([0, 1])
    expect(
      (await slitterPlant.staff['operator-line'].call(answerAbnormity, { id: abnormityRow.id, cause: 'x' })).errno,
    ).toBe('401')
    expect((await handOver(lead, operatorId)).errno).toBe('200')
  })
  test('cannot be assigned to somebody without the permission to open it', async () => {
    const abnormityRow = await raiseProductAbnormity()
    const [mechanic] = await slitterPlant.plant.query(`select id, account_name from app_user where user_name = 'maint'`)
    const to = { id: abnormityRow.id, responsibleId: String(mechanic!['id']), dueOn: '2026-11-27' }
    const refusal = await lead.call(confirmAbnormity, to, { language: 'en' })
    expect(refusal.errno).toBe('6000')
    expect(refusal.errmsg).toContain(String(mechanic!['account_name']))
  })
  test('must be answered again after a rejection', async () => {
    const abnormityRow = await createConfirmed()
    expectOk(await slitterPlant.staff['operator-line'].call(answerAbnormity, { id: abnormityRow.id, cause: '不明' }))
    expect((await lead.call(sendBackAbnormity, { id: abnormityRow.id, reason: ' ' })).errno).toBe('4042')
    const rejectedRow = expectOk(await lead.call(sendBackAbnormity, { id: abnormityRow.id, reason: '请查明原因' }))
    expect(rejectedRow).toMatchObject({ state: 'confirmed', sentBack: 1, reason: '请查明原因' })
  })
  test('can be withdrawn by the person who raised it until it is confirmed', async () => {
    const abnormityRow = await raiseProductAbnormity()
    expect(
      (await slitterPlant.staff['operator-line'].call(withdrawAbnormity, { id: abnormityRow.id, reason: '误报' }))
        .errno,
    ).toBe('401')
    expect(
      expectOk(await slitterPlant.staff.quality.call(withdrawAbnormity, { id: abnormityRow.id, reason: '误报' })),
    ).toMatchObject({
      state: 'withdrawn',
    })
    const confirmedRow = await createConfirmed()
    expect(
      (await slitterPlant.staff.quality.call(withdrawAbnormity, { id: confirmedRow.id, reason: '误报' })).errno,
    ).not.toBe('200')
  })
  test('is created once when a phone sends it twice', async () => {
    const id = createUuid7()
    expectOk(
      await slitterPlant.staff.quality.call(raiseAbnormity, {
        id,
        kind: 'process',
        severity: 'minor',
        description: '飞花',
      }),
    )
    await slitterPlant.staff.quality.call(raiseAbnormity, {
      id,
      kind: 'process',
      severity: 'minor',
      description: '飞花',
    })
    const processList = expectOk(await slitterPlant.staff.quality.call(abnormity.endpoints.list, { kind: 'process' }))
    expect(processList.total).toBe(1)
    const kinds = expectOk(await slitterPlant.staff.quality.call(abnormityKindCounts, {}))
    expect(kinds.find(({ kind }) => kind === 'process')).toMatchObject({ total: 1, open: 1 })
    expect(kinds.find(({ kind }) => kind === 'complaint')).toBeUndefined()
  })
  test('is refused for a roll of another jumbo or an unknown subject', async () => {
    const [firstCut, otherCut] = [await startCuttingRun(slitterPlant), await startCuttingRun(slitterPlant)]
    const set = await doffNextSet(slitterPlant, firstCut)
    const validInput = { kind: 'product', severity: 'major', description: 'x' } as const
    const refusal = await slitterPlant.staff.quality.call(raiseAbnormity, {
      ...validInput,
      slitRollId: set.slit[0]!.id,
      jumboRollId: otherCut.jumbo.id,
    })
    expect(refusal.errno).toBe('4013')
    expect(
      (await slitterPlant.staff.quality.call(raiseAbnormity, { ...validInput, slitRollId: createUuid7() })).errno,
    ).toBe('4006')
    expect((await slitterPlant.staff.quality.call(raiseAbnormity, { ...validInput, description: ' ' })).errno).not.toBe(
      '200',
    )
    expect((await slitterPlant.staff.viewer.call(raiseAbnormity, validInput)).errno).toBe('401')
  })
  test('is notified to the person who owes the answer once a day when overdue', async () => {
    const abnormityRow = await createConfirmed()
    // The answer is complete, so the verifier owes the next step.
    const answeredRow = await createConfirmed()
    const measures = [{ what: '更换组件', doneOn: '2026-11-20' }]
    expectOk(
      await slitterPlant.staff['operator-line'].call(answerAbnormity, {
        id: answeredRow.id,
        cause: '漏料',
        measures,
      } as never),
    )
    slitterPlant.plant.clock.set('2026-11-28T02:00:00.000Z')
    const noticesBefore = collectNotices(slitterPlant.plant)
    await runJob(slitterPlant.plant, 'abnormities-overdue')
    await runJob(slitterPlant.plant, 'abnormities-overdue')
    expect(noticesBefore.filter(({ id }) => id === abnormityRow.id)).toHaveLength(1)
    expect(noticesBefore.filter(({ id }) => id === answeredRow.id)).toEqual([])
    expect(await fetchRow(slitterPlant.plant, 'abnormity', abnormityRow.id)).toMatchObject({
      version: abnormityRow.version,
    })
    expect(
      String((await fetchRow<{ reminded_on: unknown }>(slitterPlant.plant, 'abnormity', abnormityRow.id)).reminded_on),
    ).toContain('28')
    slitterPlant.plant.clock.set(NOW)
  })
})
