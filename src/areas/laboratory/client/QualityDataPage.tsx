import './laboratory.css'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { useListState } from '@/client/resource/list-state'
import { RecordPage } from '@/client/resource/RecordPage'
import { LazyCommandForm, ResourceForm } from '@/client/resource/ResourceForm'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useHasPermission, useCanCall } from '@/client/session/use-session'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import type { Row } from '@/contract/resource'
import { useParams } from '@/client/use-params'
import { freezeLimits } from '../contract/control-limit'
import { testBatch } from '../contract/test-batch'
import { testResult } from '../contract/test-result'
import { addRoll, openRetest, storeProposedTests } from '../contract/test-data-endpoints'
import { BatchPanel } from './BatchPanel'
import { ChartView } from './ChartView'
import { FreezeForm } from './FreezeForm'
import { ImportView } from './ImportView'
import { RetestForm } from './RetestForm'
import { batchTones } from './tones'
import { UnsentResultPage } from './UnsentResultPage'

const COLUMNS = [
  'number',
  'state',
  'productId',
  'workOrderId',
  'testedAt',
  'source',
  'testerId',
  'productionCode',
] as const
const ROLL_FIELDS = ['jumboRollId', 'slitRollId'] as const
const PROPOSE_FIELDS = ['workOrderId', 'number', 'note'] as const
const stateCells = { state: createStateCell(testBatch, 'state', batchTones) }

/** 检测数据: batches of test results with their entry, control charts, and files of the laboratory. */
export default function QualityDataPage() {
  const { t } = useTranslation(['laboratory', 'client'])
  const state = useListState(testBatch)
  const mayAdd = useHasPermission('qualityDataAdd')
  const mayFreeze = useCanCall(freezeLimits)
  const mayRetest = useCanCall(openRetest)
  const mayAddRoll = useCanCall(addRoll)
  const [params, change] = useParams()
  const act = params.get('act')
  const unsent = useCorrectedCommand()
  const closeForm = () => state.set({ form: null, unsent: null })
  if (params.get('of') === testResult.name && state.id) return <BatchRedirect resultId={state.id} />
  return (
    <RecordPage
      of={testBatch}
      tabs={{ label: t('pages.qualityData.views') }}
      views={[
        { key: 'list', word: t('pages.qualityData.view.list') },
        { key: 'chart', word: t('pages.qualityData.view.chart'), body: () => <ChartView /> },
        { key: 'import', word: t('pages.qualityData.view.import'), body: () => <ImportView /> },
      ]}
      detailIsWide
      list={{ columns: COLUMNS, cells: stateCells, addable: mayAdd }}
      primary={
        mayAdd && (
          <>
            <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => state.set({ form: 'new' })}>
              {t('client:resource.add')}
            </Button>
            <Button onClick={() => change({ act: 'propose' })}>{t('pages.qualityData.propose')}</Button>
          </>
        )
      }
      form={({ row, refs }) =>
        act === 'propose' && mayAdd ? (
          <LazyCommandForm
            endpoint={storeProposedTests}
            title={t('actions.testBatch_storeProposed')}
            only={PROPOSE_FIELDS}
            onBack={() => change({ act: null })}
            onDone={({ id }) => change({ act: null, id })}
          />
        ) : act === 'retest' && mayRetest && row ? (
          <RetestForm
            batch={row as Row<typeof testBatch>}
            onBack={() => change({ act: null, roll: null, slit: null })}
          />
        ) : act === 'roll' && mayAddRoll && row ? (
          <LazyCommandForm
            endpoint={addRoll}
            title={t('pages.qualityData.rollInto', { number: row['number'] })}
            draftOf={`${row.id} roll`}
            only={ROLL_FIELDS}
            start={{ batchId: row.id }}
            onBack={() => change({ act: null })}
            onDone={() => change({ act: null })}
          />
        ) : act === 'freeze' && mayFreeze ? (
          <FreezeForm onBack={() => change({ act: null, without: null })} />
        ) : unsent?.resource === testResult.name ? (
          <UnsentResultPage
            key={unsent.id}
            item={unsent}
            onBack={(batchId) => change({ unsent: null, of: null, ...(batchId ? { id: batchId } : {}) })}
          />
        ) : (
          (unsent || state.form === 'new' || (state.form === 'edit' && row)) && (
            <ResourceForm
              of={testBatch}
              row={state.form === 'edit' ? row : null}
              unsent={unsent}
              refs={refs}
              start={{ testedAt: null }}
              onBack={closeForm}
              onDone={({ id }) => state.set({ form: null, unsent: null, id: id || null })}
            />
          )
        )
      }
      panel={({ row, refs, onBack, onGone }) => (
        <BatchPanel
          row={row as Row<typeof testBatch>}
          refs={refs}
          onBack={onBack}
          onGone={onGone}
          onEdit={() => state.set({ form: 'edit' })}
        />
      )}
    />
  )
}

/** Redirects from a result to its batch. */
function BatchRedirect({ resultId }: { resultId: string }) {
  const [, change] = useParams()
  const { row, isLoading } = useRow(testResult, resultId)
  useEffect(() => {
    if (!isLoading) change({ of: null, id: row?.batchId ?? null }, true)
  }, [row, isLoading, change])
  return null
}
