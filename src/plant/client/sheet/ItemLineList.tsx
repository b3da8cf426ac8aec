import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CheckIcon, DeleteIcon, PlusIcon } from '@/client/ui/icons'
import { NumberPad } from '@/client/ui/NumberPad'

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
/** Limits that the values of items are compared with. */
export interface ItemJudge {
  outside: (line: ItemLine) => boolean
  /** Limits as display text; null where a line has none. */
  formatLimits: (line: ItemLine) => string | null
  words: { inside: string; outside: string }
}
const RESULTS = ['ok', 'notOk', 'notApplicable'] as const

/**
 * List of inspection items, each answered with one tap and without a preset answer; a failed item needs a note.
 * `hasValues`: items may carry a value. `judge`: an item outside its limits cannot be answered as right.
 */
export function ItemLineList({
  lines,
  resultWordsKey,
  hasValues,
  judge,
  disabled,
  onChange,
}: {
  lines: readonly ItemLine[]
  /** Namespace and key of the texts of the results, which belong to the area of the record. */
  resultWordsKey: string
  hasValues?: boolean
  judge?: ItemJudge
  disabled?: boolean
  onChange: (lines: ItemLine[]) => void
}) {
  const { t } = useTranslation('plant')
  const [editedIndex, setEditedIndex] = useState<number | null>(null)
  const updateLine = (index: number, change: Partial<ItemLine>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...change } : line)))
  const isOutside = (line: ItemLine) => judge?.outside(line) ?? false
  const setMeasuredValue = (index: number, value: number | null) => {
    const [previousLine, nextLine] = [lines[index]!, { ...lines[index]!, value }]
    const resultWithinLimits =
      isOutside(previousLine) || previousLine.result === null ? (value === null ? null : 'ok') : previousLine.result
    updateLine(index, {
      value,
      ...(judge?.formatLimits(nextLine) ? { result: isOutside(nextLine) ? 'notOk' : resultWithinLimits } : {}),
    })
  }
  const editedLine = editedIndex === null ? undefined : lines[editedIndex]
  const blank: ItemLine = { item: '', result: null, note: null, ...(hasValues ? { value: null, unit: null } : {}) }
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
                onClick={() => onChange(lines.filter((_, at) => at !== index))}
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
                  {t(`${resultWordsKey}.${result}`)}
                </button>
              ))}
              {hasValues && (
                <button type="button" className="item-value" onClick={() => setEditedIndex(index)}>
                  {line.value == null ? t('pages.sheet.value') : `${line.value} ${line.unit ?? ''}`}
                </button>
              )}
            </fieldset>
            {judge?.formatLimits(line) && (
              <small className={isOutside(line) ? 'form-wrong' : 'quiet'}>{judge.formatLimits(line)}</small>
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
      <Button icon={<PlusIcon size={20} />} disabled={disabled} onClick={() => onChange([...lines, blank])}>
        {t('pages.sheet.addItem')}
      </Button>
      {editedLine && (
        <NumberPad
          title={editedLine.item || t('pages.sheet.value')}
          unit={editedLine.unit ?? ''}
          value={editedLine.value ?? null}
          limits={judge?.formatLimits(editedLine) ?? null}
          judge={(value) =>
            value === null || !judge?.formatLimits(editedLine)
              ? { tone: 'idle', word: null }
              : isOutside({ ...editedLine, value })
                ? { tone: 'bad', word: judge.words.outside }
                : { tone: 'ok', word: judge.words.inside }
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
