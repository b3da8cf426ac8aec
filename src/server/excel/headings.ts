import { vocabularies, type Field } from '@/contract/field'
import { translatePresets, type Preset } from '@/contract/preset'
import type { Resource } from '@/contract/resource'
import type { Person } from '@/server/context'
import type { Language, Translate } from '@/server/translations'
import { isUnit, splitHeading, getUnitFactor } from '@/contract/unit-table'
import { foldText, type CellKind } from './cell-values'
import { buildResourceColumns, type CustomFieldColumn, type ResourceColumn } from './resource-columns'
import { formatHeader } from './write-worksheet'

export type BothLanguages = Readonly<Record<Language, Translate>>
/** The purpose of a worksheet column. */
export interface Heading extends CellKind {
  field: string
  customKey?: string
  /** The import of the resource checks its cells, not the field. */
  derived?: boolean
  required: boolean
  /** False: exported but not imported; its cells are skipped. */
  importable: boolean
  /** Resource whose names the cells hold. */
  to?: string
}

/** The column that a heading names, with the unit it gives if that differs from the column's. */
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
  custom: readonly CustomFieldColumn[],
  person: Person | null = null,
): { all: Heading[]; find(text: string): HeadingMatch | null } {
  const columnsByLanguage = {
    zh: buildResourceColumns(resource, t.zh, { language: 'zh', custom, person }),
    en: buildResourceColumns(resource, t.en, { language: 'en', custom, person }),
  }
  const all = columnsByLanguage.zh.map((column, i) =>
    buildHeading(resource, [column, columnsByLanguage.en[i]!], t, custom),
  )
  const exact = new Map<string, Set<Heading>>()
  const bare = new Map<string, Set<Heading>>()
  all.forEach((heading, i) => {
    for (const column of [columnsByLanguage.zh[i]!, columnsByLanguage.en[i]!]) {
      addHeading(exact, formatHeader(column), heading)
      addHeading(bare, column.header, heading)
    }
  })
  return {
    all,
    find: (text) => {
      const whole = getSingle(exact.get(foldHeading(text)) ?? bare.get(foldHeading(text)))
      if (whole) return { heading: whole, unit: null }
      const { label, unit } = splitHeading(foldHeading(text))
      const heading = getSingle(bare.get(foldHeading(label)))
      return heading && { heading, unit }
    },
  }
}
const getSingle = (headings: ReadonlySet<Heading> | undefined): Heading | null =>
  headings?.size === 1 ? [...headings][0]! : null
/** True if cells under a heading with this unit can be read, i.e. the unit can be converted to the field's. */
export function canConvertUnit({ kind, unit: fieldUnit = '' }: Heading, unit: string): boolean {
  if (kind === 'integer' || kind === 'amount')
    return fieldUnit || isUnit(unit) ? getUnitFactor(unit, fieldUnit) !== null : true
  return fieldUnit === '' || getUnitFactor(unit, fieldUnit) === 1
}
/** People mark required columns with a star beside the heading. */
const foldHeading = (text: string) =>
  foldText(text)
    .replace(/^\*|\*$/g, '')
    .trim()
    .replace(/\s+\(/g, '(')
function addHeading(map: Map<string, Set<Heading>>, text: string, heading: Heading): void {
  const key = foldHeading(text)
  map.set(key, (map.get(key) ?? new Set()).add(heading))
}

/** Finds the plant's own column with that key in a field; two fields may have the same key. */
export const findCustomColumn = (
  custom: readonly CustomFieldColumn[],
  field: Field,
  key: string | number | undefined,
): CustomFieldColumn | undefined =>
  field.kind === 'custom' ? custom.find((one) => one.of === field.of && one.key === key) : undefined

function buildHeading(
  resource: Resource,
  columns: readonly ResourceColumn[],
  t: BothLanguages,
  custom: readonly CustomFieldColumn[],
): Heading {
  const column = columns[0]!
  const field = resource.fields[column.field]!
  const customColumn = findCustomColumn(custom, field, column.customKey)
  const options = customColumn
    ? customColumn.choices?.map((c) => c.key)
    : field.kind === 'choice'
      ? field.options
      : undefined
  return {
    field: column.field,
    ...(column.customKey ? { customKey: column.customKey } : {}),
    ...(customColumn?.derived ? { derived: true } : {}),
    required: column.required,
    importable: column.importable,
    ...toCellKind(column, field),
    ...(field.kind === 'list' ? { of: field.of } : {}),
    ...(field.kind === 'reference' || field.kind === 'references' ? { to: field.to } : {}),
    ...(column.kind === 'choice' ? { options: buildOptionWords(options ?? [], columns) } : {}),
    ...(column.kind === 'flag' ? { options: buildFlagWords(t) } : {}),
    ...(field.kind === 'text' && field.words ? { options: buildTextWords(field.words, t) } : {}),
    ...('presets' in field && field.presets ? { options: buildPresetWords(field.presets, t) } : {}),
  }
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
      [foldText(key), key] as const,
      ...columns.map((c) => [foldText(c.options?.[i] ?? key), key] as const),
    ]),
  )
}
/** Maps predefined words of a text field to their keys; other text is stored as typed. */
function buildTextWords(wordSet: keyof typeof vocabularies, t: BothLanguages): ReadonlyMap<string, string> {
  return new Map(
    vocabularies[wordSet].flatMap((key) => [
      [foldText(key), key] as const,
      ...[t.zh, t.en].map((say) => [foldText(say(`${wordSet}.${key}`)), key] as const),
    ]),
  )
}
/** Maps preset texts in both languages to the stored preset. */
const buildPresetWords = (presets: readonly Preset[], t: BothLanguages): ReadonlyMap<string, string> =>
  new Map(presets.flatMap((one) => [t.zh, t.en].map((say) => [foldText(translatePresets(one, say)), one] as const)))
function buildFlagWords(t: BothLanguages): ReadonlyMap<string, boolean> {
  const toEntries = (key: string, value: boolean) => [t.zh, t.en].map((say) => [foldText(say(key)), value] as const)
  return new Map([
    ...toEntries('contract:excel.yes', true),
    ...toEntries('contract:excel.no', false),
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])
}
