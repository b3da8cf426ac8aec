import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getAllowedCommands } from '@/contract/command-rights'
import type { EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { useParams } from '@/client/use-params'
import { useList } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useDoer, useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { batchCommands, publishBatch, testBatch, withdrawBatch } from '../contract/test-batch'
import { checkBatch } from '../contract/test-data-calls'
import { EntryGrid } from './EntryGrid'
import { PublishBatch, Untested } from './PublishBatch'
import { batchTones } from './tones'

const FACTS = [
  'state',
  'productId',
  'workOrderId',
  'customerCodeId',
  'testedAt',
  'testerId',
  'source',
  'mendsId',
  'publishedAt',
  'withdrawnReason',
  'note',
] as const
/** Both commands open a dialog: withdrawing asks for a reason, publishing shows the findings of the check. */
const NEITHER_AT_ONCE = ({ action }: { action: string }) => [action]
const cells = { state: createStateCell(testBatch, 'state', batchTones) }

/** One batch with its details, values, check and commands. */
export function BatchPanel({
  row,
  refs,
  onBack,
  onEdit,
  onGone,
}: {
  row: Row<typeof testBatch>
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onEdit: () => void
  onGone: () => void
}) {
  const { t } = useTranslation(['laboratory', 'client'])
  const draft = row.state === 'draft'
  const mayEdit = useHasPermission('qualityDataEdit') && draft
  const mayDelete = useHasPermission('qualityDataDelete') && draft
  const [asking, setAsking] = useState<(typeof batchCommands)[number]['action'] | null>(null)
  const withdraw = useInstantCommand(withdrawBatch)
  return (
    <PageFrame
      title={row.number}
      sub={refs[row.productId]}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          {mayEdit && (
            <Button
              look="quiet"
              icon={<EditIcon size={20} />}
              aria-label={t('client:resource.edit')}
              title={t('client:resource.edit')}
              onClick={onEdit}
            />
          )}
          {mayDelete && (
            <RemoveRowButton endpoint={testBatch.endpoints.remove} row={row} title={row.number} onGone={onGone} />
          )}
        </>
      }
      primary={
        <CommandButtons
          commands={getAllowedCommands(batchCommands, row, useDoer())}
          aside={[withdrawBatch]}
          row={row}
          getInputs={NEITHER_AT_ONCE}
          onAsk={({ action }) => setAsking(action)}
        />
      }
    >
      <ResourceDetailView
        of={testBatch}
        row={row}
        refs={refs}
        only={FACTS.filter((name) => row[name] !== null)}
        cells={cells}
      />
      {row.state === 'withdrawn' && <MendedIn batchId={row.id} />}
      <EntryGrid batch={row} editable={mayEdit} />
      <Check batchId={row.id} />
      {asking === publishBatch.action && <PublishBatch batch={row} onClose={() => setAsking(null)} />}
      {asking === withdrawBatch.action && (
        <ReasonDialog
          title={t('actions.testBatch_withdraw')}
          danger
          busy={withdraw.busy}
          onClose={() => setAsking(null)}
          onReason={(reason) =>
            void withdraw
              .run({ id: row.id, version: row.version, reason }, { changes: ['testResult'] })
              .then((done) => done && setAsking(null))
          }
        />
      )}
    </PageFrame>
  )
}

/** Opens the copy that corrects a withdrawn batch. */
function MendedIn({ batchId }: { batchId: string }) {
  const { t } = useTranslation('laboratory')
  const [, change] = useParams()
  const { rows } = useList(testBatch, { mendsId: batchId, size: 1 })
  const [copy] = rows
  return (
    copy && (
      <Button onClick={() => change({ id: copy.id })}>
        {t('pages.qualityData.mendedIn', { number: copy.number })}
      </Button>
    )
  )
}
/** Lists on demand what should be reviewed before a batch is published. */
function Check({ batchId }: { batchId: string }) {
  const { t } = useTranslation('laboratory')
  const check = useCommand(checkBatch)
  const [found, setFound] = useState<EndpointOutput<typeof checkBatch> | null>(null)
  const look = async () => {
    const result = await check.run({ batchId }).catch(() => null)
    if (result && !result.queued) setFound(result.data)
  }
  return (
    <section className="lab-check">
      <Button disabled={check.busy} onClick={() => void look()}>
        {t('actions.testBatch_check')}
      </Button>
      {found && (
        <div role="status">
          <p>{t('pages.qualityData.checked', { values: found.values, count: found.list.length })}</p>
          <ul>
            {found.list.map((one, i) => (
              <li key={i} className={one.problem === 'low' || one.problem === 'high' ? 'is-bad' : undefined}>
                {one.message}
              </li>
            ))}
          </ul>
          <Untested of={found} />
        </div>
      )}
    </section>
  )
}
