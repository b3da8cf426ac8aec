import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useCommand } from '@/client/api/use-command'
import { formatMoment } from '@/client/format/time'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import type { SheetAction } from '@/client/ui/ActionSheet'
import { Quantity } from '@/client/ui/Quantity'
import { toFilterInput, useReportFilters } from './report-filters'

interface StoreInput {
  from?: string | null
  to?: string | null
  lineId?: string | null
}
/** Returns the action that stores the sums of the displayed report, for people with the permission. */
export function useStoreActions(endpoint: Endpoint<StoreInput, unknown>): readonly SheetAction[] {
  const { t } = useTranslation('sheets')
  const canStore = useCanCall(endpoint)
  const storeCommand = useCommand(endpoint)
  const filters = useReportFilters()
  if (!canStore || storeCommand.busy) return []
  return [
    {
      key: 'store',
      label: t('pages.kept.keep'),
      onChoose: () =>
        // Sums are stored for all teams.
        storeCommand.run(toFilterInput({ ...filters, team: '' }), {
          savedMessage: t('pages.kept.done'),
          changedResources: ['keptSheet'],
        }),
    },
  ]
}
interface StoredSum {
  keptAt: string
  keptBy: string | null
  name: string
  value: number | null
}
/** Sums stored earlier for the same days and line. Each is named after a material kind, a grade or a metric. */
export function StoredSumsSection({ report }: { report: object }) {
  const { t } = useTranslation('sheets')
  const zone = usePlantZone()
  const storedSums = 'kept' in report ? (report.kept as readonly StoredSum[]) : []
  if (storedSums.length === 0) return null
  return (
    <section aria-label={t('pages.kept.title')}>
      <h2>{t('pages.kept.title')}</h2>
      <ul className="sheets-list stack">
        {storedSums.map((storedSum, i) => (
          <li key={i}>
            <span>
              {t(`answerOptions.kind.${storedSum.name}`, {
                defaultValue: t(`answerOptions.grade.${storedSum.name}`, {
                  defaultValue: t(`answers.${storedSum.name}`),
                }),
              })}
              : <Quantity value={storedSum.value} decimals={0} />
            </span>
            <span className="quiet">
              {storedSum.keptBy} {formatMoment(storedSum.keptAt, zone)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
