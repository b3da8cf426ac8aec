import type { TFunction } from 'i18next'

interface Limited {
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
  readonly unit: string | null
}
/** Formats the limits and the target of a parameter; null if it has none. */
export function limitsOf({ low, target, high, unit }: Limited, t: TFunction<'quality'>): string | null {
  const aim = target === null ? null : t('pages.inspection.target', { target, unit: unit ?? '' })
  const range =
    low !== null && high !== null
      ? `${low} – ${high} ${unit ?? ''}`
      : low !== null
        ? `≥ ${low} ${unit ?? ''}`
        : high !== null
          ? `≤ ${high} ${unit ?? ''}`
          : null
  return [range, aim].filter(Boolean).join(' · ') || null
}
