import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { StateOf } from '@/client/resource/StateOf'
import { useSession } from '@/client/session/use-session'
import { TodayCard, TodayCounts, TodayLines } from '@/client/today/TodayCard'
import { isOfLine, useMyLine } from '@/plant/client/line/my-line'
import { openTasks } from '@/areas/maintenance/rules/weekly-work'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { taskTones } from '../tones'
import { useThisWeek } from '../weekly/use-this-week'

const MOST = 3
/** Tasks of this week: mine by name, the others as a number. */
export default function WeeklyCard() {
  const { t } = useTranslation('maintenance')
  const { userId } = useSession()
  const week = useThisWeek()
  const { rows } = useList(weeklyWork, { week, state: openTasks.join(','), size: 100 })
  const line = useMyLine()
  const open = rows.filter(
    (row) =>
      openTasks.includes(row.state) &&
      (row.lineId === null || isOfLine(row.lineId, line) || row.people.includes(userId)),
  )
  if (open.length === 0) return null
  const mine = open.filter((row) => row.people.includes(userId))
  return (
    <TodayCard title={t('pages.weeklyWork.now', { week })} page="weeklyWork" query={{ week }}>
      {mine.length > 0 ? (
        <TodayLines
          lines={mine.slice(0, MOST).map((row) => ({
            key: row.id,
            title: row.title,
            side: <StateOf of={weeklyWork} state={row.state} tones={taskTones} />,
          }))}
        />
      ) : (
        <TodayCounts counts={[{ word: t('pages.weeklyWork.open'), count: open.length }]} />
      )}
    </TodayCard>
  )
}
