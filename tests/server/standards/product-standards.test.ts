import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customer } from '@/areas/orders/contract/customer'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { product } from '@/areas/standards/contract/product'
import { season, setSeason } from '@/areas/standards/contract/season'
import { testIndex } from '@/areas/standards/contract/test-index'
import { loadProductLimits, type LimitsQuery } from '@/areas/standards/server/queries'
import type { CreateInput, Row } from '@/contract/resource'
import { runAsSystem } from '@/server/start-application'
import type { Caller, TestPlant } from '../harness'
import { expectOk, NOW, fetchRow, createStaffedPlant, type Staff } from '../plant-staff'

const { approvalEndpoints } = productDocument
let plant: TestPlant
let staff: Staff
let author: Caller
let manager: Caller
let productId: string
let customerId: string
let index: { gsm: string; md: string }
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  ;[author, manager] = [await plant.as('quality-lead'), staff.manager]
  productId = expectOk(
    await author.call(product.endpoints.create, { code: 'P-1', name: '纺粘', family: 'spunbond', gsm: 15 }),
  ).id
  customerId = expectOk(await staff['prod-lead'].call(customer.endpoints.create, { code: 'C-1', name: '恒安' })).id
  const add = async (code: string, name: string, nameEn: string, unit: string, method: string, digits: number) =>
    expectOk(await author.call(testIndex.endpoints.create, { code, name, nameEn, unit, method, digits })).id
  index = {
    gsm: await add('GSM', '单位面积质量', 'Mass per unit area', 'g/m²', 'ISO 9073-1 / GB/T 24218.1', 1),
    md: await add('MD', '纵向断裂强力', 'MD tensile strength', 'N/50 mm', 'ISO 9073-3 / GB/T 24218.3', 1),
  }
}, 120_000)
beforeEach(() => plant.clock.set(NOW))
afterAll(() => plant.close())

type Standard = Row<typeof productStandard>
let serial = 0
const limits = () => [
  { indexId: index.gsm, lsl: 14.2, target: 15, usl: 15.8, samplesPerRoll: 5 },
  { indexId: index.md, season: 'summer' as const, lsl: 24, onCertificate: false },
  { indexId: index.md, season: 'winter' as const, lsl: 22, comparison: 'full' as const },
]
const content = (more: Partial<CreateInput<typeof productStandard>> = {}) =>
  ({ code: `PD-${++serial}`, productId, indexes: limits(), ...more }) as CreateInput<typeof productStandard>
const draft = async (more: Partial<CreateInput<typeof productStandard>> = {}): Promise<Standard> =>
  expectOk(await author.call(productStandard.endpoints.create, content(more)))
const submit = (row: Standard, approvers = [manager.userId]) =>
  author.call(approvalEndpoints.submit, { id: row.id, version: row.version, approvers })
const approve = async (row: Standard): Promise<Standard> => {
  const { version } = expectOk(await submit(row))
  return expectOk(await manager.call(approvalEndpoints.ratify, { id: row.id, version, decision: 'approved' }))
}
const loadLimits = async (asked: LimitsQuery[]) => {
  let found: Awaited<ReturnType<typeof loadProductLimits>> = []
  await runAsSystem(plant.app, 'test.limits', async (ctx) => {
    found = await loadProductLimits(ctx, asked)
  })
  return found
}

