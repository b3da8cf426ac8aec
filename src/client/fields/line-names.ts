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
function findNamingKey(of: ListField['of'], line: Line): string | null {
  const filled = Object.keys(of).filter((key) => !of[key]!.hidden && line[key] != null && line[key] !== '')
  const findFirst = (kinds: readonly Field['kind'][]) => filled.find((key) => kinds.includes(of[key]!.kind))
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
  const lineField = useLineField()
  const namedLines = lines.flatMap((line) => {
    const key = findNamingKey(field.of, line)
    return key === null ? [] : [{ key, one: lineField(name, field.of[key]!, line), value: line[key] }]
  })
  const firstReference = namedLines.find(({ one }) => one.kind === 'reference')?.one
  const resource = firstReference?.kind === 'reference' ? firstReference.to : ''
  const ids = namedLines.flatMap(({ one, value }) =>
    one.kind === 'reference' && one.to === resource ? [String(value)] : [],
  )
  const names = useNames(resource, ids, refs)
  return namedLines.map(({ key, one, value }) => {
    const text = String(value)
    if (one.kind === 'reference') return names[text] ?? '…'
    if (one.kind === 'choice') return labels.option({ ...place, list: name }, key, text)
    if (one.kind === 'text' && one.words) return t(`${one.words}.${text}`, { defaultValue: text })
    if (one.kind === 'amount' || one.kind === 'integer')
      return formatNumber(Number(value), {
        language: labels.language,
        unit: one.unit ?? '',
        decimals: one.kind === 'amount' ? one.digits : 0,
      })
    return text
  })
}
