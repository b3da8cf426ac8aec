import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { recallList, recallReport } from '../../contract/recall'

type RecallResult = EndpointOutput<typeof recallList>

/** Preview of a hold on a lot, with the pellet lots and the rolls that the hold reaches through pellets. */
export function LotHoldPreview({ lotId }: { lotId: string }) {
  const { t } = useTranslation('tracing')
  const query = useEndpoint(
    recallList,
    { kind: 'materialLot', id: lotId, size: 0 },
    { resources: [...recallReport.resources] },
  )
  return (
    <>
      <p>{t('pages.qualityTracking.holdWhatLot')}</p>
      {query.data ? (
        <PelletPreview recall={query.data} />
      ) : query.isPending ? (
        <SkeletonDetail />
      ) : (
        <p>{t('pages.qualityTracking.holdNotCounted')}</p>
      )}
    </>
  )
}
function PelletPreview({ recall }: { recall: RecallResult }) {
  const { t } = useTranslation('tracing')
  const { traceKg: trace, pelletLotsInStore, pelletLotsMaxKg, pelletRollsInPlant, pelletRollsMaxKg } = recall
  return (
    <>
      {pelletLotsInStore + pelletRollsInPlant === 0 && <p>{t('pages.qualityTracking.holdNoPellets', { trace })}</p>}
      <ul>
        {pelletLotsInStore > 0 && (
          <li>{t('pages.qualityTracking.holdPelletLots', { trace, count: pelletLotsInStore, kg: pelletLotsMaxKg })}</li>
        )}
        {pelletRollsInPlant > 0 && (
          <li>
            {t('pages.qualityTracking.holdPelletRolls', { trace, count: pelletRollsInPlant, kg: pelletRollsMaxKg })}
          </li>
        )}
        {recall.unrecordedRollsInPlant > 0 && (
          <li>{t('pages.qualityTracking.holdUnrecorded', { count: recall.unrecordedRollsInPlant })}</li>
        )}
      </ul>
    </>
  )
}
