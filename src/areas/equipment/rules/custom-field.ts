/** Custom columns that a plant adds to its equipment ledger, and validation of their values. */
import { isDay } from '@/plant/rules/plant-time'

interface BaseFieldDefinition {
  /** Stable key under which values are stored, in lower camel case. */
  readonly key: string
  readonly label: { readonly zh: string; readonly en: string }
  readonly required?: boolean
}

export type CustomFieldDefinition =
  | (BaseFieldDefinition & { readonly kind: 'text'; readonly maxLength?: number })
  | (BaseFieldDefinition & {
      readonly kind: 'number'
      readonly unit: string
      readonly low?: number
      readonly high?: number
      readonly decimals?: number
    })
  | (BaseFieldDefinition & {
      readonly kind: 'choice'
      readonly choices: readonly { readonly key: string; readonly zh: string; readonly en: string }[]
    })
  | (BaseFieldDefinition & { readonly kind: 'day' })
  | (BaseFieldDefinition & { readonly kind: 'flag' })

export type CustomValue = string | number | boolean | null
export type CustomProblemCode =
  | 'required'
  | 'type'
  | 'tooLong'
  | 'below'
  | 'above'
  | 'decimals'
  | 'notAChoice'
  | 'notADay'
  | 'unknownField'

/** A problem of an entered value. */
export interface CustomProblem {
  readonly field: string
  readonly code: CustomProblemCode
  /** Violated limit: in the field's unit, in characters or in decimals. */
  readonly limit?: number
}

export type CustomResult =
  | { readonly ok: true; readonly values: Readonly<Record<string, CustomValue>> }
  | { readonly ok: false; readonly problems: readonly CustomProblem[] }

const DEFAULT_MAX_LENGTH = 200

/**
 * Validates and normalizes the values of one row: text is trimmed, blank becomes null, numeric text becomes a number.
 * The result contains every defined field. A value without a definition is a problem: if a column was deleted while a
 * phone was offline, the values that the phone sends must not vanish unnoticed.
 */
export function cleanCustomValues(
  fields: readonly CustomFieldDefinition[],
  input: Readonly<Record<string, unknown>>,
): CustomResult {
  const values = new Map<string, CustomValue>()
  const problems: CustomProblem[] = []
  for (const field of fields) {
    const result = cleanValue(field, Object.hasOwn(input, field.key) ? input[field.key] : null)
    if ('code' in result) problems.push({ field: field.key, ...result })
    else values.set(field.key, result.value)
  }
  for (const key of Object.keys(input)) {
    if (!fields.some((field) => field.key === key)) problems.push({ field: key, code: 'unknownField' })
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values: Object.fromEntries(values) }
}

type CleanedValue = { readonly value: CustomValue } | { readonly code: CustomProblemCode; readonly limit?: number }

function cleanValue(field: CustomFieldDefinition, rawValue: unknown): CleanedValue {
  const value = typeof rawValue === 'string' ? rawValue.trim() : rawValue
  if (value === undefined || value === null || value === '')
    return field.required ? { code: 'required' } : { value: null }
  switch (field.kind) {
    case 'text': {
      const limit = field.maxLength ?? DEFAULT_MAX_LENGTH
      if (typeof value !== 'string') return { code: 'type' }
      return value.length > limit ? { code: 'tooLong', limit } : { value }
    }
    case 'number':
      return cleanNumber(field, value)
    case 'choice':
      return typeof value === 'string' && field.choices.some((choice) => choice.key === value)
        ? { value }
        : { code: 'notAChoice' }
    case 'day':
      return typeof value === 'string' && isDay(value) ? { value } : { code: 'notADay' }
    case 'flag':
      return typeof value === 'boolean' ? { value } : { code: 'type' }
  }
}

function cleanNumber(field: CustomFieldDefinition & { kind: 'number' }, rawValue: unknown): CleanedValue {
  // The pattern excludes hexadecimal and exponent notation: Number('0x10') is 16 and Number('1e3') is 1000.
  const value = typeof rawValue === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(rawValue) ? Number(rawValue) : rawValue
  if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'type' }
  if (field.low !== undefined && value < field.low) return { code: 'below', limit: field.low }
  if (field.high !== undefined && value > field.high) return { code: 'above', limit: field.high }
  if (field.decimals !== undefined && Number(value.toFixed(field.decimals)) !== value)
    return { code: 'decimals', limit: field.decimals }
  return { value }
}

/** Problem of a definition. `money`: a currency unit where amounts of money are not allowed. */
export type DefinitionProblem =
  | 'key'
  | 'keyTwice'
  | 'label'
  | 'unit'
  | 'limitsCrossed'
  | 'noChoices'
  | 'choiceTwice'
  | 'money'

