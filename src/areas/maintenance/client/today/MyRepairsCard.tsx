import '../maintenance.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { openTo, type Guarded } from '@/contract/command-rights'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useDoer } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { repair } from '@/areas/maintenance/contract/repair'
import { acceptRepair, confirmFinal, confirmProduction, goOn } from '@/areas/maintenance/contract/repair-commands'
import { isPartOverdue, takenStates } from '@/areas/maintenance/rules/repair'
import { useToday } from '@/plant/client/use-today'
import { RepairCard } from '../repair/RepairCard'
import { byUrgency, OPEN_STATES } from '../repair/repair-time'
import { isOfLine, useMyLine } from '@/plant/client/line/my-line'
import { useNow } from '@/client/use-now'
import { TodayCard } from '@/client/today/TodayCard'

const MOST = 3
const WAITS_FOR_ME: readonly Guarded[] = [acceptRepair, confirmProduction, confirmFinal]
const OPEN = { state: OPEN_STATES.join(','), size: 500 }

/** Repairs I work on, and those of my line that wait for a step only such as I may take. */
export default function MyRepairsCard() {
  const { t } = useTranslation('maintenance')
  const navigate = useNavigate()
  const link = usePageLink()
  const now = useNow()
  const doer = useDoer()
  const line = useMyLine()
  const today = useToday()
  const { rows, refs } = useList(repair, OPEN)
  const mine = useMemo(
    () =>
      rows
        .filter(
          (row) =>
            (takenStates.some((state) => state === row.state) && row.acceptedBy === doer.id) ||
            // A part that should have come is also the lead's.
            (isPartOverdue(row, today) && openTo([goOn], row, doer).length > 0) ||
            ((row.lineId === null || isOfLine(row.lineId, line)) && openTo(WAITS_FOR_ME, row, doer).length > 0),
        )
        .sort(byUrgency),
    [rows, doer, line, today],
  )
  const names = useNames(
    'equipment',
    mine.slice(0, MOST).map((row) => row.equipmentId),
    refs,
  )
  if (mine.length === 0) return null
  return (
    <TodayCard title={t('pages.repair.mineNow', { count: mine.length })} page="repair">
      <ul className="cards">
        {mine.slice(0, MOST).map((row) => (
          <li key={row.id}>
            <RepairCard
              row={row}
              machine={names[row.equipmentId]}
              now={now}
              withState
              onOpen={() => {
                const address = link('repair', { id: row.id })
                if (address) void navigate(address)
              }}
            />
          </li>
        ))}
      </ul>
    </TodayCard>
  )
}
