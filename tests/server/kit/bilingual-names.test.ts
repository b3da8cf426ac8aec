import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { resourceOptions, shiftPack } from '@/contract/kit'
import type { ShiftPackPage } from '@/contract/sync'
import { equipment } from '@/areas/equipment/contract/equipment'
import { equipmentByCode, equipmentLabel } from '@/areas/equipment/contract/equipment-endpoints'
import { line } from '@/plant/contract/line'
import { machineNames } from '@/areas/equipment/contract/option-endpoints'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { openRepairOptions, repairBoard } from '@/areas/maintenance/contract/repair-reports'
import { readSheet } from '@/server/excel/read-sheet'
import { gasWaterPrice } from '@/areas/prices/contract/dated-prices'
import { expectOk } from '../plant-staff'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
const ids = { spun: createUuid7(), slit: createUuid7(), fan: createUuid7(), knife: createUuid7() }
const en = { language: 'en' } as const
const zh = { language: 'zh' } as const

beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
  await admin.call(line.endpoints.create, {
    id: ids.spun,
    code: 'SS-1',
    name: '纺粘一线',
    nameEn: 'Spunbond line 1',
    kind: 'spunbond',
  })
  await admin.call(line.endpoints.create, { id: ids.slit, code: 'SL-1', name: '分切一号', kind: 'slitting' }) // has no English name
  await admin.call(equipment.endpoints.create, {
    id: ids.fan,
    code: 'FAN-1',
    name: '甲风机',
    nameEn: 'Zone fan',
    lineId: ids.spun,
  })
  await admin.call(equipment.endpoints.create, {
    id: ids.knife,
    code: 'KNIFE-1',
    name: '乙刀架',
    nameEn: 'Axle of knives',
    lineId: ids.slit,
  })
})
afterAll(() => plant.close())

describe('names in the caller’s language', () => {
  test('include referenced rows and stored answers; a missing name falls back to the other language', async () => {
    const refs = async (options: typeof en | typeof zh) =>
      (await admin.call(equipment.endpoints.list, { sort: 'code' }, options)).data.refs
    for (const _again of [1, 2]) {
      expect(await refs(en)).toMatchObject({ [ids.spun]: 'SS-1 Spunbond line 1', [ids.slit]: 'SL-1 分切一号' })
      expect(await refs(zh)).toMatchObject({ [ids.spun]: 'SS-1 纺粘一线', [ids.slit]: 'SL-1 分切一号' })
    }
    const row = (await admin.call(line.endpoints.list, { id: ids.slit })).data.list[0]!
    await admin.call(line.endpoints.update, { id: row.id, version: row.version, nameEn: 'Slitter 1' })
    expect((await refs(en))[ids.slit]).toBe('SL-1 Slitter 1')
    await admin.call(line.endpoints.update, { id: row.id, version: row.version + 1, nameEn: null })
    expect((await refs(en))[ids.slit]).toBe('SL-1 分切一号')
  })
  test('stored answers exist per language because every row names people', async () => {
    const kept = (language: string) =>
      plant.app.listCache.get(`line ${language} {"keyword":"kept"}`, ['line', 'user'])?.toString() ?? null
    await admin.call(line.endpoints.list, { keyword: 'kept' }, en)
    expect([kept('zh'), kept('en')]).toEqual([null, expect.stringContaining('"total":0')])
    await admin.call(line.endpoints.list, { keyword: 'kept' }, zh)
    expect(kept('zh')).toContain('"total":0')
  })
  test('pick-lists display, sort and search by name', async () => {
    const pick = async (keyword: string, options: typeof en | typeof zh) =>
      (await admin.call(resourceOptions, { of: 'department', keyword }, options)).data.map((o) => o.label)
    await admin.raw('POST', '/dept/create', { name: '一车间', nameEn: 'Zebra works' })
    await admin.raw('POST', '/dept/create', { name: '二车间', nameEn: 'Apple works' })
    expect(await pick('works', en)).toEqual(['Apple works', 'Zebra works'])
    expect(await pick('车间', en)).toEqual(['Apple works', 'Zebra works'])
    expect(await pick('works', zh)).toEqual(['一车间', '二车间'].sort())
    expect((await admin.call(resourceOptions, { of: 'line', ids: ids.spun }, en)).data).toEqual([
      { id: ids.spun, label: 'SS-1 Spunbond line 1' },
    ])
  })
  test('a list sorted by name follows the displayed name on every page', async () => {
    const names = async (sort: string, options: typeof en | typeof zh): Promise<string[]> => {
      const seen: string[] = []
      let cursor = ''
      do {
        const page = (
          await admin.call(equipment.endpoints.list, { sort, size: 1, ...(cursor ? { after: cursor } : {}) }, options)
        ).data
        seen.push(...page.list.map((row) => row.code))
        cursor = page.next ?? ''
      } while (cursor)
      return seen
    }
    expect(await names('name', en)).toEqual(['KNIFE-1', 'FAN-1'])
    expect(await names('-name', en)).toEqual(['FAN-1', 'KNIFE-1'])
    expect(await names('name', zh)).toEqual(
      ['乙刀架', '甲风机'].sort().map((name) => (name === '甲风机' ? 'FAN-1' : 'KNIFE-1')),
    )
  })
  test('option lists, scans, labels and repairs of the areas', async () => {
    expect((await admin.call(machineNames, { keyword: '风机' }, en)).data).toMatchObject([
      { label: 'Zone fan', code: 'FAN-1', note: 'SS-1 Spunbond line 1' },
    ])
    expect((await admin.call(machineNames, { keyword: 'zone' }, zh)).data).toMatchObject([
      { label: '甲风机', note: 'SS-1 纺粘一线' },
    ])
    expect((await admin.call(equipmentByCode, { text: 'FAN-1' }, en)).data.label).toBe('FAN-1 Zone fan')
    expect((await admin.call(equipmentLabel, { ids: [ids.fan] }, en)).data[0]).toMatchObject({
      name: '甲风机',
      nameEn: 'Zone fan',
      line: 'Spunbond line 1',
    })
    await admin.call(reportRepair, {
      equipmentId: ids.fan,
      faultKind: 'mechanical',
      severity: 'high',
      description: 'x',
      occurredAt: new Date().toISOString(),
    } as never)
    expect((await admin.call(openRepairOptions, { keyword: 'zone' }, en)).data[0]?.label).toMatch(
      /^R\d{8}-001 FAN-1 Zone fan /,
    )
    expect((await admin.call(repairBoard, {}, en)).data[0]?.repairs[0]?.equipment).toBe('FAN-1 Zone fan')
    expect((await admin.call(repairBoard, {}, zh)).data[0]?.repairs[0]?.equipment).toBe('FAN-1 甲风机')
  })
  test('Excel templates leave out exactly the requested fields', async () => {
    const downloadTemplate = (query: string) =>
      admin.raw('GET', `/book/book_excel${query}`, undefined, { 'accept-language': 'en' })
    const headings = async (query: string) => (await readSheet((await downloadTemplate(query)).bytes)).header
    const whole = await headings('')
    expect(whole).toEqual(expect.arrayContaining(['Name', 'English name', 'Line']))
    expect(await headings('?without=nameEn,lineId')).toEqual(
      whole.filter((one) => !['English name', 'Line'].includes(one)),
    )
    const refused = JSON.parse((await downloadTemplate('?without=name,colourOfTheSky')).bytes.toString()) as object
    expect(refused).toMatchObject({ errno: '4013' })
  })
  test('Excel files are written in the language and read back in either', async () => {
    const sheet = async (language: 'zh' | 'en') =>
      (await admin.raw('GET', '/book/book_excel', undefined, { 'accept-language': language })).bytes
    for (const [language, shown] of [
      ['en', 'SS-1 Spunbond line 1'],
      ['zh', 'SS-1 纺粘一线'],
    ] as const) {
      const bytes = await sheet(language)
      expect(JSON.stringify(await readSheet(bytes))).toContain(shown)
      const back = await admin.upload('/book/upload', bytes, { dryRun: 'true' })
      expect(back).toMatchObject({ errno: '200', data: { updated: 0, created: 0, unchanged: 2 } })
    }
  })
})

