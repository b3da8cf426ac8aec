import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { NO_REFERENCE } from '@/contract/resource'
import { countOpenRows, useList } from '@/client/api/use-list'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayCountList, TodayItemList } from '@/client/today/TodayCard'
import { useMyLine } from '@/plant/client/line/my-line'
import { openTaskStates } from '@/areas/maintenance/rules/weekly-work'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { weeklyTaskTones } from '../tones'
import { useThisWeek } from '../weekly/use-this-week'

const MAX_DISPLAYED_TASKS = 3
const PAGE_SIZE = 20
const isOpenState = (state: string): boolean => openTaskStates.some((openState) => openState === state)
/**
 * Today card: titles of the user's open tasks of this week. If the user has no open task, the number of all open tasks.
 */
export default function WeeklyTasksCard() {
  const { t } = useTranslation('maintenance')
  const { userId } = useSession()
  const week = useThisWeek()
  const buildPageLink = usePageLink()
  const myLineId = useMyLine()
  const [myQuery, lineQuery] = useMemo(() => {
    const openTaskQuery = { week, state: openTaskStates.join(',') }
    return [
      { ...openTaskQuery, people: userId },
      { ...openTaskQuery, ...(myLineId ? { lineId: `${myLineId},${NO_REFERENCE}` } : {}) },
    ]
  }, [week, userId, myLineId])
  // A task that was finished on this phone stays in the list until the change is sent, so finished tasks are filtered
  // out.
  const filterOpenTasks = <R extends { state: string }>(rows: readonly R[]) =>
    rows.filter(({ state }) => isOpenState(state))
  const myList = useList(weeklyWork, { ...myQuery, size: PAGE_SIZE })
  const lineList = useList(weeklyWork, { ...lineQuery, size: MAX_COUNTED })
  const myTasks = filterOpenTasks(myList.rows)
  const lineTasks = filterOpenTasks(lineList.rows)
  if (myTasks.length === 0 && lineTasks.length === 0) return null
  // The card counts the tasks of a line and the tasks without a line together. No list filter can combine both, so the
  // card links to the counted rows by id.
  const lineCount = countWaitingRows([lineList], lineTasks)
  const lineTasksQuery = myLineId ? { week, ...lineCount.query } : lineQuery
  const query = myTasks.length > 0 ? myQuery : lineTasksQuery
  const openCount = myLineId ? lineCount : { count: countOpenRows(lineList, lineTasks.length) }
  return (
    <TodayCard
      title={
        myTasks.length > 0
          ? t('pages.weeklyWork.mineNow', { week, count: countOpenRows(myList, myTasks.length) })
          : t('pages.weeklyWork.now', { week })
      }
      page="weeklyWork"
      query={query}
    >
      {myTasks.length > 0 ? (
        <TodayItemList
          items={myTasks.slice(0, MAX_DISPLAYED_TASKS).map((row) => ({
            key: row.id,
            title: row.title,
            sideContent: <ResourceStateBadge resource={weeklyWork} state={row.state} tones={weeklyTaskTones} />,
          }))}
        />
      ) : (
        <TodayCountList
          counts={[{ label: t('pages.weeklyWork.open'), ...openCount, to: buildPageLink('weeklyWork', query) }]}
        />
      )}
    </TodayCard>
  )
}
