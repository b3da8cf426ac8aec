import { wordKeys, type Field } from '@/contract/field'
import { inWords, type Preset } from '@/contract/preset'
import type { Resource } from '@/contract/resource'
import type { Person } from '@/server/context'
import type { Language, Translate } from '@/server/words'
import { isUnit, splitHeading, unitFactor } from '@/contract/unit-table'
import { fold, type CellKind } from './cell-values'
import { columnsOf, type CustomColumn, type ResourceColumn } from './columns'
import { headerText } from './write'

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
export interface FoundHeading {
  heading: Heading
  unit: string | null
}

/**
 * Builds the index of all headings that an import understands: labels in Chinese and English, with their unit, with
 * another unit or, if unambiguous, without. `find` returns null for unknown and ambiguous texts.
 */
export function headingsOf(
  resource: Resource,
  t: BothLanguages,
  custom: readonly CustomColumn[],
  person: Person | null = null,
): { all: Heading[]; find(text: string): FoundHeading | null } {
  const shown = {
    zh: columnsOf(resource, t.zh, { language: 'zh', custom, person }),
    en: columnsOf(resource, t.en, { language: 'en', custom, person }),
  }
  const all = shown.zh.map((column, i) => headingOf(resource, [column, shown.en[i]!], t, custom))
  const exact = new Map<string, Set<Heading>>()
  const bare = new Map<string, Set<Heading>>()
  all.forEach((heading, i) => {
    for (const column of [shown.zh[i]!, shown.en[i]!]) {
      note(exact, headerText(column), heading)
      note(bare, column.header, heading)
    }
  })
  return {
    all,
    find: (text) => {
      const whole = only(exact.get(foldHeading(text)) ?? bare.get(foldHeading(text)))
      if (whole) return { heading: whole, unit: null }
      const { label, unit } = splitHeading(foldHeading(text))
      const heading = only(bare.get(foldHeading(label)))
      return heading && { heading, unit }
    },
  }
}
const only = (found: ReadonlySet<Heading> | undefined): Heading | null => (found?.size === 1 ? [...found][0]! : null)
/** True if cells under a heading with this unit can be read, i.e. the unit can be converted to the field's. */
export function canConvert({ kind, unit: own = '' }: Heading, unit: string): boolean {
  if (kind === 'integer' || kind === 'amount') return own || isUnit(unit) ? unitFactor(unit, own) !== null : true
  return own === '' || unitFactor(unit, own) === 1
}
/** People mark required columns with a star beside the heading. */
const foldHeading = (text: string) =>
  fold(text)
    .replace(/^\*|\*$/g, '')
    .trim()
    .replace(/\s+\(/g, '(')
function note(map: Map<string, Set<Heading>>, text: string, heading: Heading): void {
  const key = foldHeading(text)
  map.set(key, (map.get(key) ?? new Set()).add(heading))
}

/** Finds the plant's own column with that key in a field; two fields may have the same key. */
export const ownColumn = (
  custom: readonly CustomColumn[],
  field: Field,
  key: string | number | undefined,
): CustomColumn | undefined =>
  field.kind === 'custom' ? custom.find((one) => one.of === field.of && one.key === key) : undefined

function headingOf(
  resource: Resource,
  columns: readonly ResourceColumn[],
  t: BothLanguages,
  custom: readonly CustomColumn[],
): Heading {
  const column = columns[0]!
  const field = resource.fields[column.field]!
  const own = ownColumn(custom, field, column.customKey)
  const options = own ? own.choices?.map((c) => c.key) : field.kind === 'choice' ? field.options : undefined
  return {
    field: column.field,
    ...(column.customKey ? { customKey: column.customKey } : {}),
    ...(own?.derived ? { derived: true } : {}),
    required: column.required,
    importable: column.importable,
    ...cellKindOf(column, field),
    ...(field.kind === 'list' ? { of: field.of } : {}),
    ...(field.kind === 'reference' || field.kind === 'references' ? { to: field.to } : {}),
    ...(column.kind === 'choice' ? { options: words(options ?? [], columns) } : {}),
    ...(column.kind === 'flag' ? { options: flagWords(t) } : {}),
    ...(field.kind === 'text' && field.words ? { options: textWords(field.words, t) } : {}),
    ...('presets' in field && field.presets ? { options: presetWords(field.presets, t) } : {}),
  }
}
function cellKindOf(column: ResourceColumn, field: Field): CellKind {
  return {
    kind: column.kind,
    ...(field.kind === 'text' && field.format ? { format: field.format } : {}),
    ...(column.digits === undefined ? {} : { digits: column.digits }),
    ...('unit' in field && field.unit ? { unit: field.unit } : column.unit ? { unit: column.unit } : {}),
  }
}
/** Maps each option's key and its labels in both languages to the key. */
function words(keys: readonly string[], columns: readonly ResourceColumn[]): ReadonlyMap<string, string> {
  return new Map(
    keys.flatMap((key, i) => [
      [fold(key), key] as const,
      ...columns.map((c) => [fold(c.options?.[i] ?? key), key] as const),
    ]),
  )
}
/** Maps predefined words of a text field to their keys; other text is stored as typed. */
function textWords(at: keyof typeof wordKeys, t: BothLanguages): ReadonlyMap<string, string> {
  return new Map(
    wordKeys[at].flatMap((key) => [
      [fold(key), key] as const,
      ...[t.zh, t.en].map((say) => [fold(say(`${at}.${key}`)), key] as const),
    ]),
  )
}
/** Maps preset texts in both languages to the stored preset. */
const presetWords = (presets: readonly Preset[], t: BothLanguages): ReadonlyMap<string, string> =>
  new Map(presets.flatMap((one) => [t.zh, t.en].map((say) => [fold(inWords(one, say)), one] as const)))
function flagWords(t: BothLanguages): ReadonlyMap<string, boolean> {
  const said = (key: string, value: boolean) => [t.zh, t.en].map((say) => [fold(say(key)), value] as const)
  return new Map([
    ...said('contract:excel.yes', true),
    ...said('contract:excel.no', false),
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])
}
