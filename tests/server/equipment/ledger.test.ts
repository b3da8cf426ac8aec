import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import type { ImportChange } from '@/contract/resource'
import { customField } from '@/areas/equipment/contract/custom-field'
import { equipment } from '@/areas/equipment/contract/equipment'
import { line, plantArea } from '@/plant/contract/line'
import { firstLevelCheck } from '@/areas/equipment/contract/check-records'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { countRows, createMachine, NOW, buildWorkbook } from './machines'

let plant: TestPlant
let lead: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  plant.clock.set(NOW)
  lead = await plant.as('maint-lead')
})
afterAll(() => plant.close())

describe('entering a machine', () => {
  test('normalises its code, and sets it in use and normal', async () => {
    const answer = await lead.call(equipment.endpoints.create, { code: 'ｓｂ 01', name: '螺杆挤压机' })
    expect(answer.data).toMatchObject({
      code: 'SB01',
      state: 'inUse',
      condition: 'normal',
      criticality: 'B',
      custom: {},
      version: 1,
    })
  })
  test.each([
    ['a code already there', { code: 'sb01', name: 'x' }, '4003'],
    ['a code no label could carry', { code: 'SB--2', name: 'x' }, '6000'],
    ['Chinese in a code', { code: '泵1', name: 'x' }, '6000'],
    ['no name', { code: 'SB-9' }, '4042'],
    ['a state, which only use records set', { code: 'SB-9', name: 'x', state: 'discarded' }, '4013'],
    ['an unknown line', { code: 'SB-9', name: 'x', lineId: createUuid7(1) }, '4006'],
    ['an unknown extra column', { code: 'SB-9', name: 'x', custom: { nothing: 1 } }, '6000'],
  ])('refuses %s and writes nothing', async (_what, input, expected) => {
    const before = await countRows(plant, 'equipment')
    expect((await lead.call(equipment.endpoints.create, input as never)).errno).toBe(expected)
    expect(await countRows(plant, 'equipment')).toBe(before)
  })
  test.each(['maint', 'operator-line', 'quality', 'viewer', 'manager'])('%s may not add a machine', async (role) => {
    const person = await plant.as(role)
    expect((await person.call(equipment.endpoints.create, { code: 'NO-1', name: 'x' })).errno).toBe('401')
    expect(await countRows(plant, 'equipment', `code = 'NO-1'`)).toBe(0)
  })
  test('an empty choice becomes its default', async () => {
    const answer = await lead.call(equipment.endpoints.create, { code: 'DEF-1', name: 'x', criticality: null })
    expect(answer.data).toMatchObject({ criticality: 'B', documents: [] })
  })
})

describe('changing and removing a machine', () => {
  test('refuses an edit of an older version and answers both versions', async () => {
    const machine = await createMachine(lead)
    await lead.call(equipment.endpoints.update, { id: machine.id, version: 1, maker: 'Reifenhäuser' })
    const staleAnswer = await lead.call(equipment.endpoints.update, { id: machine.id, version: 1, maker: 'Nanma' })
    expect(staleAnswer.errno).toBe('6000')
    expect(staleAnswer.data).toMatchObject({ conflict: true })
    expect((await plant.query(`select maker from equipment where id = $1`, [machine.id]))[0]).toEqual({
      maker: 'Reifenhäuser',
    })
  })
  test('refuses to remove a machine with records, and says why', async () => {
    const machine = await createMachine(lead)
    await lead.call(firstLevelCheck.endpoints.create, { equipmentId: machine.id, occurredAt: NOW, result: 'ok' })
    const answer = await lead.call(equipment.endpoints.remove, { id: machine.id }, { language: 'en' })
    expect(answer.errno).toBe('6000')
    expect(answer.errmsg).toContain(`${machine.code} has 1 dependent records`)
    expect(await countRows(plant, 'equipment', `id = '${machine.id}'`)).toBe(1)
  })
  test('refuses to remove a machine that only a list field refers to', async () => {
    const machine = await createMachine(lead)
    await plant.query(
      `insert into spare_part (site_id, id, code, name, unit, equipment_ids) values (1, $1, 'SP-REF', 'bearing', 'pcs', $2)`,
      [createUuid7(1), JSON.stringify([machine.id])],
    )
    expect((await lead.call(equipment.endpoints.remove, { id: machine.id })).errno).toBe('6000')
  })
  test('removes a machine without records, once', async () => {
    const machine = await createMachine(lead)
    expect((await lead.call(equipment.endpoints.remove, { id: machine.id })).errno).toBe('200')
    expect((await lead.call(equipment.endpoints.remove, { id: machine.id })).errno).toBe('4006')
    const [logEntry] = await plant.query<{ before: { code: string } }>(
      `select before from operation_log where row_id = $1 and action = 'delete'`,
      [machine.id],
    )
    expect(logEntry?.before.code).toBe(machine.code)
  })
  test('refuses a worker without the permission', async () => {
    const machine = await createMachine(lead)
    const worker = await plant.as('maint')
    expect((await worker.call(equipment.endpoints.update, { id: machine.id, version: 1, name: 'x' })).errno).toBe('401')
    expect((await worker.call(equipment.endpoints.remove, { id: machine.id })).errno).toBe('401')
  })
})

