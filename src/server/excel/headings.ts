import { vocabularies, type AmountField, type Field, type RowUnit } from '@/contract/field'
import { translatePresets, type Preset } from '@/contract/preset'
import type { Resource } from '@/contract/resource'
import type { Person } from '@/server/context'
import type { Language, Translate } from '@/server/translations'
import { getUnitFactor, isUnit, isUnitLike, markUnitPrefixes, splitHeading } from '@/contract/unit-table'
import { normalizeForComparison, type CellKind } from './cell-values'
import { buildResourceColumns, type CustomFieldColumn, type ResourceColumn } from './resource-columns'
import { formatHeader } from './write-worksheet'

/** The translate function of each language. */
export type BothLanguages = Readonly<Record<Language, Translate>>
/** The meaning of a worksheet column: its field, its headings and how its cells are read. */
export interface Heading extends CellKind {
  field: string
  /** The heading as templates and exports write it. */
  headers: Readonly<Record<Language, string>>
  customKey?: string
  isRequired: boolean
  /** False: exported but not imported; its cells are skipped. */
  isImportable: boolean
  /** Source of the unit of each row, if the column has no unit of its own. */
  rowUnit?: RowUnit
  /** Resource whose names the cells hold. */
  referencedResource?: string
}

/** The column that a heading names, and the unit of the heading if it differs from the column's unit. */
export interface HeadingMatch {
  heading: Heading
  unit: string | null
}

/**
 * Builds the index of all headings that an import understands: labels in Chinese and English, with their unit, with
 * another unit or, if unambiguous, without. `find` returns null for unknown and ambiguous texts.
 */
export function buildHeadingIndex(
  resource: Resource,
  t: BothLanguages,
  customColumns: readonly CustomFieldColumn[],
  person: Person | null = null,
): { headings: Heading[]; find(text: string): HeadingMatch | null } {
  const columnsByLanguage = {
    zh: buildResourceColumns(resource, t.zh, { language: 'zh', customColumns, person }),
    en: buildResourceColumns(resource, t.en, { language: 'en', customColumns, person }),
  }
  const headings = columnsByLanguage.zh.map((column, i) =>
    buildHeading(resource, [column, columnsByLanguage.en[i]!], t, customColumns),
  )
  const headingsWithUnit = new Map<string, Set<Heading>>()
  const headingsByLabel = new Map<string, Set<Heading>>()
  headings.forEach((heading, i) => {
    for (const column of [columnsByLanguage.zh[i]!, columnsByLanguage.en[i]!]) {
      addHeading(headingsWithUnit, formatHeader(column), heading)
      addHeading(headingsByLabel, column.header, heading)
    }
  })
  /** Finds a heading whose unit follows without brackets: `最低库存 吨`, `最低库存_kg`. */
  const findHeadingWithTrailingUnit = (text: string): HeadingMatch | null => {
    const [, label = '', unit = ''] = /^(.*\S)[\s_]+([^\d\s_][^\s_]*)$/.exec(text.trim()) ?? []
    const heading = isUnit(unit) ? getSingle(headingsByLabel.get(normalizeHeading(label))) : null
    return heading?.kind === 'amount' || heading?.kind === 'integer' ? { heading, unit } : null
  }
  return {
    headings,
    find: (text) => {
      const exactHeading = getSingle(
        headingsWithUnit.get(normalizeHeading(text)) ?? headingsByLabel.get(normalizeHeading(text)),
      )
      if (exactHeading) return { heading: exactHeading, unit: null }
      const { label, unit } = splitHeading(text.trim().replace(/^\*|\*$/g, ''))
      const heading = getSingle(headingsByLabel.get(normalizeHeading(label)))
      return heading ? { heading, unit } : findHeadingWithTrailingUnit(text)
    },
  }
}
const getSingle = (headings: ReadonlySet<Heading> | undefined): Heading | null =>
  headings?.size === 1 ? [...headings][0]! : null
/**
 * True if cells under a heading with this unit can be read, i.e. the unit can be converted to the field's. The unit of
 * each row is checked with the row.
 */
