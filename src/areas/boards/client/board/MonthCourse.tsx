import { useTranslation } from 'react-i18next'
import { LineChart } from '@/client/ui/Charts'
import { metrics } from '@/plant/rules/metrics'
import type { BoardItem } from '../../rules/items'
import { concerns, decimalsOf } from './BoardRows'
import type { MonthBoard } from './use-board'

/** Chart of an item over the days of a month, one series for each line or team. */
export function MonthCourse({ board, item, height }: { board: MonthBoard; item: BoardItem; height?: number }) {
  const { t } = useTranslation(['boards', 'plant'])
  const days = [...new Set(board.days.map(({ day }) => day))].sort()
  const shown = board.subjects.filter(
    (subject) =>
      concerns(board, subject, item) &&
      board.days.some((one) => one.of === subject.of && one.item === item && one.value !== null),
  )
  if (days.length === 0 || shown.length === 0) return null
  const at = (of: string, day: string) =>
    board.days.find((one) => one.of === of && one.day === day && one.item === item)
  return (
    <LineChart
      question={t('pages.board.course', { figure: t(`plant:figures.${item}.name`) })}
      unit={metrics[item].unit}
      period={`${board.from} – ${board.to}`}
      decimals={decimalsOf(item)}
      {...(height ? { height } : {})}
      xs={days.map((day) => day.slice(8))}
      series={shown.map(({ of, label }) => ({
        name: label,
        values: days.map((day) => (day > board.today ? null : (at(of, day)?.value ?? null))),
      }))}
    />
  )
}
