import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { plantMonth } from '@/plant/contract/plant-month'
import type { Month } from '@/plant/rules/month'

/** Displays whether a month is closed, with a link to month closing. */
export function MonthLockNotice({ month }: { month: Month }) {
  const { t } = useTranslation(['cost', 'contract'])
  const { rows } = useList(plantMonth, { size: 100 })
  const closingLink = usePageLink()('monthClosing', { month })
  const isClosed = rows.some((row) => row.month === month && row.state === 'closed')
  return (
    <div className="cost-lock">
      <span>{t(isClosed ? 'pages.comparison.closed' : 'pages.comparison.open', { month })}</span>
      {closingLink && <Link to={closingLink}>{t('contract:menu.monthClosing')}</Link>}
    </div>
  )
}
