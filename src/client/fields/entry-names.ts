import { useTranslation } from 'react-i18next'
import type { Field, ListField } from '@/contract/field'
import { formatNumber } from '../format/number'
import { useLabels, type FieldPlace } from '../i18n/labels'
import { useEntryField } from './form-scope'
import { useNames } from './options'

type Entry = Readonly<Record<string, unknown>>
const NAMING_KINDS: readonly Field['kind'][] = ['reference', 'text', 'note', 'choice', 'day']
const NUMBER_KINDS: readonly Field['kind'][] = ['amount', 'integer']

/** Returns the key that names an entry: the first filled field that names something, else the first number. */
function findNamingKey(entryFields: ListField['of'], entry: Entry): string | null {
  const filledKeys = Object.keys(entryFields).filter(
    (key) => !entryFields[key]!.hidden && entry[key] != null && entry[key] !== '',
  )
  const findFirst = (kinds: readonly Field['kind'][]) =>
    filledKeys.find((key) => kinds.includes(entryFields[key]!.kind))
  return findFirst(NAMING_KINDS) ?? findFirst(NUMBER_KINDS) ?? null
}
/**
 * Returns display names for the entries of a list, e.g. the spare part of each entry. Leaves out entries that contain
 * nothing to name them. Names in `refs` are not requested again.
 */
export function useEntryNames(
  field: ListField,
  name: string,
  place: FieldPlace,
  entries: readonly Entry[],
  refs: Readonly<Record<string, string>>,
): string[] {
  const { t } = useTranslation('contract')
  const labels = useLabels(place.area)
  const getEntryField = useEntryField()
  const namedEntries = entries.flatMap((entry) => {
    const key = findNamingKey(field.of, entry)
    return key === null ? [] : [{ key, entryField: getEntryField(name, field.of[key]!, entry), value: entry[key] }]
  })
  const firstReference = namedEntries.find(({ entryField }) => entryField.kind === 'reference')?.entryField
  const resource = firstReference?.kind === 'reference' ? firstReference.to : ''
  const ids = namedEntries.flatMap(({ entryField, value }) =>
    entryField.kind === 'reference' && entryField.to === resource ? [String(value)] : [],
  )
  const names = useNames(resource, ids, refs)
  return namedEntries.map(({ key, entryField, value }) => {
    const text = String(value)
    if (entryField.kind === 'reference') return names[text] ?? '…'
    if (entryField.kind === 'choice') return labels.option({ ...place, list: name }, key, text)
    if (entryField.kind === 'text' && entryField.vocabulary)
      return t(`${entryField.vocabulary}.${text}`, { defaultValue: text })
    if (entryField.kind === 'amount' || entryField.kind === 'integer')
      return formatNumber(Number(value), {
        language: labels.language,
        unit: entryField.unit ?? '',
        decimals: entryField.kind === 'amount' ? entryField.digits : 0,
      })
    return text
  })
}
