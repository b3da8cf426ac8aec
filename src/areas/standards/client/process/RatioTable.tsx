import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { useLanguage } from '@/client/format/use-language'
import type { Ratio } from '../../rules/process-standard'
import { formatShare } from './format-limits'

/** Materials that may be fed, with their share of the total feed. */
export function RatioTable({ ratios, refs }: { ratios: readonly Ratio[]; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('standards')
  const language = useLanguage()
  const names = useNames(
    'material',
    ratios.map(({ materialId }) => materialId),
    refs,
  )
  if (ratios.length === 0) return null
  return (
    <section>
      <h2>{t('processStandard.fields.ratios')}</h2>
      <table className="standard-table">
        <thead>
          <tr>
            <th scope="col">{t('processStandard.sub.ratios.materialId')}</th>
            <th scope="col" className="is-number">
              {t('pages.standard.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ratios.map((ratio) => (
            <tr key={ratio.materialId}>
              <th scope="row">{names[ratio.materialId] ?? '…'}</th>
              <td className="is-number">{formatShare(ratio, language) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