describe('a shift pack', () => {
  test('carries names in both languages, English ones only where they differ', async () => {
    await plant.app.db.pool.query(`update equipment set updated_at = now()`)
    const pack = (await admin.call(shiftPack, { cursor: null } as never, en)).data as unknown as ShiftPackPage
    expect(pack.refs).toMatchObject({ [ids.spun]: 'SS-1 纺粘一线', [ids.slit]: 'SL-1 分切一号' })
    expect(pack.refsEn).toEqual(expect.objectContaining({ [ids.spun]: 'SS-1 Spunbond line 1' }))
    expect(pack.refsEn).toHaveProperty(admin.userId, 'Administrator')
    expect(pack.refsEn).not.toHaveProperty(ids.slit)
  })
})

describe('options in lists', () => {
  test('are translated for the caller and found by their translation', async () => {
    const { id } = expectOk(
      await admin.call(gasWaterPrice.endpoints.create, {
        medium: 'gas',
        effectiveFrom: '2026-01-01',
        price: 3.2,
      } as never),
    )
    const labels = async (keyword: string | undefined, options: typeof en | typeof zh) =>
      expectOk(await admin.call(resourceOptions, { of: 'gasWaterPrice', ...(keyword ? { keyword } : {}) }, options))
    expect(await labels(undefined, zh)).toEqual([{ id, label: '天然气 2026-01-01' }])
    expect(await labels(undefined, en)).toEqual([{ id, label: 'Gas 2026-01-01' }])
    expect(await labels('天然', zh)).toEqual([{ id, label: '天然气 2026-01-01' }])
  })

  test('are translated in both languages for every resource', () => {
    const { resources, translations } = plant.app
    const choices = [...resources.values()].flatMap((one) =>
      one.title.flatMap((name) => {
        const field = one.fields[name]
        return field?.kind === 'choice'
          ? field.options.map((option) => `${one.area}:${one.name}.options.${name}.${option}`)
          : []
      }),
    )
    expect(choices.length).toBeGreaterThan(50)
    expect(choices.filter((key) => !translations.has(key, 'zh') || !translations.has(key, 'en'))).toEqual([])
  })
})
