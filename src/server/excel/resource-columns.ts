import { vocabularies, type Field, type FieldKind, type ListField } from '@/contract/field'
import { translatePresets } from '@/contract/preset'
import type { Resource } from '@/contract/resource'
import { translateUnit } from '@/contract/language'
import { canSeeField } from '@/contract/field-visibility'
import type { Person } from '@/server/context'
import type { Language, Translate } from '@/server/translations'
import { formatHeader, type WorksheetColumn } from './write-worksheet'
import { convertInstantToWall } from '@/contract/zone-clock'

/** A column that the plant defined itself, as stored by the custom-field resource. */
export interface CustomFieldColumn {
  /** Subject that the custom values describe: equals `of` of the custom field whose values this column shows. */
  of: string
  key: string
  kind: 'text' | 'number' | 'choice' | 'day' | 'flag'
  labelZh: string
  labelEn: string
  unit?: string | null
  decimals?: number | null
  mandatory?: boolean
  choices?: readonly { key: string; zh: string; en: string }[]
  /** True if the import writer of the resource converts the cells to other values; it then checks them as well. */
  isConvertedByWriter?: boolean
  /** Explains the column in the reader's language. */
  hint?: string
}
/** Display names by id, as in the answers of lists. */
export type Refs = Readonly<Record<string, string>>
type ValueFormatter = (value: unknown, refs: Refs) => unknown

/** A worksheet column that shows a field of a resource. */
export interface ResourceColumn extends WorksheetColumn {
  field: string
  /** Key within the custom values, for columns that the plant defined. */
  customKey?: string
  isRequired: boolean
  /** Description of a list's entries, if an import accepts the list. */
  entryDescription?: string
  /**
   * True if an import accepts the column. Lists without `entryDescription`, series, pictures, files and fields set by the
   * server are export-only.
   */
  isImportable: boolean
  hint?: string
  /** Display texts of the options, for choices and flags. */
  options?: readonly string[]
  /** Returns the cell value for a row; `refs` names the referenced rows. */
  getCellValue(row: Readonly<Record<string, unknown>>, refs?: Refs): unknown
}
export interface ColumnsOptions {
  language: Language
  /**
   * The plant's time zone, in which moments within lists are written; without it they are written in ISO 8601. A moment
   * that has its own column is written as an Excel date.
   */
  timeZone?: string | undefined
  customColumns?: readonly CustomFieldColumn[]
  /** The reader of the file or the person who fills it in. Without a person, restricted fields are omitted. */
  person?: Person | null
  /** Only these fields, in this order. */
  fieldNames?: readonly string[]
}

/**
 * Builds the Excel columns of a resource in one language, without hidden and secret fields. Texts come from
 * `<area>:<resource>.fields.<field>`, `….options.<field>.<option>`, `….subOptions.<list>.<field>.<option>`,
 * `contract:excel.yes|no`.
 */
export function buildResourceColumns(resource: Resource, t: Translate, options: ColumnsOptions): ResourceColumn[] {
  const names = options.fieldNames ?? Object.keys(resource.fields)
  const columns = names.flatMap((name): ResourceColumn[] => {
    const field = resource.fields[name]
    if (!field) throw new Error(`${resource.name} has no field ${name}`)
    if (field.hidden || (field.kind === 'text' && field.secret) || !canSeeField(field, options.person ?? null))
      return []
    if (field.kind === 'custom')
      return (options.customColumns ?? [])
        .filter(({ of }) => of === field.of)
        .map((c) => buildCustomColumn(name, c, t, options.language))
    return [buildFieldColumn(resource, name, field, t, options)]
  })
  return withDistinctHeaders(columns)
}
/** Numbers repeated headings, because a worksheet with duplicate headings cannot be imported. */
function withDistinctHeaders(columns: readonly ResourceColumn[]): ResourceColumn[] {
  const usedHeaders = new Set<string>()
  return columns.map((column) => {
    let header = column.header
    const toComparableText = () =>
      formatHeader({ ...column, header })
        .normalize('NFKC')
        .toLowerCase()
    for (let n = 2; usedHeaders.has(toComparableText()); n++) header = `${column.header} #${n}`
    usedHeaders.add(toComparableText())
    return header === column.header ? column : { ...column, header }
  })
}

