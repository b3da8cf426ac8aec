import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequiredMark } from '@/client/ui/TextInput'
import { NumberPad } from '@/client/ui/NumberPad'
import { isOutsideLimits } from '@/plant/rules/limits'
import type { TFunction } from 'i18next'

export interface ParameterWithValue {
  key: string
  label: string
  unit: string | null
  low: number | null
  target: number | null
  high: number | null
  actual: number | null
  required?: boolean | null
}
/** Inputs for parameters with their limits. Values are judged by the same rule as on the server. */
export function ParameterInputList({
  parameters,
  previousValues,
  disabled,
  describeProblem,
  onChange,
}: {
  parameters: readonly ParameterWithValue[]
  previousValues: ReadonlyMap<string, number | null>
  disabled?: boolean
  /** Returns why a value is implausible regardless of the limits; null if it is plausible. */
  describeProblem?: (parameter: ParameterWithValue, actual: number) => string | null
  onChange: (parameters: ParameterWithValue[]) => void
}) {
  const { t } = useTranslation('quality')
  const [openKey, setOpenKey] = useState<string | null>(null)
  const openParameter = parameters.find(({ key }) => key === openKey)
  const getVerdict = (parameter: ParameterWithValue, actual: number | null) => {
    const problem = actual === null ? null : (describeProblem?.(parameter, actual) ?? null)
    if (problem) return { tone: 'bad' as const, label: problem }
    if (actual === null) return { tone: 'idle' as const, label: null }
    return isOutsideLimits(actual, parameter)
      ? { tone: 'bad' as const, label: t('pages.inspection.outside') }
      : { tone: 'ok' as const, label: t('pages.inspection.inside') }
  }
  const getValueClass = (parameter: ParameterWithValue) => {
    if (parameter.actual === null) return 'parameter-value'
    return isOutsideLimits(parameter.actual, parameter) ? 'parameter-value is-out' : 'parameter-value is-in'
  }
  const onValueEntered = (actual: number | null) => {
    if (openParameter && actual !== null && describeProblem?.(openParameter, actual)) return
    const openIndex = parameters.findIndex(({ key }) => key === openKey)
    onChange(parameters.map((parameter, index) => (index === openIndex ? { ...parameter, actual } : parameter)))
    // Continues with the next parameter that has no value yet.
    setOpenKey(
      actual === null
        ? null
        : (parameters.slice(openIndex + 1).find((parameter) => parameter.actual === null)?.key ?? null),
    )
  }
  return (
    <>
      <ul className="parameters">
        {parameters.map((parameter) => {
          const previousValue = previousValues.get(parameter.key)
          return (
            <li key={parameter.key}>
              <b>
                {parameter.label}
                {parameter.required && <RequiredMark />}
              </b>
              <button
                type="button"
                className={getValueClass(parameter)}
                disabled={disabled}
                onClick={() => setOpenKey(parameter.key)}
              >
                {parameter.actual === null
                  ? t('pages.inspection.enter')
                  : `${parameter.actual} ${parameter.unit ?? ''}`}
              </button>
              <small>
                {[
                  formatInspectionLimits(parameter, t),
                  previousValue != null &&
                    t('pages.inspection.last', { last: previousValue, unit: parameter.unit ?? '' }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          )
        })}
      </ul>
      {openParameter && (
        <NumberPad
          key={openParameter.key}
          title={openParameter.label}
          unit={openParameter.unit ?? ''}
          value={openParameter.actual}
          limits={formatInspectionLimits(openParameter, t)}
          evaluate={(value) => getVerdict(openParameter, value)}
          onDone={onValueEntered}
          onClose={() => setOpenKey(null)}
        />
      )}
    </>
  )
}

interface LimitsWithUnit {
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
  readonly unit: string | null
}
/** Formats the limits and the target of a parameter; null if it has none. */
export function formatInspectionLimits(
  { low, target, high, unit }: LimitsWithUnit,
  t: TFunction<'quality'>,
): string | null {
  const targetText = target === null ? null : t('pages.inspection.target', { target, unit: unit ?? '' })
  return [formatLimitRange(low, high, unit ?? ''), targetText].filter(Boolean).join(' · ') || null
}
function formatLimitRange(low: number | null, high: number | null, unit: string): string | null {
  if (low !== null && high !== null) return `${low} – ${high} ${unit}`
  if (low !== null) return `≥ ${low} ${unit}`
  return high === null ? null : `≤ ${high} ${unit}`
}
