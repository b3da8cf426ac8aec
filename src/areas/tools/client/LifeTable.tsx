import { useTranslation } from 'react-i18next'
import { chooseByLanguage } from '@/contract/language'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useCanSee } from '@/client/session/use-session'
import type { MetricName } from '@/plant/rules/metrics'
import { tool } from '../contract/tool'
import { written } from './life-units'
import type { LifeChart } from './LifeView'

const meanings = ['toolMeanLife', 'toolCost'] as const satisfies readonly MetricName[]

/**
 * Table by maker: number of tools, median and mean life with intervals, the expected life behind the costs, and the
 * cost.
 */
export function LifeTable({ of }: { of: LifeChart }) {
  const { t } = useTranslation(['tools', 'plant'])
  const language = useLanguage()
  const priced = useCanSee()(tool.fields.price)
  const { unit, by } = written[of.unit]
  const life = (value: number | null) =>
    value === null ? t('pages.lifeChart.notReached') : formatNumber(value / by, { language, unit, decimals: 0 })
  const between = (value: number | null, low: number | null, high: number | null) =>
    value === null
      ? life(null)
      : t('pages.lifeChart.widthInterval', { value: life(value), low: life(low), high: life(high) })
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
            {priced && <th>{t(`pages.lifeChart.per.${of.unit}`)}</th>}
          </tr>
        </thead>
        <tbody>
          {of.curves.map((one) => (
            <tr key={one.maker ?? ''}>
              <th scope="row">
                {one.maker === null
                  ? t('pages.lifeChart.allMakers')
                  : chooseByLanguage(language, one.maker, one.makerEn)}
              </th>
              <td>{one.tools}</td>
              <td>{one.ended}</td>
              <td>{between(one.median, one.medianLow, one.medianHigh)}</td>
              <td>{between(one.mean, one.meanLow, one.meanHigh)}</td>
              <td>
                {one.expected === null
                  ? '–'
                  : `${life(one.expected)} ${one.expectedFrom ? t(`pages.lifeChart.from.${one.expectedFrom}`) : ''}`}
              </td>
              {priced && (
                <td>
                  {one.costPer === null ? '–' : formatNumber(one.costPer, { language, unit: 'CNY', decimals: 2 })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="quiet">
        {(priced ? meanings : meanings.slice(0, 1)).map((name) => (
          <div key={name}>
            <dt>{t(`plant:figures.${name}.name`)}</dt>
            <dd>{t(`plant:figures.${name}.formula`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
