import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { StateBadge } from '@/client/ui/StateBadge'
import type { TariffYear } from '../rules/tariff-slots'

/**
 * Table of a year with a row per month and a column per clock hour. A cell shows the most frequent band and the mean
 * price in CNY/kWh.
 */
export function YearPriceTable({ year, tariffYear }: { year: number; tariffYear: TariffYear }) {
  const { t } = useTranslation('prices')
  const language = useLanguage()
  return (
    <table className="year-picture" aria-label={t('pages.energyUnitPrice.yearOf', { year })}>
      <thead>
        <tr>
          <th scope="col">
            <span className="ui-hidden">{t('electricPrice.fields.months')}</span>
          </th>
          {tariffYear.cells[0]?.map((_, hour) => (
            <th key={`h${String(hour)}`} scope="col">
              <span>{hour}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tariffYear.cells.map((hours, month) => (
          <tr key={`m${String(month)}`}>
            <th scope="row">{t('pages.energyUnitPrice.month', { month: month + 1 })}</th>
            {hours.map(({ price, band }, hour) => {
              const priceText = formatNumber(price, { language, decimals: 4 })
              return (
                <td
                  key={`h${String(hour)}`}
                  className={`band is-${band ?? 'none'}`}
                  title={`${hour}:00 ${band ? t(`electricPrice.fields.${band}`) : ''} ${priceText}`}
                >
                  <span className="is-long">
                    {formatNumber(price, { language, decimals: 2, hasFixedDecimals: true })}
                  </span>
                  <span className="is-short">{band ? t(`bands.${band}`) : '–'}</span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Displays whether every slot of the year has a price, and lists the gaps. */
export function TariffCheckNotice({ tariffYear }: { tariffYear: TariffYear }) {
  const { t } = useTranslation('prices')
  const language = useLanguage()
  const isComplete = tariffYear.pricedCount === tariffYear.slotCount
  return (
    <div>
      <StateBadge tone={isComplete ? 'ok' : 'bad'}>
        {t('pages.energyUnitPrice.checked', {
          priced: formatNumber(tariffYear.pricedCount, { language }),
          slots: formatNumber(tariffYear.slotCount, { language }),
        })}
      </StateBadge>
      {!isComplete && (
        <ul className="tariff-problems">
          {tariffYear.problems.map((problem) =>
            problem.code === 'gap' ? (
              <li key={problem.from}>{t('pages.energyUnitPrice.hole', { from: problem.from, to: problem.to })}</li>
            ) : null,
          )}
        </ul>
      )}
    </div>
  )
}
