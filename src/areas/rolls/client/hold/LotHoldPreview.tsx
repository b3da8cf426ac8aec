import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { recallList, recallReport } from '../../contract/hold'

type RecallResult = EndpointOutput<typeof recallList>

/** What a hold on a lot reaches, with the pellet lots and the rolls that it reaches through pellets. */
export function LotHoldPreview({ lotId }: { lotId: string }) {
  const query = useEndpoint(recallList, { kind: 'materialLot', id: lotId }, { resources: [...recallReport.resources] })
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail />}>
      {(recall) => <PelletPreview recall={recall} />}
    </QueryBoundary>
  )
}
function PelletPreview({ recall }: { recall: RecallResult }) {
  const { t } = useTranslation('rolls')
  const { traceKg, pelletLotsInStore, pelletLotsMaxKg, pelletRollsInPlant, pelletRollsMaxKg } = recall
  const reachesPellets = pelletLotsInStore + pelletRollsInPlant > 0
  return (
    <>
      <p>{t('pages.qualityTracking.holdWhatLot', { kg: traceKg })}</p>
      {!reachesPellets && <p>{t('pages.qualityTracking.holdNoPellets')}</p>}
      <ul>
        {pelletLotsInStore > 0 && (
          <li>{t('pages.qualityTracking.holdPelletLots', { count: pelletLotsInStore, kg: pelletLotsMaxKg })}</li>
        )}
        {pelletRollsInPlant > 0 && (
          <li>{t('pages.qualityTracking.holdPelletRolls', { count: pelletRollsInPlant, kg: pelletRollsMaxKg })}</li>
        )}
        {recall.unrecordedRollsInPlant > 0 && (
          <li>{t('pages.qualityTracking.holdUnrecorded', { count: recall.unrecordedRollsInPlant })}</li>
        )}
      </ul>
    </>
  )
}