/** Kinds that no import accepts, except a list with `importedFromOneCell`. */
const EXPORT_ONLY_KINDS: readonly FieldKind[] = ['list', 'series', 'image', 'file']
const buildFieldColumn = (
  resource: Resource,
  name: string,
  field: Field,
  t: Translate,
  { language, timeZone }: Pick<ColumnsOptions, 'language' | 'timeZone'>,
): ResourceColumn => {
  const prefix = `${resource.area}:${resource.name}`
  const column = buildAnswerColumn(
    name,
    field,
    t(`${prefix}.fields.${name}`),
    `${prefix}.options.${name}`,
    { t, language, timeZone },
    `${prefix}.subOptions.${name}`,
  )
  const parts =
    field.kind === 'list' && field.importedFromOneCell ? formatEntryParts(field, `${prefix}.sub.${name}`, t) : undefined
  const isImportable = !field.readonly && (parts !== undefined || !EXPORT_ONLY_KINDS.includes(field.kind))
  return { ...column, isImportable, ...(parts ? { entryDescription: parts } : {}) }
}
/** Describes a list's entries as written in a cell: `Lane × Set width (mm) × Measured width (mm)`. */
export const formatEntryParts = ({ of }: ListField, entryLabelKey: string, t: Translate): string =>
  Object.entries(of)
    .map(([name, field]) => {
      const label = t(`${entryLabelKey}.${name}`)
      return 'unit' in field && field.unit && !label.includes('(') ? `${label} (${field.unit})` : label
    })
    .join(' × ')
/**
 * Builds the export-only column of a field: of an endpoint's answer, or the base of a resource's column.
 * @param optionKey key prefix of the option texts
 * @param entryOptionKey key prefix of the option texts of a list's entries
 */
export function buildAnswerColumn(
  name: string,
  field: Field,
  header: string,
  optionKey: string,
  { t, language, timeZone }: { t: Translate; language: Language; timeZone?: string | undefined },
  entryOptionKey = '',
): ResourceColumn {
  const formatValue = createValueFormatter(field, optionKey, entryOptionKey, t, timeZone)
  return {
    field: name,
    header,
    kind: field.kind === 'image' || field.kind === 'file' ? 'integer' : field.kind,
    isRequired: field.required === true,
    isImportable: false,
    ...('unit' in field && field.unit ? { unit: translateUnit(field.unit, language) } : {}),
    ...(field.kind === 'amount' ? { digits: field.digits } : {}),
    ...(field.kind === 'choice' ? { options: field.options.map((o) => t(`${optionKey}.${o}`)) } : {}),
    ...(field.kind === 'flag' ? { options: getYesNoLabels(t) } : {}),
    getCellValue: (row, refs = {}) => formatValue(row[name], refs),
  }
}
const getYesNoLabels = (t: Translate): [string, string] => [t('contract:excel.yes'), t('contract:excel.no')]

function buildCustomColumn(field: string, column: CustomFieldColumn, t: Translate, language: Language): ResourceColumn {
  const [yes, no] = getYesNoLabels(t)
  const chooseLabel = (choice: { zh: string; en: string }) => (language === 'zh' ? choice.zh : choice.en)
  const choices = new Map((column.choices ?? []).map((c) => [c.key, chooseLabel(c)]))
  const kind = column.kind === 'number' ? 'amount' : column.kind
  return {
    field,
    customKey: column.key,
    header: language === 'zh' ? column.labelZh : column.labelEn,
    kind,
    isRequired: column.mandatory === true,
    isImportable: true,
    ...(column.unit ? { unit: column.unit } : {}),
    ...(column.hint ? { hint: column.hint } : {}),
    ...(kind === 'amount' ? { digits: column.decimals ?? 3 } : {}),
    ...(kind === 'choice' ? { options: [...choices.values()] } : kind === 'flag' ? { options: [yes, no] } : {}),
    getCellValue: (row) => {
      const value = (row[field] as Readonly<Record<string, unknown>> | null | undefined)?.[column.key]
      if (typeof value === 'boolean') return value ? yes : no
      return kind === 'choice' ? (choices.get(String(value)) ?? value) : value
    },
  }
}

/** Formats a text; preset texts are translated. */
const createTextFormatter =
  (t: Translate): ValueFormatter =>
  (v) =>
    typeof v === 'string' ? translatePresets(v, t) : v
