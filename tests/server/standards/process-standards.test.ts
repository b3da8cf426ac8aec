import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { user } from '@/areas/access/contract/user'
import { line } from '@/plant/contract/line'
import { material } from '@/areas/feeding/contract/material'
import { workOrder } from '@/areas/orders/contract/work-order'
import { cancelOrder } from '@/areas/orders/contract/work-order-endpoints'
import { product } from '@/areas/standards/contract/product'
import { processStandard } from '@/areas/standards/contract/process-standard'
import * as calls from '@/areas/standards/contract/process-standard-endpoints'
import { shiftPack } from '@/contract/kit'
import type { ShiftPackPage } from '@/contract/sync'
import type { Row } from '@/contract/resource'
import { ZipReader } from '@/server/excel/zip-reader'
import type { Caller, TestPlant } from '../harness'
import { countRows, expectOk, collectNotices, NOW, fetchRow, createStaffedPlant, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
let lead: Caller
let quality: Caller
let manager: Caller
let productId: string
let otherProductId: string
let materialId: string
let lines: { main: string; slit: string }
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  ;[lead, quality, manager] = [staff['prod-lead'], await plant.as('quality-lead'), staff.manager]
  const add = async (code: string) =>
    expectOk(await staff.admin.call(product.endpoints.create, { code, name: '纺粘', family: 'spunbond', gsm: 15 })).id
  ;[productId, otherProductId] = [await add('P-1'), await add('P-2')]
  materialId = expectOk(
    await staff.admin.call(material.endpoints.create, { code: 'PP-1', name: '聚丙烯', kind: 'main' }),
  ).id
  const createLine = async (code: string, kind: 'spunbond' | 'slitting') =>
    expectOk(await staff['maint-lead'].call(line.endpoints.create, { code, name: code, kind })).id
  lines = { main: await createLine('M1', 'spunbond'), slit: await createLine('S1', 'slitting') }
}, 120_000)
beforeEach(() => plant.clock.set(NOW))
afterAll(() => plant.close())

type Standard = Row<typeof processStandard>
let serial = 0
const parameters = [{ key: 'FRT', label: '花辊温度', labelEn: null, unit: '°C', low: 140, target: 145, high: 150 }]
const content = (more: object = {}) => ({ code: `PS-${++serial}`, productId, idealSpeed: 200, parameters, ...more })
const draft = async (more: object = {}, by = lead): Promise<Standard> =>
  expectOk(await by.call(calls.addMainLineStandard, content(more)))
const toVersionInput = ({ id, version }: Standard) => ({ id, version })
const submit = (row: Standard, approvers = [quality.userId, manager.userId], by = lead) =>
  by.call(calls.submitStandard, { ...toVersionInput(row), approvers })
/** Any fields of a draft. */
const edit = (by: Caller, row: Standard, patch: object) =>
  by.call(calls.editMainLineStandard, { ...toVersionInput(row), ...patch } as never)
const ratify = (by: Caller, row: Standard, decision: 'approved' | 'rejected' = 'approved', reason?: string) =>
  by.call(calls.ratifyStandard, { ...toVersionInput(row), decision, ...(reason ? { reason } : {}) })
const loadStandard = (row: { id: string }) =>
  plant.query<{ version: number }>('select * from process_standard where id = $1', [row.id]).then(([found]) => found!)
async function createApproved(more: object = {}): Promise<Standard> {
  const first = expectOk(await ratify(quality, expectOk(await submit(await draft(more)))))
  return expectOk(await ratify(manager, first))
}
const expectRefused = (answer: { errno: string; errmsg: string }, pattern: RegExp) => {
  expect(answer.errno).toBe('6000')
  expect(answer.errmsg).toMatch(pattern)
}

