import { describe, expect, it } from 'vitest'
import {
  cleanCustomValues,
  findDefinitionProblems,
  type CustomFieldDefinition,
} from '@/areas/equipment/rules/custom-field'

const label = { zh: '名称', en: 'Name' }
const fields: CustomFieldDefinition[] = [
  { kind: 'text', key: 'maker', label, required: true, maxLength: 5 },
  { kind: 'number', key: 'power', label, unit: 'kW', low: 0, high: 500, decimals: 1 },
  { kind: 'choice', key: 'voltage', label, choices: [{ key: 'v380', zh: '380 V', en: '380 V' }] },
  { kind: 'day', key: 'bought', label },
  { kind: 'flag', key: 'rented', label },
]
const full = { maker: 'ABB', power: 45.5, voltage: 'v380', bought: '2024-02-29', rented: false }

describe('cleanCustomValues', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['a full row', full, full],
    [
      'blanks become null',
      { maker: ' ABB ', power: '', voltage: null },
      { maker: 'ABB', power: null, voltage: null, bought: null, rented: null },
    ],
    [
      'a number typed as text',
      { maker: 'A', power: ' 45.5 ' },
      { maker: 'A', power: 45.5, voltage: null, bought: null, rented: null },
    ],
    ['the limits themselves', { ...full, power: 500 }, { ...full, power: 500 }],
  ])('takes %s', (_what, given, values) => {
    expect(cleanCustomValues(fields, given)).toEqual({ ok: true, values })
  })

  it.each<[Record<string, unknown>, unknown]>([
    [{ maker: '  ' }, { field: 'maker', code: 'required' }],
    [{ maker: 'Siemens' }, { field: 'maker', code: 'tooLong', limit: 5 }],
    [{ maker: 5 }, { field: 'maker', code: 'type' }],
    [{ power: -1 }, { field: 'power', code: 'below', limit: 0 }],
    [{ power: 500.1 }, { field: 'power', code: 'above', limit: 500 }],
    [{ power: 1.25 }, { field: 'power', code: 'decimals', limit: 1 }],
    [{ power: '0x10' }, { field: 'power', code: 'type' }],
    [{ power: Number.NaN }, { field: 'power', code: 'type' }],
    [{ voltage: 'V380' }, { field: 'voltage', code: 'notAChoice' }],
    [{ bought: '2026-02-29' }, { field: 'bought', code: 'notADay' }],
    [{ rented: 'yes' }, { field: 'rented', code: 'type' }],
    [{ colour: 'red' }, { field: 'colour', code: 'unknownField' }],
  ])('refuses %j', (change, problem) => {
    expect(cleanCustomValues(fields, { ...full, ...change })).toEqual({ ok: false, problems: [problem] })
  })

  it('lists every problem at once', () => {
    expect(cleanCustomValues(fields, { power: 'a', voltage: 'b' })).toMatchObject({
      ok: false,
      problems: [{ field: 'maker' }, { field: 'power' }, { field: 'voltage' }],
    })
  })

  it('ignores inherited properties', () => {
    expect(cleanCustomValues([{ kind: 'flag', key: 'constructor', label }], {})).toEqual({
      ok: true,
      values: { constructor: null },
    })
  })

  it('refuses a smuggled prototype as an undefined field', () => {
    const given: Record<string, unknown> = JSON.parse('{"maker":"A","__proto__":{"rented":true}}')
    expect(cleanCustomValues(fields, given)).toEqual({
      ok: false,
      problems: [{ field: '__proto__', code: 'unknownField' }],
    })
  })
})

describe('definitionProblems', () => {
  it('accepts valid definitions', () => expect(findDefinitionProblems(fields)).toEqual([]))

  it.each<[CustomFieldDefinition, string]>([
    [{ kind: 'day', key: '__proto__', label }, 'key'],
    [{ kind: 'day', key: 'Due date', label }, 'key'],
    [{ kind: 'text', key: 'maker', label }, 'keyTwice'],
    [{ kind: 'flag', key: 'x', label: { zh: '', en: 'X' } }, 'label'],
    [{ kind: 'number', key: 'x', label, unit: ' ' }, 'unit'],
    [{ kind: 'number', key: 'x', label, unit: 'A', low: 2, high: 1 }, 'limitsCrossed'],
    [{ kind: 'choice', key: 'x', label, choices: [] }, 'noChoices'],
    [
      {
        kind: 'choice',
        key: 'x',
        label,
        choices: [
          { key: 'a', zh: 'a', en: 'a' },
          { key: 'a', zh: 'b', en: 'b' },
        ],
      },
      'choiceTwice',
    ],
  ])('%j: %s', (field, code) => {
    expect(findDefinitionProblems([...fields, field])).toEqual([{ field: field.key, code }])
  })
})
