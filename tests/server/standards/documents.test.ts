import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { material } from '@/areas/feeding/contract/material'
import type { DocumentRow, VersionedDocument } from '@/areas/standards/contract/document'
import { masterbatchDocument } from '@/areas/standards/contract/masterbatch'
import { materialDocument } from '@/areas/standards/contract/material-standard'
import { product } from '@/areas/standards/contract/product'
import { productDocument } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import { listMaterialStandards, type MaterialStandardInForce } from '@/areas/standards/server/queries'
import { line } from '@/plant/contract/line'
import { ZipReader } from '@/server/excel/zip-reader'
import { runAsSystem } from '@/server/start-application'
import type { Caller, TestPlant } from '../harness'
import { countRows, expectOk, collectNotices, NOW, fetchRow, createStaffedPlant, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
let author: Caller
let manager: Caller
let ids: { product: string; other: string; resin: string; batch: string; line: string; index: string }
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  ;[author, manager] = [await plant.as('quality-lead'), staff.manager]
  const { admin } = staff
  const createMaterial = async (code: string, kind: 'main' | 'sub') =>
    expectOk(await admin.call(material.endpoints.create, { code, name: code, kind })).id
  const web = async (code: string) =>
    expectOk(await admin.call(product.endpoints.create, { code, name: '纺粘', family: 'spunbond', gsm: 15 })).id
  ids = {
    product: await web('P-1'),
    other: await web('P-2'),
    resin: await createMaterial('PP-1', 'main'),
    batch: await createMaterial('MB-1', 'sub'),
    line: expectOk(await admin.call(line.endpoints.create, { code: 'M1', name: '一线', kind: 'spunbond' })).id,
    index: expectOk(
      await admin.call(testIndex.endpoints.create, { code: 'MFR', name: '熔体流动速率', unit: 'g/10min', digits: 1 }),
    ).id,
  }
}, 120_000)
beforeEach(() => plant.clock.set(NOW))
afterAll(() => plant.close())

/** Per kind: valid content, the part that later versions keep, and the message for a blank draft. */
interface Case {
  of: VersionedDocument
  table: string
  said: () => Readonly<Record<string, unknown>>
  blank: () => object
  kept: () => object
  change: Readonly<Record<string, unknown>>
  page: string
  /** Also read at the start of an order, because it decides whether the start is allowed. */
  atLine?: true
  kind: readonly [string, string]
}
const cases = {
  productStandard: {
    of: productDocument,
    table: 'product_standard',
    said: () => ({ productId: ids.product, indexes: [{ indexId: ids.index, lsl: 1, usl: 2 }] }),
    blank: () => ({ indexes: [] }),
    kept: () => ({ productId: ids.other }),
    change: { packing: '每托 12 卷' },
    page: 'productStandards',
    atLine: true,
    kind: ['产品标准', 'Product standard'],
  },
  materialStandard: {
    of: materialDocument,
    table: 'material_standard',
    said: () => ({ materialId: ids.resin, sampling: 'gbt6678', items: [{ indexId: ids.index, low: 33, high: 37 }] }),
    blank: () => ({ items: [] }),
    kept: () => ({ materialId: ids.batch }),
    change: { shelfLifeDays: 365 },
    page: 'materialStandards',
    kind: ['物料标准', 'Material standard'],
  },
  masterbatch: {
    of: masterbatchDocument,
    table: 'masterbatch',
    said: () => ({
      materialId: ids.batch,
      colour: '白',
      additions: [{ lineId: ids.line, percent: 2 }],
      masterL: 94,
      masterA: -0.5,
      masterB: 1.5,
      tolerance: 1,
      measured: [{ takenOn: '2026-11-18', lineId: ids.line, l: 93.6, a: -0.5, b: 1.8 }],
    }),
    blank: () => ({ additions: [] }),
    kept: () => ({ colour: '蓝' }),
    change: { supplier: '美联' },
    page: 'masterbatchCalibration',
    kind: ['母粒标定', 'Masterbatch calibration'],
  },
} satisfies Record<string, Case>
let serial = 0

