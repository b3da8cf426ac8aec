import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { readSheet } from '@/server/excel/read-sheet'
import { ZipReader } from '@/server/excel/zip-reader'
import * as calls from '@/areas/deviations/contract/material-feedback'
import { materialFeedback } from '@/areas/deviations/contract/material-feedback'
import type { Caller, TestPlant } from '../harness'
import { countRows, expectOk, collectNotices, fetchRow, createStaffedPlant, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
let lead: Caller
const materialId = createUuid7()
const otherId = createUuid7()
const lotId = createUuid7()
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
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

const feedbackInput = {
  materialId,
  materialLotId: lotId,
  supplier: '华彩',
  problem: '色差超标',
  request: 'claim',
  quantityKg: 120,
} as const
const createFeedback = async (id = createUuid7(), headers: { language?: 'en' } = {}, more: object = {}) => {
  const answer = await staff.quality.call(calls.addFeedback, { id, ...feedbackInput, ...more } as never, headers)
  expect(answer.status).toBe(200)
  return { id, ...answer }
}
const loadRow = (id: string) => fetchRow<Record<string, unknown> & { version: number }>(plant, 'material_feedback', id)

describe('feedback on material', () => {
  test('answers its form as a file when it is created and when it is changed', async () => {
    const nextSerial = expectOk(await staff.quality.call(calls.nextFeedbackSerial, {})).number
    const { id, bytes, headers } = await createFeedback()
    expect(String(headers['content-disposition'])).toContain(nextSerial)
    expect(JSON.stringify((await readSheet(bytes)).rows)).toContain('色差超标')
    const editAnswer = await staff.quality.call(calls.editFeedback, { id, problem: '黑点', version: 1 } as never)
    expect(JSON.stringify((await readSheet(editAnswer.bytes)).rows)).toContain('黑点')
    expect(await loadRow(id)).toMatchObject({ state: 'notApproved', number: nextSerial })
  })
  test('is created once when sent twice with one idempotency key, and both answers are the file', async () => {
    const key = createUuid7()
    const body = { ...feedbackInput, problem: '重复提交' }
    const [firstAnswer, secondAnswer] = [
      await staff.quality.raw('POST', '/quality/qt_dis', body, { 'Idempotency-Key': key }),
      await staff.quality.raw('POST', '/quality/qt_dis', body, { 'Idempotency-Key': key }),
    ]
    expect([firstAnswer.status, secondAnswer.status]).toEqual([200, 200])
    expect(String(secondAnswer.headers['content-type'])).toContain('spreadsheet')
    expect(String(secondAnswer.headers['content-disposition'])).toBe(String(firstAnswer.headers['content-disposition']))
    expect(await countRows(plant, 'material_feedback', 'problem = $1', ['重复提交'])).toBe(1)
  })
  test('is approved by the chosen approvers in turn, and only then answered by the supplier', async () => {
    const { id } = await createFeedback()
    const people = expectOk(await staff.quality.call(calls.feedbackApprovers, {}))
    expect(people.map((one) => one.id)).toContain(lead.userId)
    expect(people.map((one) => one.id)).not.toContain(staff.quality.userId)
    const submitTo = (approvers: string[]) => lead.call(calls.submitFeedback, { id, version: 1, approvers })
    expect((await staff.quality.call(calls.submitFeedback, { id, version: 1, approvers: [lead.userId] })).errno).toBe(
      '401',
    )
    expect((await submitTo([staff.quality.userId])).errno).toBe('6000') // the author
    expect((await submitTo([staff.viewer.userId])).errno).toBe('6000') // without the key
    const row = expectOk(await submitTo([lead.userId, staff.admin.userId]))
    expect(row).toMatchObject({ state: 'inApproval', waitingFor: lead.userId })
    expect((await staff.quality.call(calls.editFeedback, { id, problem: 'x' } as never)).errno).toBe('6000')
    const approveAs = (who: Caller, version: number) =>
      who.call(calls.ratifyFeedback, { id, version, decision: 'approved' })
    expect((await approveAs(staff.admin, row.version)).errno).toBe('6000') // not this approver's turn
    const firstApproval = expectOk(await approveAs(lead, row.version))
    expect((await staff.quality.call(calls.answerFeedback, { id, feedback: '换货' })).errno).toBe('6000')
    const lastApproval = expectOk(await approveAs(staff.admin, firstApproval.version))
    expect(lastApproval).toMatchObject({ state: 'approved', waitingFor: null, approvedBy: staff.admin.userId })
    const approvalState = expectOk(await staff.quality.call(calls.feedbackApproval, { id }))
    expect(approvalState.approvers.map(({ decision }) => decision)).toEqual(['approved', 'approved'])
    expect(expectOk(await staff.quality.call(calls.answerFeedback, { id, feedback: '换货' }))).toMatchObject({
      feedback: '换货',
      feedbackBy: staff.quality.userId,
    })
    expect((await staff.quality.call(calls.feedbackImage, { id })).errno).toBe('4006') // the feedback has no image
    expect((await lead.call(calls.removeFeedback, { id })).errno).toBe('6000')
  })
  test('can get another approver, who is notified; it records who replaced whom and why', async () => {
    const { id } = await createFeedback()
    const { manager, admin } = staff
    const submittedRow = expectOk(
      await lead.call(calls.submitFeedback, { id, version: 1, approvers: [manager.userId, admin.userId] }),
    )
    const replaceApprover = (by: Caller, version: number, approverId: string, insteadId: string, reason = '离职') =>
      by.call(calls.replaceFeedbackApprover, { id, version, approverId, insteadId, reason })
    expect((await replaceApprover(staff.quality, submittedRow.version, manager.userId, lead.userId)).errno).toBe('401') // the author
    expect((await replaceApprover(lead, submittedRow.version, manager.userId, staff.quality.userId)).errno).toBe('6000')
    expect((await replaceApprover(lead, submittedRow.version, manager.userId, admin.userId)).errmsg).toContain('两次')
    expect((await replaceApprover(lead, submittedRow.version, manager.userId, lead.userId, '')).errno).not.toBe('200')
    const notices = collectNotices(plant)
    const replacedRow = expectOk(await replaceApprover(lead, submittedRow.version, manager.userId, lead.userId))
    expect(replacedRow).toMatchObject({
      waitingFor: lead.userId,
      approvers: [{ userId: lead.userId }, { userId: admin.userId }],
      replacements: [{ userId: manager.userId, insteadId: lead.userId, replacedBy: lead.userId, reason: '离职' }],
    })
    expect(notices.map(({ notice, to }) => [notice, to])).toEqual([['feedbackWaiting', [lead.userId]]])
    const countWaitingFor = async (who: Caller) =>
      expectOk(await who.call(materialFeedback.endpoints.list, { waitingFor: who.userId, id })).total
    expect([await countWaitingFor(manager), await countWaitingFor(lead)]).toEqual([0, 1])
    // A later approver is notified when it is their turn.
    const second = expectOk(await replaceApprover(lead, replacedRow.version, admin.userId, manager.userId))
    expect(notices).toHaveLength(1)
    const approvedRow = expectOk(
      await lead.call(calls.ratifyFeedback, { id, version: second.version, decision: 'approved' }),
    )
    expect((await replaceApprover(lead, approvedRow.version, lead.userId, admin.userId)).errno).toBe('6000') // has already decided
    expect(
      expectOk(await manager.call(calls.ratifyFeedback, { id, version: approvedRow.version, decision: 'approved' })),
    ).toMatchObject({ state: 'approved', replacements: [{}, { insteadId: manager.userId }] })
  })
  test('is filtered by person and by answered or unanswered among many others', async () => {
    const ownId = (await createFeedback()).id
    const answeredId = (await createFeedback()).id
    await plant.query(`update material_feedback set state = 'rejected', created_at = '2020-01-01' where id = $1`, [
      ownId,
    ])
    await plant.query(`update material_feedback set state = 'approved', feedback_at = '2020-01-02' where id = $1`, [
      answeredId,
    ])
    await plant.query(
      `insert into material_feedback (site_id, id, number, material_id, supplier, problem, request, state, authors)
       select 1, gen_random_uuid(), 'X-' || n, $1, '华彩', '色差', 'claim', case when n % 2 = 0 then 'rejected' else 'approved' end, jsonb_build_array($2::text)
       from generate_series(1, 130) n`,
      [materialId, lead.userId],
    )
    const listFeedback = async (query: object) => {
      const { total, list } = expectOk(await staff.quality.call(materialFeedback.endpoints.list, { size: 4, ...query }))
      return { total, ids: list.map(({ id }) => id) }
    }
    expect(await listFeedback({ state: 'rejected', authors: staff.quality.userId })).toEqual({ total: 1, ids: [ownId] })
    expect((await listFeedback({ state: 'rejected', authors: lead.userId })).total).toBe(65)
    expect((await listFeedback({ state: 'rejected', authors: `${lead.userId},${staff.quality.userId}` })).total).toBe(
      66,
    )
    expect(
      await listFeedback({
        state: 'approved',
        feedbackAtFrom: '1970-01-01T00:00:00Z',
        feedbackAtTo: '2020-12-31T00:00:00Z',
      }),
    ).toEqual({
      total: 1,
      ids: [answeredId],
    })
    expect((await staff.quality.call(materialFeedback.endpoints.list, { authors: 'x' })).errno).toBe('4013')
    await plant.query(`delete from material_feedback where number like 'X-%' or id in ($1, $2)`, [ownId, answeredId])
  })
  test('is closed when the answer helped, and reopened when the defect recurs', async () => {
    const { id } = await createFeedback()
    const submittedRow = expectOk(await lead.call(calls.submitFeedback, { id, version: 1, approvers: [lead.userId] }))
    expectOk(await lead.call(calls.ratifyFeedback, { id, version: submittedRow.version, decision: 'approved' }))
    const close = (who: Caller, verification = '新批次复测合格') => who.call(calls.closeFeedback, { id, verification })
    expect((await close(lead)).errno).toBe('6000') // the supplier has not answered yet
    expectOk(await staff.quality.call(calls.answerFeedback, { id, feedback: '换货' }))
    expect((await close(staff.quality)).errno).toBe('401')
    expect((await close(lead, ' ')).errno).not.toBe('200')
    expect(expectOk(await close(lead))).toMatchObject({
      state: 'closed',
      closedBy: lead.userId,
      verification: '新批次复测合格',
    })
    expect((await close(lead)).errno).toBe('6000')
    for (const lateChange of [
      () => staff.quality.call(calls.editFeedback, { id, problem: 'x' } as never),
      () => staff.quality.call(calls.answerFeedback, { id, feedback: 'x' }),
      () => lead.call(calls.submitFeedback, { id, version: 9, approvers: [lead.userId] }),
      () => lead.call(calls.removeFeedback, { id }),
    ])
      expect((await lateChange()).errmsg).toContain('已关闭')
    expect(expectOk(await staff.quality.call(calls.feedbackApproval, { id })).state).toBe('closed')
    expect(
      expectOk(await lead.call(calls.reopenFeedback, { id, reason: '下一批又出现', answerBy: '2026-12-01' })),
    ).toMatchObject({
      state: 'approved',
      // The ineffective answer stays visible but does not count as the answer to the recurrence.
      feedback: '换货',
      feedbackAt: null,
      feedbackBy: null,
      answerBy: '2026-12-01',
      closedBy: null,
      closedAt: null,
      verification: null,
      reason: '下一批又出现',
    })
    const answeredQuery = { id, feedbackAtFrom: '1970-01-01T00:00:00Z' }
    const countAnswered = async () => expectOk(await lead.call(materialFeedback.endpoints.list, answeredQuery)).total
    expect((await close(lead)).errno).toBe('6000')
    expect(await countAnswered()).toBe(0)
    expectOk(await staff.quality.call(calls.answerFeedback, { id, feedback: '再次换货' }))
    expect(await countAnswered()).toBe(1)
    expect(expectOk(await close(lead)).state).toBe('closed')
  })
  test('accepts only lots of its own material, and only callers with the permission', async () => {
    const wrong = await staff.quality.call(calls.addFeedback, { ...feedbackInput, materialId: otherId } as never)
    expect(wrong.errno).toBe('4013')
    expect((await staff.viewer.call(calls.addFeedback, feedbackInput as never)).errno).toBe('401')
    expect((await staff.viewer.call(materialFeedback.endpoints.list, {})).errno).toBe('401')
  })
  test('shows the pictures of both parties in its form, and names a picture not yet uploaded', async () => {
    const awaitedFileId = createUuid7()
    const { id } = await createFeedback(createUuid7(), {}, { images: [awaitedFileId] })
    const { version } = await loadRow(id)
    const submittedRow = expectOk(await lead.call(calls.submitFeedback, { id, version, approvers: [lead.userId] }))
    expectOk(await lead.call(calls.ratifyFeedback, { id, version: submittedRow.version, decision: 'approved' }))
    const photo = readFileSync(new URL('../../../public/icon-192.png', import.meta.url))
    const field = { id, feedback: '已换货' }
    const supplierAnswer = await staff.quality.upload('/quality/dis_feedback', photo, field, 'a.png', 'image', 'PUT')
    expect(supplierAnswer.errno).toBe('200')
    const { bytes } = await staff.quality.call(calls.feedbackForm, { id })
    expect((await readSheet(bytes)).rows).toContainEqual(['照片', '照片尚未上传'])
    const zip = new ZipReader(bytes, 1e9)
    expect(zip.has('xl/drawings/drawing1.xml')).toBe(true)
    expect((await buffer(zip.read('xl/media/image1-1.png'))).subarray(1, 4).toString()).toBe('PNG')
  })
})
