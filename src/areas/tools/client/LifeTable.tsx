import { useTranslation } from 'react-i18next'
import { chooseByLanguage } from '@/contract/language'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useCanSee } from '@/client/session/use-session'
import type { MetricName } from '@/plant/rules/metrics'
import { tool } from '../contract/tool'
import { displayUnits } from './tool-display'
import type { LifeChartData } from './LifeView'

const EXPLAINED_METRICS = ['toolMeanLife', 'toolCost'] as const satisfies readonly MetricName[]

/**
 * Table by maker: number of tools, median and mean life with intervals, the expected life behind the costs, and the
 * cost.
 */
export function LifeTable({ chart }: { chart: LifeChartData }) {
  const { t } = useTranslation(['tools', 'plant'])
  const language = useLanguage()
  const canSeePrice = useCanSee()(tool.fields.price)
  const { unit, divisor } = displayUnits[chart.unit]
  const formatLife = (value: number | null) =>
    value === null ? t('pages.lifeChart.notReached') : formatNumber(value / divisor, { language, unit, decimals: 0 })
  const formatInterval = (value: number | null, low: number | null, high: number | null) =>
    value === null
      ? formatLife(null)
      : t('pages.lifeChart.widthInterval', { value: formatLife(value), low: formatLife(low), high: formatLife(high) })
  return (
    <div className="tool-table">
      <table>
        <caption>{t('pages.lifeChart.table')}</caption>
        <thead>
          <tr>
            <th>{t('tool.fields.maker')}</th>
            <th>{t('answers.tools')}</th>
            <th>{t('answers.ended')}</th>
            <th>{t('answers.median')}</th>
            <th>{t('answers.mean')}</th>
            <th>{t('answers.expected')}</th>
            {canSeePrice && <th>{t(`pages.lifeChart.per.${chart.unit}`)}</th>}
          </tr>
        </thead>
        <tbody>
          {chart.curves.map((curve) => (
            <tr key={curve.maker ?? ''}>
              <th scope="row">
                {curve.maker === null
                  ? t('pages.lifeChart.allMakers')
                  : chooseByLanguage(language, curve.maker, curve.makerEn)}
              </th>
              <td>{curve.tools}</td>
              <td>{curve.ended}</td>
              <td>{formatInterval(curve.median, curve.medianLow, curve.medianHigh)}</td>
              <td>{formatInterval(curve.mean, curve.meanLow, curve.meanHigh)}</td>
              <td>
                {curve.expected === null
                  ? '–'
                  : `${formatLife(curve.expected)} ${curve.expectedFrom ? t(`pages.lifeChart.from.${curve.expectedFrom}`) : ''}`}
              </td>
              {canSeePrice && (
                <td>
                  {curve.costPer === null ? '–' : formatNumber(curve.costPer, { language, unit: 'CNY', decimals: 2 })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="quiet">
        {EXPLAINED_METRICS.filter((name) => canSeePrice || name !== 'toolCost').map((name) => (
          <div key={name}>
            <dt>{t(`plant:figures.${name}.name`)}</dt>
            <dd>{t(`plant:figures.${name}.formula`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
