import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CheckIcon, DeleteIcon, PlusIcon } from '@/client/ui/icons'
import { NumberPad } from '@/client/ui/NumberPad'
import { TextInput } from '@/client/ui/TextInput'

/** One inspection item with its answer; `low`, `target` and `high` are in `unit`. */
export interface ItemAnswer {
  item: string
  result: string | null
  value?: number | null
  unit?: string | null
  note?: string | null
  low?: number | null
  target?: number | null
  high?: number | null
}
/** Compares the values of items with their limits. */
export interface ItemLimitCheck {
  isOutside: (answer: ItemAnswer) => boolean
  /** Limits as display text; null if the item has none. */
  formatLimits: (answer: ItemAnswer) => string | null
  texts: { inside: string; outside: string }
}
const RESULTS = ['ok', 'notOk', 'notApplicable'] as const

/**
 * List of inspection items, each answered with one tap and without a preset answer; a failed item needs a note.
 * `hasValues`: items may carry a value. `limitCheck`: an item outside its limits can only be answered as not OK.
 */
export function ItemAnswerList({
  answers,
  resultTextPrefix,
  hasValues,
  limitCheck,
  disabled,
  onChange,
}: {
  answers: readonly ItemAnswer[]
  /** Text keys of the results without their last part, e.g. `quality:dailyInspection.subOptions.items.result`. */
  resultTextPrefix: string
  hasValues?: boolean
  limitCheck?: ItemLimitCheck
  disabled?: boolean
  onChange: (answers: ItemAnswer[]) => void
}) {
  const { t } = useTranslation('plant')
  const [editedIndex, setEditedIndex] = useState<number | null>(null)
  const updateAnswer = (index: number, change: Partial<ItemAnswer>) =>
    onChange(answers.map((answer, answerIndex) => (answerIndex === index ? { ...answer, ...change } : answer)))
  const isOutside = (answer: ItemAnswer) => limitCheck?.isOutside(answer) ?? false
  /** Stores a measured value and, if the item has limits, the result that follows from the value. */
  const setMeasuredValue = (index: number, value: number | null) => {
    const previousAnswer = answers[index]!
    const nextAnswer = { ...previousAnswer, value }
    // A result that a person chose within the limits stays; a missing one, or one forced by the limits, is set again.
    const mustSetResult = isOutside(previousAnswer) || previousAnswer.result === null
    const newResult = value === null ? null : 'ok'
    const resultWithinLimits = mustSetResult ? newResult : previousAnswer.result
    updateAnswer(index, {
      value,
      ...(limitCheck?.formatLimits(nextAnswer) ? { result: isOutside(nextAnswer) ? 'notOk' : resultWithinLimits } : {}),
    })
  }
  const editedAnswer = editedIndex === null ? undefined : answers[editedIndex]
  const blankAnswer: ItemAnswer = {
    item: '',
    result: null,
    note: null,
    ...(hasValues ? { value: null, unit: null } : {}),
  }
  return (
    <div className="item-answer-list">
      <ol>
        {answers.map((answer, index) => (
          <li key={index} className={answer.result ? `is-${answer.result}` : undefined}>
            <div className="item-head strip">
              <TextInput
                aria-label={t('pages.sheet.item', { number: index + 1 })}
                value={answer.item}
                maxLength={200}
                disabled={disabled}
                onChange={(typed) => updateAnswer(index, { item: typed })}
              />
              <Button
                look="quiet"
                icon={<DeleteIcon size={20} />}
                aria-label={t('pages.sheet.removeItem', { item: answer.item || index + 1 })}
                disabled={disabled}
                onClick={() => onChange(answers.filter((_, answerIndex) => answerIndex !== index))}
              />
            </div>
            <fieldset className="item-answer cluster" aria-label={answer.item} disabled={disabled}>
              {RESULTS.map((result) => (
                <button
                  key={result}
                  type="button"
                  className={`is-${result}`}
                  aria-pressed={answer.result === result}
                  disabled={disabled === true || (result !== 'notOk' && isOutside(answer))}
                  onClick={() => updateAnswer(index, { result })}
                >
                  {t(`${resultTextPrefix}.${result}`)}
                </button>
              ))}
              {hasValues && (
                <button type="button" className="item-value" onClick={() => setEditedIndex(index)}>
                  {answer.value == null ? t('pages.sheet.value') : `${answer.value} ${answer.unit ?? ''}`}
                </button>
              )}
            </fieldset>
            {limitCheck?.formatLimits(answer) && (
              <small className={isOutside(answer) ? 'form-wrong' : 'quiet'}>{limitCheck.formatLimits(answer)}</small>
            )}
            {answer.result === 'notOk' && (
              <TextInput
                aria-label={t('pages.sheet.why', { item: answer.item })}
                placeholder={t('pages.sheet.whyShort')}
                value={answer.note ?? ''}
                maxLength={400}
                disabled={disabled}
                onChange={(typed) => updateAnswer(index, { note: typed || null })}
              />
            )}
          </li>
        ))}
      </ol>
      {answers.some(({ result }) => result === null) && (
        <Button
          icon={<CheckIcon size={20} />}
          disabled={disabled}
          onClick={() =>
            onChange(
              answers.map((answer) => ({ ...answer, result: answer.result ?? (isOutside(answer) ? 'notOk' : 'ok') })),
            )
          }
        >
          {t('pages.sheet.restOk')}
        </Button>
      )}
      <Button icon={<PlusIcon size={20} />} disabled={disabled} onClick={() => onChange([...answers, blankAnswer])}>
        {t('pages.sheet.addItem')}
      </Button>
      {editedAnswer && (
        <NumberPad
          key={editedIndex}
          title={editedAnswer.item || t('pages.sheet.value')}
          unit={editedAnswer.unit ?? ''}
          value={editedAnswer.value ?? null}
          limits={limitCheck?.formatLimits(editedAnswer) ?? null}
          evaluate={(value) => {
            if (value === null || !limitCheck?.formatLimits(editedAnswer)) return { tone: 'idle', label: null }
            return isOutside({ ...editedAnswer, value })
              ? { tone: 'bad', label: limitCheck.texts.outside }
              : { tone: 'ok', label: limitCheck.texts.inside }
          }}
          onDone={(value) => {
            const index = editedIndex ?? 0
            setMeasuredValue(index, value)
            const nextIndex = answers.findIndex(
              (answer, answerIndex) => answerIndex > index && answer.value == null && answer.unit,
            )
            setEditedIndex(value === null || nextIndex < 0 ? null : nextIndex)
          }}
          onClose={() => setEditedIndex(null)}
        />
      )}
    </div>
  )
}
