import { useTranslation } from 'react-i18next'
import type { Issue } from '@/contract/errno'
import { useLabels } from '../i18n/labels'
import { findAreaOfOperation } from '../area-registry'

/** The error of a command that failed. */
export interface CommandRefusal {
  readonly kind: string
  readonly message: string
  readonly issues: readonly Issue[]
}
/**
 * Reason for a refused command: the server's message, with each field it named. `op`: the operation; null for a photo.
 */
export function RefusalNotice({ op, error }: { op: string | null; error: CommandRefusal }) {
  const { t } = useTranslation('client')
  const area = op ? findAreaOfOperation(op)?.name : null
  const labels = useLabels(...(area ? [area] : []))
  const getFieldLabel = (path: Issue['path']) =>
    area && op ? labels.field({ area, owner: op.split('.')[0] ?? '' }, String(path[0] ?? '')) : path.join('.')
  return (
    <>
      <p className="unsent-error">{error.message || t(`sync.error.${error.kind}`)}</p>
      {error.issues.map((issue) => (
        <p key={issue.path.join()} className="unsent-error">
          {getFieldLabel(issue.path)} {labels.issue(issue)}
        </p>
      ))}
    </>
  )
}
