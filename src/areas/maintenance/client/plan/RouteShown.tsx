import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { useLanguage } from '@/client/format/use-language'
import type { AnyRow } from '@/client/resource/columns'
import type { Round } from '../walk/round-state'
import { itemName, limitWords } from '../walk/item-words'

/** A plan's route: points with what is checked at each; where there is no room, how many. */
export function RouteShown({ row, open }: { row: AnyRow; open?: boolean }) {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const points = (row['points'] ?? []) as Round['points']
  const items = (row['items'] ?? []) as Round['items']
  const names = useNames('equipment', points.map((point) => point.equipmentId), {})
  return (
    <details className="route-shown" open={open} onClick={(event) => event.stopPropagation()}>
      <summary>{t('pages.pollingPlan.routeWords', { points: points.length, items: items.length })}</summary>
      <ol>
        {points.map((point) => (
          <li key={point.key}>
            <b>{names[point.equipmentId] ?? point.code ?? '…'}</b>
            <span className="quiet">{items.filter((item) => item.pointKey === point.key).map((item) => [itemName(item, language), limitWords(item, language)].filter(Boolean).join(' ')).join('; ')}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
