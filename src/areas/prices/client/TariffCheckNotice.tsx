import { useTranslation } from 'react-i18next'
import { StateBadge } from '@/client/ui/StateBadge'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { TariffYear } from '../rules/tariff-slots'

/** Displays whether every slot of the year has a price, and lists the gaps. */
export function TariffCheckNotice({ year }: { year: TariffYear }) {
  const { t } = useTranslation('prices')
  const language = useLanguage()
  const isComplete = year.priced === year.slots
  return (
    <div>
      <StateBadge tone={isComplete ? 'ok' : 'bad'}>
        {t('pages.energyUnitPrice.checked', {
          priced: formatNumber(year.priced, { language }),
          slots: formatNumber(year.slots, { language }),
        })}
      </StateBadge>
      {!isComplete && (
        <ul className="tariff-problems">
          {year.problems.map((problem) =>
            problem.code === 'gap' ? (
              <li key={problem.from}>{t('pages.energyUnitPrice.hole', { from: problem.from, to: problem.to })}</li>
            ) : null,
          )}
        </ul>
      )}
    </div>
  )
}
