import { useTranslation } from 'react-i18next'
import { useUnit } from '@/client/format/use-unit'
import { Quantity } from '@/client/ui/Quantity'
import { metrics } from '@/plant/rules/metrics'
import { isAmountMetric, lowerIsBetterMetrics } from '@/areas/figures/rules/targets'
import { hasTarget, isCorrected, isSlit, type BoardItem } from '../../rules/items'
import type { Board } from './use-board'
import type { useDrafts } from './use-drafts'

const DECIMALS: Readonly<Record<string, number>> = { h: 1, kg: 1, '%': 1, '': 0 }
/** Returns the number of decimals that a board item is displayed with. */
export const decimalsOf = (item: BoardItem): number => DECIMALS[metrics[item].unit] ?? 3

/**
 * Returns true if a line or team belongs on the board of an item. Winders and slitters have different items, so a line
 * is hidden unless the item applies to its kind, or it has a value or a target.
 */
export const concerns = (board: Board, { of, slits }: Board['subjects'][number], item: BoardItem): boolean =>
  slits === null ||
  (slits === 'yes') === isSlit(item) ||
  board.cells.some((one) => one.of === of && one.item === item && (one.value || one.target !== null))
type Drafts = ReturnType<typeof useDrafts>
/**
 * Cards of all lines or teams with value, calculated value, target and share reached, and input fields if permitted.
 */
export function BoardRows(props: {
  board: Board
  item: BoardItem
  mayEdit: boolean
  drafts: Drafts
  monthly: boolean
}) {
  const { board, item, mayEdit, monthly } = props
  const { t } = useTranslation(['boards', 'plant'])
  const unit = useUnit()(metrics[item].unit)
  const locked = item === 'runHours' && board.powerOnLocked
  const shown = board.subjects.filter((subject) => concerns(board, subject, item))
  const edits = mayEdit && (hasTarget(item) || isCorrected(item))
  return (
    <>
      {mayEdit && !board.editable && (
        <p className="board-note" role="note">
          {t(board.from > board.today ? 'refusals.ahead' : 'refusals.tooOld', { days: board.editDays })}
        </p>
      )}
      {mayEdit && locked && (
        <p className="board-note" role="note">
          {t('refusals.powerOnToday')}
        </p>
      )}
      <ul className="board-rows" aria-label={t(`plant:figures.${item}.name`)}>
        {shown.map((subject) => (
          <Row
            key={subject.of}
            {...props}
            subject={subject}
            unit={unit}
            mayDiffer={edits && isCorrected(item) && board.editable && !locked && subject.active}
            mayTarget={edits && hasTarget(item) && (board.editable || board.from > board.today) && subject.active}
          />
        ))}
      </ul>
      {edits && isCorrected(item) && monthly && <p className="quiet">{t('pages.board.monthDifference')}</p>}
    </>
  )
}
interface RowProps {
  board: Board
  item: BoardItem
  drafts: Drafts
  subject: Board['subjects'][number]
  unit: string
  mayDiffer: boolean
  mayTarget: boolean
}
function Row({ board, item, drafts, subject, unit, mayDiffer, mayTarget }: RowProps) {
  const { t } = useTranslation(['boards', 'plant'])
  const found = board.cells.find((one) => one.of === subject.of && one.item === item)
  const decimals = decimalsOf(item)
  const most = board.items.find((one) => one.item === item)?.most ?? null
  const draft = drafts.drafts[subject.of]
  const percent = found?.reachedPercent ?? null
  // An amount of a period that is still running is not rated as too low.
  const grows = board.to >= board.today && isAmountMetric(item)
  const problems = drafts.problemsOf(subject.of)
  const field = (name: 'target' | 'difference' | 'reason', word: string, value: string, numeric: boolean) => (
    <label>
      {word}
      <input
        className="ui-input"
        inputMode={numeric ? 'decimal' : 'text'}
        maxLength={numeric ? 16 : 500}
        value={value}
        aria-invalid={problems[name] !== undefined}
        onChange={(event) => drafts.put(subject.of, { [name]: event.target.value })}
      />
      {problems[name] && (
        <span className="board-wrong" role="alert">
          {t(`refusals.${problems[name]}`, { most, inUnit: unit })}
        </span>
      )}
    </label>
  )
  return (
    <li className="ui-card">
      <h2>
        {subject.label}
        {!subject.active && <small> {t('pages.board.notInUse')}</small>}
      </h2>
      <dl>
        <div>
          <dt>{t('answers.value')}</dt>
          <dd>
            <Quantity value={found?.value ?? null} unit={unit} decimals={decimals} size="large" whole />
          </dd>
          {found?.counted != null && (
            <dd className="quiet">
              {t('answers.counted')} <Quantity value={found.counted} unit={unit} decimals={decimals} />
            </dd>
          )}
        </div>
        <div>
          <dt>{t('answers.target')}</dt>
          <dd>
            {found?.target == null ? (
              t(hasTarget(item) ? 'pages.board.noTarget' : 'pages.board.noTargets')
            ) : (
              <Quantity value={found.target} unit={unit} decimals={decimals} />
            )}
          </dd>
        </div>
        <div>
          <dt>{t(lowerIsBetterMetrics.has(item) ? 'pages.board.reachedLow' : 'answers.reachedPercent')}</dt>
          <dd>
            <Quantity value={percent} unit="%" decimals={1} />
            {percent !== null &&
              (grows ? (
                <progress className="board-meter" max={100} value={Math.min(100, percent)} aria-hidden="true" />
              ) : (
                <meter
                  className="board-meter"
                  min={0}
                  max={100}
                  low={90}
                  optimum={100}
                  value={Math.min(100, percent)}
                  aria-hidden="true"
                />
              ))}
          </dd>
        </div>
      </dl>
      {(mayTarget || mayDiffer) && (
        <div className="board-fields">
          {mayTarget &&
            field(
              'target',
              `${t('answers.target')}${unit && ` (${unit})`}`,
              draft?.target ??
                (found?.target == null ? '' : String(Math.round(found.target * 10 ** decimals) / 10 ** decimals)),
              true,
            )}
          {mayDiffer &&
            field('difference', `${t('inputs.difference')} ±${unit && ` (${unit})`}`, draft?.difference ?? '', true)}
          {mayDiffer && draft?.difference?.trim() && field('reason', t('inputs.reason'), draft.reason ?? '', false)}
        </div>
      )}
    </li>
  )
}
