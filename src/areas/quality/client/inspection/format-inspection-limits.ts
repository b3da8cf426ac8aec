import type { TFunction } from 'i18next'

interface ParameterLimits {
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
  readonly unit: string | null
}
/** Formats the limits and the target of a parameter; null if it has none. */
export function formatInspectionLimits(
  { low, target, high, unit }: ParameterLimits,
  t: TFunction<'quality'>,
): string | null {
  const targetText = target === null ? null : t('pages.inspection.target', { target, unit: unit ?? '' })
  const rangeText =
    low !== null && high !== null
      ? `${low} – ${high} ${unit ?? ''}`
      : low !== null
        ? `≥ ${low} ${unit ?? ''}`
        : high !== null
          ? `≤ ${high} ${unit ?? ''}`
          : null
  return [rangeText, targetText].filter(Boolean).join(' · ') || null
}
