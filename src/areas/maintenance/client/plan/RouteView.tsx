import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { useLanguage } from '@/client/format/use-language'
import type { ListRow } from '@/client/resource/build-columns'
import type { Round } from '../walk/round-state'
import { getCheckItemName, formatCheckLimits } from '../walk/format-check-item'

/** Number of points and items of a plan's route. */
export function RouteSizeCell({ row }: { row: ListRow }) {
  const { t } = useTranslation('maintenance')
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
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const points = (row['points'] ?? []) as Round['points']
  const items = (row['items'] ?? []) as Round['items']
  const names = useNames(
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
            <b>{names[point.equipmentId] ?? point.code ?? '…'}</b>
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