/**
 * Creates the formatter for values of a field.
 * @param optionKey key prefix of option texts
 * @param entryOptionKey key prefix of the option texts of a list's entries
 */
function createValueFormatter(
  field: Field,
  optionKey: string,
  entryOptionKey: string,
  t: Translate,
  timeZone: string | undefined,
): ValueFormatter {
  const [yes, no] = getYesNoLabels(t)
  switch (field.kind) {
    case 'choice': {
      const labels = new Map(field.options.map((o) => [o, t(`${optionKey}.${o}`)]))
      return (v) => labels.get(v as string) ?? v
    }
    case 'text': {
      const { vocabulary } = field
      if (!vocabulary) return createTextFormatter(t)
      const labelsByKey = new Map<unknown, string>(
        vocabularies[vocabulary].map((key) => [key, t(`${vocabulary}.${key}`)]),
      )
      return (v) => labelsByKey.get(v) ?? v
    }
    case 'note':
      return createTextFormatter(t)
    case 'flag':
      return (v) => (v === true ? yes : v === false ? no : null)
    case 'reference':
      return (v, refs) => (typeof v === 'string' ? (refs[v] ?? v) : null)
    case 'references':
      return (v, refs) => (Array.isArray(v) ? v.map((id) => refs[String(id)] ?? id).join('; ') : null)
    case 'image':
    case 'file':
      return (v) => (Array.isArray(v) && v.length > 0 ? v.length : null)
    case 'series':
      return (v) => (Array.isArray(v) ? v.map((entry) => [entry].flat().join(' ')).join('; ') : v)
    case 'list':
      return createListFormatter(field.of, entryOptionKey, t, timeZone)
    default:
      return (v) => v
  }
}
/** Creates the formatter for lists as one line of text: `filter screen × 2 pcs; gasket × 1 pcs`; moments by the plant's clock. */
function createListFormatter(
  fields: Readonly<Record<string, Field>>,
  entryOptionKey: string,
  t: Translate,
  timeZone: string | undefined,
): ValueFormatter {
  const parts = Object.entries(fields)
    .filter(([, f]) => !f.hidden)
    .map(([name, field]) => ({
      name,
      formatValue:
        field.kind === 'moment' && timeZone !== undefined
          ? (v: unknown) => (typeof v === 'string' ? formatPlantTime(timeZone, v) : v)
          : createValueFormatter(field, `${entryOptionKey}.${name}`, '', t, timeZone),
      isNumber: field.kind === 'integer' || field.kind === 'amount',
      unit: 'unit' in field && field.unit ? ` ${field.unit}` : '',
    }))
  const formatRow = (row: Readonly<Record<string, unknown>>, refs: Refs) => {
    const filledParts = parts.flatMap((part) => {
      const value = part.formatValue(row[part.name], refs)
      return value === null || value === undefined || value === ''
        ? []
        : [{ isNumber: part.isNumber, text: `${String(value)}${part.unit}` }]
    })
    const joinedTexts = filledParts
      .filter(({ isNumber }) => !isNumber)
      .map(({ text }) => text)
      .join(' ')
    const numbers = filledParts.filter(({ isNumber }) => isNumber).map(({ text }) => text)
    return [joinedTexts, ...numbers].filter(Boolean).join(' × ')
  }
  return (v, refs) =>
    Array.isArray(v) ? v.map((row: Readonly<Record<string, unknown>>) => formatRow(row, refs)).join('; ') : null
}

/** Formats a column's value as plain text, e.g. for a preview; moments show the plant's clock. */
export function formatColumnText(
  column: ResourceColumn,
  row: Readonly<Record<string, unknown>>,
  refs: Refs,
  timeZone: string,
): string {
  const value = column.getCellValue(row, refs)
  if (value === null || value === undefined) return ''
  if (column.kind !== 'moment') return String(value)
  return formatPlantTime(timeZone, String(value))
}

/** Formats a moment as the plant's clock shows it: `2026-11-26 14:00`. */
export const formatPlantTime = (zone: string, moment: string): string =>
  new Date(convertInstantToWall(zone, Date.parse(moment))).toISOString().slice(0, 16).replace('T', ' ')
