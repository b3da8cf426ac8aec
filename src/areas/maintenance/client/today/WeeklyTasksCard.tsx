import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { NO_REFERENCE } from '@/contract/resource'
import { countOpenRows, useList } from '@/client/api/use-list'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayCountList, TodayLineList } from '@/client/today/TodayCard'
import { useMyLine } from '@/plant/client/line/my-line'
import { openTaskStates } from '@/areas/maintenance/rules/weekly-work'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { weeklyTaskTones } from '../tones'
import { useThisWeek } from '../weekly/use-this-week'

const MAX_SHOWN = 3
const PAGE_SIZE = 20
const isOpenState = (state: string): boolean => openTaskStates.some((open) => open === state)
/** Today card: the user's tasks of this week by title; without any, the number of open tasks. */
export default function WeeklyTasksCard() {
  const { t } = useTranslation('maintenance')
  const { userId } = useSession()
  const week = useThisWeek()
  const buildPageLink = usePageLink()
  const line = useMyLine()
  const [myQuery, lineQuery] = useMemo(() => {
    const open = { week, state: openTaskStates.join(',') }
    return [
      { ...open, people: userId },
      { ...open, ...(line ? { lineId: `${line},${NO_REFERENCE}` } : {}) },
    ]
  }, [week, userId, line])
  // A task finished on this phone stays in the list until it is sent; it is filtered out here.
  const filterOpen = <R extends { state: string }>(rows: readonly R[]) => rows.filter(({ state }) => isOpenState(state))
  const myList = useList(weeklyWork, { ...myQuery, size: PAGE_SIZE })
  const lineList = useList(weeklyWork, { ...lineQuery, size: MAX_COUNTED })
  const myTasks = filterOpen(myList.rows)
  const open = filterOpen(lineList.rows)
  if (myTasks.length === 0 && open.length === 0) return null
  // A line's list has its own tasks and those without a line; no list filter can express both in words.
  const lineCount = countWaitingRows([lineList], open)
  const query = myTasks.length > 0 ? myQuery : line ? { week, ...lineCount.query } : lineQuery
  const openCount = line ? lineCount : { count: countOpenRows(lineList, open.length) }
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
        <TodayLineList
          lines={myTasks.slice(0, MAX_SHOWN).map((row) => ({
            key: row.id,
            title: row.title,
            side: <ResourceStateBadge of={weeklyWork} state={row.state} tones={weeklyTaskTones} />,
          }))}
        />
      ) : (
        <TodayCountList
          counts={[{ word: t('pages.weeklyWork.open'), ...openCount, to: buildPageLink('weeklyWork', query) }]}
        />
      )}
    </TodayCard>
  )
}
