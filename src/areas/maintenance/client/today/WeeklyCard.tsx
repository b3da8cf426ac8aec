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
import { openTasks } from '@/areas/maintenance/rules/weekly-work'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { taskTones } from '../tones'
import { useThisWeek } from '../weekly/use-this-week'

const MOST = 3
const SIZE = 20
const isOpen = (state: string): boolean => openTasks.some((open) => open === state)
/** Today card: the user's tasks of this week by title; without any, the number of open tasks. */
export default function WeeklyCard() {
  const { t } = useTranslation('maintenance')
  const { userId } = useSession()
  const week = useThisWeek()
  const link = usePageLink()
  const line = useMyLine()
  const [named, ofLine] = useMemo(() => {
    const open = { week, state: openTasks.join(',') }
    return [
      { ...open, people: userId },
      { ...open, ...(line ? { lineId: `${line},${NO_REFERENCE}` } : {}) },
    ]
  }, [week, userId, line])
  // A task finished on this phone stays in the list until it is sent; it is filtered out here.
  const still = <R extends { state: string }>(rows: readonly R[]) => rows.filter(({ state }) => isOpen(state))
  const own = useList(weeklyWork, { ...named, size: SIZE })
  const all = useList(weeklyWork, { ...ofLine, size: MAX_COUNTED })
  const mine = still(own.rows)
  const open = still(all.rows)
  if (mine.length === 0 && open.length === 0) return null
  // A line's list has its own tasks and those without a line; no list filter can express both in words.
  const among = countWaitingRows([all], open)
  const query = mine.length > 0 ? named : line ? { week, ...among.query } : ofLine
  const counted = line ? among : { count: countOpenRows(all, open.length) }
  return (
    <TodayCard
      title={
        mine.length > 0
          ? t('pages.weeklyWork.mineNow', { week, count: countOpenRows(own, mine.length) })
          : t('pages.weeklyWork.now', { week })
      }
      page="weeklyWork"
      query={query}
    >
      {mine.length > 0 ? (
        <TodayLineList
          lines={mine.slice(0, MOST).map((row) => ({
            key: row.id,
            title: row.title,
            side: <ResourceStateBadge of={weeklyWork} state={row.state} tones={taskTones} />,
          }))}
        />
      ) : (
        <TodayCountList counts={[{ word: t('pages.weeklyWork.open'), ...counted, to: link('weeklyWork', query) }]} />
      )}
    </TodayCard>
  )
}
