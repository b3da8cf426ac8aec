import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage, useUnitFormatter } from '@/client/format/use-language'
import { HeatMap } from '@/client/ui/drawings/HeatMap'
import { metrics } from '@/plant/rules/metrics'
import { judgeAgainstTarget } from '@/areas/overview/rules/target-verdict'
import { targetVerdictTones } from '@/areas/overview/client/shared/VerdictBadge'
import type { BoardItem } from '../../rules/board-items'
import { getBoardItemDecimals, shouldShowSubject } from './BoardRowList'
import type { MonthBoardData } from './use-board'

const HEAT_TONES: Readonly<Record<string, 'ok' | 'warn' | 'bad'>> = { ok: 'ok', warn: 'warn', bad: 'bad' }
/** Lines or teams × days of the month; days that are over are coloured by the verdict against their target. */
export function SubjectHeatMap({ board, item }: { board: MonthBoardData; item: BoardItem }) {
  const { t } = useTranslation(['boards', 'plant'])
  const language = useLanguage()
  const unit = useUnitFormatter()(metrics[item].unit)
  // `board.days` has one cell per day, subject (`of`: id of the line or team) and item.
  const days = [...new Set(board.days.map(({ day }) => day))].filter((day) => day <= board.today).sort()
  const subjects = board.subjects.filter(
    (subject) =>
      shouldShowSubject(board, subject, item) &&
      board.days.some((dayCell) => dayCell.of === subject.of && dayCell.item === item && dayCell.value !== null),
  )
  if (days.length === 0 || subjects.length === 0) return null
  const dayCells = new Map(
    board.days.filter((dayCell) => dayCell.item === item).map((dayCell) => [`${dayCell.of} ${dayCell.day}`, dayCell]),
  )
  const title = t('pages.board.byDay', { figure: t(`plant:figures.${item}.name`), month: board.from.slice(0, 7) })
  return (
    <section>
      <h2>
        {title} <small className="quiet">{unit}</small>
      </h2>
      <HeatMap
        label={title}
        columns={days.map((day) => day.slice(8))}
        rows={subjects.map(({ of, label }) => ({
          key: of,
          label,
          values: days.map((day) => dayCells.get(`${of} ${day}`)?.value ?? null),
        }))}
        formatValue={(value) =>
          formatNumber(value, { language, decimals: getBoardItemDecimals(item), abbreviate: true })
        }
        getTone={(value, row, columnIndex) => {
          const day = days[columnIndex]!
          const verdict = judgeAgainstTarget(item, value, dayCells.get(`${row.key} ${day}`)?.target ?? null)
          return day === board.today || !verdict ? null : (HEAT_TONES[targetVerdictTones[verdict]] ?? null)
        }}
        isUnfinished={(columnIndex) => days[columnIndex] === board.today}
      />
    </section>
  )
}
