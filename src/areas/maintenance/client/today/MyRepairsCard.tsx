import '../maintenance.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { getAllowedCommands, type Actor, type CommandRights } from '@/contract/command-rights'
import { buildNotEqualFilter, NO_REFERENCE } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useActor } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { repair } from '@/areas/maintenance/contract/repair'
import {
  acceptRepair,
  confirmFinal,
  confirmProduction,
  resumeRepair,
} from '@/areas/maintenance/contract/repair-commands'
import {
  isPartOverdue,
  openRepairStates,
  acceptedRepairStates,
  type RepairState,
} from '@/areas/maintenance/rules/repair'
import { addDays } from '@/plant/rules/plant-time'
import { useToday } from '@/plant/client/use-today'
import { RepairCard } from '../repair/RepairCard'
import { compareRepairsByUrgency } from '../repair/repair-time'
import { useMyLine } from '@/plant/client/line/my-line'
import { useNow } from '@/client/clock'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard } from '@/client/today/TodayCard'

const MAX_DISPLAYED_REPAIRS = 3
/** Commands that advance a repair which nobody is working on. */
const ADVANCING_COMMANDS: readonly CommandRights[] = [acceptRepair, confirmProduction, confirmFinal]
/** Returns the open states in which the person may run one of these commands. */
const getStatesAllowing = (commands: readonly CommandRights[], actor: Actor): RepairState[] =>
  openRepairStates.filter((state) => getAllowedCommands(commands, { state }, actor).length > 0)

/**
 * Today card with three groups of repairs:
 * - repairs that the user works on
 * - repairs of the user's line or of no line that the user can advance
 * - repairs that wait for an overdue part, if the user may resume repairs
 */
export default function MyRepairsCard() {
  const { t } = useTranslation('maintenance')
  const navigate = useNavigate()
  const buildPageLink = usePageLink()
  const now = useNow()
  const actor = useActor()
  const myLineId = useMyLine()
  const today = useToday()
  const waitingStates = getStatesAllowing(ADVANCING_COMMANDS, actor).join(',')
  const canResume = getStatesAllowing([resumeRepair], actor).length > 0
  const [acceptedQuery, waitingQuery, overdueQuery] = useMemo(() => {
    // Repairs with a stopped line come first; the phone sorts the loaded rows further.
    const baseQuery = { sort: '-lineStopped', size: MAX_COUNTED }
    return [
      { ...baseQuery, state: acceptedRepairStates.join(','), acceptedBy: actor.id },
      { ...baseQuery, state: waitingStates, ...(myLineId ? { lineId: `${myLineId},${NO_REFERENCE}` } : {}) },
      // Repairs of other people that wait for an overdue part. Only people who may resume repairs see them.
      {
        ...baseQuery,
        state: 'waitingForPart',
        expectedOnTo: addDays(today, -1),
        acceptedBy: buildNotEqualFilter(actor.id),
      },
    ]
  }, [actor.id, waitingStates, myLineId, today])
  const acceptedList = useList(repair, acceptedQuery)
  const waitingList = useList(repair, waitingQuery, { enabled: waitingStates !== '' })
  const overdueList = useList(repair, overdueQuery, { enabled: canResume })
  // A row stays in the server's list until the command is sent. `currentRows` leaves out rows that an unsent command of
  // this phone has already changed.
  const lists = [
    {
      list: acceptedList,
      currentRows: acceptedList.rows.filter((row) => acceptedRepairStates.some((state) => state === row.state)),
    },
    {
      list: waitingList,
      currentRows: waitingStates
        ? waitingList.rows.filter((row) => getAllowedCommands(ADVANCING_COMMANDS, row, actor).length > 0)
        : [],
    },
    { list: overdueList, currentRows: canResume ? overdueList.rows.filter((row) => isPartOverdue(row, today)) : [] },
  ]
  const myRepairs = [
    ...new Map(lists.flatMap(({ currentRows }) => currentRows).map((row) => [row.id, row])).values(),
  ].sort(compareRepairsByUrgency)
  const { textParams, query } = countWaitingRows(
    lists.map(({ list }) => list),
    myRepairs,
  )
  const machineNames = useNames(
    'equipment',
    myRepairs.slice(0, MAX_DISPLAYED_REPAIRS).map((row) => row.equipmentId),
    { ...overdueList.refs, ...waitingList.refs, ...acceptedList.refs },
  )
  if (myRepairs.length === 0) return null
  return (
    <TodayCard title={t('pages.repair.mineNow', textParams)} page="repair" query={{ view: 'list', ...query }}>
      <ul className="cards">
        {myRepairs.slice(0, MAX_DISPLAYED_REPAIRS).map((row) => (
          <li key={row.id}>
            <RepairCard
              row={row}
              machineName={machineNames[row.equipmentId]}
              now={now}
              showsState
              onOpen={() => {
                const address = buildPageLink('repair', { id: row.id })
                if (address) void navigate(address)
              }}
            />
          </li>
        ))}
      </ul>
    </TodayCard>
  )
}
