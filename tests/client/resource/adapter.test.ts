import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseLocalTime, toInputTime } from '@/client/format/time'
import { parseNumberText } from '@/client/fields/number-input'
import { product } from '@/areas/standards/contract/product'
import { buildLabels } from '@/client/i18n/labels'
import { buildColumns } from '@/client/resource/build-columns'
import { toFieldIssues, toFormErrors } from '@/client/resource/form-issues'
import {
  getChangedValues,
  getDifferingFields,
  omitEmptyValues,
  getEditableFields,
  buildStartValues,
} from '@/client/resource/form-values'
import { amount, choice, flag, integer, list, note, text } from '@/contract/field'
import { loadTexts } from '../texts'

const fields = {
  name: text({ required: true }),
  note: note(),
  weight: amount({ unit: 'kg' }),
  done: flag(),
  hidden: text({ hidden: true }),
  at: text({ readonly: true }),
  parts: list({ code: text({ required: true }), state: choice(['a', 'b']) }),
}
const place = { area: 'plant', owner: 'thing' }
beforeAll(() =>
  loadTexts({
    plant: {
      thing: {
        fields: { name: '名称', parts: '部件' },
        sub: { parts: { code: '编号' } },
        options: { s: { a: '甲' } },
        subOptions: { parts: { state: { a: '乙' } } },
      },
    },
  }),
)

describe('issues to fields', () => {
  const say = () => buildLabels(i18next.t, 'zh')
  const row = (number: number) => `第 ${number} 行`
  it('assigns each issue to its field, in words; inside a list it names row and inner field', () => {
    const issues = toFieldIssues(
      [
        { path: ['name'], code: 'missing' },
        { path: ['name'], code: 'tooLong', params: { limit: 3 } },
        { path: ['parts', 1, 'code'], code: 'missing' },
        { path: ['elsewhere'], code: 'unknownField' },
        { path: [], code: 'notAllowed' },
      ],
      fields,
      place,
      say(),
      row,
    )
    expect(issues).toEqual([
      { name: 'name', label: '名称', message: '必填' },
      { name: 'name', label: '名称', message: '太长（最多 3 个字符）' },
      { name: 'parts', label: '部件', message: '第 2 行 编号 必填', row: 1 },
      { name: '', label: '', message: 'elsewhere 未知字段' },
      { name: '', label: '', message: '不允许' },
    ])
    expect(toFormErrors(issues, ['name', 'note'])).toEqual([
      { name: 'name', errors: ['必填', '太长（最多 3 个字符）'] },
      { name: 'note', errors: [] },
    ])
  })
  it('names a list row by its first text, if it has one', () => {
    const values = {
      parts: [
        { code: 'A-1', state: null },
        { code: '', state: null },
      ],
    }
    const missing = [0, 1].map((at) => ({ path: ['parts', at, 'state'], code: 'missing' as const }))
    const issues = toFieldIssues(missing, fields, place, say(), row, values)
    expect(issues.map(({ message, row: at }) => [message.split(' 必填')[0], at])).toEqual([
      ['A-1 状态', 0],
      ['第 2 行 状态', 1],
    ])
  })
  it('translates options at the top and inside lists; without a translation shows the key', () => {
    expect([
      say().option(place, 's', 'a'),
      say().option({ ...place, list: 'parts' }, 'state', 'a'),
      say().option(place, 's', 'zz'),
    ]).toEqual(['甲', '乙', 'zz'])
    expect(say().hint(place, 'name')).toBeNull()
  })
})

