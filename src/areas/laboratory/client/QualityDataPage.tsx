import './laboratory.css'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { useListState } from '@/client/resource/list-state'
import { RecordPage } from '@/client/resource/RecordPage'
import { LazyCommandForm, ResourceForm } from '@/client/resource/ResourceForm'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useHasPermission, useCanCall } from '@/client/session/use-session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import type { Row } from '@/contract/resource'
import { useQueryParams } from '@/client/use-query-params'
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
  const canAdd = useHasPermission('qualityDataAdd')
  const canFreeze = useCanCall(freezeLimits)
  const canRetest = useCanCall(openRetest)
  const canAddRoll = useCanCall(addRoll)
  const [params, changeParams] = useQueryParams()
  const formName = params.get('act')
  const unsentCommand = useUnsentCommandToCorrect()
  const closeForm = () => state.set({ form: null, unsent: null })
  // Links from other pages may name a result, but only its batch has a page.
  if (params.get('of') === testResult.name && state.id) return <BatchRedirect resultId={state.id} />
  return (
    <RecordPage
      resource={testBatch}
      tabs={{ label: t('pages.qualityData.views') }}
      views={[
        { key: 'list', label: t('pages.qualityData.view.list') },
        { key: 'chart', label: t('pages.qualityData.view.chart'), body: () => <ChartView /> },
        { key: 'import', label: t('pages.qualityData.view.import'), body: () => <ImportView /> },
      ]}
      detailIsWide
      list={{ columns: COLUMNS, cells: stateCells, canAdd }}
      primary={
        canAdd && (
          <>
            <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => state.set({ form: 'new' })}>
              {t('client:resource.add')}
            </Button>
            <Button onClick={() => changeParams({ act: 'propose' })}>{t('pages.qualityData.propose')}</Button>
          </>
        )
      }
      form={({ row, refs }) => {
        if (formName === 'propose' && canAdd)
          return (
            <LazyCommandForm
              endpoint={storeProposedTests}
              title={t('actions.testBatch_storeProposed')}
              fieldNames={PROPOSE_FIELDS}
              onBack={() => changeParams({ act: null })}
              onDone={({ id }) => changeParams({ act: null, id })}
            />
          )
        if (formName === 'retest' && canRetest && row)
          return (
            <RetestForm
              batch={row as Row<typeof testBatch>}
              onBack={() => changeParams({ act: null, roll: null, slit: null })}
            />
          )
        if (formName === 'roll' && canAddRoll && row)
          return (
            <LazyCommandForm
              endpoint={addRoll}
              title={t('pages.qualityData.rollInto', { number: row['number'] })}
              draftScope={`${row.id} roll`}
              fieldNames={ROLL_FIELDS}
              startValues={{ batchId: row.id }}
              onBack={() => changeParams({ act: null })}
              onDone={() => changeParams({ act: null })}
            />
          )
        if (formName === 'freeze' && canFreeze)
          return <FreezeForm onBack={() => changeParams({ act: null, without: null })} />
        if (unsentCommand?.resource === testResult.name)
          return (
            <UnsentResultPage
              key={unsentCommand.id}
              item={unsentCommand}
              onBack={(batchId) => changeParams({ unsent: null, of: null, ...(batchId ? { id: batchId } : {}) })}
            />
          )
        const isBatchFormOpen = unsentCommand || state.form === 'new' || (state.form === 'edit' && row)
        return (
          isBatchFormOpen && (
            <ResourceForm
              resource={testBatch}
              row={state.form === 'edit' ? row : null}
              unsent={unsentCommand}
              refs={refs}
              startValues={{ testedAt: null }}
              onBack={closeForm}
              onDone={({ id }) => state.set({ form: null, unsent: null, id: id || null })}
            />
          )
        )
      }}
      panel={({ row, refs, onBack, onRemoved }) => (
        <BatchPanel
          row={row as Row<typeof testBatch>}
          refs={refs}
          onBack={onBack}
          onRemoved={onRemoved}
          onEdit={() => state.set({ form: 'edit' })}
        />
      )}
    />
  )
}

/** Redirects from a result to its batch. */
function BatchRedirect({ resultId }: { resultId: string }) {
  const [, changeParams] = useQueryParams()
  const { row, isLoading } = useRow(testResult, resultId)
  useEffect(() => {
    if (!isLoading) changeParams({ of: null, id: row?.batchId ?? null }, { replace: true })
  }, [row, isLoading, changeParams])
  return null
}