describe('a process standard', () => {
  test('comes into force when all approvers have agreed in order', async () => {
    const heard = collectNotices(plant)
    const made = await draft({ lineId: lines.main, ratios: [{ materialId, minPercent: 95, maxPercent: 100 }] })
    expect(made).toMatchObject({
      revision: 1,
      newest: false,
      state: 'notApproved',
      variant: 'mainLine',
      authors: [lead.userId],
      approvers: [],
    })
    const sent = expectOk(await submit(made))
    expect(sent).toMatchObject({
      state: 'inApproval',
      waitingFor: quality.userId,
      submittedBy: lead.userId,
      submittedAt: NOW,
    })
    const first = expectOk(await ratify(quality, sent))
    expect(first).toMatchObject({ state: 'inApproval', waitingFor: manager.userId, newest: false })
    expect(expectOk(await manager.call(calls.standardApproval, { id: made.id }))).toMatchObject({
      mine: true,
      waitingFor: manager.userId,
      approvers: [
        { userId: quality.userId, name: 'quality-lead person', decision: 'approved', decidedAt: NOW },
        { decision: null },
      ],
    })
    const last = expectOk(await ratify(manager, first))
    expect(last).toMatchObject({
      state: 'approved',
      newest: true,
      waitingFor: null,
      approvedBy: manager.userId,
      approvedAt: NOW,
    })
    expect(heard.map(({ notice, to, keys }) => [notice, to, keys])).toEqual([
      ['approvalWaiting', [quality.userId], ['processDataApprove']],
      ['approvalWaiting', [manager.userId], ['processDataApprove']],
      ['approvalDecided', [lead.userId], ['processDataView']],
    ])
    expect(heard[0]?.title).toEqual({
      zh: `工艺标准 ${made.code} 1 待您审批`,
      en: `Standard ${made.code} 1 waits for your approval`,
    })
    // The audit log contains every step.
    expect(await countRows(plant, 'operation_log', `row_id = $1 and resource = 'processStandard'`, [made.id])).toBe(4)
  })
  test('is returned with a reason, corrected, and submitted again', async () => {
    const sent = expectOk(await submit(await draft()))
    expectRefused(await ratify(quality, sent, 'rejected'), /理由/)
    const back = expectOk(await ratify(quality, sent, 'rejected', ' 温度偏高 '))
    expect(back).toMatchObject({
      state: 'rejected',
      waitingFor: null,
      approvers: [{ decision: 'rejected', reason: '温度偏高' }, { decision: null }],
    })
    const mended = expectOk(await edit(lead, back, { idealSpeed: 190 }))
    const again = expectOk(await submit(mended, [quality.userId]))
    expect(again.approvers).toEqual([{ userId: quality.userId, decision: null, decidedAt: null, reason: null }])
    expect(again.earlier).toMatchObject([{ userId: quality.userId, decision: 'rejected', reason: '温度偏高' }])
    expect(expectOk(await ratify(quality, again))).toMatchObject({ state: 'approved', newest: true, idealSpeed: 190 })
  })
  test('withdrawn from its approvers starts again', async () => {
    const first = expectOk(await ratify(quality, expectOk(await submit(await draft()))))
    const back = expectOk(await lead.call(calls.withdrawStandard, toVersionInput(first)))
    expect(back).toMatchObject({
      state: 'notApproved',
      waitingFor: null,
      approvers: [{ decision: null }, { decision: null }],
      earlier: [{ userId: quality.userId, decision: 'approved' }],
    })
    expectRefused(await ratify(manager, back), /未审批/)
    expectRefused(await lead.call(calls.withdrawStandard, toVersionInput(back)), /未审批/)
  })
})

