import { useTranslation } from 'react-i18next'
import { useUnitFormatter } from '@/client/format/use-language'
import { BulletList } from '@/client/ui/drawings/BulletList'
import { Quantity } from '@/client/ui/Quantity'
import { VerdictBadge, targetVerdictTones } from '@/areas/overview/client/shared/VerdictBadge'
import { metrics } from '@/plant/rules/metrics'
import { isAmountMetric } from '@/areas/figures/rules/targets'
import { canHaveTarget, isCorrectable, isDividedItem, isSlitterItem, type BoardItem } from '../../rules/board-items'
import type { BoardData } from './use-board'
import type { BoardDrafts } from './use-board-drafts'

const DECIMALS: Readonly<Record<string, number>> = { h: 1, kg: 0, '%': 1, '': 0 }
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
export interface BoardRowListProps {
  board: BoardData
  item: BoardItem
  /** Shows the input fields below the rows, where the person and the item allow them. */
  isEditing: boolean
  drafts: BoardDrafts
  monthly: boolean
}
/** All lines or teams with a bullet bar against the due amount and the target, and input fields while editing. */
export function BoardRowList({ board, item, isEditing, drafts, monthly }: BoardRowListProps) {
  const { t } = useTranslation(['boards', 'plant'])
  const unit = metrics[item].unit
  const decimals = getBoardItemDecimals(item)
  const isPeriodRunning = board.from <= board.today && board.to >= board.today
  const isLocked = item === 'runHours' && board.powerOnLocked
  const visibleSubjects = board.subjects.filter((subject) => shouldShowSubject(board, subject, item))
  return (
    <>
      {isEditing && !board.editable && (
        <p className="board-note" role="note">
          {t(board.from > board.today ? 'refusals.ahead' : 'refusals.tooOld', { days: board.editDays })}
        </p>
      )}
      {isEditing && isLocked && (
        <p className="board-note" role="note">
          {t('refusals.powerOnToday')}
        </p>
      )}
      <BulletList
        label={t(`plant:figures.${item}.name`)}
        unit={unit}
        decimals={decimals}
        rows={visibleSubjects.map((subject) => {
          const cell = board.cells.find((candidate) => candidate.of === subject.of && candidate.item === item)
          const target = cell?.target ?? null
          const due = cell?.due ?? null
          const verdict = cell?.verdict ?? null
          // A team whose shift is over has a final result although the day is not.
          const isUnfinished = isPeriodRunning && (isAmountMetric(item) ? target === null || due !== target : true)
          return {
            key: subject.of,
            label: (
              <>
                {subject.label}
                {!subject.active && <small> {t('pages.board.notInUse')}</small>}
              </>
            ),
            name: subject.label,
            value: cell?.value ?? null,
            due,
            target,
            tone: verdict ? targetVerdictTones[verdict] : 'active',
            isUnfinished,
            badge: verdict ? (
              <VerdictBadge verdict={verdict} isUnfinished={isUnfinished} />
            ) : (
              target === null && canHaveTarget(item) && <small className="quiet">{t('pages.board.noTarget')}</small>
            ),
            note: cell?.counted != null && (
              <span>
                {t('answers.counted')} <Quantity value={cell.counted} unit={unit} decimals={decimals} />
              </span>
            ),
            children: isEditing && subject.active && (
              <BoardFields
                item={item}
                subjectId={subject.of}
                target={target}
                maxValue={board.items.find((boardItem) => boardItem.item === item)?.most ?? null}
                drafts={drafts}
                canCorrect={isCorrectable(item) && board.editable && !isLocked}
                canSetTarget={canHaveTarget(item) && (board.editable || board.from > board.today)}
              />
            ),
          }
        })}
      />
      {isEditing && isCorrectable(item) && monthly && <p className="quiet">{t('pages.board.monthDifference')}</p>}
      {isEditing && isDividedItem(item) && <p className="quiet">{t('pages.board.goodWebDifference')}</p>}
    </>
  )
}
interface BoardFieldsProps {
  item: BoardItem
  subjectId: string
  target: number | null
  maxValue: number | null
  drafts: BoardDrafts
  canCorrect: boolean
  canSetTarget: boolean
}
/** Fields for the target of a line or team and for a difference with its reason. */
function BoardFields({ item, subjectId, target, maxValue, drafts, canCorrect, canSetTarget }: BoardFieldsProps) {
  const { t } = useTranslation(['boards', 'plant'])
  const unit = useUnitFormatter()(metrics[item].unit)
  const decimals = getBoardItemDecimals(item)
  const draft = drafts.drafts[subjectId]
  const problems = drafts.getProblems(subjectId)
  if (!canSetTarget && !canCorrect) return null
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
        onChange={(event) => drafts.updateDraft(subjectId, { [name]: event.target.value })}
      />
      {problems[name] && (
        <span className="board-wrong" role="alert">
          {t(`refusals.${problems[name]}`, { most: maxValue, inUnit: unit })}
        </span>
      )}
    </label>
  )
  return (
    <div className="board-fields">
      {canSetTarget &&
        renderField(
          'target',
          `${t('answers.target')}${unit && ` (${unit})`}`,
          draft?.target ?? (target === null ? '' : String(Math.round(target * 10 ** decimals) / 10 ** decimals)),
          'decimal',
        )}
      {canCorrect &&
        renderField(
          'difference',
          `${t('inputs.difference')} ±${unit && ` (${unit})`}`,
          draft?.difference ?? '',
          'decimal',
        )}
      {canCorrect && draft?.difference?.trim() && renderField('reason', t('inputs.reason'), draft.reason ?? '', 'text')}
    </div>
  )
}
