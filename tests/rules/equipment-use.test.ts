import { describe, expect, it } from 'vitest'
import {
  toCustomFieldDefinition,
  mergeCustomValues,
  type CustomFieldDefinition,
} from '@/areas/equipment/rules/custom-field'
import { decideUseChange, getUndoUsePermission } from '@/areas/equipment/rules/equipment'
import { calculateUsualPerHour } from '@/areas/equipment/rules/meter'

describe('a change of the use state', () => {
  it.each([
    ['inUse', 'notUsed', 'r', { ok: true, action: 'stopUse', permission: 'equipmentUseAdd' }],
    ['notUsed', 'inUse', null, { ok: true, action: 'resumeUse', permission: 'equipmentUseAdd' }],
    ['inUse', 'discarded', 'r', { ok: true, action: 'discard', permission: 'equipmentLedgerDiscard' }],
    ['discarded', 'notUsed', 'r', { ok: true, action: 'restore', permission: 'equipmentLedgerRestore' }],
    ['discarded', 'inUse', 'r', { ok: false, code: 'noWay' }],
    ['inUse', 'inUse', 'r', { ok: false, code: 'noWay' }],
    ['inUse', 'notUsed', ' ', { ok: false, code: 'reason' }],
  ] as const)('%s to %s with reason %j', (from, to, reason, expected) => {
    expect(decideUseChange(from, to, reason)).toEqual(expected)
  })
  it.each([
    ['inUse', 'notUsed', null],
    ['inUse', 'discarded', 'equipmentLedgerRestore'],
    ['discarded', 'notUsed', 'equipmentLedgerDiscard'],
  ] as const)('taking back %s to %s needs %s', (from, to, key) => {
    expect(getUndoUsePermission(from, to)).toBe(key)
  })
})

describe('custom values of an edit', () => {
  const fields: CustomFieldDefinition[] = [
    toCustomFieldDefinition({
      key: 'gap',
      labelZh: '隙',
      labelEn: 'Gap',
      kind: 'number',
      unit: 'mm',
      low: 0,
      high: null,
      decimals: null,
      maxLength: null,
      choices: [],
      mandatory: true,
    }),
    toCustomFieldDefinition({
      key: 'owner',
      labelZh: '归属',
      labelEn: 'Owner',
      kind: 'text',
      unit: null,
      low: null,
      high: null,
      decimals: null,
      maxLength: 3,
      choices: [],
      mandatory: false,
    }),
  ]
  it('parses a stored definition', () => {
    expect(fields).toEqual([
      { key: 'gap', label: { zh: '隙', en: 'Gap' }, required: true, kind: 'number', unit: 'mm', low: 0 },
      { key: 'owner', label: { zh: '归属', en: 'Owner' }, required: false, kind: 'text', maxLength: 3 },
    ])
  })
  it.each<[string, Record<string, string | number>, Record<string, unknown>, unknown]>([
    ['keeps what is not named', { gap: 1, owner: 'A' }, { owner: 'B' }, { ok: true, values: { gap: 1, owner: 'B' } }],
    [
      'keeps values of a column that is gone',
      { gap: 1, old: 'x' },
      { gap: 2 },
      { ok: true, values: { old: 'x', gap: 2, owner: null } },
    ],
    [
      'takes them back unchanged',
      { gap: 1, old: 'x' },
      { old: 'x', gap: 1 },
      { ok: true, values: { old: 'x', gap: 1, owner: null } },
    ],
    [
      'but not changed',
      { gap: 1, old: 'x' },
      { old: 'y' },
      { ok: false, problems: [{ field: 'old', code: 'unknownField' }] },
    ],
    ['asks for what must be there', {}, { owner: 'B' }, { ok: false, problems: [{ field: 'gap', code: 'required' }] }],
    [
      'checks what is stored against the definition of today',
      { gap: -1 },
      { owner: 'B' },
      { ok: false, problems: [{ field: 'gap', code: 'below', limit: 0 }] },
    ],
    [
      'is not misled by names of the language',
      { gap: 1 },
      { constructor: 'x' },
      { ok: false, problems: [{ field: 'constructor', code: 'unknownField' }] },
    ],
  ])('%s', (_what, stored, given, expected) => {
    expect(mergeCustomValues(fields, stored, given)).toEqual(expected)
  })
})

it.each([
  [240, 24, 10],
  [240, 23.9, null],
  [0, 48, null],
  [-5, 48, null],
])('%d used in %d h is usually %s an hour', (used, hours, expected) => {
  expect(calculateUsualPerHour(used, hours)).toBe(expected)
})
