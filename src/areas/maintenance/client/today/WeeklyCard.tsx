import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { NONE } from '@/contract/resource'
import { countOf, useList } from '@/client/api/use-list'
import { StateOf } from '@/client/resource/StateOf'
import { useSession } from '@/client/session/use-session'
import { TodayCard, TodayCounts, TodayLines } from '@/client/today/TodayCard'
import { useMyLine } from '@/plant/client/line/my-line'
import { openTasks } from '@/areas/maintenance/rules/weekly-work'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { taskTones } from '../tones'
import { useThisWeek } from '../weekly/use-this-week'

const MOST = 3
const SIZE = 20
const isOpen = (state: string): boolean => openTasks.some((open) => open === state)
/** Tasks of this week: mine by name, the others as a number. */
export default function WeeklyCard() {
  const { t } = useTranslation('maintenance')
  const { userId } = useSession()
  const week = useThisWeek()
  const line = useMyLine()
  const [named, ofLine] = useMemo(() => {
    const open = { week, state: openTasks.join(',') }
    return [
      { ...open, people: userId, size: SIZE },
      { ...open, ...(line ? { lineId: `${line},${NONE}` } : {}), size: SIZE },
    ]
  }, [week, userId, line])
  // What this phone finished and has not sent stays in its list until then.
  const still = <R extends { state: string }>(rows: readonly R[]) => rows.filter(({ state }) => isOpen(state))
  const own = useList(weeklyWork, named)
  const all = useList(weeklyWork, ofLine)
  const mine = still(own.rows)
  const count = countOf(all, still(all.rows).length)
  if (mine.length === 0 && count === 0) return null
  return (
    <TodayCard
      title={
        mine.length > 0
          ? t('pages.weeklyWork.mineNow', { week, count: countOf(own, mine.length) })
          : t('pages.weeklyWork.now', { week })
      }
      page="weeklyWork"
      query={{ week }}
    >
      {mine.length > 0 ? (
        <TodayLines
          lines={mine.slice(0, MOST).map((row) => ({
            key: row.id,
            title: row.title,
            side: <StateOf of={weeklyWork} state={row.state} tones={taskTones} />,
          }))}
        />
      ) : (
        <TodayCounts counts={[{ word: t('pages.weeklyWork.open'), count }]} />
      )}
    </TodayCard>
  )
}
