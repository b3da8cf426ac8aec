import { useTranslation } from 'react-i18next'
import { useParams } from '@/client/use-params'
import { DateInput } from '@/client/ui/DateInput'
import { useToday } from '@/plant/client/use-today'
import { addMonthsToMonth, toMonth, type Month } from '@/plant/rules/month'

/** Returns the month of the address, by default the previous month. */
export function useMonthParam(): Month {
  const [params] = useParams()
  const today = useToday()
  return params.get('month') ?? addMonthsToMonth(toMonth(today), -1)
}
/** Bar that selects the month of the address. */
export function MonthBar() {
  const { t } = useTranslation('monthClosing')
  const [, changeParams] = useParams()
  const month = useMonthParam()
  return (
    <div>
      <button
        type="button"
        className="ui-button"
        aria-label={t('pages.monthBefore')}
        onClick={() => changeParams({ month: addMonthsToMonth(month, -1) }, true)}
      >
        ‹
      </button>
      <label>
        {t('inputs.month')}
        <DateInput kind="month" value={month} onChange={(value) => value && changeParams({ month: value }, true)} />
      </label>
      <button
        type="button"
        className="ui-button"
        aria-label={t('pages.monthNext')}
        onClick={() => changeParams({ month: addMonthsToMonth(month) }, true)}
      >
        ›
      </button>
    </div>
  )
}
