import { useTranslation } from 'react-i18next'
import type { ListRow } from '@/client/resource/build-columns'

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Describes in words when a plan's rounds are due. */
export function FrequencyCell({ row }: { row: ListRow }) {
  const { t } = useTranslation('maintenance')
  const times = ((row['times'] ?? []) as { at: string }[]).map(({ at }) => at).join(' ')
  const days = WEEKDAYS.filter((day) => row[day] === true)
  const weekdayText = days.length < 7 ? days.map((day) => t(`pages.pollingPlan.short.${day}`)).join(' ') : ''
  const frequencyText =
    row['frequency'] === 'everyShifts'
      ? t('pages.pollingPlan.everyShifts', { count: Number(row['every'] ?? 1), minutes: row['minutesAfterStart'] ?? 0 })
      : row['frequency'] === 'everyHours'
        ? t('pages.pollingPlan.everyHours', { number: row['every'] ?? 1, from: row['firstTime'] ?? '00:00' })
        : `${t(`inspectionPlan.options.frequency.${String(row['frequency'])}`)} ${times}`
  return <span>{[frequencyText, weekdayText].filter(Boolean).join(' · ')}</span>
}