describe.each<Case>(Object.values(cases))('$table', ({ of, table, said, blank, kept, change, page, kind, atLine }) => {
  const [written] = of.kinds
  const list = of.resource.endpoints.list!
  const { approvalEndpoints } = of
  const write = (more: object = {}, by = author) => by.call(written.add, { code: `D-${++serial}`, ...said(), ...more })
  const draft = async (more: object = {}, by = author): Promise<DocumentRow> => expectOk(await write(more, by))
  const toVersionInput = ({ id, version }: DocumentRow) => ({ id, version })
  const edit = (row: DocumentRow, patch: object, by = author) =>
    by.call(written.edit, { ...toVersionInput(row), ...patch })
  const submit = (row: DocumentRow, approvers = [manager.userId], by = author) =>
    by.call(approvalEndpoints.submit, { ...toVersionInput(row), approvers })
  const ratify = (row: DocumentRow, decision: 'approved' | 'rejected' = 'approved', reason?: string, by = manager) =>
    by.call(approvalEndpoints.ratify, { ...toVersionInput(row), decision, ...(reason ? { reason } : {}) })
  const createApproved = async (more: object = {}): Promise<DocumentRow> =>
    expectOk(await ratify(expectOk(await submit(await draft(more)))))
  const expectRefused = (answer: { errno: string; errmsg: string }, pattern: RegExp) =>
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringMatching(pattern)])

  test('leads from draft to approval under its own name', async () => {
    const heard = collectNotices(plant)
    const made = await draft()
    expect(made).toMatchObject({ revision: 1, newest: false, state: 'notApproved', authors: [author.userId] })
    const sent = expectOk(await submit(made))
    expect(sent).toMatchObject({ state: 'inApproval', waitingFor: manager.userId, newest: false })
    expect(expectOk(await manager.call(approvalEndpoints.approval, { id: made.id }))).toMatchObject({ mine: true })
    expect(expectOk(await ratify(sent))).toMatchObject({ state: 'approved', newest: true, approvedBy: manager.userId })
    expect(heard.map(({ notice, to, keys }) => [notice, to, keys])).toEqual([
      ['approvalWaiting', [manager.userId], [`${page}Approve`]],
      ['approvalDecided', [author.userId], [`${page}View`]],
    ])
    expect(heard[0]?.title).toEqual({
      zh: `${kind[0]} ${made.code} 1 待您审批`,
      en: `${kind[1]} ${made.code} 1 waits for your approval`,
    })
  })
  test('cannot be approved by its author or without the permission, nor rejected without a reason', async () => {
    expectRefused(await submit(await draft(), [author.userId]), /编写过/)
    const touched = expectOk(await edit(await draft(), change, staff.admin))
    expectRefused(await submit(touched, [staff.admin.userId]), /编写过/)
    expectRefused(await submit(await draft(), [staff.quality.userId]), /没有审批权限/)
    const sent = expectOk(await submit(await draft()))
    expect((await ratify(sent, 'approved', undefined, staff.quality)).errno).toBe('401')
    expectRefused(await ratify(sent, 'approved', undefined, author), /不是 .* 的审批人/)
    expectRefused(await ratify(sent, 'rejected'), /理由/)
    expect(expectOk(await ratify(sent, 'rejected', '请补数据'))).toMatchObject({ state: 'rejected', newest: false })
    expect((await fetchRow(plant, table, sent.id))['approved_by']).toBeNull()
  })
  test('continues with another approver when the first cannot answer', async () => {
    const sent = expectOk(await submit(await draft()))
    const replaceApprover = (by: Caller, insteadId: string, more: object = {}) =>
      by.call(approvalEndpoints.replaceApprover, {
        ...toVersionInput(sent),
        approverId: manager.userId,
        insteadId,
        reason: '病假',
        ...more,
      } as never)
    const { admin } = staff
    // The author cannot choose the approvers, whatever their permissions.
    expectRefused(await replaceApprover(author, admin.userId), /编写/)
    expect((await replaceApprover(staff.quality, admin.userId)).errno).toBe('401')
    expectRefused(await replaceApprover(manager, staff.quality.userId), /没有审批权限/)
    expectRefused(await replaceApprover(manager, author.userId), /编写过/)
    expect((await replaceApprover(manager, admin.userId, { reason: ' ' })).errno).not.toBe('200')
    expect((await replaceApprover(manager, admin.userId, { version: sent.version - 1 })).errno).toBe('6000')
    const heard = collectNotices(plant)
    const now = expectOk(await replaceApprover(manager, admin.userId))
    expect(now).toMatchObject({
      state: 'inApproval',
      waitingFor: admin.userId,
      approvers: [{ userId: admin.userId, decision: null }],
      replacements: [{ userId: manager.userId, insteadId: admin.userId, replacedBy: manager.userId, reason: '病假' }],
    })
    expect(heard.map(({ notice, to }) => [notice, to])).toEqual([['approvalWaiting', [admin.userId]]])
    expectRefused(await ratify(now), /不是 .* 的审批人/)
    expect(expectOk(await ratify(now, 'approved', undefined, admin))).toMatchObject({ state: 'approved', newest: true })
    expectRefused(await replaceApprover(admin, manager.userId, { version: now.version + 1 }), /已批准/)
  })
  test('is edited with the permission of its page only', async () => {
    for (const by of [manager, staff.quality, staff['operator-line']]) expect((await write({}, by)).errno).toBe('401')
    const own = await draft()
    expect((await edit(own, change, staff.quality)).errno).toBe('401')
    expect((await submit(own, [manager.userId], manager)).errno).toBe('401')
    expect((await staff.viewer.call(approvalEndpoints.approval, { id: own.id })).errno).toBe('401')
    expect((await staff['operator-line'].call(list, {})).errno).toBe(atLine ? '200' : '401')
    expect(expectOk(await staff.quality.call(list, { id: own.id }))).toMatchObject({ total: 1 })
  })
  test('is frozen from its submission on', async () => {
    const sent = expectOk(await submit(await draft()))
    expectRefused(await edit(sent, change), /审批中/)
    expectRefused(await author.call(written.remove, toVersionInput(sent)), /审批中/)
    const done = expectOk(await ratify(sent))
    expectRefused(await edit(done, change), /已批准/)
    expectRefused(await author.call(written.remove, toVersionInput(done)), /已批准/)
    expectRefused(await submit(done), /已批准/)
    // Fields set by the approval cannot be edited.
    const forged = await write({ state: 'approved', newest: true })
    expect([forged.errno, JSON.stringify(forged.data)]).toEqual(['4013', expect.stringContaining('newest')])
    const gone = await draft()
    expectOk(await author.call(written.remove, toVersionInput(gone)))
    expect(await countRows(plant, table, 'id = $1', [gone.id])).toBe(0)
  })
  test('is decided on the version that was read', async () => {
    const sent = expectOk(await submit(await draft()))
    const back = expectOk(await author.call(approvalEndpoints.withdraw, toVersionInput(sent)))
    const again = expectOk(await submit(expectOk(await edit(back, change))))
    const stale = await ratify(sent)
    expect([stale.errno, (stale.data as unknown as { conflict: boolean }).conflict]).toEqual(['6000', true])
    expect(expectOk(await ratify(again))).toMatchObject({ state: 'approved', ...change })
  })
  test('has one open version at a time, which replaces the previous one on approval', async () => {
    const firstVersion = await createApproved(change)
    const secondVersion = expectOk(await author.call(approvalEndpoints.newVersion, { id: firstVersion.id }))
    expect(secondVersion).toMatchObject({
      code: firstVersion.code,
      revision: 2,
      newest: false,
      state: 'notApproved',
      ...change,
    })
    expect(secondVersion.approvedBy).toBeNull()
    expectRefused(await author.call(approvalEndpoints.newVersion, { id: firstVersion.id }), /未完成的版本/)
    expectRefused(await author.call(approvalEndpoints.newVersion, { id: secondVersion.id }), /不是现行版本/)
    expectRefused(await edit(secondVersion, kept()), /不能更改/)
    expectRefused(await edit(secondVersion, { code: `${firstVersion.code}X` }), /不能更改/)
    expect((await write({ code: firstVersion.code })).errno).toBe('4003')
    expect((await fetchRow(plant, table, firstVersion.id))['newest']).toBe(true)
    expectRefused(await submit(secondVersion), /与现行版本 .* 内容完全相同/)
    const other = expectOk(await edit(secondVersion, { note: '改版' }))
    expectOk(await ratify(expectOk(await submit(other))))
    expect([
      (await fetchRow(plant, table, firstVersion.id))['newest'],
      (await fetchRow(plant, table, secondVersion.id))['newest'],
    ]).toEqual([false, true])
    expect(await countRows(plant, table, 'code = $1 and newest', [firstVersion.code])).toBe(1)
  })
  test('cannot be submitted empty', async () => {
    expectRefused(await submit(await draft(blank())), /不能提交审批/)
  })
  test.each(['zh', 'en'] as const)('is given as a workbook in %s, a sheet a list', async (language) => {
    const row = await createApproved()
    const answer = await author.call(written.excel, { id: row.id }, { language })
    expect(answer.headers['content-disposition']).toContain('.xlsx')
    const file = new ZipReader(answer.bytes, 1e7)
    const sheet = async (n: number) => (await buffer(file.read(`xl/worksheets/sheet${n}.xml`))).toString()
    expect(await sheet(1)).toContain(row.code)
    const lists = Object.values(written.contentFields).filter((field) => field.kind === 'list').length
    expect(await sheet(lists + 2)).toContain('manager person')
    expect((await staff.quality.call(written.excel, { id: row.id })).errno).toBe('401')
  })
})

