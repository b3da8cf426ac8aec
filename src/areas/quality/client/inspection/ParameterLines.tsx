import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberPad } from '@/client/ui/NumberPad'
import { isOutsideLimits } from '@/plant/rules/limits'
import { limitsOf } from './limits-of'

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
export function ParameterLines({
  lines,
  last,
  disabled,
  senseless,
  onChange,
}: {
  lines: readonly ParameterLine[]
  last: ReadonlyMap<string, number | null>
  disabled?: boolean
  /** Returns why a value is implausible whatever the limits, or null. */
  senseless?: (line: ParameterLine, actual: number) => string | null
  onChange: (lines: ParameterLine[]) => void
}) {
  const { t } = useTranslation('quality')
  const [pad, setPad] = useState<string | null>(null)
  const open = lines.find(({ key }) => key === pad)
  const judge = (line: ParameterLine, actual: number | null) => {
    const why = actual === null ? null : (senseless?.(line, actual) ?? null)
    if (why) return { tone: 'bad' as const, word: why }
    return actual === null
      ? { tone: 'idle' as const, word: null }
      : isOutsideLimits(actual, line)
        ? { tone: 'bad' as const, word: t('pages.inspection.outside') }
        : { tone: 'ok' as const, word: t('pages.inspection.inside') }
  }
  const valueClass = (line: ParameterLine) =>
    line.actual === null
      ? 'parameter-value'
      : isOutsideLimits(line.actual, line)
        ? 'parameter-value is-out'
        : 'parameter-value is-in'
  const done = (actual: number | null) => {
    if (open && actual !== null && senseless?.(open, actual)) return
    const at = lines.findIndex(({ key }) => key === pad)
    onChange(lines.map((line, index) => (index === at ? { ...line, actual } : line)))
    // Continues with the next parameter that has no value yet.
    setPad(actual === null ? null : (lines.slice(at + 1).find((line) => line.actual === null)?.key ?? null))
  }
  return (
    <>
      <ul className="parameters">
        {lines.map((line) => {
          const before = last.get(line.key)
          return (
            <li key={line.key}>
              <b>{line.label}</b>
              <button type="button" className={valueClass(line)} disabled={disabled} onClick={() => setPad(line.key)}>
                {line.actual === null ? t('pages.inspection.enter') : `${line.actual} ${line.unit ?? ''}`}
              </button>
              <small>
                {[
                  limitsOf(line, t),
                  before != null && t('pages.inspection.last', { last: before, unit: line.unit ?? '' }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          )
        })}
      </ul>
      {open && (
        <NumberPad
          key={open.key}
          title={open.label}
          unit={open.unit ?? ''}
          value={open.actual}
          limits={limitsOf(open, t)}
          judge={(value) => judge(open, value)}
          onDone={done}
          onClose={() => setPad(null)}
        />
      )}
    </>
  )
}
