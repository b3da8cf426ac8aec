import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/zone'
import { State } from '@/client/ui/State'
import { turnOf } from '../../rules/approval'
import type { DocumentRow } from '../../contract/document'

/** Who handed it in, and the approvers in their order with what each said. */
export function ApprovalShown({ row, refs }: { row: DocumentRow; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('standards')
  const zone = usePlantZone()
  const { userId } = useSession()
  const people = [...row.approvers.map((one) => one.userId), ...(row.submittedBy ? [row.submittedBy] : [])]
  const names = useNames('user', people, refs)
  const turn = turnOf(row)
  if (row.approvers.length === 0 || row.state === 'notApproved')
    return row.state === 'notApproved' ? <p className="quiet">{t('pages.standard.draftHint')}</p> : null
  return (
    <section>
      <h2>{t('pages.standard.approval')}</h2>
      {turn === userId && (
        <p className="ui-card is-warned">
          <b>{t('pages.standard.yourTurn')}</b>
        </p>
      )}
      <ol className="approval">
        {row.submittedAt && (
          <li>
            <b>{row.submittedBy ? (names[row.submittedBy] ?? '…') : '–'}</b>
            <State tone="idle">{t('pages.standard.submitted')}</State>
            <small>{formatMoment(row.submittedAt, zone)}</small>
          </li>
        )}
        {row.approvers.map((one) => (
          <li key={one.userId} aria-current={one.userId === turn || undefined}>
            <b>{names[one.userId] ?? '…'}</b>
            {one.decision ? (
              <State tone={one.decision === 'approved' ? 'ok' : 'bad'}>
                {t(`processStandard.subOptions.approvers.decision.${one.decision}`)}
              </State>
            ) : (
              <State tone={one.userId === turn ? 'wait' : 'idle'}>
                {t(
                  one.userId === turn
                    ? 'pages.standard.turn'
                    : row.state === 'inApproval'
                      ? 'pages.standard.later'
                      : 'pages.standard.notAsked',
                )}
              </State>
            )}
            {one.decidedAt && <small>{formatMoment(one.decidedAt, zone)}</small>}
            {one.reason && <p className="lines">{one.reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
