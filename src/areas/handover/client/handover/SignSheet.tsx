import { useTranslation } from 'react-i18next'
import { isOnline } from '@/client/api/notify-saved'
import { useNames } from '@/client/fields/options'
import { usePersonName, useSession } from '@/client/session/use-session'
import { ConfirmDialog } from '@/client/ui/ConfirmDialog'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { useNextShift, useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'
import { unsignReasons } from '../../contract/handover'
import { FactsInShort } from './FactsShown'
import { useFacts } from './use-facts'
import type { HandoverRow } from './use-steps'

type Of = { row: HandoverRow; refs: Readonly<Record<string, string>> }

/** Confirms a signature: shows line, shift and day, the key metrics, and who takes over. */
export function SignSheet({
  row,
  refs,
  step,
  busy,
  onSign,
  onClose,
}: Of & { step: 'give' | 'take'; busy: boolean; onSign: () => void; onClose: () => void }) {
  const { t } = useTranslation(['handover', 'plant'])
  const { userId } = useSession()
  const own = usePersonName()
  const { facts } = useFacts(row.lineId, row, refs)
  const word = useFormatShift()
  const next = useNextShift(row.businessDate, row.shift)
  const lines = useNames('line', [row.lineId], refs)
  const names = useNames('user', row.giverId ? [row.giverId] : [], refs)
  const team = useFormatTeam()
  const said = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
  const giver = step === 'give' ? own : row.giverId && (row.giverId === userId ? own : names[row.giverId])
  return (
    <ConfirmDialog
      open
      danger={false}
      busy={busy}
      thing={said(lines[row.lineId], t(`handover.options.kind.${row.kind}`))}
      sentence={t(`pages.handover.confirm.${step}`)}
      confirmLabel={t(`pages.handover.${step}`)}
      onConfirm={onSign}
      onCancel={onClose}
    >
      <dl className="said sign-facts">
        <dt>{t('handover.fields.businessDate')}</dt>
        <dd>{said(row.businessDate, word(row.shift), team(row.team))}</dd>
        <dt>{t('handover.fields.giverId')}</dt>
        <dd>{giver ?? '…'}</dd>
        <dt>{t('pages.handover.confirm.next')}</dt>
        <dd>{said(next && word(next.shift), team(next?.team), step === 'take' ? own : null) || '–'}</dd>
      </dl>
      {facts && <FactsInShort facts={facts} />}
      {step === 'give' && !isOnline() && <p className="quiet">{t('pages.handover.confirm.figuresLater')}</p>}
    </ConfirmDialog>
  )
}

/** Asks a lead for the reason before revoking a signature. */
export function UnsignSheet({
  row,
  busy,
  onReason,
  onClose,
}: Pick<Of, 'row'> & { busy: boolean; onReason: (reason: string) => void; onClose: () => void }) {
  const { t } = useTranslation('handover')
  const word = useFormatShift()
  const title = t(`handover.steps.${row.state === 'taken' ? 'untake' : 'ungive'}`)
  return (
    <ReasonDialog
      title={title}
      danger
      requiresAnswer
      presets={unsignReasons}
      busy={busy}
      onReason={onReason}
      onClose={onClose}
    >
      <p className="ui-confirm-thing">
        {[t(`handover.options.kind.${row.kind}`), row.businessDate, word(row.shift)].filter(Boolean).join(' · ')}
      </p>
    </ReasonDialog>
  )
}
