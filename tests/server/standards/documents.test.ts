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
import { countOf, good, notices, NOW, rowOf, staffed, type Staff } from '../people'

let plant: TestPlant
let staff: Staff
let author: Caller
let manager: Caller
let ids: { product: string; other: string; resin: string; batch: string; line: string; index: string }
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
  ;[author, manager] = [await plant.as('quality-lead'), staff.manager]
  const { admin } = staff
  const made = async (code: string, kind: 'main' | 'sub') =>
    good(await admin.call(material.endpoints.create, { code, name: code, kind })).id
  const web = async (code: string) =>
    good(await admin.call(product.endpoints.create, { code, name: '纺粘', family: 'spunbond', gsm: 15 })).id
  ids = {
    product: await web('P-1'),
    other: await web('P-2'),
    resin: await made('PP-1', 'main'),
    batch: await made('MB-1', 'sub'),
    line: good(await admin.call(line.endpoints.create, { code: 'M1', name: '一线', kind: 'spunbond' })).id,
    index: good(
      await admin.call(testIndex.endpoints.create, { code: 'MFR', name: '熔体流动速率', unit: 'g/10min', digits: 1 }),
    ).id,
  }
}, 120_000)
beforeEach(() => plant.clock.set(NOW))
afterAll(() => plant.close())