describe('extra columns', () => {
  test('are checked, merged and exported', async () => {
    const fieldAnswer = await lead.call(customField.endpoints.create, {
      key: 'gap',
      labelZh: '辊隙',
      labelEn: 'Roll gap',
      kind: 'number',
      unit: 'mm',
      low: 0,
      high: 5,
      decimals: 1,
    })
    expect(fieldAnswer.errno).toBe('200')
    await lead.call(customField.endpoints.create, { key: 'owner', labelZh: '归属', labelEn: 'Owner', kind: 'text' })
    const machine = await createMachine(lead, { custom: { gap: 1.5, owner: ' A ' } })
    expect(machine.custom).toEqual({ gap: 1.5, owner: 'A' })
    const high = await lead.call(
      equipment.endpoints.update,
      { id: machine.id, version: 1, custom: { gap: 9 } },
      { language: 'en' },
    )
    expect([high.errno, high.errmsg]).toEqual(['6000', 'Roll gap is above 5'])
    const changeAnswer = await lead.call(equipment.endpoints.update, { id: machine.id, version: 1, custom: { gap: 2 } })
    expect(changeAnswer.data.custom).toEqual({ gap: 2, owner: 'A' })
    const sheet = await lead.raw('GET', '/book/book_excel')
    expect(String(sheet.headers['content-type'])).toContain('spreadsheetml')
    // A deleted column hides its values. They stay stored and may be sent back unchanged.
    expect((await lead.call(customField.endpoints.remove, { id: fieldAnswer.data.id })).errno).toBe('200')
    const laterAnswer = await lead.call(equipment.endpoints.update, {
      id: machine.id,
      version: 2,
      custom: { gap: 2, owner: 'B' },
    })
    expect(laterAnswer.data.custom).toEqual({ gap: 2, owner: 'B' })
    expect(
      (await lead.call(equipment.endpoints.update, { id: machine.id, version: 3, custom: { gap: 3 } })).errno,
    ).toBe('6000')
  })
  test.each([
    ['a key with a capital', { key: 'Gap', labelZh: '隙', labelEn: 'x', kind: 'text' }],
    ['a number without a unit', { key: 'n1', labelZh: '数', labelEn: 'x', kind: 'number' }],
    ['crossed limits', { key: 'n2', labelZh: '数', labelEn: 'x', kind: 'number', unit: 'mm', low: 5, high: 1 }],
    ['a choice without options', { key: 'c1', labelZh: '选', labelEn: 'x', kind: 'choice' }],
  ] as const)('refuses %s', async (_what, input) => {
    expect((await lead.call(customField.endpoints.create, input)).errno).toBe('6000')
    expect(await countRows(plant, 'custom_field', `key = '${input.key}'`)).toBe(0)
  })
  test('key and kind cannot be changed', async () => {
    const { data } = await lead.call(customField.endpoints.create, {
      key: 'fixed',
      labelZh: '固定',
      labelEn: 'Fixed',
      kind: 'text',
    })
    expect((await lead.call(customField.endpoints.update, { id: data.id, version: 1, key: 'other' })).errno).toBe(
      '6000',
    )
    expect((await lead.call(customField.endpoints.update, { id: data.id, version: 1, kind: 'day' })).errno).toBe('6000')
    expect(
      (await lead.call(customField.endpoints.update, { id: data.id, version: 1, labelEn: 'Fixed one' })).errno,
    ).toBe('200')
    const duplicateAnswer = await lead.call(customField.endpoints.create, {
      key: 'fixed',
      labelZh: '再次',
      labelEn: 'Again',
      kind: 'text',
    })
    expect(duplicateAnswer.errno).toBe('4003')
  })
})

