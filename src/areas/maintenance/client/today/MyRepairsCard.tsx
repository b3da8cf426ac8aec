import '../maintenance.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { getAllowedCommands, type Actor, type CommandRights } from '@/contract/command-rights'
import { notEqualTo, NO_REFERENCE } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useDoer } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { repair } from '@/areas/maintenance/contract/repair'
import { acceptRepair, confirmFinal, confirmProduction, goOn } from '@/areas/maintenance/contract/repair-commands'
import { isPartOverdue, openRepairStates, takenStates, type RepairState } from '@/areas/maintenance/rules/repair'
import { addDays } from '@/plant/rules/plant-time'
import { useToday } from '@/plant/client/use-today'
import { RepairCard } from '../repair/RepairCard'
import { byUrgency } from '../repair/repair-time'
import { useMyLine } from '@/plant/client/line/my-line'
import { useNow } from '@/client/use-now'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard } from '@/client/today/TodayCard'

const MOST = 3
const WAITS_FOR_ME: readonly CommandRights[] = [acceptRepair, confirmProduction, confirmFinal]
/** Returns the open states in which the person may run one of these commands. */
const statesOf = (steps: readonly CommandRights[], doer: Actor): RepairState[] =>
  openRepairStates.filter((state) => getAllowedCommands(steps, { state }, doer).length > 0)

/** Today card: repairs the user works on, and repairs of the user's line that wait for one of the user's commands. */
export default function MyRepairsCard() {
  const { t } = useTranslation('maintenance')
  const navigate = useNavigate()
  const link = usePageLink()
  const now = useNow()
  const doer = useDoer()
  const line = useMyLine()
  const today = useToday()
  const steps = statesOf(WAITS_FOR_ME, doer).join(',')
  const leads = statesOf([goOn], doer).length > 0
  const [taken, waiting, overdue] = useMemo(() => {
    // Repairs with a stopped line come first; the phone sorts the loaded rows further.
    const first = { sort: '-lineStopped', size: MAX_COUNTED }
    return [
      { ...first, state: takenStates.join(','), acceptedBy: doer.id },
      { ...first, state: steps, ...(line ? { lineId: `${line},${NO_REFERENCE}` } : {}) },
      // Overdue parts also concern those who may resume a repair, i.e. the lead.
      { ...first, state: 'waitingForPart', expectedOnTo: addDays(today, -1), acceptedBy: notEqualTo(doer.id) },
    ]
  }, [doer.id, steps, line, today])
  const own = useList(repair, taken)
  const ofLine = useList(repair, waiting, steps !== '')
  const late = useList(repair, overdue, leads)
  // A row stays in the list until the server has the command; unsent changes are filtered out here.
  const lists = [
    { list: own, still: own.rows.filter((row) => takenStates.some((state) => state === row.state)) },
    {
      list: ofLine,
      still: steps ? ofLine.rows.filter((row) => getAllowedCommands(WAITS_FOR_ME, row, doer).length > 0) : [],
    },
    { list: late, still: leads ? late.rows.filter((row) => isPartOverdue(row, today)) : [] },
  ]
  const mine = [...new Map(lists.flatMap(({ still }) => still).map((row) => [row.id, row])).values()].sort(byUrgency)
  const { textParams: said, query } = countWaitingRows(
    lists.map(({ list }) => list),
    mine,
  )
  const names = useNames(
    'equipment',
    mine.slice(0, MOST).map((row) => row.equipmentId),
    { ...late.refs, ...ofLine.refs, ...own.refs },
  )
  if (mine.length === 0) return null
  return (
    <TodayCard title={t('pages.repair.mineNow', said)} page="repair" query={{ view: 'list', ...query }}>
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
