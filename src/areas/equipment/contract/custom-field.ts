import { defineResource } from '@/contract/resource'
import { amount, choice, day, flag, integer, list, text, type Field } from '@/contract/field'
import type { StoredFieldDefinition } from '@/areas/equipment/rules/custom-field'

/** Fields of a custom column definition, independent of the resource that the column extends. */
export const definitionFields = {
  key: text({ required: true, max: 40 }),
  labelZh: text({ required: true, max: 60 }),
  labelEn: text({ required: true, max: 60 }),
  kind: choice(['text', 'number', 'choice', 'day', 'flag'], { required: true }),
  unit: text({ max: 20 }),
  low: amount({ unit: '', digits: 6 }),
  high: amount({ unit: '', digits: 6 }),
  decimals: integer({ min: 0, max: 6 }),
  maxLength: integer({ min: 1, max: 400 }),
  choices: list(
    {
      key: text({ required: true, max: 40 }),
      zh: text({ required: true, max: 60 }),
      en: text({ required: true, max: 60 }),
    },
    { max: 60 },
  ),
  mandatory: flag(),
  sortOrder: integer({ min: 0, max: 9999 }),
} as const

const MAX_DECIMALS = 6
const MAX_TEXT_LENGTH = 400
/** Converts the definition of a custom column to a field, like those that resources declare in code. */
export function toResourceField(row: StoredFieldDefinition): Field {
  const options = row.mandatory ? { required: true } : {}
  switch (row.kind) {
    case 'number':
      return amount({
        ...options,
        unit: row.unit ?? '',
        digits: row.decimals ?? MAX_DECIMALS,
        ...(row.low === null ? {} : { min: row.low }),
        ...(row.high === null ? {} : { max: row.high }),
      })
    case 'choice':
      return choice(row.choices.map(({ key }) => key) as [string, ...string[]], options)
    case 'day':
      return day(options)
    case 'flag':
      return flag(options)
    default:
      return text({ ...options, max: row.maxLength ?? MAX_TEXT_LENGTH })
  }
}

/** Definitions of the custom columns of the ledger. `rules/custom-field` validates them and their values. */
export const customField = defineResource('customField', {
  area: 'equipment',
  fields: {
    // `equipment` is visible to every reader of the ledger, `equipmentValue` only to those who may see prices.
    appliesTo: choice(['equipment', 'equipmentValue'], { default: 'equipment' }),
    ...definitionFields,
  },
  title: ['labelZh'],
  englishFields: { labelZh: 'labelEn' },
  unique: [['appliesTo', 'key']],
  filters: ['appliesTo'],
  search: ['key', 'labelZh'],
  sort: 'sortOrder',
  inShiftPack: true,
  routes: { list: 'GET /equ/field', create: 'POST /equ/field', update: 'PUT /equ/field', remove: 'DELETE /equ/field' },
  permissions: {
    view: 'signedIn',
    add: 'equipmentLedgerSetField',
    edit: 'equipmentLedgerSetField',
    delete: 'equipmentLedgerSetField',
  },
})
