import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { useLanguage } from '@/client/format/use-language'
import type { ListRow } from '@/client/resource/build-columns'
import type { Round } from '../walk/walk-points'
import { getCheckItemName, formatCheckLimits } from '../walk/format-check-item'

/** Number of points and items of a plan's route. `pollingPlan` is the page's name in the specification. */
export function RouteSizeCell({ row }: { row: ListRow }) {
  const { t } = useTranslation('rounds')
  return (
    <span>
      {t('pages.pollingPlan.routeWords', {
        points: (row['points'] as unknown[]).length,
        items: (row['items'] as unknown[]).length,
      })}
    </span>
  )
}

/** A plan's route: its points with their check items. */
export function RouteView({ row }: { row: ListRow }) {
  const { t } = useTranslation('rounds')
  const language = useLanguage()
  const points = (row['points'] ?? []) as Round['points']
  const items = (row['items'] ?? []) as Round['items']
  const machineNames = useNames(
    'equipment',
    points.map((point) => point.equipmentId),
    {},
  )
  return (
    <details className="route-shown" open>
      <summary>{t('pages.pollingPlan.routeWords', { points: points.length, items: items.length })}</summary>
      <ol>
        {points.map((point) => (
          <li key={point.key}>
            <b>{machineNames[point.equipmentId] ?? point.code ?? '…'}</b>
            <span className="quiet">
              {items
                .filter((item) => item.pointKey === point.key)
                .map((item) =>
                  [getCheckItemName(item, language), formatCheckLimits(item, language)].filter(Boolean).join(' '),
                )
                .join('; ')}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Describes in words when a plan's rounds are due. */
export function FrequencyCell({ row }: { row: ListRow }) {
  const { t } = useTranslation('rounds')
  const times = ((row['times'] ?? []) as { at: string }[]).map(({ at }) => at).join(' ')
  const chosenDays = WEEKDAYS.filter((day) => row[day] === true)
  const weekdayText =
    chosenDays.length < 7 ? chosenDays.map((day) => t(`pages.pollingPlan.short.${day}`)).join(' ') : ''
  const formatFrequency = () => {
    const { frequency, every, minutesAfterStart, firstTime } = row
    if (frequency === 'everyShifts')
      return t('pages.pollingPlan.everyShifts', { count: Number(every ?? 1), minutes: minutesAfterStart ?? 0 })
    if (frequency === 'everyHours')
      return t('pages.pollingPlan.everyHours', { number: every ?? 1, from: firstTime ?? '00:00' })
    return `${t(`inspectionPlan.options.frequency.${String(frequency)}`)} ${times}`
  }
  return <span>{[formatFrequency(), weekdayText].filter(Boolean).join(' · ')}</span>
}