export function canConvertUnit(heading: Heading, unit: string): boolean {
  const { kind, rowUnit } = heading
  if (rowUnit) return true
  if (kind === 'integer' || kind === 'amount' || kind === 'list') {
    const columnUnits = getColumnUnits(heading)
    if (isListOfColumnUnits(heading, unit)) return true
    // With several units it is unclear which numbers of a list the unit is for.
    return kind === 'list' && columnUnits.length === 0
      ? true
      : columnUnits.length === 1 && getUnitFactor(unit, columnUnits[0]!) !== null
  }
  // The import writer does not know the heading's unit, so the values would be stored without it.
  if (heading.isConvertedByWriter && !heading.unit) return !isUnitLike(unit)
  return !heading.unit || getUnitFactor(unit, heading.unit) === 1
}
/** True for a column of days, moments or times of day. */
export const isDateOrTime = ({ kind, format }: Heading): boolean =>
  kind === 'day' || kind === 'moment' || format === 'time'
/** True if the unit of a heading consists of all units of a list column in their order, e.g. `m × mm`. */
export function isListOfColumnUnits(heading: Heading, unit: string | null): boolean {
  const columnUnits = getColumnUnits(heading)
  const headingUnits = unit?.split(/\s*[×*]\s*|\s+[xX]\s+/) ?? []
  return (
    columnUnits.length > 1 &&
    headingUnits.length === columnUnits.length &&
    headingUnits.every((headingUnit, i) => getUnitFactor(headingUnit, columnUnits[i]!) === 1)
  )
}
/** Returns the units of a column's numbers; a list may have several. */
export const getColumnUnits = ({ unit, entryFields }: Heading): string[] =>
  unit
    ? [unit]
    : [
        ...new Set(
          Object.values(entryFields ?? {}).flatMap((field) => ('unit' in field && field.unit ? [field.unit] : [])),
        ),
      ]
