import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { useLabels } from '@/client/i18n/labels'
import { ConfirmDialog } from '@/client/ui/ConfirmDialog'
import type { EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { publishBatch, type testBatch } from '../contract/test-batch'
import { checkBatch } from '../contract/test-data-endpoints'

type BatchCheck = EndpointOutput<typeof checkBatch>
type FindingKind = BatchCheck['list'][number]['problem']
/** Problems that are counted together, most serious first. */
const PROBLEM_GROUPS = {
  noValue: ['noValue'],
  outside: ['low', 'high'],
  fewSamples: ['fewSamples'],
  outlier: ['outlier'],
  duplicate: ['duplicate'],
  noLimits: ['noLimits'],
} as const satisfies Record<string, readonly FindingKind[]>
const PROBLEM_GROUP_NAMES = Object.keys(PROBLEM_GROUPS) as (keyof typeof PROBLEM_GROUPS)[]

/** Confirms publishing and shows the findings of the check. Findings do not prevent publishing. */
export function PublishBatchDialog({ batch, onClose }: { batch: Row<typeof testBatch>; onClose: () => void }) {
  const { t } = useTranslation('laboratory')
  const command = useCommand(publishBatch)
  const actionLabel = useLabels('laboratory').action(publishBatch)
  const { data, error } = useEndpoint(checkBatch, { batchId: batch.id }, { resources: ['testBatch', 'testResult'] })
  const publish = async () => {
    const { id, version } = batch
    if (await command.run({ id, version }, { baseVersion: version, changedResources: ['testResult'] })) onClose()
  }
  return (
    <ConfirmDialog
      open
      objectName={batch.number}
      question={t('pages.qualityData.publishSentence')}
      confirmLabel={actionLabel}
      isDangerous={false}
      busy={command.busy || (!data && !error)}
      onConfirm={() => void publish()}
      onCancel={onClose}
    >
      <div role="status">
        {error && <p className="lab-refused">{t('pages.qualityData.checkFailed', { why: error.message })}</p>}
        {data && <FindingsSection check={data} />}
      </div>
    </ConfirmDialog>
  )
}
function FindingsSection({ check }: { check: BatchCheck }) {
  const { t } = useTranslation('laboratory')
  const groupTexts = PROBLEM_GROUP_NAMES.flatMap((groupName) => {
    const problems: readonly FindingKind[] = PROBLEM_GROUPS[groupName]
    const count = check.list.filter(({ problem }) => problems.includes(problem)).length
    return count > 0 ? [{ groupName, text: t(`pages.qualityData.found.${groupName}`, { count }) }] : []
  })
  return (
    <>
      <p>{groupTexts.length > 0 ? t('pages.qualityData.toPublish') : t('pages.qualityData.nothingFound')}</p>
      <ul className="lab-issues">
        {groupTexts.map(({ groupName, text }) => (
          <li key={groupName} className={groupName === 'outside' ? 'is-bad' : undefined}>
            {text}
          </li>
        ))}
      </ul>
      <UntestedRollsNotice check={check} />
    </>
  )
}
/** Number of rolls of the order without results in any batch. */
export function UntestedRollsNotice({ check }: { check: BatchCheck }) {
  const { t } = useTranslation('laboratory')
  return check.untested > 0 && <p>{t('pages.qualityData.untested', { count: check.untested })}</p>
}
