import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useLabels } from '@/client/i18n/labels'
import { ConfirmDialog } from '@/client/ui/ConfirmDialog'
import type { EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { publishBatch, type testBatch } from '../contract/test-batch'
import { checkBatch } from '../contract/test-data-calls'

type Checked = EndpointOutput<typeof checkBatch>
type Problem = Checked['list'][number]['problem']
/** Problems that are counted together, most serious first. */
const COUNTED = {
  noValue: ['noValue'],
  outside: ['low', 'high'],
  fewSamples: ['fewSamples'],
  outlier: ['outlier'],
  duplicate: ['duplicate'],
  noLimits: ['noLimits'],
} as const satisfies Record<string, readonly Problem[]>
const KINDS = Object.keys(COUNTED) as (keyof typeof COUNTED)[]

/** Confirms publishing and shows the findings of the check. Findings do not prevent publishing. */
export function PublishBatch({ batch, onClose }: { batch: Row<typeof testBatch>; onClose: () => void }) {
  const { t } = useTranslation('laboratory')
  const step = useInstantCommand(publishBatch)
  const word = useLabels('laboratory').action(publishBatch)
  const { data, error } = useEndpoint(checkBatch, { batchId: batch.id }, { resources: ['testBatch', 'testResult'] })
  const publish = async () => {
    const { id, version } = batch
    if (await step.run({ id, version }, { baseVersion: version, changes: ['testResult'] })) onClose()
  }
  return (
    <ConfirmDialog
      open
      thing={batch.number}
      sentence={t('pages.qualityData.publishSentence')}
      confirmLabel={word}
      danger={false}
      busy={step.busy || (!data && !error)}
      onConfirm={() => void publish()}
      onCancel={onClose}
    >
      <div role="status">
        {error && <p className="lab-refused">{t('pages.qualityData.checkFailed', { why: error.message })}</p>}
        {data && <Found of={data} />}
      </div>
    </ConfirmDialog>
  )
}
function Found({ of }: { of: Checked }) {
  const { t } = useTranslation('laboratory')
  const lines = KINDS.flatMap((kind) => {
    const problems: readonly Problem[] = COUNTED[kind]
    const count = of.list.filter(({ problem }) => problems.includes(problem)).length
    return count > 0 ? [{ kind, text: t(`pages.qualityData.found.${kind}`, { count }) }] : []
  })
  return (
    <>
      <p>{lines.length > 0 ? t('pages.qualityData.toPublish') : t('pages.qualityData.nothingFound')}</p>
      <ul className="lab-issues">
        {lines.map(({ kind, text }) => (
          <li key={kind} className={kind === 'outside' ? 'is-bad' : undefined}>
            {text}
          </li>
        ))}
      </ul>
      <Untested of={of} />
    </>
  )
}
/** Number of rolls of the order without results in any batch. */
export function Untested({ of }: { of: Checked }) {
  const { t } = useTranslation('laboratory')
  return of.untested > 0 && <p>{t('pages.qualityData.untested', { count: of.untested })}</p>
}
