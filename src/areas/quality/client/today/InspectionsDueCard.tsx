import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatClock } from '@/client/format/time'
import { concernsMyLine } from '@/plant/client/line/my-line'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { StateBadge } from '@/client/ui/StateBadge'
import { useDue } from '../inspection/use-due'

const MOST = 3
const SOON = 2 * 3_600_000
/** Inspections that are overdue or due within two hours. */
export default function InspectionsDueCard() {
  const { t } = useTranslation('quality')
  const { now, mine, rows, list, stateOf } = useDue()
  const zone = usePlantZone()
  const link = usePageLink()
  const due = rows.filter((row) => {
    const state = stateOf(row)
    return (
      concernsMyLine(row.lineId, mine) &&
      (state === 'overdue' || (state === 'due' && Date.parse(row.dueAt) < now + SOON))
    )
  })
  const lines = useNames(
    'line',
    due.slice(0, MOST).map(({ lineId }) => lineId),
    list.refs,
  )
  if (due.length === 0) return null
  const { textParams: said, query } = countWaitingRows([list], due)
  const shown = due.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link('productionInspection'),
    title: t(`inspectionTime.options.inspection.${row.inspection}`),
    sub: `${lines[row.lineId] ?? '…'} · ${formatClock(row.dueAt, zone)}`,
    side: (
      <StateBadge tone={stateOf(row) === 'overdue' ? 'warn' : 'wait'}>
        {t(`pages.inspection.due.${stateOf(row)}`)}
      </StateBadge>
    ),
  }))
  return (
    <TodayCard title={t('pages.today.due', said)} page="productionInspection" query={query}>
      <TodayLineList lines={shown} />
    </TodayCard>
  )
}