describe('form values', () => {
  const editableFields = getEditableFields({ id: text(), version: text(), ...fields })
  it('shows editable fields, in the requested order', () => {
    expect(Object.keys(editableFields)).toEqual(['name', 'note', 'weight', 'done', 'parts'])
    expect(Object.keys(getEditableFields(fields, ['weight', 'name']))).toEqual(['weight', 'name'])
  })
  it('starts from defaults, sends filled fields, and changes changed ones', () => {
    const start = buildStartValues(editableFields)
    expect(start).toEqual({ name: null, note: null, weight: null, done: false, parts: [] })
    expect(omitEmptyValues(editableFields, { ...start, name: 'x', weight: 0 })).toEqual({
      name: 'x',
      weight: 0,
      done: false,
    })
    expect(
      getChangedValues(
        editableFields,
        { ...start, name: 'x' },
        { ...start, name: 'x', note: undefined, parts: [{ code: '1' }] },
      ),
    ).toEqual({ parts: [{ code: '1' }] })
    expect(getChangedValues(editableFields, { ...start, note: 'was' }, { ...start, note: null })).toEqual({
      note: null,
    })
    const storedValues = { ...start, parts: [{ code: '1', unit: 'kg' }] }
    expect(
      getChangedValues(editableFields, storedValues, { ...storedValues, parts: [{ unit: 'kg', code: '1' }] }),
    ).toEqual({})
  })
  it('starts a required list with its first row, and keeps existing rows', () => {
    const lanes = list({ lane: integer({ required: true }), note: text() }, { required: true, max: 9 })
    expect(buildStartValues({ lanes })).toEqual({ lanes: [{ lane: null, note: null }] })
    expect(buildStartValues({ lanes }, { lanes: [] })).toEqual({ lanes: [] })
  })
  it('finds differences between two versions', () => {
    expect(
      getDifferingFields(
        { id: '1', version: 1, name: 'a', note: null, parts: [1], own: { b: 1, aa: 2 } },
        { id: '1', version: 2, name: 'b', parts: [1], own: { aa: 2, b: 1 } },
      ),
    ).toEqual(['name'])
  })
})

describe('parses numbers and times as typed', () => {
  it.each([
    ['', null],
    ['12', 12],
    ['1.', 1],
    ['1,5', 1.5],
    ['1,000', 1000],
    ['12，345.6', 12_345.6],
    ['-1,000', -1000],
    ['0,125', 0.125],
    ['1,0000', 1],
    ['1,00', 1],
    ['12。5', 12.5],
    ['１', '１'],
    ['-.5', -0.5],
    ['－3', -3],
    ['abc', 'abc'],
    ['1e3', '1e3'],
    ['0', 0],
  ])('%s → %s', (typed, value) => expect(parseNumberText(typed)).toBe(value))
  it("formats times in the plant's zone and parses them back", () => {
    expect(toInputTime('2026-03-01T16:30:00.000Z', 'Asia/Shanghai')).toBe('2026-03-02T00:30')
    expect(parseLocalTime('2026-03-02T00:30', 'Asia/Shanghai')).toBe('2026-03-01T16:30:00.000Z')
    expect(parseLocalTime('nonsense', 'Asia/Shanghai')).toBeNull()
    expect(toInputTime(null, 'UTC')).toBe('')
  })
  it('converts every hour of a year with daylight saving, except the repeated one', () => {
    let repeated = 0
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3_600_000) {
      const moment = new Date(at).toISOString()
      const back = parseLocalTime(toInputTime(moment, 'Europe/Berlin'), 'Europe/Berlin')
      if (back !== moment) {
        repeated++
        expect(Date.parse(back ?? '')).toBe(at - 3_600_000)
      }
    }
    expect(repeated).toBe(1)
  })
})

describe('columns', () => {
  const ids = (language: 'zh' | 'en', only?: string[]) =>
    buildColumns(product, buildLabels(i18next.t, language), {}, only).map(({ id }) => id)
  it('show the English name beside the Chinese one to a Chinese reader, and once to an English one', () => {
    expect(ids('zh')).toEqual(expect.arrayContaining(['name', 'nameEn']))
    expect(ids('en')).toContain('name')
    expect(ids('en')).not.toContain('nameEn')
    expect(ids('en', ['code', 'nameEn'])).toEqual(['code', 'nameEn'])
  })
})
