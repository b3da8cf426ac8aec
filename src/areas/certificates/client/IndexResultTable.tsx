import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { roundTo } from '@/plant/rules/rounding'
import { useLanguage } from '@/client/format/use-language'
import { StateBadge } from '@/client/ui/StateBadge'
import type { certificate } from '../contract/certificate'
import { certificateJudgementTones } from './tones'

type IndexResult = Row<typeof certificate>['lines'][number]
const formatValue = (value: number | null, digits: number): string =>
  value === null ? '—' : roundTo(value, digits).toFixed(digits)
function formatLimits({ lsl, usl }: IndexResult): string {
  if (lsl !== null && usl !== null) return `${lsl} – ${usl}`
  if (lsl !== null) return `≥ ${lsl}`
  return usl !== null ? `≤ ${usl}` : '—'
}

/** Indexes of a certificate with limits, values and judgement. */
export function IndexResultTable({ lines }: { lines: readonly IndexResult[] }) {
  const { t } = useTranslation('certificates')
  const isEnglish = useLanguage() === 'en'
  const getLabel = (name: string) => t(`certificate.sub.lines.${name}`)
  return (
    <div className="certificate-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{getLabel('name')}</th>
            <th scope="col">{getLabel('judgement')}</th>
            <th scope="col">{t('document.limits')}</th>
            {(['n', 'mean', 'min', 'max', 'deviation'] as const).map((name) => (
              <th key={name} scope="col" className="is-figure">
                {getLabel(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.indexId}>
              <th scope="row">
                {isEnglish ? (line.nameEn ?? line.name) : line.name} <small className="quiet">{line.unit}</small>
              </th>
              <td>
                <StateBadge tone={certificateJudgementTones[line.judgement]}>
                  {t(`certificate.subOptions.lines.judgement.${line.judgement}`)}
                </StateBadge>
              </td>
              <td>{formatLimits(line)}</td>
              <td className="is-figure">{line.n + line.below}</td>
              <td className="is-figure">{formatValue(line.mean, line.digits)}</td>
              <td className="is-figure">{formatValue(line.min, line.digits)}</td>
              <td className="is-figure">{formatValue(line.max, line.digits)}</td>
              <td className="is-figure">{formatValue(line.deviation, line.digits + 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
