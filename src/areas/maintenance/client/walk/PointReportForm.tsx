import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { ReportForm } from '../repair/ReportForm'
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
  const { t } = useTranslation('maintenance')
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
  return (
    <ReportForm
      draftKey={`${buildPointDraftKey(roundId, point.key)} report ${itemKey}`}
      equipmentId={point.equipmentId}
      machineName={formatMachineName(point.machine, language, t)}
      description={description}
      photos={(draft.photos[itemKey] ?? []).flatMap((id) => photos.get(id) ?? [])}
      onBack={onClose}
      onDone={(report) => {
        changeDraft({
          repairs: { ...draft.repairs, [itemKey]: report.id },
          travelled: [...draft.travelled, ...report.photos],
        })
        onClose()
      }}
    />
  )
}
