import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { createElement } from 'react'
import { getFaultReportForm } from '@/client/area-registry'
import { LazyBoundary } from '@/client/ui/Skeleton'
import { getCheckItemName, formatCheckLimits, formatMachineName } from './format-check-item'
import type { WalkPoint } from './walk-points'
import { buildPointDraftKey, type PointEntry } from './use-point-entry'

/** Reports a finding as a repair. The point gives the machine, the item gives description and photos. */
export function PointReportForm({
  roundId,
  point,
  itemKey,
  entry,
  onClose,
}: {
  roundId: string
  point: WalkPoint
  itemKey: string
  entry: PointEntry
  onClose: () => void
}) {
  const { t } = useTranslation('rounds')
  const language = useLanguage()
  const { draft, photos, change: changeDraft } = entry
  const item = point.items.find((candidate) => candidate.key === itemKey)
  const enteredValue = draft.values[itemKey]
  const limits = item && typeof enteredValue === 'number' ? formatCheckLimits(item, language) : null
  // The item text describes the required state, so the report must say that it is not met.
  const description = item
    ? [
        t('pages.polling.notAsItShould', { item: getCheckItemName(item, language) }),
        typeof enteredValue === 'number'
          ? `${formatNumber(enteredValue, { language, decimals: 6 })} ${item.unit ?? ''}`.trim()
          : '',
        limits && t('pages.polling.reportLimits', { limits }),
      ]
        .filter(Boolean)
        .join(' · ')
    : ''
  const FaultReportForm = getFaultReportForm()
  if (!FaultReportForm) return null
  return (
    // The component type is stable, because areas are registered before the first render.
    <LazyBoundary>
      {createElement(FaultReportForm, {
        draftKey: `${buildPointDraftKey(roundId, point.key)} report ${itemKey}`,
        equipmentId: point.equipmentId,
        machineName: formatMachineName(point.machine, language, t),
        description,
        photos: (draft.photos[itemKey] ?? []).flatMap((id) => photos.get(id) ?? []),
        onBack: onClose,
        onDone: (report) => {
          changeDraft({
            repairs: { ...draft.repairs, [itemKey]: report.id },
            travelled: [...draft.travelled, ...report.photos],
          })
          onClose()
        },
      })}
    </LazyBoundary>
  )
}
