import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { buildNotEqualFilter } from '@/contract/resource'
import { readSheet } from '@/server/excel/read-sheet'
import { ZipReader } from '@/server/excel/zip-reader'
import { abnormity } from '@/areas/deviations/contract/abnormity'
import { abnormityKindCounts, abnormityReport } from '@/areas/deviations/contract/abnormity-endpoints'
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
} from '@/areas/deviations/contract/abnormity-commands'
import { good, notices, NOW, rowOf, runJob } from '../people'
import { cut, doffOne, hall, type Hall } from '../rolls/slitter-plant'

let h: Hall
/** The quality lead: confirms and closes; and the line's operator, who answers. */
let lead: Awaited<ReturnType<Hall['plant']['as']>>
let operatorId: string
beforeAll(async () => {
  h = await hall()
  lead = await h.plant.as('quality-lead')
  operatorId = String((await h.plant.query(`select id from app_user where user_name = 'operator-line'`))[0]!['id'])
}, 120_000)
afterAll(() => h.plant.close())

const raised = async (more: object = {}) =>
  good(
    await h.staff.quality.call(raiseAbnormity, {
      id: createUuid7(),
      kind: 'product',
      severity: 'major',
      description: '3 号道有破洞',
      ...more,
    } as never),
  )
/** The id of a picture that has come: of a check of some roll. */
async function storedPhoto(): Promise<string> {
  const photo = readFileSync(new URL('../../../public/icon-192.png', import.meta.url))
  const { jumbo } = await cut(h)
  const body = { number: String(jumbo.number) }
  const check = await h.staff.quality.upload('/quality/check', photo, body, 'a.png', 'picture')
  return (good(check as never) as { images: string[] }).images[0]!
}
const confirmed = async (more: object = {}) =>
  good(
    await lead.call(confirmAbnormity, { id: (await raised(more)).id, responsibleId: operatorId, dueOn: '2026-11-27' }),
  )