/** Spellings of currency units: yuan, ten thousand yuan, CNY and other codes, currency signs. */
const MONEY_UNIT_PATTERN = /\u5143|[\u00a5\uffe5$\u20ac\u00a3]|^[kM]?(?:CNY|RMB|USD|EUR|HKD|JPY|GBP)\b/i
/** Returns true if the unit is a currency. Not every reader of the ledger may see amounts of money. */
export const isMoneyUnit = (unit: string): boolean => MONEY_UNIT_PATTERN.test(unit.trim())

/** Returns the problems of a list of definitions with their field keys. Definitions without problems can be saved. */
export function findDefinitionProblems(
  fields: readonly CustomFieldDefinition[],
): { field: string; code: DefinitionProblem }[] {
  return fields.flatMap((field, index) => {
    const codes: DefinitionProblem[] = []
    if (!/^[a-z][a-zA-Z0-9]{0,39}$/.test(field.key)) codes.push('key')
    if (fields.findIndex((other) => other.key === field.key) < index) codes.push('keyTwice')
    if (!field.label.zh.trim() || !field.label.en.trim()) codes.push('label')
    if (field.kind === 'number') {
      if (!field.unit.trim()) codes.push('unit')
      if (field.low !== undefined && field.high !== undefined && field.low > field.high) codes.push('limitsCrossed')
    }
    if (field.kind === 'choice') {
      if (field.choices.length === 0) codes.push('noChoices')
      if (new Set(field.choices.map((choice) => choice.key)).size < field.choices.length) codes.push('choiceTwice')
    }
    return codes.map((code) => ({ field: field.key, code }))
  })
}

/** Like `findDefinitionProblems`, for custom fields that every reader of machines sees: money units are refused, too. */
export const findDefinitionAndMoneyProblems = (
  fields: readonly CustomFieldDefinition[],
): { field: string; code: DefinitionProblem }[] => [
  ...findDefinitionProblems(fields),
  ...fields.flatMap(({ key, ...field }) =>
    field.kind === 'number' && isMoneyUnit(field.unit) ? [{ field: key, code: 'money' as const }] : [],
  ),
]

/** A definition as the `customField` resource stores it; properties that its kind does not use are null. */
export interface StoredFieldDefinition {
  readonly key: string
  readonly labelZh: string
  readonly labelEn: string
  readonly kind: CustomFieldDefinition['kind']
  readonly unit: string | null
  readonly low: number | null
  readonly high: number | null
  readonly decimals: number | null
  readonly maxLength: number | null
  readonly choices: readonly { readonly key: string; readonly zh: string; readonly en: string }[]
  readonly mandatory: boolean
}

/** Converts a stored definition to the form that these rules use. */
export function toCustomFieldDefinition(row: StoredFieldDefinition): CustomFieldDefinition {
  const sharedProperties = { key: row.key, label: { zh: row.labelZh, en: row.labelEn }, required: row.mandatory }
  switch (row.kind) {
    case 'text':
      return { ...sharedProperties, kind: 'text', ...(row.maxLength === null ? {} : { maxLength: row.maxLength }) }
    case 'number':
      return {
        ...sharedProperties,
        kind: 'number',
        unit: row.unit ?? '',
        ...(row.low === null ? {} : { low: row.low }),
        ...(row.high === null ? {} : { high: row.high }),
        ...(row.decimals === null ? {} : { decimals: row.decimals }),
      }
    case 'choice':
      return { ...sharedProperties, kind: 'choice', choices: row.choices }
    default:
      return { ...sharedProperties, kind: row.kind }
  }
}

/**
 * Returns the values of a row after a partial edit. Values of deleted columns are preserved: a form may send them back
 * unchanged, but may not change them.
 */
export function mergeCustomValues(
  fields: readonly CustomFieldDefinition[],
  storedValues: Readonly<Record<string, CustomValue>>,
  input: Readonly<Record<string, unknown>>,
): CustomResult {
  const definedKeys = new Set(fields.map(({ key }) => key))
  const orphanedValues = Object.fromEntries(Object.entries(storedValues).filter(([key]) => !definedKeys.has(key)))
  const inputToClean = Object.fromEntries(
    Object.entries(input).filter(
      ([key, value]) => !(Object.hasOwn(orphanedValues, key) && orphanedValues[key] === value),
    ),
  )
  const definedValues = Object.fromEntries(Object.entries(storedValues).filter(([key]) => definedKeys.has(key)))
  const result = cleanCustomValues(fields, { ...definedValues, ...inputToClean })
  return result.ok ? { ok: true, values: { ...orphanedValues, ...result.values } } : result
}