describe('product limits', () => {
  test('are those of the standard in force and the season of the day, with index details', async () => {
    expect(await loadLimits([{ productId, day: '2026-11-20' }])).toEqual([null])
    const ownDraft = await draft()
    expect(ownDraft.indexes[0]).toEqual({
      indexId: index.gsm,
      season: 'both',
      lsl: 14.2,
      target: 15,
      usl: 15.8,
      samplesPerRoll: 5,
      comparison: 'rounded',
      onCertificate: true,
    })
    // Neither a draft nor a version awaiting approval is in force.
    expect(await loadLimits([{ productId }])).toEqual([null])
    const sent = expectOk(await submit(ownDraft))
    expect(await loadLimits([{ productId }])).toEqual([null])
    expectOk(await manager.call(approvalEndpoints.ratify, { id: sent.id, version: sent.version, decision: 'approved' }))
    const limitsBefore = (await loadLimits([{ productId, day: '2026-11-20' }]))[0]!
    expect(limitsBefore.limits.map(({ code }) => code)).toEqual(['GSM'])
    expectOk(await author.call(setSeason, { startsOn: '2026-05-01', season: 'summer' }))
    expectOk(await author.call(setSeason, { startsOn: '2026-12-01', season: 'winter' }))
    const [summer, winter, pinned] = await loadLimits([
      { productId, day: '2026-11-30' },
      { productId, day: '2026-12-01' },
      { productId, day: '2026-12-01', season: 'summer' },
    ])
    expect(summer).toMatchObject({ id: ownDraft.id, code: ownDraft.code, revision: 1, season: 'summer' })
    expect(summer!.limits.map(({ code, lsl }) => [code, lsl])).toEqual([
      ['GSM', 14.2],
      ['MD', 24],
    ])
    expect(winter!.limits[1]).toEqual({
      indexId: index.md,
      code: 'MD',
      name: '纵向断裂强力',
      nameEn: 'MD tensile strength',
      unit: 'N/50 mm',
      method: 'ISO 9073-3 / GB/T 24218.3',
      digits: 1,
      season: 'winter',
      lsl: 22,
      target: null,
      usl: null,
      samplesPerRoll: null,
      comparison: 'full',
      onCertificate: true,
    })
    expect(pinned!.limits[1]!.lsl).toBe(24)
  })
  test('stay those of the pinned version, and prefer the customer’s own', async () => {
    const made = expectOk(
      await author.call(product.endpoints.create, { code: 'P-2', name: '纺粘', family: 'spunbond', gsm: 20 }),
    )
    const firstVersion = await approve(await draft({ productId: made.id }))
    const secondVersion = expectOk(await author.call(approvalEndpoints.newVersion, { id: firstVersion.id }))
    expect(secondVersion).toMatchObject({
      revision: 2,
      indexes: firstVersion.indexes,
      state: 'notApproved',
      newest: false,
    })
    const tighter = expectOk(
      await author.call(productStandard.endpoints.update, {
        id: secondVersion.id,
        version: secondVersion.version,
        indexes: [{ ...firstVersion.indexes[0]!, lsl: 14.5 }],
      }),
    )
    await approve(tighter)
    const variant = await approve(
      await draft({ productId: made.id, customerId, indexes: [{ ...firstVersion.indexes[0]!, lsl: 14.8 }] }),
    )
    const answers = await loadLimits([
      { productId: made.id },
      { productId: made.id, productStandardId: firstVersion.id },
      { productId: made.id, customerId },
      { productId, customerId },
    ])
    expect(answers.map((each) => [each?.code, each?.revision, each?.limits[0]?.lsl])).toEqual([
      [firstVersion.code, 2, 14.5],
      [firstVersion.code, 1, 14.2],
      [variant.code, 1, 14.8],
      ['PD-1', 1, 14.2],
    ])
    expect((await fetchRow(plant, 'product_standard', firstVersion.id))['newest']).toBe(false)
  })
})

describe('a product standard is refused for', () => {
  const createInvalid = (more: Partial<CreateInput<typeof productStandard>>) =>
    author.call(productStandard.endpoints.create, content(more))
  test.each([
    ['an index twice in a season', () => [...limits(), { indexId: index.gsm, season: 'winter' as const }], 'indexId'],
    ['a lower limit above the upper', () => [{ indexId: index.gsm, lsl: 16, usl: 15 }], 'lsl'],
    ['a target below the lower limit', () => [{ indexId: index.gsm, lsl: 14, target: 13 }], 'target'],
  ])('%s', async (_what, indexes, field) => {
    const answer = await createInvalid({ indexes: indexes() as Standard['indexes'] })
    expect([answer.errno, JSON.stringify(answer.data)]).toEqual(['4013', expect.stringContaining(field)])
  })
  test('a missing index or material', async () => {
    const none = '01900000-0000-7000-8000-0000000000fd'
    expect((await createInvalid({ indexes: [{ indexId: none }] as Standard['indexes'] })).errno).toBe('4006')
    expect((await createInvalid({ mix: [{ materialId: none, percent: 100 }] })).errno).toBe('4006')
  })
  test('a season that would change past judgements', async () => {
    const today = await author.call(setSeason, { startsOn: '2026-11-20', season: 'winter' })
    expect([today.errno, JSON.stringify(today.data)]).toEqual(['4013', expect.stringContaining('startsOn')])
    expect((await author.call(setSeason, { startsOn: '2026-12-01', season: 'summer' })).errno).toBe('6000')
    expect((await manager.call(setSeason, { startsOn: '2027-05-01', season: 'summer' })).errno).toBe('401')
    const seasons = expectOk(await author.call(season.endpoints.list, {})).list
    expect(seasons.map(({ startsOn }) => startsOn)).toEqual(['2026-12-01', '2026-05-01'])
    const begun = await author.call(season.endpoints.remove, { id: seasons[1]!.id })
    expect(begun.errno).toBe('6000')
    expectOk(await author.call(season.endpoints.remove, { id: seasons[0]!.id }))
    expect(expectOk(await author.call(season.endpoints.list, {})).total).toBe(1)
  })
})
