import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberPad } from '@/client/ui/NumberPad'
import { isOutsideLimits } from '@/plant/rules/limits'
import { formatInspectionLimits } from './format-inspection-limits'

export interface ParameterLine {
  key: string
  label: string
  unit: string | null
  low: number | null
  target: number | null
  high: number | null
  actual: number | null
}
/** Inputs for parameters with their limits. Values are judged by the same rule as on the server. */
export function ParameterInputList({
  lines,
  previousValues,
  disabled,
  describeProblem,
  onChange,
}: {
  lines: readonly ParameterLine[]
  previousValues: ReadonlyMap<string, number | null>
  disabled?: boolean
  /** Returns why a value is implausible whatever the limits, or null. */
  describeProblem?: (line: ParameterLine, actual: number) => string | null
  onChange: (lines: ParameterLine[]) => void
}) {
  const { t } = useTranslation('quality')
  const [openKey, setOpenKey] = useState<string | null>(null)
  const openLine = lines.find(({ key }) => key === openKey)
  const judge = (line: ParameterLine, actual: number | null) => {
    const problem = actual === null ? null : (describeProblem?.(line, actual) ?? null)
    if (problem) return { tone: 'bad' as const, word: problem }
    return actual === null
      ? { tone: 'idle' as const, word: null }
      : isOutsideLimits(actual, line)
        ? { tone: 'bad' as const, word: t('pages.inspection.outside') }
        : { tone: 'ok' as const, word: t('pages.inspection.inside') }
  }
  const getValueClass = (line: ParameterLine) =>
    line.actual === null
      ? 'parameter-value'
      : isOutsideLimits(line.actual, line)
        ? 'parameter-value is-out'
        : 'parameter-value is-in'
  const onEntered = (actual: number | null) => {
    if (openLine && actual !== null && describeProblem?.(openLine, actual)) return
    const openIndex = lines.findIndex(({ key }) => key === openKey)
    onChange(lines.map((line, index) => (index === openIndex ? { ...line, actual } : line)))
    // Continues with the next parameter that has no value yet.
    setOpenKey(actual === null ? null : (lines.slice(openIndex + 1).find((line) => line.actual === null)?.key ?? null))
  }
  return (
    <>
      <ul className="parameters">
        {lines.map((line) => {
          const previousValue = previousValues.get(line.key)
          return (
            <li key={line.key}>
              <b>{line.label}</b>
              <button
                type="button"
                className={getValueClass(line)}
                disabled={disabled}
                onClick={() => setOpenKey(line.key)}
              >
                {line.actual === null ? t('pages.inspection.enter') : `${line.actual} ${line.unit ?? ''}`}
              </button>
              <small>
                {[
                  formatInspectionLimits(line, t),
                  previousValue != null && t('pages.inspection.last', { last: previousValue, unit: line.unit ?? '' }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          )
        })}
      </ul>
      {openLine && (
        <NumberPad
          key={openLine.key}
          title={openLine.label}
          unit={openLine.unit ?? ''}
          value={openLine.actual}
          limits={formatInspectionLimits(openLine, t)}
          judge={(value) => judge(openLine, value)}
          onDone={onEntered}
          onClose={() => setOpenKey(null)}
        />
      )}
    </>
  )
}
