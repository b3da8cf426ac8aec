import { useTranslation } from 'react-i18next'
import type { Issue } from '@/contract/errno'
import { useLabels } from '../i18n/labels'
import { areaOfOperation } from '../areas'

/** What is told of a command that did not come through. */
export interface Said {
  readonly kind: string
  readonly message: string
  readonly issues: readonly Issue[]
}
/** Why a command of this phone was not taken, in the server's words where it spoke, with each field that it named. `op`: the operation; null of a photo. */
export function RefusalSaid({ op, error }: { op: string | null; error: Said }) {
  const { t } = useTranslation('client')
  const area = op ? areaOfOperation(op)?.name : null
  const labels = useLabels(...(area ? [area] : []))
  const field = (path: Issue['path']) =>
    area && op ? labels.field({ area, owner: op.split('.')[0] ?? '' }, String(path[0] ?? '')) : path.join('.')
  return (
    <>
      <p className="unsent-error">{error.message || t(`sync.error.${error.kind}`)}</p>
      {error.issues.map((issue) => (
        <p key={issue.path.join()} className="unsent-error">
          {field(issue.path)} {labels.issue(issue)}
        </p>
      ))}
    </>
  )
}