describe('Excel', () => {
  test('creates and updates machines by the normalised code', async () => {
    const machine = await createMachine(lead)
    const answer = await lead.upload(
      '/book/upload',
      await buildWorkbook(
        ['编码', '名称', '生产厂家'],
        [machine.code.toLowerCase(), '改名', 'A'],
        ['xl-1', '新机', 'B'],
      ),
    )
    expect([answer.errno, answer.data]).toMatchObject(['200', { created: 1, updated: 1 }])
    expect(await plant.query(`select name from equipment where id = $1`, [machine.id])).toEqual([{ name: '改名' }])
    expect(await countRows(plant, 'equipment', `code = 'XL-1'`)).toBe(1)
  })
  test('one invalid row stops the import and is reported', async () => {
    const answer = await lead.upload(
      '/book/upload',
      await buildWorkbook(['编码', '名称'], ['xl-2', '好'], ['xl--3', '坏']),
    )
    expect(answer.errno).toBe('6000')
    expect(answer.data).toMatchObject({ rows: [{ row: 3 }] })
    expect(await countRows(plant, 'equipment', `code like 'XL-2%'`)).toBe(0)
  })
  test('a dry run writes nothing', async () => {
    const answer = await lead.upload('/book/upload', await buildWorkbook(['编码', '名称'], ['xl-7', '好']), {
      dryRun: 'true',
    })
    expect(answer.data).toMatchObject({ created: 1, dryRun: true })
    expect(await countRows(plant, 'equipment', `code = 'XL-7'`)).toBe(0)
  })
  test('a dry run counts added and changed rows, and shows the first fifty', async () => {
    const machine = await createMachine(lead)
    const { data: createdLine } = await lead.call(line.endpoints.create, {
      code: 'XL-L',
      name: '导入线',
      kind: 'spunbond',
    })
    const heads = ['编码', '名称', '生产厂家', '产线', '额定功率 (kW)']
    const trialAnswer = await lead.upload(
      '/book/upload',
      await buildWorkbook(
        heads,
        [machine.code, machine.name, 'A', '', '7.5'],
        ['xl-9', '新机', '', createdLine.code, ''],
      ),
      { dryRun: 'true' },
    )
    const changes = trialAnswer.data['changes'] as ImportChange[]
    expect(changes).toEqual([
      expect.objectContaining({ row: 2, added: false, name: `${machine.code} ${machine.name}` }),
      {
        row: 3,
        added: true,
        name: 'XL-9 新机',
        fields: expect.arrayContaining([
          { label: '产线', before: null, after: `${createdLine.code} ${createdLine.name}` },
        ]),
      },
    ])
    expect(changes[0]!.fields).toEqual(
      expect.arrayContaining([
        { label: '生产厂家', before: null, after: 'A' },
        { label: '额定功率 (kW)', before: null, after: '7.5' },
      ]),
    )
    expect(changes[0]!.fields.map(({ label }) => label)).not.toContain('名称')
    const manyRows = Array.from({ length: 60 }, (_, i) => [`xm-${i}`, `机 ${i}`])
    const answer = await lead.upload('/book/upload', await buildWorkbook(['编码', '名称'], ...manyRows), {
      dryRun: 'true',
    })
    expect([answer.data['created'], (answer.data['changes'] as unknown[]).length]).toEqual([60, 50])
    expect(
      (await lead.upload('/book/upload', await buildWorkbook(['编码', '名称'], ['xl-10', '好']))).data,
    ).toMatchObject({
      created: 1,
      changes: [],
    })
  })
  test('needs the permission', async () => {
    const worker = await plant.as('maint')
    expect((await worker.upload('/book/upload', await buildWorkbook(['编码', '名称'], ['xl-8', 'x']))).errno).toBe(
      '401',
    )
  })
})

describe('lines and areas', () => {
  test('a line in use cannot be removed, an unused one can', async () => {
    const machine = await createMachine(lead)
    expect((await lead.call(line.endpoints.remove, { id: machine.lineId! })).errno).toBe('6000')
    const { data } = await lead.call(line.endpoints.create, { code: 'free', name: '空', kind: 'utility' })
    expect(data).toMatchObject({ code: 'FREE', active: true })
    expect((await lead.call(line.endpoints.remove, { id: data.id })).errno).toBe('200')
  })
  test('an area cannot be its own descendant', async () => {
    const a = await lead.call(plantArea.endpoints.create, { code: 'A1', name: '一车间' })
    const b = await lead.call(plantArea.endpoints.create, { code: 'A2', name: '二层', parentId: a.data.id })
    const c = await lead.call(plantArea.endpoints.create, { code: 'A3', name: '角', parentId: b.data.id })
    expect(
      (await lead.call(plantArea.endpoints.update, { id: a.data.id, version: 1, parentId: c.data.id })).errno,
    ).toBe('6000')
    expect(
      (await lead.call(plantArea.endpoints.update, { id: a.data.id, version: 1, parentId: a.data.id })).errno,
    ).toBe('6000')
    expect((await lead.call(plantArea.endpoints.remove, { id: b.data.id })).errno).toBe('6000')
    expect(await plant.query('select parent_id from plant_area where id = $1', [a.data.id])).toEqual([
      { parent_id: null },
    ])
  })
})
