import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getAllowedCommands } from '@/contract/command-rights'
import type { EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { useQueryParams } from '@/client/use-query-params'
import { useList } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useActor, useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { batchCommands, publishBatch, testBatch, withdrawBatch } from '../contract/test-batch'
import { checkBatch } from '../contract/test-data-endpoints'
import { EntryGrid } from './EntryGrid'
import { PublishBatchDialog, UntestedRollsNotice } from './PublishBatchDialog'
import { batchTones } from './tones'

const DETAIL_FIELDS = [
  'state',
  'productId',
  'workOrderId',
  'customerCodeId',
  'testedAt',
  'testerId',
  'source',
  // The batch that this one corrects.
  'mendsId',
  'publishedAt',
  'withdrawnReason',
  'note',
] as const
const stateCells = { state: createStateCell(testBatch, 'state', batchTones) }

/** One batch with its details, values, check and commands. */
export function BatchPanel({
  row,
  refs,
  onBack,
  onEdit,
  onRemoved,
}: {
  row: Row<typeof testBatch>
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onEdit: () => void
  onRemoved: () => void
}) {
  const { t } = useTranslation(['laboratory', 'client'])
  const isDraft = row.state === 'draft'
  const canEdit = useHasPermission('qualityDataEdit') && isDraft
  const canDelete = useHasPermission('qualityDataDelete') && isDraft
  return (
    <PageFrame
      title={row.number}
      subtitle={refs[row.productId]}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          {canEdit && (
            <Button
              look="quiet"
              icon={<EditIcon size={20} />}
              aria-label={t('client:resource.edit')}
              title={t('client:resource.edit')}
              onClick={onEdit}
            />
          )}
          {canDelete && (
            <RemoveRowButton endpoint={testBatch.endpoints.remove} row={row} title={row.number} onRemoved={onRemoved} />
          )}
        </>
      }
      primary={
        <CommandButtons
          commands={getAllowedCommands(batchCommands, row, useActor())}
          secondaryCommands={[withdrawBatch]}
          row={row}
          dangerousCommands={[withdrawBatch]}
          changedResources={['testResult']}
          renderDialog={(command, onClose) =>
            command === publishBatch ? <PublishBatchDialog batch={row} onClose={onClose} /> : undefined
          }
        />
      }
    >
      <ResourceDetailView
        resource={testBatch}
        row={row}
        refs={refs}
        fieldNames={DETAIL_FIELDS.filter((name) => row[name] !== null)}
        cells={stateCells}
      />
      {row.state === 'withdrawn' && <CorrectionButton batchId={row.id} />}
      <EntryGrid batch={row} editable={canEdit} />
      <CheckSection batchId={row.id} />
    </PageFrame>
  )
}

/** Opens the copy that corrects a withdrawn batch. */
function CorrectionButton({ batchId }: { batchId: string }) {
  const { t } = useTranslation('laboratory')
  const [, changeParams] = useQueryParams()
  const { rows } = useList(testBatch, { mendsId: batchId, size: 1 })
  const [correctionBatch] = rows
  return (
    correctionBatch && (
      <Button onClick={() => changeParams({ id: correctionBatch.id })}>
        {t('pages.qualityData.mendedIn', { number: correctionBatch.number })}
      </Button>
    )
  )
}
/** Checks the batch on demand and lists the findings to review before it is published. */
function CheckSection({ batchId }: { batchId: string }) {
  const { t } = useTranslation('laboratory')
  const checkCommand = useCommand(checkBatch)
  const [checkResult, setCheckResult] = useState<EndpointOutput<typeof checkBatch> | null>(null)
  const runCheck = async () => {
    const result = await checkCommand.run({ batchId }, { savedMessage: null })
    if (result && !result.queued) setCheckResult(result.data)
  }
  return (
    <section className="lab-check">
      <Button disabled={checkCommand.busy} onClick={() => void runCheck()}>
        {t('actions.testBatch_check')}
      </Button>
      {checkResult && (
        <div role="status">
          <p>{t('pages.qualityData.checked', { values: checkResult.values, count: checkResult.list.length })}</p>
          <ul>
            {checkResult.list.map((finding, i) => (
              <li key={i} className={finding.problem === 'low' || finding.problem === 'high' ? 'is-bad' : undefined}>
                {finding.message}
              </li>
            ))}
          </ul>
          <UntestedRollsNotice check={checkResult} />
        </div>
      )}
    </section>
  )
}
