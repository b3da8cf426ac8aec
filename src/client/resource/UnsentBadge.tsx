import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buildSyncAddress } from '../shell/row-address'
import { StateBadge } from '../ui/StateBadge'
import type { Issue } from '@/contract/errno'
import { useLabels } from '../i18n/labels'
import { findAreaOfOperation } from '../area-registry'

/** State of a row that an unsent command of this phone has changed. */
interface PendingState {
  /** State of the command; `attention`: the server refused it. */
  readonly state?: string
  readonly op?: string
  /** Id of the command. */
  readonly opId?: string
  readonly error?: CommandRefusal | null
}
/** True if the server refused the row's command. */
export const isRefusedState = (pending: unknown): pending is PendingState =>
  (pending as PendingState | null | undefined)?.state === 'attention'

/**
 * Badge of a row whose command waits on this phone or was refused. `pending` is the state of the command; null or
 * undefined if everything is sent.
 */
export function UnsentBadge({ pending }: { pending: unknown }) {
  const { t } = useTranslation('client')
  if (pending === undefined || pending === null) return null
  return isRefusedState(pending) ? (
    <StateBadge tone="bad">{t('resource.refusedRow')}</StateBadge>
  ) : (
    <StateBadge tone="wait">{t('resource.pendingRow')}</StateBadge>
  )
}
/** Like `UnsentBadge`, but for a refused row it also displays the reason and a link to the correction. */
export function UnsentNotice({ pending }: { pending: unknown }) {
  const { t } = useTranslation('client')
  if (!isRefusedState(pending)) return <UnsentBadge pending={pending} />
  return (
    <div className="ui-card is-warned" role="status">
      <UnsentBadge pending={pending} />
      <RefusalNotice op={pending.op ?? null} error={pending.error ?? { kind: 'refused', message: '', issues: [] }} />
      <Link to={pending.opId ? buildSyncAddress(pending.opId) : '/me/sync'}>{t('resource.refusedNext')}</Link>
    </div>
  )
}

/** The error of a command that failed. */
interface CommandRefusal {
  readonly kind: string
  readonly message: string
  readonly issues: readonly Issue[]
}
/**
 * Reason for a refused command: the server's message, and its issues with the labels of the fields. `op`: the operation;
 * null for a photo.
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