/** What is written in each kind, what of it later versions keep, and what a blank one says when it is submitted. */
interface Case {
  of: VersionedDocument
  table: string
  said: () => Readonly<Record<string, unknown>>
  blank: () => object
  kept: () => object
  change: Readonly<Record<string, unknown>>
  page: string
  /** Read where an order is started, as it decides whether it may be. */
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
  const { steps } = of
  const write = (more: object = {}, by = author) => by.call(written.add, { code: `D-${++serial}`, ...said(), ...more })
  const draft = async (more: object = {}, by = author): Promise<DocumentRow> => good(await write(more, by))
  const named = ({ id, version }: DocumentRow) => ({ id, version })
  const edit = (row: DocumentRow, patch: object, by = author) => by.call(written.edit, { ...named(row), ...patch })
  const submit = (row: DocumentRow, approvers = [manager.userId], by = author) =>
    by.call(steps.submit, { ...named(row), approvers })
  const ratify = (row: DocumentRow, decision: 'approved' | 'rejected' = 'approved', reason?: string, by = manager) =>
    by.call(steps.ratify, { ...named(row), decision, ...(reason ? { reason } : {}) })
  const approved = async (more: object = {}): Promise<DocumentRow> =>
    good(await ratify(good(await submit(await draft(more)))))
  const refused = (answer: { errno: string; errmsg: string }, pattern: RegExp) =>
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringMatching(pattern)])

  test('goes from draft to force, and is told by its own name', async () => {
    const heard = notices(plant)
    const made = await draft()
    expect(made).toMatchObject({ revision: 1, newest: false, state: 'notApproved', authors: [author.userId] })
    const sent = good(await submit(made))
    expect(sent).toMatchObject({ state: 'inApproval', waitingFor: manager.userId, newest: false })
    expect(good(await manager.call(steps.approval, { id: made.id }))).toMatchObject({ mine: true })
    expect(good(await ratify(sent))).toMatchObject({ state: 'approved', newest: true, approvedBy: manager.userId })
    expect(heard.map(({ notice, to, keys }) => [notice, to, keys])).toEqual([
      ['approvalWaiting', [manager.userId], [`${page}Approve`]],
      ['approvalDecided', [author.userId], [`${page}View`]],
    ])
    expect(heard[0]?.title).toEqual({
      zh: `${kind[0]} ${made.code} 1 待您审批`,
      en: `${kind[1]} ${made.code} 1 waits for your approval`,
    })
  })
  test('is not approved by who wrote in it, nor by who may not, nor without a reason against it', async () => {
    refused(await submit(await draft(), [author.userId]), /编写过/)
    const touched = good(await edit(await draft(), change, staff.admin))
    refused(await submit(touched, [staff.admin.userId]), /编写过/)
    refused(await submit(await draft(), [staff.quality.userId]), /没有审批权限/)
    const sent = good(await submit(await draft()))
    expect((await ratify(sent, 'approved', undefined, staff.quality)).errno).toBe('401')
    refused(await ratify(sent, 'approved', undefined, author), /不是 .* 的审批人/)
    refused(await ratify(sent, 'rejected'), /理由/)
    expect(good(await ratify(sent, 'rejected', '请补数据'))).toMatchObject({ state: 'rejected', newest: false })
    expect((await rowOf(plant, table, sent.id))['approved_by']).toBeNull()
  })
  test('goes on with another approver when the one who was asked cannot answer', async () => {
    const sent = good(await submit(await draft()))
    const ask = (by: Caller, insteadId: string, more: object = {}) =>
      by.call(steps.replaceApprover, {
        ...named(sent),
        approverId: manager.userId,
        insteadId,
        reason: '病假',
        ...more,
      } as never)
    const { admin } = staff
    // Who wrote it does not choose who judges it, whatever key they hold.
    refused(await ask(author, admin.userId), /编写/)
    expect((await ask(staff.quality, admin.userId)).errno).toBe('401')
    refused(await ask(manager, staff.quality.userId), /没有审批权限/)
    refused(await ask(manager, author.userId), /编写过/)
    expect((await ask(manager, admin.userId, { reason: ' ' })).errno).not.toBe('200')
    expect((await ask(manager, admin.userId, { version: sent.version - 1 })).errno).toBe('6000')
    const heard = notices(plant)
    const now = good(await ask(manager, admin.userId))
    expect(now).toMatchObject({
      state: 'inApproval',
      waitingFor: admin.userId,
      approvers: [{ userId: admin.userId, decision: null }],
      replacements: [{ userId: manager.userId, insteadId: admin.userId, replacedBy: manager.userId, reason: '病假' }],
    })
    expect(heard.map(({ notice, to }) => [notice, to])).toEqual([['approvalWaiting', [admin.userId]]])
    refused(await ratify(now), /不是 .* 的审批人/)
    expect(good(await ratify(now, 'approved', undefined, admin))).toMatchObject({ state: 'approved', newest: true })
    refused(await ask(admin, manager.userId, { version: now.version + 1 }), /已批准/)
  })
  test('is written by those of its page alone', async () => {
    for (const by of [manager, staff.quality, staff['operator-line']]) expect((await write({}, by)).errno).toBe('401')
    const own = await draft()
    expect((await edit(own, change, staff.quality)).errno).toBe('401')
    expect((await submit(own, [manager.userId], manager)).errno).toBe('401')
    expect((await staff.viewer.call(steps.approval, { id: own.id })).errno).toBe('401')
    expect((await staff['operator-line'].call(list, {})).errno).toBe(atLine ? '200' : '401')
    expect(good(await staff.quality.call(list, { id: own.id }))).toMatchObject({ total: 1 })
  })
  test('stays as it is from its submission on', async () => {
    const sent = good(await submit(await draft()))
    refused(await edit(sent, change), /审批中/)
    refused(await author.call(written.remove, named(sent)), /审批中/)
    const done = good(await ratify(sent))
    refused(await edit(done, change), /已批准/)
    refused(await author.call(written.remove, named(done)), /已批准/)
    refused(await submit(done), /已批准/)
    // What approval writes is nobody's to write.
    const forged = await write({ state: 'approved', newest: true })
    expect([forged.errno, JSON.stringify(forged.data)]).toEqual(['4013', expect.stringContaining('newest')])
    const gone = await draft()
    good(await author.call(written.remove, named(gone)))
    expect(await countOf(plant, table, 'id = $1', [gone.id])).toBe(0)
  })
  test('is decided by what was read', async () => {
    const sent = good(await submit(await draft()))
    const back = good(await author.call(steps.withdraw, named(sent)))
    const again = good(await submit(good(await edit(back, change))))
    const stale = await ratify(sent)
    expect([stale.errno, (stale.data as unknown as { conflict: boolean }).conflict]).toEqual(['6000', true])
    expect(good(await ratify(again))).toMatchObject({ state: 'approved', ...change })
  })
  test('has one open version at a time, which takes the place of the one before when it is approved', async () => {
    const one = await approved(change)
    const two = good(await author.call(steps.newVersion, { id: one.id }))
    expect(two).toMatchObject({ code: one.code, revision: 2, newest: false, state: 'notApproved', ...change })
    expect(two.approvedBy).toBeNull()
    refused(await author.call(steps.newVersion, { id: one.id }), /未完成的版本/)
    refused(await author.call(steps.newVersion, { id: two.id }), /不是现行版本/)
    refused(await edit(two, kept()), /不能更改/)
    refused(await edit(two, { code: `${one.code}X` }), /不能更改/)
    expect((await write({ code: one.code })).errno).toBe('4003')
    expect((await rowOf(plant, table, one.id))['newest']).toBe(true)
    refused(await submit(two), /与现行版本 .* 内容完全相同/)
    const other = good(await edit(two, { note: '改版' }))
    good(await ratify(good(await submit(other))))
    expect([(await rowOf(plant, table, one.id))['newest'], (await rowOf(plant, table, two.id))['newest']]).toEqual([
      false,
      true,
    ])
    expect(await countOf(plant, table, 'code = $1 and newest', [one.code])).toBe(1)
  })
  test('says something before it is submitted', async () => {
    refused(await submit(await draft(blank())), /不能提交审批/)
  })
  test.each(['zh', 'en'] as const)('is given as a workbook in %s, a sheet a list', async (language) => {
    const row = await approved()
    const answer = await author.call(written.excel, { id: row.id }, { language })
    expect(answer.headers['content-disposition']).toContain('.xlsx')
    const file = new ZipReader(answer.bytes, 1e7)
    const sheet = async (n: number) => (await buffer(file.read(`xl/worksheets/sheet${n}.xml`))).toString()
    expect(await sheet(1)).toContain(row.code)
    const lists = Object.values(written.content).filter((field) => field.kind === 'list').length
    expect(await sheet(lists + 2)).toContain('manager person')
    expect((await staff.quality.call(written.excel, { id: row.id })).errno).toBe('401')
  })
})

