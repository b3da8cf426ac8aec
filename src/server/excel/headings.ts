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
/** What a column of a sheet is for. */
export interface Heading extends CellKind {
  field: string
  customKey?: string
  /** The import of the resource checks its cells, not the field. */
  derived?: boolean
  required: boolean
  /** Shown in an export but not taken back: its cells are passed over. */
  importable: boolean
  /** Resource whose names the cells hold. */
  to?: string
}

/** A heading of a sheet: the column it is, and the unit it names where that is another than the column's. */
export interface FoundHeading {
  heading: Heading
  unit: string | null
}

/**
 * Every heading that an import of a resource understands: labels in Chinese and English, with their unit, with another one or,
 * where that leaves no doubt, without. `find` gives null for a text that is no heading, or one that could mean two.
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
/** Whether the cells under a heading that names a unit can be read: numbers in a unit that can be turned into the field's. */
export function canConvert({ kind, unit: own = '' }: Heading, unit: string): boolean {
  if (kind === 'integer' || kind === 'amount') return own || isUnit(unit) ? unitFactor(unit, own) !== null : true
  return own === '' || unitFactor(unit, own) === 1
}
/** A star beside a heading is how people mark what must be filled in. */
const foldHeading = (text: string) =>
  fold(text)
    .replace(/^\*|\*$/g, '')
    .trim()
    .replace(/\s+\(/g, '(')
function note(map: Map<string, Set<Heading>>, text: string, heading: Heading): void {
  const key = foldHeading(text)
  map.set(key, (map.get(key) ?? new Set()).add(heading))
}

/** The plant's own column of that key in a field; two fields may have one each. */
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
/** An option by its key, or by its label in either language. */
function words(keys: readonly string[], columns: readonly ResourceColumn[]): ReadonlyMap<string, string> {
  return new Map(
    keys.flatMap((key, i) => [
      [fold(key), key] as const,
      ...columns.map((c) => [fold(c.options?.[i] ?? key), key] as const),
    ]),
  )
}
/** Words of a text; what has none there stays as it was typed. */
function textWords(at: keyof typeof wordKeys, t: BothLanguages): ReadonlyMap<string, string> {
  return new Map(
    wordKeys[at].flatMap((key) => [
      [fold(key), key] as const,
      ...[t.zh, t.en].map((say) => [fold(say(`${at}.${key}`)), key] as const),
    ]),
  )
}
/** Usual texts by their words in either language. */
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