describe('special rules', () => {
  test('a calibration is compared with its master and cannot be submitted outside its tolerance', async () => {
    const row = expectOk(
      await author.call(masterbatchDocument.resource.endpoints.create, {
        code: 'MB-DE',
        ...cases.masterbatch.said(),
        measured: [{ l: 93.6, a: -0.5, b: 1.8, deltaE: 0, deltaE2000: 0 }],
      } as never),
    )
    // 0.4 in lightness and 0.3 in b* give 0.5; a submitted ΔE is ignored.
    expect(row.measured).toMatchObject([{ deltaE: 0.5 }])
    expect(row.worst).toBe(0.5)
    const tight = expectOk(
      await author.call(masterbatchDocument.resource.endpoints.update, {
        id: row.id,
        version: row.version,
        tolerance: 0.4,
      }),
    )
    const answer = await author.call(masterbatchDocument.approvalEndpoints.submit, {
      id: row.id,
      version: tight.version,
      approvers: [manager.userId],
    })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', 'MB-DE 1 的实测色差超出允差，不能提交审批'])
  })
  test('the inspected items of a material apply from approval on, with their test index', async () => {
    const loadStandards = async (): Promise<MaterialStandardInForce[]> => {
      let rows: MaterialStandardInForce[] = []
      await runAsSystem(plant.app, 'test.material', async (ctx) => {
        rows = await listMaterialStandards(ctx, [film])
      })
      return rows
    }
    const film = expectOk(
      await staff.admin.call(material.endpoints.create, { code: 'FILM-1', name: '缠绕膜', kind: 'pack' }),
    ).id
    const row = expectOk(
      await author.call(materialDocument.resource.endpoints.create, {
        code: 'MS-FILM',
        materialId: film,
        sampling: 'gbt2828',
        aql: 2.5,
        level: 'II',
        items: [
          { indexId: ids.index, low: 33, high: 37 },
          { name: '厚度', nameEn: 'Thickness', unit: 'μm', target: 20, required: false },
        ],
      } as never),
    )
    expect(await loadStandards()).toEqual([])
    const sent = expectOk(
      await author.call(materialDocument.approvalEndpoints.submit, {
        id: row.id,
        version: row.version,
        approvers: [manager.userId],
      }),
    )
    expect(await loadStandards()).toEqual([])
    expectOk(
      await manager.call(materialDocument.approvalEndpoints.ratify, {
        id: row.id,
        version: sent.version,
        decision: 'approved',
      }),
    )
    expect(await loadStandards()).toMatchObject([
      {
        code: 'MS-FILM',
        aql: 2.5,
        level: 'II',
        items: [
          { code: 'MFR', name: '熔体流动速率', unit: 'g/10min', digits: 1, low: 33, required: true },
          { code: null, name: '厚度', unit: 'μm', digits: null, required: false },
        ],
      },
    ])
  })
})
