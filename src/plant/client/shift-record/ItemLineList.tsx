import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CheckIcon, DeleteIcon, PlusIcon } from '@/client/ui/icons'
import { NumberPad } from '@/client/ui/NumberPad'

/** One inspection item with its answer; `low`, `target` and `high` are in `unit`. */
export interface ItemLine {
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
  isOutside: (line: ItemLine) => boolean
  /** Limits as display text; null where a line has none. */
  formatLimits: (line: ItemLine) => string | null
  texts: { inside: string; outside: string }
}
const RESULTS = ['ok', 'notOk', 'notApplicable'] as const

/**
 * List of inspection items, each answered with one tap and without a preset answer; a failed item needs a note.
 * `hasValues`: items may carry a value. `limitCheck`: an item outside its limits can only be answered as not OK.
 */
export function ItemLineList({
  lines,
  resultTextKey,
  hasValues,
  limitCheck,
  disabled,
  onChange,
}: {
  lines: readonly ItemLine[]
  /** Prefix (with namespace) of the text keys of the results, which belong to the area of the record. */
  resultTextKey: string
  hasValues?: boolean
  limitCheck?: ItemLimitCheck
  disabled?: boolean
  onChange: (lines: ItemLine[]) => void
}) {
  const { t } = useTranslation('plant')
  const [editedIndex, setEditedIndex] = useState<number | null>(null)
  const updateLine = (index: number, change: Partial<ItemLine>) =>
    onChange(lines.map((line, lineIndex) => (lineIndex === index ? { ...line, ...change } : line)))
  const isOutside = (line: ItemLine) => limitCheck?.isOutside(line) ?? false
  /** Stores a measured value and, if the item has limits, the result that follows from the value. */
  const setMeasuredValue = (index: number, value: number | null) => {
    const [previousLine, nextLine] = [lines[index]!, { ...lines[index]!, value }]
    const mustSetResult = isOutside(previousLine) || previousLine.result === null
    const newResult = value === null ? null : 'ok'
    const resultWithinLimits = mustSetResult ? newResult : previousLine.result
    updateLine(index, {
      value,
      ...(limitCheck?.formatLimits(nextLine) ? { result: isOutside(nextLine) ? 'notOk' : resultWithinLimits } : {}),
    })
  }
  const editedLine = editedIndex === null ? undefined : lines[editedIndex]
  const blankLine: ItemLine = { item: '', result: null, note: null, ...(hasValues ? { value: null, unit: null } : {}) }
  return (
    <div className="item-lines">
      <ol>
        {lines.map((line, index) => (
          <li key={index} className={line.result ? `is-${line.result}` : undefined}>
            <div className="item-head">
              <input
                className="ui-input"
                aria-label={t('pages.sheet.item', { number: index + 1 })}
                value={line.item}
                maxLength={200}
                disabled={disabled}
                onChange={(event) => updateLine(index, { item: event.target.value })}
              />
              <Button
                look="quiet"
                icon={<DeleteIcon size={20} />}
                aria-label={t('pages.sheet.removeItem', { item: line.item || index + 1 })}
                disabled={disabled}
                onClick={() => onChange(lines.filter((_, lineIndex) => lineIndex !== index))}
              />
            </div>
            <fieldset className="item-answer" aria-label={line.item} disabled={disabled}>
              {RESULTS.map((result) => (
                <button
                  key={result}
                  type="button"
                  className={`is-${result}`}
                  aria-pressed={line.result === result}
                  disabled={disabled === true || (result !== 'notOk' && isOutside(line))}
                  onClick={() => updateLine(index, { result })}
                >
                  {t(`${resultTextKey}.${result}`)}
                </button>
              ))}
              {hasValues && (
                <button type="button" className="item-value" onClick={() => setEditedIndex(index)}>
                  {line.value == null ? t('pages.sheet.value') : `${line.value} ${line.unit ?? ''}`}
                </button>
              )}
            </fieldset>
            {limitCheck?.formatLimits(line) && (
              <small className={isOutside(line) ? 'form-wrong' : 'quiet'}>{limitCheck.formatLimits(line)}</small>
            )}
            {line.result === 'notOk' && (
              <input
                className="ui-input"
                aria-label={t('pages.sheet.why', { item: line.item })}
                placeholder={t('pages.sheet.whyShort')}
                value={line.note ?? ''}
                maxLength={400}
                disabled={disabled}
                onChange={(event) => updateLine(index, { note: event.target.value || null })}
              />
            )}
          </li>
        ))}
      </ol>
      {lines.some(({ result }) => result === null) && (
        <Button
          icon={<CheckIcon size={20} />}
          disabled={disabled}
          onClick={() =>
            onChange(lines.map((line) => ({ ...line, result: line.result ?? (isOutside(line) ? 'notOk' : 'ok') })))
          }
        >
          {t('pages.sheet.restOk')}
        </Button>
      )}
      <Button icon={<PlusIcon size={20} />} disabled={disabled} onClick={() => onChange([...lines, blankLine])}>
        {t('pages.sheet.addItem')}
      </Button>
      {editedLine && (
        <NumberPad
          title={editedLine.item || t('pages.sheet.value')}
          unit={editedLine.unit ?? ''}
          value={editedLine.value ?? null}
          limits={limitCheck?.formatLimits(editedLine) ?? null}
          evaluate={(value) =>
            value === null || !limitCheck?.formatLimits(editedLine)
              ? { tone: 'idle', label: null }
              : isOutside({ ...editedLine, value })
                ? { tone: 'bad', label: limitCheck.texts.outside }
                : { tone: 'ok', label: limitCheck.texts.inside }
          }
          onDone={(value) => {
            setMeasuredValue(editedIndex ?? 0, value)
            setEditedIndex(null)
          }}
          onClose={() => setEditedIndex(null)}
        />
      )}
    </div>
  )
}
