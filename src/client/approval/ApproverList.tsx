import './approval.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { useNames } from '../fields/options'
import { formatMoment } from '../format/time'
import { useLabels } from '../i18n/labels'
import { useSession } from '../session/use-session'
import { usePlantZone } from '../session/plant-zone'
import { Button } from '../ui/Button'
import { StateBadge } from '../ui/StateBadge'
import { ReplacementList, type ReplacementRow } from './ReplacementList'
import { ReplaceApproverDialog, type ReplacementOptions } from './ReplaceApproverDialog'

/** A decision of an approver, in this round or an earlier one. */
interface ApprovalDecision {
  readonly userId: string
  readonly decision: string
  readonly decidedAt: string
  readonly reason: string | null
}
/** A row that is or was submitted for approval. */
export interface ApprovedRow {
  readonly id: string
  readonly version: number
  readonly approvers: readonly {
    readonly userId: string
    readonly decision: string | null
    readonly decidedAt: string | null
    readonly reason: string | null
  }[]
  // Undefined in rows that an older version of the app cached.
  readonly replacements?: readonly ReplacementRow[]
  readonly earlier?: readonly ApprovalDecision[]
  readonly submittedBy: string | null
  readonly submittedAt: string | null
}

/** Lists the submitter, the approvers in order with their decisions, and replacements with reasons. */
export function ApproverList({
  resource,
  row,
  refs,
  isInApproval,
  turnUserId,
  hint,
  replacementOptions,
}: {
  /** The resource whose labels name the decisions. */
  resource: Pick<Resource, 'area' | 'name'>
  row: ApprovedRow
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
  /** True while the approval is running. */
  isInApproval: boolean
  /** The approver who decides next; null if nobody is asked now. */
  turnUserId: string | null
  /** Note for the person who decides next. */
  hint?: string
  /** Lets the user replace an approver, if permitted. */
  replacementOptions?: ReplacementOptions | null
}) {
  const { t } = useTranslation('client')
  const labels = useLabels(resource.area)
  const zone = usePlantZone()
  const { userId } = useSession()
  const [approverIdToReplace, setApproverIdToReplace] = useState<string | null>(null)
  const earlierDecisions = row.earlier ?? []
  const userIds = [
    ...[...row.approvers, ...earlierDecisions].map((decision) => decision.userId),
    ...(row.submittedBy ? [row.submittedBy] : []),
  ]
  const names = useNames('user', [...new Set(userIds)], refs)
  const getName = (id: string) => names[id] ?? '…'
  const getPendingText = (approverId: string) => {
    if (approverId === turnUserId) return t('approval.turn')
    return t(isInApproval ? 'approval.later' : 'approval.notAsked')
  }
  const renderDecision = (decision: string) => (
    <StateBadge tone={decision === 'approved' ? 'ok' : 'bad'}>
      {labels.option({ area: resource.area, owner: resource.name, list: 'approvers' }, 'decision', decision)}
    </StateBadge>
  )
  return (
    <section className="approval-section">
      <h2>{t('approval.title')}</h2>
      {hint && turnUserId !== null && turnUserId === userId && (
        <p className="ui-card is-warned">
          <b>{hint}</b>
        </p>
      )}
      <ol className="approval">
        {row.submittedAt && (
          <li>
            <b>{row.submittedBy ? getName(row.submittedBy) : '–'}</b>
            <StateBadge tone="idle">{t('approval.submitted')}</StateBadge>
            <small>{formatMoment(row.submittedAt, zone)}</small>
          </li>
        )}
        {row.approvers.map((approver) => (
          <li key={approver.userId} aria-current={approver.userId === turnUserId || undefined}>
            <b>{getName(approver.userId)}</b>
            {approver.decision ? (
              renderDecision(approver.decision)
            ) : (
              <StateBadge tone={approver.userId === turnUserId ? 'wait' : 'idle'}>
                {getPendingText(approver.userId)}
              </StateBadge>
            )}
            {approver.decidedAt && <small>{formatMoment(approver.decidedAt, zone)}</small>}
            {replacementOptions?.replaceableIds.includes(approver.userId) && (
              <Button
                look="quiet"
                className="approval-replace"
                aria-label={t('approval.replaceNamed', { name: getName(approver.userId) })}
                onClick={() => setApproverIdToReplace(approver.userId)}
              >
                {t('approval.replace')}
              </Button>
            )}
            {approver.reason && <p className="lines">{approver.reason}</p>}
          </li>
        ))}
      </ol>
      {earlierDecisions.length > 0 && (
        <section className="approval-section">
          <h3>{t('approval.earlier')}</h3>
          <ol className="approval">
            {earlierDecisions.map((decision) => (
              <li key={`${decision.decidedAt} ${decision.userId}`}>
                <b>{getName(decision.userId)}</b>
                {renderDecision(decision.decision)}
                <small>{formatMoment(decision.decidedAt, zone)}</small>
                {decision.reason && <p className="lines">{decision.reason}</p>}
              </li>
            ))}
          </ol>
        </section>
      )}
      <ReplacementList title={t('approval.replaced')} replacements={row.replacements ?? []} refs={refs} />
      {replacementOptions && approverIdToReplace && (
        <ReplaceApproverDialog
          row={row}
          approver={{ id: approverIdToReplace, name: getName(approverIdToReplace) }}
          replacementOptions={replacementOptions}
          onClose={() => setApproverIdToReplace(null)}
        />
      )}
    </section>
  )
}