describe('is refused for', () => {
  test('people without the permission of that page', async () => {
    const made = await draft()
    const operator = staff['operator-line']
    expect((await operator.call(calls.addMainLineStandard, content())).errno).toBe('401')
    expect((await submit(made, [quality.userId], quality)).errno).toBe('401')
    const sent = expectOk(await submit(made))
    expect((await ratify(lead, sent)).errno).toBe('401')
    expect((await staff.viewer.call(calls.standardApproval, { id: made.id })).errno).toBe('401')
    expect(
      expectOk(await operator.call(calls.mainLineStandards, { state: 'inApproval' } as never)).list.some(
        ({ id }) => id === made.id,
      ),
    ).toBe(true)
    expect((await operator.call(calls.slittingStandards, {})).errno).toBe('401')
    expect((await quality.call(calls.newStandardVersion, { id: made.id })).errno).toBe('401')
  })
  test.each([
    ['nobody as approver', () => [], '4042', /审批人/],
    ['somebody without the key', () => [staff['operator-line'].userId], '6000', /operator-line person 没有审批权限/],
    ['one twice', () => [quality.userId, quality.userId], '4013', /./],
    ['somebody unknown', () => ['01900000-0000-7000-8000-0000000000ff'], '4006', /./],
  ])('%s', async (_what, approvers, errno, sentence) => {
    const answer = await submit(await draft(), approvers())
    expect([answer.errno, sentence.test(answer.errmsg) || JSON.stringify(answer.data).includes('approvers')]).toEqual([
      errno,
      true,
    ])
  })
  test('its author, even the administrator, and the wrong order', async () => {
    const admin = staff.admin
    const ownDraft = await draft({}, admin)
    expectRefused(await submit(ownDraft, [quality.userId, admin.userId], admin), /编写过/)
    const touched = expectOk(await edit(admin, await draft(), { note: 'x' }))
    expect(touched.authors).toEqual([lead.userId, admin.userId])
    expectRefused(await submit(touched, [admin.userId]), /编写过/)
    const sent = expectOk(await submit(await draft()))
    expectRefused(await ratify(manager, sent), /还未轮到您，正等待 quality-lead person/)
    expectRefused(await ratify(admin, sent), /不是 .* 的审批人/)
    expectOk(await ratify(quality, sent))
    expectRefused(await ratify(quality, sent), /已对/)
  })
  test('a decision on an outdated version', async () => {
    const sent = expectOk(await submit(await draft(), [quality.userId]))
    const back = expectOk(await lead.call(calls.withdrawStandard, toVersionInput(sent)))
    const again = expectOk(await submit(expectOk(await edit(lead, back, { idealSpeed: 300 })), [quality.userId]))
    const stale = await ratify(quality, sent)
    expect([stale.errno, (stale.data as unknown as { conflict: boolean }).conflict]).toEqual(['6000', true])
    expect(expectOk(await ratify(quality, again)).idealSpeed).toBe(300)
  })
  test('an edit or deletion during approval or in force', async () => {
    const sent = expectOk(await submit(await draft()))
    expectRefused(await edit(lead, sent, { idealSpeed: 1 }), /审批中/)
    expectRefused(await lead.call(calls.removeMainLineStandard, toVersionInput(sent)), /审批中/)
    const done = await createApproved()
    expectRefused(await edit(lead, done, { idealSpeed: 1 }), /已批准/)
    expectRefused(await lead.call(calls.removeMainLineStandard, { id: done.id }), /已批准/)
    expectRefused(await submit(done), /已批准/)
    const gone = await draft()
    expect((await lead.call(calls.removeSlittingStandard, { id: gone.id })).errno).toBe('4006')
    expectOk(await lead.call(calls.removeMainLineStandard, { id: gone.id }))
    expect(await countRows(plant, 'process_standard', 'id = $1', [gone.id])).toBe(0)
  })
  test.each([
    ['limits that cross', { parameters: [{ ...parameters[0]!, low: 151 }] }, '4013', 'low'],
    ['a parameter twice', { parameters: [parameters[0]!, parameters[0]!] }, '4013', 'key'],
    [
      'more than all',
      {
        ratios: [
          { materialId: 'm', minPercent: 60 },
          { materialId: 'other', minPercent: 41 },
        ],
      },
      '4013',
      'minPercent',
    ],
    ['a material that is not there', { ratios: [{ materialId: 'x' }] }, '4006', 'ratios'],
    ['no product', { productId: null }, '4042', 'productId'],
    ['the code of another', { code: 'PS-TAKEN' }, '4003', ''],
    ['a slitter', { lineId: 'slit' }, '6000', ''],
  ])('%s', async (_what, more: Record<string, unknown>, errno, field) => {
    if (more['code'] && !(await countRows(plant, 'process_standard', `code = 'PS-TAKEN'`)))
      await draft({ code: 'PS-TAKEN' })
    const ids: Record<string, string> = {
      m: materialId,
      other: '01900000-0000-7000-8000-0000000000fe',
      x: '01900000-0000-7000-8000-0000000000fd',
    }
    const ratios = (more['ratios'] as { materialId: string }[] | undefined)?.map((one) => ({
      ...one,
      materialId: ids[one.materialId]!,
    }))
    const answer = await lead.call(
      calls.addMainLineStandard,
      content({ ...more, ...(ratios ? { ratios } : {}), ...(more['lineId'] ? { lineId: lines.slit } : {}) }) as never,
    )
    expect([answer.errno, JSON.stringify(answer.data).includes(field)]).toEqual([errno, true])
  })
  test('an empty draft', async () => {
    expectRefused(await submit(await draft({ idealSpeed: null, parameters: [] })), /还没有/)
  })
})

