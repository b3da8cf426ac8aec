import type { ReactNode } from 'react'
import { baseFields, type Resource } from '@/contract/resource'
import { fieldIn, isCollection, type Field } from '@/contract/field'
import { inLanguage } from '@/contract/language'
import { FieldShow } from '../fields/registry'
import type { Labels } from '../i18n/labels'
import type { Column } from '../ui/DataTable'
import { UnsentState } from './UnsentState'

export type AnyRow = Record<string, unknown> & { id: string; version: number }
/** Own drawing of some columns, for example a state with its tone; `refs` are the names of what rows refer to. */
export type Cells = Readonly<Record<string, (row: AnyRow, refs: Readonly<Record<string, string>>) => ReactNode>>

const FACTS = 4
/** All fields of a resource's rows by name: its own and those every row has. */
export const rowFields = (resource: Pick<Resource, 'fields'>): Readonly<Record<string, Field>> => ({
  ...baseFields,
  ...resource.fields,
})

/**
 * Columns of a list from the resource's fields: the given ones in their order, else the title first and then all that are
 * not hidden. The title and `state` head a phone's card; the next four are its facts.
 */
export function columnsOf(
  resource: Resource,
  labels: Labels,
  refs: Readonly<Record<string, string>>,
  only?: readonly string[],
  cells: Cells = {},
): Column<AnyRow>[] {
  const fields = rowFields(resource)
  const given = only ?? [
    ...resource.title,
    ...Object.keys(resource.fields).filter((name) => !resource.title.includes(name) && !resource.fields[name]?.hidden),
  ]
  // To an English reader a name's column shows the English one already: it does not stand there twice.
  const shownAs = labels.language === 'en' ? given.map((name) => resource.english[name]) : []
  const names = given.filter((name) => !shownAs.includes(name))
  let facts = 0
  return names.flatMap((name): Column<AnyRow>[] => {
    const field = fields[name]
    const own = cells[name]
    if (!field && !own) return []
    const place =
      name === resource.title[0]
        ? 'title'
        : name === 'state' || (own && field?.kind === 'choice')
          ? 'state'
          : resource.title.includes(name)
            ? 'sub'
            : facts++ < FACTS
              ? 'fact'
              : 'none'
    return [
      {
        id: name,
        header: labels.field(resource, name),
        cell: (row) => {
          const shown = own
            ? own(row, refs)
            : field && (
                <FieldShow
                  field={fieldIn(field, row)}
                  name={name}
                  place={{ area: resource.area, owner: resource.name }}
                  value={inLanguage(resource, row, name, labels.language)}
                  refs={refs}
                />
              )
          return place === 'title' && row['pending'] !== undefined ? (
            <span className="yes-no">
              {shown}
              <UnsentState of={row['pending']} />
            </span>
          ) : (
            shown
          )
        },
        number: field?.kind === 'amount' || field?.kind === 'integer',
        sortable: field !== undefined && !isCollection(field) && field.kind !== 'reference' && field.kind !== 'note',
        width: columnWidth(resource, name, { place, drawn: own !== undefined, labels }),
        card: place,
        hidden:
          !only &&
          place === 'none' &&
          (field?.kind === 'note' || field?.kind === 'custom' || Object.values(resource.english).includes(name)),
      },
    ]
  })
}
/** Room of a column, rem; `drawn`: the area draws its cells itself. */
function columnWidth(
  resource: Resource,
  name: string,
  { place, drawn, labels }: { readonly place: string; readonly drawn: boolean; readonly labels: Labels },
): number {
  const field = rowFields(resource)[name]
  if (field?.kind === 'choice') {
    const options = field.options.map((option) => labels.option(resource, name, option))
    return drawn ? stateWidth(options) : choiceWidth(options)
  }
  if (drawn && field?.kind === 'day') return DAY_STATE
  if (isWords(field) && resource.title.includes(name)) return place === 'title' ? WORDS_TITLE : WORDS
  if (!field && name === 'state') return STATE
  if (field?.kind === 'text' && isWords(field) && field.max < SPOKEN && resource.search.includes(name)) return SEARCHED
  if (isWords(field) && /(^n|N)ame$/.test(name)) return NAME
  return Math.max(widthOf(field), place === 'title' && field?.kind === 'text' ? CODE_TITLE : 0)
}
const widths: Partial<Record<Field['kind'], number>> = {
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
/** What heads the list when it is words rather than a code, rem. */
const WORDS_TITLE = 15
/** A row's own number, beside the box that selects it: it is what the row is called by, rem. */
const CODE_TITLE = 12
/** Longest text that is a code, not words. */
const CODE = 40
/** A reference shows code and name; a long text is a name or a title. */
const isWords = (field: Field | undefined): boolean =>
  field?.kind === 'reference' || (field?.kind === 'text' && field.format !== 'code' && (field.max ?? Infinity) > CODE)
/** Shortest longest text that is a name with what belongs to it, such as a product and its kind. */
const SPOKEN = 200
/** What somebody or something is called, though it does not head the list: a customer, a product, rem. */
const NAME = 12
/** A name beside the code, rem. */
const WORDS = 14
/** Words that rows are looked for by, such as the method of a test: cut they are not known again, rem. */
const SEARCHED = 13
/** Millions with cents and the three capitals of a currency: a figure that is cut reads as another one, rem. */
const MONEY = 9.5
const isMoney = (field: Field): boolean => field.kind === 'amount' && /^[A-Z]{3}$/.test(field.unit)
/** A state that an area works out of several fields, rem. */
const STATE = 9
/** A day with what has come of it, such as that it has passed, in the small bold type of a state, rem. */
const DAY_STATE = 13
/** Cells an area draws of several fields are sentences, rem. */
const SENTENCE = 12
/** Room for the longest word of a state in its small bold type, with icon and padding, rem. */
const stateWidth = (words: readonly string[]): number =>
  Math.max(
    7,
    ...words.map((word) => 4.2 + [...word].reduce((sum, letter) => sum + (letter > '\u2e80' ? 0.78 : 0.43), 0)),
  )
/** The same in plain type; what an option says beyond a name is cut. */
const choiceWidth = (words: readonly string[]): number => Math.min(14, Math.max(7.5, stateWidth(words) - 1))
/** A roll's number, which the server makes, is read from its end, rem; that of a slit roll goes on with its set and lane. */
const LONG_CODE = 14
const LONGEST_CODE = 17
const widthOf = (field: Field | undefined): number =>
  !field
    ? SENTENCE
    : field.kind === 'text' && field.format === 'code' && field.readonly === true && field.max > 60
      ? field.max >= 100
        ? LONGEST_CODE
        : LONG_CODE
      : field.kind === 'text' && !field.format && field.max >= SPOKEN
        ? WORDS
        : isMoney(field)
          ? MONEY
          : (widths[field.kind] ?? 8)
