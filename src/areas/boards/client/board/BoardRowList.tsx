import { useTranslation } from 'react-i18next'
import { useUnit } from '@/client/format/use-language'
import { Quantity } from '@/client/ui/Quantity'
import { metrics } from '@/plant/rules/metrics'
import { isAmountMetric, lowerIsBetterMetrics } from '@/areas/figures/rules/targets'
import { canHaveTarget, isCorrectable, isSlitterItem, type BoardItem } from '../../rules/board-items'
import type { BoardData } from './use-board'
import type { useBoardDrafts } from './use-board-drafts'

const DECIMALS: Readonly<Record<string, number>> = { h: 1, kg: 1, '%': 1, '': 0 }
/** Returns the number of decimals that a board item is displayed with. */
export const getBoardItemDecimals = (item: BoardItem): number => DECIMALS[metrics[item].unit] ?? 3

/**
 * Returns true if a line or team belongs on the board of an item. Winders and slitters have different items, so a line
 * is hidden unless the item applies to its kind, or it has a value or a target.
 */
export const shouldShowSubject = (
  board: BoardData,
  { of, slits }: BoardData['subjects'][number],
  item: BoardItem,
): boolean =>
  slits === null ||
  (slits === 'yes') === isSlitterItem(item) ||
  board.cells.some(
    (candidate) => candidate.of === of && candidate.item === item && (candidate.value || candidate.target !== null),
  )
type BoardDrafts = ReturnType<typeof useBoardDrafts>
/**
 * Cards of all lines or teams with value, value before corrections, target and share reached, and input fields if
 * permitted.
 */
export function BoardRowList(props: {
  board: BoardData
  item: BoardItem
  mayEdit: boolean
  drafts: BoardDrafts
  monthly: boolean
}) {
  const { board, item, mayEdit, monthly } = props
  const { t } = useTranslation(['boards', 'plant'])
  const unit = useUnit()(metrics[item].unit)
  const isLocked = item === 'runHours' && board.powerOnLocked
  const visibleSubjects = board.subjects.filter((subject) => shouldShowSubject(board, subject, item))
  const canEdit = mayEdit && (canHaveTarget(item) || isCorrectable(item))
  return (
    <>
      {mayEdit && !board.editable && (
        <p className="board-note" role="note">
          {t(board.from > board.today ? 'refusals.ahead' : 'refusals.tooOld', { days: board.editDays })}
        </p>
      )}
      {mayEdit && isLocked && (
        <p className="board-note" role="note">
          {t('refusals.powerOnToday')}
        </p>
      )}
      <ul className="board-rows" aria-label={t(`plant:figures.${item}.name`)}>
        {visibleSubjects.map((subject) => (
          <SubjectRow
            key={subject.of}
            {...props}
            subject={subject}
            unit={unit}
            canCorrect={canEdit && isCorrectable(item) && board.editable && !isLocked && subject.active}
            canSetTarget={
              canEdit && canHaveTarget(item) && (board.editable || board.from > board.today) && subject.active
            }
          />
        ))}
      </ul>
      {canEdit && isCorrectable(item) && monthly && <p className="quiet">{t('pages.board.monthDifference')}</p>}
    </>
  )
}
interface SubjectRowProps {
  board: BoardData
  item: BoardItem
  drafts: BoardDrafts
  subject: BoardData['subjects'][number]
  unit: string
  canCorrect: boolean
  canSetTarget: boolean
}
function SubjectRow({ board, item, drafts, subject, unit, canCorrect, canSetTarget }: SubjectRowProps) {
  const { t } = useTranslation(['boards', 'plant'])
  const cell = board.cells.find((candidate) => candidate.of === subject.of && candidate.item === item)
  const decimals = getBoardItemDecimals(item)
  const maxValue = board.items.find((boardItem) => boardItem.item === item)?.most ?? null
  const draft = drafts.drafts[subject.of]
  const reachedPercent = cell?.reachedPercent ?? null
  // An amount of a period that is still running is not rated as too low.
  const isStillGrowing = board.to >= board.today && isAmountMetric(item)
  const problems = drafts.getProblems(subject.of)
  const renderField = (
    name: 'target' | 'difference' | 'reason',
    caption: string,
    value: string,
    inputMode: 'decimal' | 'text',
  ) => (
    <label>
      {caption}
      <input
        className="ui-input"
        inputMode={inputMode}
        maxLength={inputMode === 'decimal' ? 16 : 500}
        value={value}
        aria-invalid={problems[name] !== undefined}
        onChange={(event) => drafts.updateDraft(subject.of, { [name]: event.target.value })}
      />
      {problems[name] && (
        <span className="board-wrong" role="alert">
          {t(`refusals.${problems[name]}`, { most: maxValue, inUnit: unit })}
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
            <Quantity value={cell?.value ?? null} unit={unit} decimals={decimals} size="large" showsAllDigits />
          </dd>
          {cell?.counted != null && (
            <dd className="quiet">
              {t('answers.counted')} <Quantity value={cell.counted} unit={unit} decimals={decimals} />
            </dd>
          )}
        </div>
        <div>
          <dt>{t('answers.target')}</dt>
          <dd>
            {cell?.target == null ? (
              t(canHaveTarget(item) ? 'pages.board.noTarget' : 'pages.board.noTargets')
            ) : (
              <Quantity value={cell.target} unit={unit} decimals={decimals} />
            )}
          </dd>
        </div>
        <div>
          <dt>{t(lowerIsBetterMetrics.has(item) ? 'pages.board.reachedLow' : 'answers.reachedPercent')}</dt>
          <dd>
            <Quantity value={reachedPercent} unit="%" decimals={1} />
            {reachedPercent !== null &&
              (isStillGrowing ? (
                <progress className="board-meter" max={100} value={Math.min(100, reachedPercent)} aria-hidden="true" />
              ) : (
                <meter
                  className="board-meter"
                  min={0}
                  max={100}
                  low={90}
                  optimum={100}
                  value={Math.min(100, reachedPercent)}
                  aria-hidden="true"
                />
              ))}
          </dd>
        </div>
      </dl>
      {(canSetTarget || canCorrect) && (
        <div className="board-fields">
          {canSetTarget &&
            renderField(
              'target',
              `${t('answers.target')}${unit && ` (${unit})`}`,
              draft?.target ??
                (cell?.target == null ? '' : String(Math.round(cell.target * 10 ** decimals) / 10 ** decimals)),
              'decimal',
            )}
          {canCorrect &&
            renderField(
              'difference',
              `${t('inputs.difference')} ±${unit && ` (${unit})`}`,
              draft?.difference ?? '',
              'decimal',
            )}
          {canCorrect &&
            draft?.difference?.trim() &&
            renderField('reason', t('inputs.reason'), draft.reason ?? '', 'text')}
        </div>
      )}
    </li>
  )
}