/** Normalizes a heading and removes the star with which people mark required columns. */
const normalizeHeading = (text: string) =>
  normalizeForComparison(markUnitPrefixes(text))
    .replace(/^\*|\*$/g, '')
    .trim()
    .replace(/\s+\(/g, '(')
    // Chinese is written with or without blanks: ERP 单号, 编 码.
    .replace(/(?<=\p{Script=Han})\s+|\s+(?=\p{Script=Han})/gu, '')
function addHeading(headingsByText: Map<string, Set<Heading>>, text: string, heading: Heading): void {
  const key = normalizeHeading(text)
  headingsByText.set(key, (headingsByText.get(key) ?? new Set()).add(heading))
}

/** Finds the column that the plant has added to a field under a key; two fields may have the same key. */
export const findCustomColumn = (
  customColumns: readonly CustomFieldColumn[],
  field: Field,
  key: string | number | undefined,
): CustomFieldColumn | undefined =>
  field.kind === 'custom' ? customColumns.find((column) => column.of === field.of && column.key === key) : undefined

function buildHeading(
  resource: Resource,
  columns: readonly ResourceColumn[],
  t: BothLanguages,
  customColumns: readonly CustomFieldColumn[],
): Heading {
  const column = columns[0]!
  const field = resource.fields[column.field]!
  const customColumn = findCustomColumn(customColumns, field, column.customKey)
  const options = customColumn
    ? customColumn.choices?.map((c) => c.key)
    : field.kind === 'choice'
      ? field.options
      : undefined
  return {
    field: column.field,
    headers: { zh: formatHeader(column), en: formatHeader(columns[1] ?? column) },
    ...(column.customKey ? { customKey: column.customKey } : {}),
    ...(customColumn?.isConvertedByWriter ? { isConvertedByWriter: true } : {}),
    isRequired: column.isRequired,
    isImportable: column.isImportable,
    ...toCellKind(column, field),
    ...(field.kind === 'list' ? { entryFields: field.of } : {}),
    ...(field.kind === 'amount' ? buildRowUnit(field) : {}),
    ...(field.kind === 'reference' || field.kind === 'references' ? { referencedResource: field.to } : {}),
    ...(column.kind === 'choice' ? { options: buildOptionWords(options ?? [], columns) } : {}),
    ...(column.kind === 'flag' ? { options: buildFlagWords(t) } : {}),
    ...(field.kind === 'text' && field.vocabulary ? { options: buildTextWords(field.vocabulary, t) } : {}),
    ...('presets' in field && field.presets ? { options: buildPresetWords(field.presets, t) } : {}),
  }
}
function buildRowUnit({ rowUnit, unitField }: AmountField): Pick<Heading, 'rowUnit'> {
  if (rowUnit) return { rowUnit }
  return unitField ? { rowUnit: { field: unitField } } : {}
}
function toCellKind(column: ResourceColumn, field: Field): CellKind {
  return {
    kind: column.kind,
    ...(field.kind === 'text' && field.format ? { format: field.format } : {}),
    ...(column.digits === undefined ? {} : { digits: column.digits }),
    ...('unit' in field && field.unit ? { unit: field.unit } : column.unit ? { unit: column.unit } : {}),
  }
}
/** Maps each option's key and its labels in both languages to the key. */
function buildOptionWords(keys: readonly string[], columns: readonly ResourceColumn[]): ReadonlyMap<string, string> {
  return new Map(
    keys.flatMap((key, i) => [
      [normalizeForComparison(key), key] as const,
      ...columns.map((c) => [normalizeForComparison(c.options?.[i] ?? key), key] as const),
    ]),
  )
}
/** Maps predefined words of a text field to their keys; other text is stored as typed. */
function buildTextWords(wordSet: keyof typeof vocabularies, t: BothLanguages): ReadonlyMap<string, string> {
  return new Map(
    vocabularies[wordSet].flatMap((key) => [
      [normalizeForComparison(key), key] as const,
      ...[t.zh, t.en].map((translate) => [normalizeForComparison(translate(`${wordSet}.${key}`)), key] as const),
    ]),
  )
}
/** Maps preset texts in both languages to the stored preset. */
const buildPresetWords = (presets: readonly Preset[], t: BothLanguages): ReadonlyMap<string, string> =>
  new Map(
    presets.flatMap((preset) =>
      [t.zh, t.en].map((translate) => [normalizeForComparison(translatePresets(preset, translate)), preset] as const),
    ),
  )
function buildFlagWords(t: BothLanguages): ReadonlyMap<string, boolean> {
  const toEntries = (key: string, value: boolean) =>
    [t.zh, t.en].map((translate) => [normalizeForComparison(translate(key)), value] as const)
  return new Map([
    ...toEntries('contract:excel.yes', true),
    ...toEntries('contract:excel.no', false),
    ...['true', '1', 'y', '√', '✓', '✔'].map((word) => [word, true] as const),
    ...['false', '0', 'n', '×', '✗', '✘'].map((word) => [word, false] as const),
  ])
}

/** Returns the heading with the unit of a row, if the rows have their own units. */
export function withRowUnit(
  heading: Heading,
  input: Readonly<Record<string, unknown>>,
  unitsByReferenceId: ReadonlyMap<string, string>,
): Heading {
  const { rowUnit } = heading
  if (!rowUnit) return heading
  if ('pricePer' in rowUnit) return { ...heading, otherUnits: getPriceUnits(heading, rowUnit.pricePer, input) }
  const [unit, ...otherUnits] = getRowUnits(rowUnit, input, unitsByReferenceId)
  return { ...heading, unit: typeof unit === 'string' ? unit : '', otherUnits: otherUnits as string[] }
}

/** Returns the unit of a row, followed by other units that mean the same. */
function getRowUnits(
  rowUnit: Exclude<RowUnit, { readonly pricePer: unknown }>,
  input: Readonly<Record<string, unknown>>,
  unitsByReferenceId: ReadonlyMap<string, string>,
): readonly unknown[] {
  if ('field' in rowUnit) return [input[rowUnit.field]]
  if ('option' in rowUnit) return rowUnit.units[String(input[rowUnit.option])] ?? []
  return [unitsByReferenceId.get(String(input[rowUnit.reference]))]
}

/** Returns the unit of a price, e.g. `CNY/pcs`. Empty if the row does not give the unit that the price is for. */
function getPriceUnits(
  { unit: currency = '' }: Heading,
  pricePer: { readonly unit: string } | { readonly field: string },
  input: Readonly<Record<string, unknown>>,
): string[] {
  const pricedUnit = 'unit' in pricePer ? pricePer.unit : input[pricePer.field]
  return typeof pricedUnit === 'string' && pricedUnit !== '' ? [`${currency}/${pricedUnit}`] : []
}