describe('a new version', () => {
  test('copies the one in force and replaces it on approval', async () => {
    const firstVersion = await createApproved({
      lineId: lines.main,
      ratios: [{ materialId, minPercent: 95, maxPercent: 100 }],
      note: '首版',
    })
    const two = expectOk(await lead.call(calls.newStandardVersion, { id: firstVersion.id }))
    expect(two).toMatchObject({
      code: firstVersion.code,
      revision: 2,
      state: 'notApproved',
      newest: false,
      parameters: firstVersion.parameters,
      ratios: firstVersion.ratios,
      lineId: lines.main,
      note: '首版',
      approvedBy: null,
    })
    expectRefused(await lead.call(calls.newStandardVersion, { id: firstVersion.id }), /未完成的版本/)
    expectRefused(await edit(lead, two, { productId: otherProductId }), /不能更改/)
    expectRefused(await lead.call(calls.newStandardVersion, { id: two.id }), /不是现行版本/)
    expect((await fetchRow(plant, 'process_standard', firstVersion.id))['newest']).toBe(true)
    expectRefused(await submit(two, [quality.userId]), /与现行版本 .* 内容完全相同/)
    const other = expectOk(await edit(lead, two, { note: '改版' }))
    expectOk(await ratify(quality, expectOk(await submit(other, [quality.userId]))))
    expect([
      (await fetchRow(plant, 'process_standard', firstVersion.id))['newest'],
      (await fetchRow(plant, 'process_standard', two.id))['newest'],
    ]).toEqual([false, true])
    expectRefused(await lead.call(calls.newStandardVersion, { id: firstVersion.id }), /不是现行版本/)
    const past = expectOk(await quality.call(calls.standardHistory, { code: firstVersion.code } as never))
    expect(past.list.map(({ revision }) => revision).sort()).toEqual([1, 2])
    expect(
      expectOk(await quality.call(calls.codesWithHistory, { variant: 'mainLine' })).find(
        ({ code }) => code === firstVersion.code,
      ),
    ).toMatchObject({ versions: 2, revision: 2, productId })
  })
  test('reaches phones with the old one, which learn of replaced and deleted rows', async () => {
    const operator = staff['operator-line']
    const pack = async (cursor?: string) => expectOk(await operator.call(shiftPack, cursor ? { cursor } : {}))
    const standard = await createApproved()
    const made = expectOk(
      await staff.admin.call(product.endpoints.create, {
        code: `P-OLD-${serial}`,
        name: '旧品',
        family: 'spunbond',
        gsm: 15,
      }),
    )
    const resin = expectOk(
      await staff.admin.call(material.endpoints.create, { code: `PP-OLD-${serial}`, name: '旧料', kind: 'main' }),
    )
    const order = expectOk(
      await lead.call(workOrder.endpoints.create, {
        number: `WO-OLD-${serial}`,
        batch: 'B',
        orderedKg: 100,
        productId: made.id,
      }),
    )
    let cachedPack = await pack()
    while (cachedPack.more) cachedPack = await pack(cachedPack.cursor)
    const secondVersion = expectOk(await lead.call(calls.newStandardVersion, { id: standard.id }))
    expectOk(
      await ratify(
        quality,
        expectOk(await submit(expectOk(await edit(lead, secondVersion, { note: '改版' })), [quality.userId])),
      ),
    )
    expectOk(await staff.admin.call(product.endpoints.update, { id: made.id, version: made.version, active: false }))
    expectOk(await staff.admin.call(material.endpoints.update, { id: resin.id, version: resin.version, active: false }))
    expectOk(await lead.call(cancelOrder, { id: order.id, reason: '不做了' }))
    const gone = await fetchRow<{ id: string; version: number }>(plant, 'app_user', staff.viewer.userId)
    expectOk(await staff.admin.call(user.endpoints.update, { id: gone.id, version: gone.version, state: 'suspended' }))
    const { rows } = (await pack(cachedPack.cursor)) as unknown as ShiftPackPage
    expect(
      rows['processStandard']
        ?.filter(({ code }) => code === standard.code)
        .map(({ revision, newest }) => [revision, newest])
        .toSorted(),
    ).toEqual([
      [1, false],
      [2, true],
    ])
    expect(rows['product']?.find(({ id }) => id === made.id)).toMatchObject({ active: false })
    expect(rows['material']?.find(({ id }) => id === resin.id)).toMatchObject({ active: false })
    expect(rows['workOrder']?.find(({ id }) => id === order.id)).toMatchObject({ state: 'cancelled' })
    expect(rows['user']?.find(({ id }) => id === gone.id)).toMatchObject({ state: 'suspended' })
  })
  test('is started once, however many start it at once', async () => {
    const one = await createApproved()
    const answers = await Promise.all(
      [lead, staff.admin, lead, staff.admin].map((by) => by.call(calls.newStandardVersion, { id: one.id })),
    )
    expect(answers.filter(({ errno }) => errno === '200')).toHaveLength(1)
    for (const answer of answers.filter(({ errno }) => errno !== '200')) expectRefused(answer, /未完成的版本/)
    expect(await countRows(plant, 'process_standard', 'code = $1', [one.code])).toBe(2)
  })
  test('is decided once per approver, also at the same moment', async () => {
    const sent = expectOk(await submit(await draft(), [quality.userId]))
    const same = await Promise.all([
      ratify(quality, sent),
      ratify(quality, sent, 'rejected', 'no'),
      lead.call(calls.withdrawStandard, toVersionInput(sent)),
    ])
    expect(same.filter(({ errno }) => errno === '200')).toHaveLength(1)
    expect(
      same.filter(({ errno }) => errno !== '200').every(({ errno, errmsg }) => errno === '6000' && errmsg !== ''),
    ).toBe(true)
    expect((await loadStandard(sent)).version).toBe(sent.version + 1)
    const both = expectOk(await submit(await draft()))
    const [early, second] = await Promise.all([ratify(quality, both), ratify(manager, both)])
    expect(early.errno).toBe('200')
    expect(second.errno).toBe('6000')
  })
})

