import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { readSheet } from '@/server/excel/read-sheet'
import { ZipReader } from '@/server/excel/zip-reader'
import * as calls from '@/areas/deviations/contract/material-feedback'
import { materialFeedback } from '@/areas/deviations/contract/material-feedback'
import type { Caller, TestPlant } from '../harness'
import { countOf, good, notices, rowOf, staffed, type Staff } from '../people'

let plant: TestPlant
let staff: Staff
let lead: Caller
const materialId = createUuid7()
const otherId = createUuid7()
const lotId = createUuid7()
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
  lead = await plant.as('quality-lead')
  for (const [id, code] of [
    [materialId, 'MB-W60'],
    [otherId, 'PP-Y35'],
  ])
    await plant.query(`insert into material (site_id, id, code, name, kind) values (1, $1, $2, '母粒', 'sub')`, [
      id,
      code,
    ])
  await plant.query(
    `insert into material_lot (site_id, id, number, material_id, received_on, received_kg) values (1, $1, 'LOT-9', $2, '2026-11-01', 500)`,
    [lotId, materialId],
  )
}, 120_000)
afterAll(() => plant.close())

const said = {
  materialId,
  materialLotId: lotId,
  supplier: '华彩',
  problem: '色差超标',
  request: 'claim',
  quantityKg: 120,
} as const
const added = async (id = createUuid7(), headers: { language?: 'en' } = {}, more: object = {}) => {
  const answer = await staff.quality.call(calls.addFeedback, { id, ...said, ...more } as never, headers)
  expect(answer.status).toBe(200)
  return { id, ...answer }
}
const rowAt = (id: string) => rowOf<Record<string, unknown> & { version: number }>(plant, 'material_feedback', id)

