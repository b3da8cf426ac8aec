import { useTranslation } from 'react-i18next'
import { State } from '@/client/ui/State'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { TariffYear } from '../rules/tariff-slots'

/** Displays whether every slot of the year has a price, and lists the gaps. */
export function Check({ of }: { of: TariffYear }) {
  const { t } = useTranslation('prices')
  const language = useLanguage()
  const whole = of.priced === of.slots
  return (
    <div>
      <State tone={whole ? 'ok' : 'bad'}>
        {t('pages.energyUnitPrice.checked', {
          priced: formatNumber(of.priced, { language }),
          slots: formatNumber(of.slots, { language }),
        })}
      </State>
      {!whole && (
        <ul className="tariff-problems">
          {of.problems.map((problem) =>
            problem.code === 'gap' ? (
              <li key={problem.from}>{t('pages.energyUnitPrice.hole', { from: problem.from, to: problem.to })}</li>
            ) : null,
          )}
        </ul>
      )}
    </div>
  )
}
