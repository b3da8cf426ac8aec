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
import { State } from '../ui/State'
import { Replacements, type Replacement } from './Replacements'
import { ReplaceSheet, type Replacing } from './ReplaceSheet'

/** A decision of an approver, in this round or an earlier one. */
interface Answer {
  readonly userId: string
  readonly decision: string
  readonly decidedAt: string
  readonly reason: string | null
}
export interface ApprovedRow {
  readonly id: string
  readonly version: number
  readonly approvers: readonly {
    readonly userId: string
    readonly decision: string | null
    readonly decidedAt: string | null
    readonly reason: string | null
  }[]
  // Rows cached by an older version have none.
  readonly replacements?: readonly Replacement[]
  readonly earlier?: readonly Answer[]
  readonly submittedBy: string | null
  readonly submittedAt: string | null
}

/** Lists the submitter, the approvers in order with their decisions, and replacements with reasons. */
export function ApproversShown({
  of,
  row,
  refs,
  open,
  turn,
  hint,
  replacing,
}: {
  /** The resource whose labels name the decisions. */
  of: Pick<Resource, 'area' | 'name'>
  row: ApprovedRow
  refs: Readonly<Record<string, string>>
  /** True while the approval is running. */
  open: boolean
  turn: string | null
  /** Note for the person who decides next. */
  hint?: string
  /** Lets the user replace an approver, if permitted. */
  replacing?: Replacing | null
}) {
  const { t } = useTranslation('client')
  const labels = useLabels(of.area)
  const zone = usePlantZone()
  const { userId } = useSession()
  const [replaced, setReplaced] = useState<string | null>(null)
  const earlier = row.earlier ?? []
  const people = [
    ...[...row.approvers, ...earlier].map((one) => one.userId),
    ...(row.submittedBy ? [row.submittedBy] : []),
  ]
  const names = useNames('user', [...new Set(people)], refs)
  const nameOf = (id: string) => names[id] ?? '…'
  const said = (decision: string) => (
    <State tone={decision === 'approved' ? 'ok' : 'bad'}>
      {labels.option({ area: of.area, owner: of.name, list: 'approvers' }, 'decision', decision)}
    </State>
  )
  return (
    <section className="approval-shown">
      <h2>{t('approval.title')}</h2>
      {hint && turn !== null && turn === userId && (
        <p className="ui-card is-warned">
          <b>{hint}</b>
        </p>
      )}
      <ol className="approval">
        {row.submittedAt && (
          <li>
            <b>{row.submittedBy ? nameOf(row.submittedBy) : '–'}</b>
            <State tone="idle">{t('approval.submitted')}</State>
            <small>{formatMoment(row.submittedAt, zone)}</small>
          </li>
        )}
        {row.approvers.map((one) => (
          <li key={one.userId} aria-current={one.userId === turn || undefined}>
            <b>{nameOf(one.userId)}</b>
            {one.decision ? (
              said(one.decision)
            ) : (
              <State tone={one.userId === turn ? 'wait' : 'idle'}>
                {t(one.userId === turn ? 'approval.turn' : open ? 'approval.later' : 'approval.notAsked')}
              </State>
            )}
            {one.decidedAt && <small>{formatMoment(one.decidedAt, zone)}</small>}
            {replacing?.who.includes(one.userId) && (
              <Button
                look="quiet"
                className="approval-replace"
                aria-label={t('approval.replaceNamed', { name: nameOf(one.userId) })}
                onClick={() => setReplaced(one.userId)}
              >
                {t('approval.replace')}
              </Button>
            )}
            {one.reason && <p className="lines">{one.reason}</p>}
          </li>
        ))}
      </ol>
      {earlier.length > 0 && (
        <section className="approval-shown">
          <h3>{t('approval.earlier')}</h3>
          <ol className="approval">
            {earlier.map((one) => (
              <li key={`${one.decidedAt} ${one.userId}`}>
                <b>{nameOf(one.userId)}</b>
                {said(one.decision)}
                <small>{formatMoment(one.decidedAt, zone)}</small>
                {one.reason && <p className="lines">{one.reason}</p>}
              </li>
            ))}
          </ol>
        </section>
      )}
      <Replacements title={t('approval.replaced')} of={row.replacements ?? []} refs={refs} />
      {replacing && replaced && (
        <ReplaceSheet
          row={row}
          approver={{ id: replaced, name: nameOf(replaced) }}
          replacing={replacing}
          onClose={() => setReplaced(null)}
        />
      )}
    </section>
  )
}
