import { useTranslation } from 'react-i18next'
import type { Field, ListField } from '@/contract/field'
import { formatNumber } from '../format/number'
import { useLabels, type FieldPlace } from '../i18n/labels'
import { useLineField } from './form-scope'
import { useNames } from './options'

type Line = Readonly<Record<string, unknown>>
const NAMING_KINDS: readonly Field['kind'][] = ['reference', 'text', 'note', 'choice', 'day']
const NUMBER_KINDS: readonly Field['kind'][] = ['amount', 'integer']

/** Returns the key that names a line: the first filled field that names something, else the first number. */
function findNamingKey(lineFields: ListField['of'], line: Line): string | null {
  const filledKeys = Object.keys(lineFields).filter(
    (key) => !lineFields[key]!.hidden && line[key] != null && line[key] !== '',
  )
  const findFirst = (kinds: readonly Field['kind'][]) => filledKeys.find((key) => kinds.includes(lineFields[key]!.kind))
  return findFirst(NAMING_KINDS) ?? findFirst(NUMBER_KINDS) ?? null
}
/** Returns the names of a list's lines: their part, point or item. Names in `refs` are not requested again. */
export function useLineNames(
  field: ListField,
  name: string,
  place: FieldPlace,
  lines: readonly Line[],
  refs: Readonly<Record<string, string>>,
): string[] {
  const { t } = useTranslation('contract')
  const labels = useLabels(place.area)
  const getLineField = useLineField()
  const namedLines = lines.flatMap((line) => {
    const key = findNamingKey(field.of, line)
    return key === null ? [] : [{ key, lineField: getLineField(name, field.of[key]!, line), value: line[key] }]
  })
  const firstReference = namedLines.find(({ lineField }) => lineField.kind === 'reference')?.lineField
  const resource = firstReference?.kind === 'reference' ? firstReference.to : ''
  const ids = namedLines.flatMap(({ lineField, value }) =>
    lineField.kind === 'reference' && lineField.to === resource ? [String(value)] : [],
  )
  const names = useNames(resource, ids, refs)
  return namedLines.map(({ key, lineField, value }) => {
    const text = String(value)
    if (lineField.kind === 'reference') return names[text] ?? '…'
    if (lineField.kind === 'choice') return labels.option({ ...place, list: name }, key, text)
    if (lineField.kind === 'text' && lineField.words) return t(`${lineField.words}.${text}`, { defaultValue: text })
    if (lineField.kind === 'amount' || lineField.kind === 'integer')
      return formatNumber(Number(value), {
        language: labels.language,
        unit: lineField.unit ?? '',
        decimals: lineField.kind === 'amount' ? lineField.digits : 0,
      })
    return text
  })
}