describe('standard lists', () => {
  test('offer approvers, parameters, and the standard of a slitter', async () => {
    const people = expectOk(await lead.call(calls.standardApprovers, { variant: 'slitting' })).map(({ label }) => label)
    expect(people).toEqual(expect.arrayContaining(['manager person', 'quality-lead person']))
    expect(people).not.toContain('prod-lead person')
    expect(expectOk(await lead.call(calls.parameterOptions, { variant: 'mainLine' }))).toContainEqual({
      key: 'FRT',
      label: '花辊温度',
      labelEn: null,
      unit: '°C',
      variant: 'mainLine',
    })
    const slit = expectOk(
      await lead.call(calls.addSlittingStandard, { code: 'PSL-1', productId, lineId: lines.slit, idealSpeed: 500 }),
    )
    expect((await lead.call(calls.addSlittingStandard, { code: 'PSL-2', productId, ratios: [] } as never)).errno).toBe(
      '4013',
    )
    expect(expectOk(await lead.call(calls.usableSlittingStandards, {})).list).toEqual([])
    expectOk(await ratify(quality, expectOk(await submit(slit, [quality.userId]))))
    expect(expectOk(await lead.call(calls.usableSlittingStandards, {})).list.map(({ code }) => code)).toEqual(['PSL-1'])
    expect(
      expectOk(await lead.call(calls.mainLineStandards, { size: 500 } as never)).list.every(
        ({ variant }) => variant === 'mainLine',
      ),
    ).toBe(true)
    expect(
      expectOk(
        await manager.call(processStandard.endpoints.list, { state: 'inApproval', waitingFor: manager.userId }),
      ).list.every(({ waitingFor }) => waitingFor === manager.userId),
    ).toBe(true)
  })
  test.each(['zh', 'en'] as const)('give one standard as a workbook in %s', async (language) => {
    const row = await createApproved({ ratios: [{ materialId, minPercent: 95, maxPercent: 100 }] })
    const answer = await lead.call(calls.mainLineStandardExcel, { id: row.id }, { language })
    expect(answer.headers['content-disposition']).toContain('.xlsx')
    const file = new ZipReader(answer.bytes, 1e7)
    const sheets = await Promise.all(
      [1, 2, 3, 4].map(async (n) => (await buffer(file.read(`xl/worksheets/sheet${n}.xml`))).toString()),
    )
    // Two lines of the heading, the column headings, and the rows.
    expect(sheets.map((sheet) => sheet.match(/<row /g)?.length)).toEqual([4, 4, 4, 5])
    for (const [i, word] of [row.code, '花辊温度', 'PP-1', 'quality-lead person'].entries())
      expect(sheets[i]).toContain(word)
    expect((await lead.call(calls.slittingStandardExcel, { id: row.id })).errno).toBe('4006')
    expect((await staff['operator-line'].call(calls.mainLineStandardExcel, { id: row.id })).errno).toBe('401')
  })
})