describe('an abnormity', () => {
  test('goes from a scanned roll to closed, and each step says who and when', async () => {
    const run = await cut(h)
    const set = await doffOne(h, run)
    const roll = set.slit[2]!
    const photo = await storedPhoto()
    const one = await raised({ slitRollId: roll.id, defect: 'hole', images: [photo] })
    expect(one).toMatchObject({
      state: 'raised',
      jumboRollId: run.jumbo.id,
      workOrderId: run.orderId,
      lineId: run.jumbo.lineId,
      productId: run.jumbo.productId,
      team: roll.team,
      raisedAt: NOW,
    })
    expect(one.number).toMatch(/^A20261120-\d{3}$/)
    const known = good(
      await lead.call(confirmAbnormity, { id: one.id, responsibleId: operatorId, dueOn: '2026-11-27' }),
    )
    expect(known).toMatchObject({ state: 'confirmed', responsibleId: operatorId })
    // The responsible person answers with no more than the right to look; others do not.
    const line = h.staff['operator-line']
    expect((await h.staff.viewer.call(answerAbnormity, { id: one.id, cause: 'x' })).errno).toBe('401')
    expect(good(await line.call(answerAbnormity, { id: one.id, cause: '纺丝组件漏料' }))).toMatchObject({
      state: 'analysed',
      cause: '纺丝组件漏料',
    })
    const measures = [{ what: '更换组件', userId: operatorId, dueOn: '2026-11-21', doneOn: null }]
    const acting = good(await line.call(answerAbnormity, { id: one.id, cause: '纺丝组件漏料', measures } as never))
    expect(acting).toMatchObject({ state: 'acting' })
    // Nothing is verified while a measure is open, and nobody verifies their own.
    const early = await lead.call(verifyAbnormity, { id: one.id, verification: '连续 3 班无破洞' }, { language: 'en' })
    expect(early.errmsg).toContain('no completion date')
    good(
      await line.call(answerAbnormity, {
        id: one.id,
        cause: '纺丝组件漏料',
        measures: measures.map((each) => ({ ...each, doneOn: '2026-11-20' })),
      } as never),
    )
    expect(good(await lead.call(verifyAbnormity, { id: one.id, verification: '连续 3 班无破洞' }))).toMatchObject({
      state: 'verified',
    })
    expect((await h.staff.quality.call(closeAbnormity, { id: one.id })).errno).toBe('401')
    expect(good(await lead.call(closeAbnormity, { id: one.id }))).toMatchObject({ state: 'closed', sentBack: 0 })
    const again = good(await lead.call(reopenAbnormity, { id: one.id, reason: '又出现' }))
    expect(again).toMatchObject({ state: 'confirmed', sentBack: 1, closedAt: null, verification: null })
    const file = await lead.call(abnormityReport, { id: one.id })
    const sheet = await readSheet(file.bytes)
    expect(JSON.stringify(sheet.rows)).toContain('纺丝组件漏料')
    const lines = sheet.rows.map((cells) => cells.map(String))
    // Printed and signed: by the plant's clock, every discipline on the one sheet.
    expect(lines.filter((cells) => cells.some((cell) => /\d{4}-\d\d-\d\dT/.test(cell)))).toEqual([])
    expect(lines.find(([, item]) => item === '提出时间')?.[2]).toMatch(/^2026-11-20 \d\d:\d\d$/)
    const zip = new ZipReader(file.bytes, 1e9)
    expect((await buffer(zip.read('xl/media/image1-1.png'))).subarray(1, 4).toString()).toBe('PNG')
    // It is printed upright, one page wide, and nothing of a form is filtered.
    const printed = (await buffer(zip.read('xl/worksheets/sheet1.xml'))).toString()
    expect(printed).toContain('<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="0"/>')
    expect(printed).toContain('&amp;P / &amp;N')
    expect(printed).not.toContain('autoFilter')
    const drawing = (await buffer(zip.read('xl/drawings/drawing1.xml'))).toString()
    // In the line of the photo, among what describes the problem.
    const at = lines.findIndex(([, item]) => item === '照片')
    expect(drawing).toContain(`<xdr:col>2</xdr:col><xdr:colOff>38100</xdr:colOff><xdr:row>${at + 1}</xdr:row>`)
    // Each discipline is headed once, in its order; what is unknown of the problem takes no line.
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
  test('is owed by who answers for it, until all measures are done, and found so by the server', async () => {
    const line = h.staff['operator-line']
    const ask = async (query: object) => good(await lead.call(abnormity.endpoints.list, { size: 1, ...query })).total
    const mine = () => ask({ responsibleId: operatorId, owed: true })
    const before = await mine()
    const one = await confirmed()
    expect(one.owed).toBe(true)
    expect(await mine()).toBe(before + 1)
    const answer = async (doneOn: string | null) =>
      good(
        await line.call(answerAbnormity, {
          id: one.id,
          cause: '漏料',
          measures: [{ what: '更换组件', userId: null, dueOn: null, doneOn }],
        } as never),
      )
    expect((await answer(null)).owed).toBe(true)
    const ahead = await line.call(answerAbnormity, {
      id: one.id,
      cause: '漏料',
      measures: [
        { what: '停机', userId: null, dueOn: null, doneOn: '2026-11-20' },
        { what: '更换组件', userId: null, dueOn: null, doneOn: '2027-01-01' },
      ],
    } as never)
    expect(ahead).toMatchObject({
      errno: '4013',
      data: { issues: [{ path: ['measures', 1, 'doneOn'], code: 'inFuture' }] },
    })
    expect((await answer('2026-11-20')).owed).toBe(false)
    expect(await mine()).toBe(before)
    expect(await ask({ id: one.id, state: 'acting', owed: false, answeredBy: buildNotEqualFilter(lead.userId) })).toBe(
      1,
    )
    expect(await ask({ id: one.id, state: 'acting', owed: false, answeredBy: buildNotEqualFilter(line.userId) })).toBe(
      0,
    )
    expect(good(await lead.call(sendBackAbnormity, { id: one.id, reason: '复发' })).owed).toBe(true)
  })
  test('is answered by somebody else when the responsible person cannot, with a reason that is kept', async () => {
    const one = await confirmed()
    good(await h.staff['operator-line'].call(answerAbnormity, { id: one.id, cause: '不明' }))
    good(await lead.call(sendBackAbnormity, { id: one.id, reason: '请查明原因' }))
    const other = h.staff['prod-lead'].userId
    const ask = (by: typeof lead, responsibleId: string, reason = '病假') =>
      by.call(reassignAbnormity, { id: one.id, responsibleId, reassignReason: reason })
    // Neither who raised it nor who answers for it passes it on.
    for (const by of [h.staff.quality, h.staff['operator-line']]) expect((await ask(by, other)).errno).toBe('401')
    expect((await ask(lead, operatorId)).errmsg).toContain('请选择其他人')
    expect((await ask(lead, h.staff.maint.userId)).errno).toBe('6000') // could not open it
    expect((await ask(lead, other, ' ')).errno).not.toBe('200')
    const heard = notices(h.plant)
    expect(good(await ask(lead, other))).toMatchObject({
      state: 'confirmed',
      responsibleId: other,
      owed: true,
      // Why it was sent back is what the next one has to mend.
      reason: '请查明原因',
      replacements: [{ userId: operatorId, insteadId: other, replacedBy: lead.userId, reason: '病假' }],
    })
    expect(heard.map(({ notice, to }) => [notice, to])).toEqual([['abnormityOwed', [other]]])
    const owedBy = async (responsibleId: string) =>
      good(await lead.call(abnormity.endpoints.list, { id: one.id, responsibleId, owed: true })).total
    expect([await owedBy(operatorId), await owedBy(other)]).toEqual([0, 1])
    expect((await h.staff['operator-line'].call(answerAbnormity, { id: one.id, cause: 'x' })).errno).toBe('401')
    expect((await ask(lead, operatorId)).errno).toBe('200')
  })
  test('is given to nobody who could not open it', async () => {
    const one = await raised()
    const [mechanic] = await h.plant.query(`select id, account_name from app_user where user_name = 'maint'`)
    const to = { id: one.id, responsibleId: String(mechanic!['id']), dueOn: '2026-11-27' }
    const refused = await lead.call(confirmAbnormity, to, { language: 'en' })
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain(String(mechanic!['account_name']))
  })
  test('is answered anew when it was sent back', async () => {
    const one = await confirmed()
    good(await h.staff['operator-line'].call(answerAbnormity, { id: one.id, cause: '不明' }))
    expect((await lead.call(sendBackAbnormity, { id: one.id, reason: ' ' })).errno).toBe('4042')
    const back = good(await lead.call(sendBackAbnormity, { id: one.id, reason: '请查明原因' }))
    expect(back).toMatchObject({ state: 'confirmed', sentBack: 1, reason: '请查明原因' })
  })
  test('is taken back by whoever raised it, not once it was confirmed', async () => {
    const one = await raised()
    expect((await h.staff['operator-line'].call(withdrawAbnormity, { id: one.id, reason: '误报' })).errno).toBe('401')
    expect(good(await h.staff.quality.call(withdrawAbnormity, { id: one.id, reason: '误报' }))).toMatchObject({
      state: 'withdrawn',
    })
    const other = await confirmed()
    expect((await h.staff.quality.call(withdrawAbnormity, { id: other.id, reason: '误报' })).errno).not.toBe('200')
  })
  test('saved twice by a phone is one', async () => {
    const id = createUuid7()
    good(await h.staff.quality.call(raiseAbnormity, { id, kind: 'process', severity: 'minor', description: '飞花' }))
    await h.staff.quality.call(raiseAbnormity, { id, kind: 'process', severity: 'minor', description: '飞花' })
    const list = good(await h.staff.quality.call(abnormity.endpoints.list, { kind: 'process' }))
    expect(list.total).toBe(1)
    const kinds = good(await h.staff.quality.call(abnormityKindCounts, {}))
    expect(kinds.find(({ kind }) => kind === 'process')).toMatchObject({ total: 1, open: 1 })
    expect(kinds.find(({ kind }) => kind === 'complaint')).toBeUndefined()
  })
  test('of a roll of another jumbo, or of nothing that is known, is refused', async () => {
    const [one, other] = [await cut(h), await cut(h)]
    const set = await doffOne(h, one)
    const base = { kind: 'product', severity: 'major', description: 'x' } as const
    const wrong = await h.staff.quality.call(raiseAbnormity, {
      ...base,
      slitRollId: set.slit[0]!.id,
      jumboRollId: other.jumbo.id,
    })
    expect(wrong.errno).toBe('4013')
    expect((await h.staff.quality.call(raiseAbnormity, { ...base, slitRollId: createUuid7() })).errno).toBe('4006')
    expect((await h.staff.quality.call(raiseAbnormity, { ...base, description: ' ' })).errno).not.toBe('200')
    expect((await h.staff.viewer.call(raiseAbnormity, base)).errno).toBe('401')
  })
  test('that is overdue is told to whoever owes the answer, once a day', async () => {
    const one = await confirmed()
    // Answered in full: it waits for whoever verifies.
    const done = await confirmed()
    const measures = [{ what: '更换组件', doneOn: '2026-11-20' }]
    good(await h.staff['operator-line'].call(answerAbnormity, { id: done.id, cause: '漏料', measures } as never))
    h.plant.clock.set('2026-11-28T02:00:00.000Z')
    const told = notices(h.plant)
    await runJob(h.plant, 'abnormities-overdue')
    await runJob(h.plant, 'abnormities-overdue')
    expect(told.filter(({ id }) => id === one.id)).toHaveLength(1)
    expect(told.filter(({ id }) => id === done.id)).toEqual([])
    expect(await rowOf(h.plant, 'abnormity', one.id)).toMatchObject({ version: one.version })
    expect(String((await rowOf<{ reminded_on: unknown }>(h.plant, 'abnormity', one.id)).reminded_on)).toContain('28')
    h.plant.clock.set(NOW)
  })
})
