import '@/plant/client/machine/machine.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { recordKindNames } from '@/areas/equipment/contract/option-endpoints'
import { findRowPage } from '@/client/area-registry'
import { formatMoment } from '@/client/format/time'
import { useLabels } from '@/client/i18n/labels'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useMachineSummary } from './use-machine-summary'

/** Card of a machine page: number of records of each kind, with links to the list and to a new record. */
export default function RecordCountList({ equipmentId }: { equipmentId: string }) {
  const { t } = useTranslation('maintenance')
  const labels = useLabels('equipment')
  const zone = usePlantZone()
  const buildPageLink = usePageLink()
  const { data, isPending } = useMachineSummary(equipmentId)
  if (isPending) return <SkeletonDetail fields={4} />
  const countsByKind = new Map(data?.records.map((recordCount) => [recordCount.kind, recordCount]))
  return (
    <section>
      <h2>{t('pages.machine.records')}</h2>
      <ul className="eq-entries">
        {recordKindNames.map((kind) => {
          const page = findRowPage(kind)
          const listAddress = page && buildPageLink(page, { of: kind, equipmentId })
          const newRecordAddress = page && buildPageLink(page, { of: kind, equipmentId, new: '1' })
          const recordCount = countsByKind.get(kind)
          return (
            listAddress && (
              <li key={kind}>
                <Link to={listAddress}>{labels.name({ area: 'equipment', name: kind })}</Link>
                <span className="eq-grow">
                  {recordCount?.lastAt
                    ? t('pages.machine.lastRecord', {
                        count: recordCount.count,
                        time: formatMoment(recordCount.lastAt, zone),
                      })
                    : t('pages.machine.noRecord')}
                </span>
                {newRecordAddress && data?.state !== 'discarded' && (
                  <Link
                    className="eq-add"
                    to={newRecordAddress}
                    aria-label={t('pages.machine.addRecord', { name: labels.name({ area: 'equipment', name: kind }) })}
                  >
                    {t('pages.machine.add')}
                  </Link>
                )}
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}