describe('what is its own', () => {
  test('a calibration is held against its master, and not submitted outside of its tolerance', async () => {
    const row = good(
      await author.call(masterbatchDocument.resource.endpoints.create, {
        code: 'MB-DE',
        ...cases.masterbatch.said(),
        measured: [{ l: 93.6, a: -0.5, b: 1.8, deltaE: 0, deltaE2000: 0 }],
      } as never),
    )
    // 0.4 in lightness and 0.3 in b*: 0.5; what was sent as ΔE counts for nothing.
    expect(row.measured).toMatchObject([{ deltaE: 0.5 }])
    expect(row.worst).toBe(0.5)
    const tight = good(
      await author.call(masterbatchDocument.resource.endpoints.update, {
        id: row.id,
        version: row.version,
        tolerance: 0.4,
      }),
    )
    const answer = await author.call(masterbatchDocument.steps.submit, {
      id: row.id,
      version: tight.version,
      approvers: [manager.userId],
    })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', 'MB-DE 1 的实测色差超出允差，不能提交审批'])
  })
  test('what is inspected of a material is known from its approval on, with what its test index says', async () => {
    const found = async (): Promise<MaterialStandardInForce[]> => {
      let rows: MaterialStandardInForce[] = []
      await runAsSystem(plant.app, 'test.material', async (ctx) => {
        rows = await listMaterialStandards(ctx, [film])
      })
      return rows
    }
    const film = good(
      await staff.admin.call(material.endpoints.create, { code: 'FILM-1', name: '缠绕膜', kind: 'pack' }),
    ).id
    const row = good(
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
    expect(await found()).toEqual([])
    const sent = good(
      await author.call(materialDocument.steps.submit, {
        id: row.id,
        version: row.version,
        approvers: [manager.userId],
      }),
    )
    expect(await found()).toEqual([])
    good(await manager.call(materialDocument.steps.ratify, { id: row.id, version: sent.version, decision: 'approved' }))
    expect(await found()).toMatchObject([
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
