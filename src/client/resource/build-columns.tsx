import type { ReactNode } from 'react'
import { baseFields, type Resource } from '@/contract/resource'
import { resolveFieldUnit, isCollection, type Field } from '@/contract/field'
import { getFieldInLanguage } from '@/contract/language'
import { FieldView } from '../fields/registry'
import { getResultDecimals } from '../format/number'
import type { FieldLabels } from '../i18n/labels'
import type { Column } from '../ui/DataTable'
import { UnsentBadge } from './UnsentBadge'

/** A row of any resource, as its list endpoint returns it. */
export type ListRow = Record<string, unknown> & { id: string; version: number }
/** Custom cells by column, e.g. a state with its tone; `refs` are names of referenced rows. */
export type Cells = Readonly<Record<string, (row: ListRow, refs: Readonly<Record<string, string>>) => ReactNode>>

const MAX_CARD_DETAILS = 4
/** Returns all fields of a resource's rows by name: its own and the base fields. */
export const getRowFields = (resource: Pick<Resource, 'fields'>): Readonly<Record<string, Field>> => ({
  ...baseFields,
  ...resource.fields,
})

/**
 * Builds the columns of a list: the given fields in order, else the title and then all visible ones. The title and
 * `state` are the header of a phone's card; the next four are its details.
 */
export function buildColumns(
  resource: Resource,
  labels: FieldLabels,
  refs: Readonly<Record<string, string>>,
  fieldNames?: readonly string[],
  cells: Cells = {},
): Column<ListRow>[] {
  const fields = getRowFields(resource)
  const requestedNames = fieldNames ?? [
    ...resource.title,
    ...Object.keys(resource.fields).filter((name) => !resource.title.includes(name) && !resource.fields[name]?.hidden),
  ]
  // For English readers the name column already displays the English name, so the column of the English name is
  // omitted.
  const englishNames = labels.language === 'en' ? requestedNames.map((name) => resource.englishFields[name]) : []
  const names = requestedNames.filter((name) => !englishNames.includes(name))
  let detailCount = 0
  return names.flatMap((name): Column<ListRow>[] => {
    const field = fields[name]
    const renderCell = cells[name]
    if (!field && !renderCell) return []
    const isState = name === 'state' || (renderCell !== undefined && field?.kind === 'choice')
    const headerSlot = getHeaderSlot(resource, name, isState)
    if (!headerSlot) detailCount += 1
    const cardSlot = headerSlot ?? (detailCount <= MAX_CARD_DETAILS ? 'detail' : 'none')
    return [
      {
        id: name,
        header: labels.field(resource, name),
        renderCell: (row) => {
          const content = renderCell
            ? renderCell(row, refs)
            : field && (
                <FieldView
                  field={limitDecimals(resolveFieldUnit(field, row), row[name])}
                  name={name}
                  place={{ area: resource.area, owner: resource.name }}
                  value={getFieldInLanguage(resource, row, name, labels.language)}
                  refs={refs}
                />
              )
          return cardSlot === 'title' && row['pending'] !== undefined ? (
            <span className="icon-text">
              {content}
              <UnsentBadge pending={row['pending']} />
            </span>
          ) : (
            content
          )
        },
        isNumber: field?.kind === 'amount' || field?.kind === 'integer',
        isSortable: field !== undefined && !isCollection(field) && field.kind !== 'reference' && field.kind !== 'note',
        width: getColumnWidth(resource, name, { cardSlot, isCustom: renderCell !== undefined, labels }),
        cardSlot,
        isEmpty: (row) => !renderCell && isBlankValue(getFieldInLanguage(resource, row, name, labels.language)),
        isHidden:
          !fieldNames &&
          cardSlot === 'none' &&
          (field?.kind === 'note' || field?.kind === 'custom' || Object.values(resource.englishFields).includes(name)),
      },
    ]
  })
}
/** Units of sums that the server calculates. Readings of meters and money are exact. */
const SUMMED_UNITS: readonly string[] = ['kg', 'm', 'm²']
/** Displays calculated sums with as many decimals as their size justifies. Entered values stay exact. */
const limitDecimals = (field: Field, value: unknown): Field =>
  field.kind === 'amount' && field.readonly && typeof value === 'number' && SUMMED_UNITS.includes(field.unit)
    ? { ...field, digits: getResultDecimals(value, field.digits) }
    : field
const isBlankValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
/** Returns the slot of a column in the header of a card; undefined for other columns. */
function getHeaderSlot(resource: Resource, name: string, isState: boolean): 'title' | 'state' | 'sub' | undefined {
  if (name === resource.title[0]) return 'title'
  if (isState) return 'state'
  return resource.title.includes(name) ? 'sub' : undefined
}
/** Returns the width of a column, rem; `isCustom`: the area renders the cells. */
function getColumnWidth(
  resource: Resource,
  name: string,
  {
    cardSlot,
    isCustom,
    labels,
  }: { readonly cardSlot: string; readonly isCustom: boolean; readonly labels: FieldLabels },
): number {
  const field = getRowFields(resource)[name]
  if (field?.kind === 'choice') {
    const options = field.options.map((option) => labels.option(resource, name, option))
    return isCustom ? calculateStateWidth(options) : calculateChoiceWidth(options)
  }
  if (isCustom && field?.kind === 'day') return DAY_STATE_REM
  if (holdsWords(field) && resource.title.includes(name)) return cardSlot === 'title' ? TEXT_TITLE_REM : TEXT_REM
  if (!field && name === 'state') return STATE_REM
  if (field?.kind === 'text' && holdsWords(field) && field.max < MIN_LONG_NAME_LENGTH && resource.search.includes(name))
    return SEARCHED_REM
  if (holdsWords(field) && /(^n|N)ame$/.test(name)) return NAME_REM
  return Math.max(getFieldWidth(field), cardSlot === 'title' && field?.kind === 'text' ? CODE_TITLE_REM : 0)
}
const KIND_WIDTHS_REM: Partial<Record<Field['kind'], number>> = {
  moment: 10,
  note: 14,
  reference: 13.5,
  references: 12,
  list: 14,
  flag: 5.5,
  day: 8.5,
  image: 6,
  file: 6,
}
/** Width of a title column with words rather than a code, rem. */
const TEXT_TITLE_REM = 15
/** Width of a title column with a code, including the checkbox of the row, rem. */
const CODE_TITLE_REM = 12
/** Maximum length of a text that is a code. */
const MAX_CODE_LENGTH = 40
/** True for fields that display words: references show code and name, and long texts are names or titles. */
const holdsWords = (field: Field | undefined): boolean =>
  field?.kind === 'reference' ||
  (field?.kind === 'text' && field.format !== 'code' && (field.max ?? Infinity) > MAX_CODE_LENGTH)
/** Minimum `max` of a text that holds a name with additions, such as a product and its kind. */
const MIN_LONG_NAME_LENGTH = 200
/** Width of a name outside the title, e.g. of a customer or product, rem. */
const NAME_REM = 12
/** Width of a name beside the code, rem. */
const TEXT_REM = 14
/** Width, rem, of a short text by which people search rows, e.g. a test method: a truncated one is not recognizable. */
const SEARCHED_REM = 13
/** Width, rem, that fits millions with cents and a currency code: a truncated amount would read as a smaller one. */
const MONEY_REM = 9.5
const isMoney = (field: Field): boolean => field.kind === 'amount' && /^[A-Z]{3}$/.test(field.unit)
/** Width of a state derived from several fields, rem. */
const STATE_REM = 9
/** Width of a day with its status in small bold type, e.g. overdue, rem. */
const DAY_STATE_REM = 13
/** Width of a custom cell that combines several fields, rem. */
const COMBINED_FIELDS_REM = 12
const MIN_STATE_REM = 7
/** Width of the icon and padding of a state, rem. */
const STATE_ICON_REM = 4.2
/** Widths of a Chinese character (from U+2E80 on) and a Latin letter in small bold type, rem. */
const CHINESE_CHARACTER_REM = 0.78
const LATIN_LETTER_REM = 0.43
const getLetterWidth = (letter: string) => (letter > '\u2e80' ? CHINESE_CHARACTER_REM : LATIN_LETTER_REM)
/** Calculates the width of a state column from its longest label, rem. */
const calculateStateWidth = (labels: readonly string[]): number =>
  Math.max(
    MIN_STATE_REM,
    ...labels.map((label) => STATE_ICON_REM + [...label].reduce((sum, letter) => sum + getLetterWidth(letter), 0)),
  )
/** Calculates the width of the longest choice label in regular type, rem. Labels beyond the maximum are truncated. */
const calculateChoiceWidth = (labels: readonly string[]): number =>
  Math.min(MAX_CHOICE_REM, Math.max(MIN_CHOICE_REM, calculateStateWidth(labels) - MISSING_ICON_REM))
/** A choice has no icon, so its column is this much narrower than that of a state, rem. */
const MISSING_ICON_REM = 1
const MIN_CHOICE_REM = 7.5
const MAX_CHOICE_REM = 14
/** Width of a roll number set by the server, rem. It must not be truncated, because people read it from its end. */
const LONG_CODE_REM = 14
/** Width of the number of a slit roll, which adds set and lane to the number of the jumbo roll, rem. */
const LONGEST_CODE_REM = 17
/**
 * A code set by the server is the number of a jumbo roll if its `max` exceeds the first value, and of a slit roll if it
 * exceeds the second.
 */
const MAX_SHORT_CODE_LENGTH = 60
const MAX_JUMBO_CODE_LENGTH = 99
const DEFAULT_WIDTH_REM = 8
function getFieldWidth(field: Field | undefined): number {
  if (!field) return COMBINED_FIELDS_REM
  if (field.kind === 'text') {
    const isSetByServer = field.format === 'code' && field.readonly === true
    if (isSetByServer && field.max > MAX_JUMBO_CODE_LENGTH) return LONGEST_CODE_REM
    if (isSetByServer && field.max > MAX_SHORT_CODE_LENGTH) return LONG_CODE_REM
    if (!field.format && field.max >= MIN_LONG_NAME_LENGTH) return TEXT_REM
  }
  if (isMoney(field)) return MONEY_REM
  return KIND_WIDTHS_REM[field.kind] ?? DEFAULT_WIDTH_REM
}
