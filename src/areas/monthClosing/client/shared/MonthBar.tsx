import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryParams } from '@/client/use-query-params'
import { Button } from '@/client/ui/Button'
import { DateInput } from '@/client/ui/DateInput'
import { BackIcon, ForwardIcon } from '@/client/ui/icons'
import { useBusinessDate } from '@/plant/client/use-today'
import { addMonthsToMonth, toMonth, type Month } from '@/plant/rules/month'

/** Returns the month of the address, by default the previous month. */
export function useMonthParam(): Month {
  const [params] = useQueryParams()
  const today = useBusinessDate()
  return params.get('month') ?? addMonthsToMonth(toMonth(today), -1)
}
/** Bar that selects the month of the address. */
export function MonthBar() {
  const { t } = useTranslation('monthClosing')
  const [, changeParams] = useQueryParams()
  const month = useMonthParam()
  const renderStep = (months: number, label: string, icon: ReactNode) => (
    <Button
      icon={icon}
      aria-label={label}
      title={label}
      onClick={() => changeParams({ month: addMonthsToMonth(month, months) }, { replace: true })}
    />
  )
  return (
    <div className="report-filters">
      {renderStep(-1, t('pages.monthBefore'), <BackIcon size={20} />)}
      <label>
        {t('inputs.month')}
        <DateInput
          kind="month"
          value={month}
          onChange={(value) => value && changeParams({ month: value }, { replace: true })}
        />
      </label>
      {renderStep(1, t('pages.monthNext'), <ForwardIcon size={20} />)}
    </div>
  )
}
