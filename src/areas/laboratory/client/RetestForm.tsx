import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { useQueryParams } from '@/client/use-query-params'
import type { Row } from '@/contract/resource'
import type { testBatch } from '../contract/test-batch'
import { openRetest } from '../contract/test-data-endpoints'
import { testResult } from '../contract/test-result'

/** Fields for a roll chosen in the grid. Without a chosen roll, the form also shows `ROLL_FIELDS`. */
const RETEST_FIELDS = ['indexIds', 'retestReason'] as const
const ROLL_FIELDS = ['jumboRollId', 'slitRollId'] as const
const MAX_RESULTS = 200

/**
 * Opens a retest of a roll in a batch. The URL parameters `roll` and `slit` select a roll of the batch. If the roll has
 * results of only one index, this index is preselected.
 */
export function RetestForm({ batch, onBack }: { batch: Row<typeof testBatch>; onBack: () => void }) {
  const { t } = useTranslation('laboratory')
  const [params] = useQueryParams()
  const jumboRollId = params.get('roll')
  const slitRollId = params.get('slit')
  const resultsQuery = useList(
    testResult,
    useMemo(() => ({ batchId: batch.id, jumboRollId: jumboRollId ?? '', size: MAX_RESULTS }), [batch.id, jumboRollId]),
    { enabled: jumboRollId !== null },
  )
  const rollResults = resultsQuery.rows.filter((row) => row.slitRollId === slitRollId && row.samples.length > 0)
  const indexIds = [...new Set(rollResults.map(({ indexId }) => indexId))]
  if (resultsQuery.isLoading) return null
  return (
    <LazyCommandForm
      endpoint={openRetest}
      title={t('pages.qualityData.retestIn', { number: batch.number })}
      draftScope={`${batch.id} ${jumboRollId ?? ''} ${slitRollId ?? ''}`}
      fieldNames={jumboRollId ? RETEST_FIELDS : [...ROLL_FIELDS, ...RETEST_FIELDS]}
      startValues={{
        batchId: batch.id,
        ...(jumboRollId ? { jumboRollId, slitRollId } : {}),
        indexIds: indexIds.length === 1 ? indexIds : [],
      }}
      refs={resultsQuery.refs}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