describe('feedback on material', () => {
  test('answers its form as a file when it is written, and again when it is changed', async () => {
    const next = good(await staff.quality.call(calls.nextFeedbackSerial, {})).number
    const { id, bytes, headers } = await added()
    expect(String(headers['content-disposition'])).toContain(next)
    expect(JSON.stringify((await readSheet(bytes)).rows)).toContain('色差超标')
    const again = await staff.quality.call(calls.editFeedback, { id, problem: '黑点', version: 1 } as never)
    expect(JSON.stringify((await readSheet(again.bytes)).rows)).toContain('黑点')
    expect(await rowAt(id)).toMatchObject({ state: 'notApproved', number: next })
  })
  test('sent twice under one key is written once, and both answers are the file', async () => {
    const key = createUuid7()
    const body = { ...said, problem: '重复提交' }
    const [one, two] = [
      await staff.quality.raw('POST', '/quality/qt_dis', body, { 'Idempotency-Key': key }),
      await staff.quality.raw('POST', '/quality/qt_dis', body, { 'Idempotency-Key': key }),
    ]
    expect([one.status, two.status]).toEqual([200, 200])
    expect(String(two.headers['content-type'])).toContain('spreadsheet')
    expect(String(two.headers['content-disposition'])).toBe(String(one.headers['content-disposition']))
    expect(await countOf(plant, 'material_feedback', 'problem = $1', ['重复提交'])).toBe(1)
  })
  test('is approved by those who were asked, one after the other, and only then answered by the supplier', async () => {
    const { id } = await added()
    const people = good(await staff.quality.call(calls.feedbackApprovers, {}))
    expect(people.map((one) => one.id)).toContain(lead.userId)
    expect(people.map((one) => one.id)).not.toContain(staff.quality.userId)
    const ask = (approvers: string[]) => lead.call(calls.submitFeedback, { id, version: 1, approvers })
    expect((await staff.quality.call(calls.submitFeedback, { id, version: 1, approvers: [lead.userId] })).errno).toBe(
      '401',
    )
    expect((await ask([staff.quality.userId])).errno).toBe('6000') // who wrote it
    expect((await ask([staff.viewer.userId])).errno).toBe('6000') // without the key
    const row = good(await ask([lead.userId, staff.admin.userId]))
    expect(row).toMatchObject({ state: 'inApproval', waitingFor: lead.userId })
    expect((await staff.quality.call(calls.editFeedback, { id, problem: 'x' } as never)).errno).toBe('6000')
    const decide = (who: Caller, version: number) =>
      who.call(calls.ratifyFeedback, { id, version, decision: 'approved' })
    expect((await decide(staff.admin, row.version)).errno).toBe('6000') // not their turn
    const first = good(await decide(lead, row.version))
    expect((await staff.quality.call(calls.answerFeedback, { id, feedback: '换货' })).errno).toBe('6000')
    const done = good(await decide(staff.admin, first.version))
    expect(done).toMatchObject({ state: 'approved', waitingFor: null, approvedBy: staff.admin.userId })
    const stands = good(await staff.quality.call(calls.feedbackApproval, { id }))
    expect(stands.approvers.map(({ decision }) => decision)).toEqual(['approved', 'approved'])
    expect(good(await staff.quality.call(calls.answerFeedback, { id, feedback: '换货' }))).toMatchObject({
      feedback: '换货',
      feedbackBy: staff.quality.userId,
    })
    expect((await staff.quality.call(calls.feedbackImage, { id })).errno).toBe('4006') // none came with it
    expect((await lead.call(calls.removeFeedback, { id })).errno).toBe('6000')
  })
  test('goes on with another approver, who is told, and keeps who replaced whom and why', async () => {
    const { id } = await added()
    const { manager, admin } = staff
    const sent = good(
      await lead.call(calls.submitFeedback, { id, version: 1, approvers: [manager.userId, admin.userId] }),
    )
    const ask = (by: Caller, version: number, approverId: string, insteadId: string, reason = '离职') =>
      by.call(calls.replaceFeedbackApprover, { id, version, approverId, insteadId, reason })
    expect((await ask(staff.quality, sent.version, manager.userId, lead.userId)).errno).toBe('401') // who wrote it
    expect((await ask(lead, sent.version, manager.userId, staff.quality.userId)).errno).toBe('6000')
    expect((await ask(lead, sent.version, manager.userId, admin.userId)).errmsg).toContain('两次')
    expect((await ask(lead, sent.version, manager.userId, lead.userId, '')).errno).not.toBe('200')
    const heard = notices(plant)
    const first = good(await ask(lead, sent.version, manager.userId, lead.userId))
    expect(first).toMatchObject({
      waitingFor: lead.userId,
      approvers: [{ userId: lead.userId }, { userId: admin.userId }],
      replacements: [{ userId: manager.userId, insteadId: lead.userId, replacedBy: lead.userId, reason: '离职' }],
    })
    expect(heard.map(({ notice, to }) => [notice, to])).toEqual([['feedbackWaiting', [lead.userId]]])
    const mine = async (who: Caller) =>
      good(await who.call(materialFeedback.endpoints.list, { waitingFor: who.userId, id })).total
    expect([await mine(manager), await mine(lead)]).toEqual([0, 1])
    // One who comes later is told when it is their turn.
    const second = good(await ask(lead, first.version, admin.userId, manager.userId))
    expect(heard).toHaveLength(1)
    const agreed = good(await lead.call(calls.ratifyFeedback, { id, version: second.version, decision: 'approved' }))
    expect((await ask(lead, agreed.version, lead.userId, admin.userId)).errno).toBe('6000') // has answered
    expect(
      good(await manager.call(calls.ratifyFeedback, { id, version: agreed.version, decision: 'approved' })),
    ).toMatchObject({ state: 'approved', replacements: [{}, { insteadId: manager.userId }] })
  })
  test('of one person is found among any number of others, and what was answered among what was not', async () => {
    const mine = (await added()).id
    const answered = (await added()).id
    await plant.query(`update material_feedback set state = 'rejected', created_at = '2020-01-01' where id = $1`, [
      mine,
    ])
    await plant.query(`update material_feedback set state = 'approved', feedback_at = '2020-01-02' where id = $1`, [
      answered,
    ])
    await plant.query(
      `insert into material_feedback (site_id, id, number, material_id, supplier, problem, request, state, authors)
       select 1, gen_random_uuid(), 'X-' || n, $1, '华彩', '色差', 'claim', case when n % 2 = 0 then 'rejected' else 'approved' end, jsonb_build_array($2::text)
       from generate_series(1, 130) n`,
      [materialId, lead.userId],
    )
    const ask = async (query: object) => {
      const { total, list } = good(await staff.quality.call(materialFeedback.endpoints.list, { size: 4, ...query }))
      return { total, ids: list.map(({ id }) => id) }
    }
    expect(await ask({ state: 'rejected', authors: staff.quality.userId })).toEqual({ total: 1, ids: [mine] })
    expect((await ask({ state: 'rejected', authors: lead.userId })).total).toBe(65)
    expect((await ask({ state: 'rejected', authors: `${lead.userId},${staff.quality.userId}` })).total).toBe(66)
    expect(
      await ask({ state: 'approved', feedbackAtFrom: '1970-01-01T00:00:00Z', feedbackAtTo: '2020-12-31T00:00:00Z' }),
    ).toEqual({
      total: 1,
      ids: [answered],
    })
    expect((await staff.quality.call(materialFeedback.endpoints.list, { authors: 'x' })).errno).toBe('4013')
    await plant.query(`delete from material_feedback where number like 'X-%' or id in ($1, $2)`, [mine, answered])
  })
  test('ends with somebody who saw that the answer helped, and is open again when it came again', async () => {
    const { id } = await added()
    const asked = good(await lead.call(calls.submitFeedback, { id, version: 1, approvers: [lead.userId] }))
    good(await lead.call(calls.ratifyFeedback, { id, version: asked.version, decision: 'approved' }))
    const close = (who: Caller, verification = '新批次复测合格') => who.call(calls.closeFeedback, { id, verification })
    expect((await close(lead)).errno).toBe('6000') // the supplier has said nothing yet
    good(await staff.quality.call(calls.answerFeedback, { id, feedback: '换货' }))
    expect((await close(staff.quality)).errno).toBe('401')
    expect((await close(lead, ' ')).errno).not.toBe('200')
    expect(good(await close(lead))).toMatchObject({
      state: 'closed',
      closedBy: lead.userId,
      verification: '新批次复测合格',
    })
    expect((await close(lead)).errno).toBe('6000')
    for (const later of [
      () => staff.quality.call(calls.editFeedback, { id, problem: 'x' } as never),
      () => staff.quality.call(calls.answerFeedback, { id, feedback: 'x' }),
      () => lead.call(calls.submitFeedback, { id, version: 9, approvers: [lead.userId] }),
      () => lead.call(calls.removeFeedback, { id }),
    ])
      expect((await later()).errmsg).toContain('已关闭')
    expect(good(await staff.quality.call(calls.feedbackApproval, { id })).state).toBe('closed')
    expect(
      good(await lead.call(calls.reopenFeedback, { id, reason: '下一批又出现', answerBy: '2026-12-01' })),
    ).toMatchObject({
      state: 'approved',
      // The answer that did not help is read still, and is no answer to this.
      feedback: '换货',
      feedbackAt: null,
      feedbackBy: null,
      answerBy: '2026-12-01',
      closedBy: null,
      closedAt: null,
      verification: null,
      reason: '下一批又出现',
    })
    const answered = { id, feedbackAtFrom: '1970-01-01T00:00:00Z' }
    const toClose = async () => good(await lead.call(materialFeedback.endpoints.list, answered)).total
    expect((await close(lead)).errno).toBe('6000')
    expect(await toClose()).toBe(0)
    good(await staff.quality.call(calls.answerFeedback, { id, feedback: '再次换货' }))
    expect(await toClose()).toBe(1)
    expect(good(await close(lead)).state).toBe('closed')
  })
  test('names a lot of its own material, and is nobody’s without the key', async () => {
    const wrong = await staff.quality.call(calls.addFeedback, { ...said, materialId: otherId } as never)
    expect(wrong.errno).toBe('4013')
    expect((await staff.viewer.call(calls.addFeedback, said as never)).errno).toBe('401')
    expect((await staff.viewer.call(materialFeedback.endpoints.list, {})).errno).toBe('401')
  })
  test('its form shows the pictures of both sides, and names one that a phone still holds', async () => {
    const awaited = createUuid7()
    const { id } = await added(createUuid7(), {}, { images: [awaited] })
    const { version } = await rowAt(id)
    const sent = good(await lead.call(calls.submitFeedback, { id, version, approvers: [lead.userId] }))
    good(await lead.call(calls.ratifyFeedback, { id, version: sent.version, decision: 'approved' }))
    const photo = readFileSync(new URL('../../../public/icon-192.png', import.meta.url))
    const field = { id, feedback: '已换货' }
    const answered = await staff.quality.upload('/quality/dis_feedback', photo, field, 'a.png', 'image', 'PUT')
    expect(answered.errno).toBe('200')
    const { bytes } = await staff.quality.call(calls.feedbackForm, { id })
    expect((await readSheet(bytes)).rows).toContainEqual(['照片', '照片尚未上传'])
    const zip = new ZipReader(bytes, 1e9)
    expect(zip.has('xl/drawings/drawing1.xml')).toBe(true)
    expect((await buffer(zip.read('xl/media/image1-1.png'))).subarray(1, 4).toString()).toBe('PNG')
  })
})
