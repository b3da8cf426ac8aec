import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { changesBetween, labelIn, type Change, type Parameter } from '../../rules/process-standard'
import { Compared } from '../Compared'
import type { Standard } from './process-view'
import { limitsOf, shareOf, targetOf } from './limits'

const units: Readonly<Record<string, string>> = { idealSpeed: 'm/min', weightTolerance: '%' }
/** Changes against the previous version, old and new side by side. */
export function ProcessChanges({
  before,
  after,
  refs,
}: {
  before: Standard
  after: Standard
  refs: Readonly<Record<string, string>>
}) {
  const changes = changesBetween(before, after)
  const word = useWords([before, after], refs)
  return (
    <Compared
      revisions={[before.revision, after.revision]}
      rows={changes.map(word).map((row) => ({ ...row, key: row.name }))}
    />
  )
}
function useWords(
  both: readonly Standard[],
  refs: Readonly<Record<string, string>>,
): (change: Change) => { name: string; from: string; to: string } {
  const { t } = useTranslation('standards')
  const language = useLanguage()
  const lines = useNames(
    'line',
    both.flatMap(({ lineId }) => lineId ?? []),
    refs,
  )
  const products = useNames(
    'product',
    both.map(({ productId }) => productId),
    refs,
  )
  const materials = useNames(
    'material',
    both.flatMap(({ ratios }) => ratios.map(({ materialId }) => materialId)),
    refs,
  )
  const parameter = (one: Parameter | null) =>
    one
      ? [
          limitsOf(one, language),
          targetOf(one, language) && t('pages.standard.target', { target: targetOf(one, language) }),
        ]
          .filter(Boolean)
          .join('\n') || '–'
      : '–'
  const fact = (name: string, value: string | number | null) =>
    value === null || value === ''
      ? '–'
      : typeof value === 'number'
        ? formatNumber(value, { language, decimals: 2, unit: units[name] ?? '' })
        : (lines[value] ?? products[value] ?? value)
  return (change) => {
    if (change.part === 'fact')
      return {
        name: t(`processStandard.fields.${change.name}`),
        from: fact(change.name, change.before),
        to: fact(change.name, change.after),
      }
    if (change.part === 'parameter')
      return {
        name: labelIn((change.after ?? change.before)!, language),
        from: parameter(change.before),
        to: parameter(change.after),
      }
    return {
      name: materials[(change.after ?? change.before)!.materialId] ?? '…',
      from: (change.before && shareOf(change.before, language)) ?? '–',
      to: (change.after && shareOf(change.after, language)) ?? '–',
    }
  }
}
