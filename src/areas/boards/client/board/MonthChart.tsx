import { useTranslation } from 'react-i18next'
import { LineChart } from '@/client/ui/Charts'
import { metrics } from '@/plant/rules/metrics'
import type { BoardItem } from '../../rules/board-items'
import { shouldShowSubject, getBoardItemDecimals } from './BoardRowList'
import type { MonthBoardData } from './use-board'

/** Chart of an item over the days of a month, one series for each line or team. */
export function MonthChart({ board, item, height }: { board: MonthBoardData; item: BoardItem; height?: number }) {
  const { t } = useTranslation(['boards', 'plant'])
  const days = [...new Set(board.days.map(({ day }) => day))].sort()
  const visibleSubjects = board.subjects.filter(
    (subject) =>
      shouldShowSubject(board, subject, item) &&
      board.days.some((dayCell) => dayCell.of === subject.of && dayCell.item === item && dayCell.value !== null),
  )
  if (days.length === 0 || visibleSubjects.length === 0) return null
  const findCell = (subjectId: string, day: string) =>
    board.days.find((dayCell) => dayCell.of === subjectId && dayCell.day === day && dayCell.item === item)
  return (
    <LineChart
      question={t('pages.board.course', { figure: t(`plant:figures.${item}.name`) })}
      unit={metrics[item].unit}
      period={`${board.from} – ${board.to}`}
      decimals={getBoardItemDecimals(item)}
      {...(height ? { height } : {})}
      xs={days.map((day) => day.slice(8))}
      series={visibleSubjects.map(({ of, label }) => ({
        name: label,
        values: days.map((day) => (day > board.today ? null : (findCell(of, day)?.value ?? null))),
      }))}
    />
  )
}
