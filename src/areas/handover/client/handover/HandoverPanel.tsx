import './handover.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getBarredReason, type CommandRights } from '@/contract/command-rights'
import { translatePresets } from '@/contract/preset'
import { isOnline } from '@/client/api/notify-saved'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useDoer, useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EditIcon, PrintIcon, SyncIcon } from '@/client/ui/icons'
import { Notice } from '@/client/ui/Notice'
import { PageFrame } from '@/client/ui/PageFrame'
import { Dialog } from '@/client/ui/Dialog'
import {
  giveHandover,
  handover,
  removeHandover,
  returnHandover,
  takeHandover,
  unsignHandover,
} from '../../contract/handover'
import { takenBack } from '../../rules/handover'
import { useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'
import { handoverTones } from '../tones'
import { FactsShown } from './FactsShown'
import { LiveFacts } from './LiveFacts'
import { SignSheet, UnsignSheet } from './SignSheet'
import { useRenew, useSignatures, writeOf, type HandoverRow } from './use-steps'

const of = handover
const people = [
  'people',
  'absent',
  'safety',
  'quality',
  'equipmentState',
  'remaining',
  'toDo',
  'checks',
  'images',
  'note',
] as const
type Asked = 'give' | 'take' | 'unsign'
export interface PanelProps {
  row: HandoverRow
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onAct: (act: 'edit' | 'return' | 'print') => void
  onGone: () => void
}

/** Panel of one handover: snapshot, notes, and the signature that this person may give now. */
export function HandoverPanel({ row, refs, onBack, onAct, onGone }: PanelProps) {
  const { t } = useTranslation(['handover', 'client', 'plant'])
  const { userId } = useSession()
  const word = useFormatShift()
  const teamWord = useFormatTeam()
  const lines = useNames('line', [row.lineId], refs)
  const { busy, give, take, unsign } = useSignatures(row)
  const renew = useRenew(row)
  // A dialog is valid only for the state in which it was opened; another signature in between closes it.
  const [asked, setAsked] = useState<{ what: Asked; state: HandoverRow['state'] } | null>(null)
  const asking = asked?.state === row.state ? asked.what : null
  const setAsking = (what: Asked | null) => setAsked(what && { what, state: row.state })
  const sign = () => {
    setAsking('give')
    // Refreshes outdated metrics before signing. Offline, the server takes the snapshot of the signature's time.
    if (can(writeOf(row.kind)) && isOnline()) void renew.run()
  }
  // Keeps the typed input until the command succeeds.
  const answered = async (run: () => Promise<unknown>) => {
    if ((await run()) !== null) setAsking(null)
  }
  const doer = useDoer()
  const can = (of: CommandRights): boolean => getBarredReason(of, row, doer) === null
  const title = `${t(`handover.options.kind.${row.kind}`)} · ${row.businessDate ?? ''} ${word(row.shift)}`
  const returns = can(returnHandover) && row.giverId !== userId
  return (
    <PageFrame
      title={t(`handover.options.kind.${row.kind}`)}
      sub={[lines[row.lineId], row.businessDate, word(row.shift), teamWord(row.team)].filter(Boolean).join(' · ')}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          <Button
            look="quiet"
            icon={<PrintIcon size={20} />}
            aria-label={t('pages.handover.preview')}
            title={t('pages.handover.preview')}
            onClick={() => onAct('print')}
          />
          {row.state === 'draft' && (
            <RemoveRowButton endpoint={removeHandover} row={row} title={title} onGone={onGone} />
          )}
        </>
      }
      primary={
        (can(giveHandover) || can(takeHandover) || returns) && (
          <>
            {can(writeOf(row.kind)) && (
              <Button className="beside" icon={<EditIcon size={20} />} onClick={() => onAct('edit')}>
                {t('pages.handover.fillIn')}
              </Button>
            )}
            {returns && (
              <Button className="beside" onClick={() => onAct('return')}>
                {t('handover.steps.returnIt')}
              </Button>
            )}
            {can(giveHandover) && (
              <Button look="primary" disabled={busy} onClick={sign}>
                {t('pages.handover.give')}
              </Button>
            )}
            {can(takeHandover) && (
              <Button look="primary" disabled={busy} onClick={() => setAsking('take')}>
                {t('pages.handover.take')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="handover">
        <div className="handover-head">
          <Signatures row={row} refs={refs} unsent={false} />
          {can(writeOf(row.kind)) && (
            <Button look="quiet" icon={<SyncIcon size={20} />} disabled={renew.busy} onClick={() => void renew.run()}>
              {t('pages.handover.renew')}
            </Button>
          )}
          {can(unsignHandover) && (
            <Button disabled={busy} onClick={() => setAsking('unsign')}>
              {t('actions.handover_unsign')}
            </Button>
          )}
        </div>
        <TakenBack row={row} refs={refs} />
        {row.state === 'given' && row.giverId === userId && <p className="quiet">{t('pages.handover.waits')}</p>}
        <LiveFacts lineId={row.lineId} row={row} refs={refs} />
        <ResourceDetailView of={of} row={row} refs={refs} only={people} />
        {asked && !asking && (
          <Dialog open onClose={() => setAsking(null)} title={title}>
            <Notice
              icon={EditIcon}
              title={t('pages.handover.now', { state: t(`handover.options.state.${row.state}`) })}
            />
          </Dialog>
        )}
        {(asking === 'give' || asking === 'take') && (
          <SignSheet
            row={row}
            refs={refs}
            step={asking}
            busy={asking === 'give' && renew.busy}
            onSign={() => void answered(asking === 'give' ? give : take)}
            onClose={() => setAsking(null)}
          />
        )}
        {asking === 'unsign' && (
          <UnsignSheet
            row={row}
            busy={busy}
            onReason={(reason) => void answered(() => unsign(reason))}
            onClose={() => setAsking(null)}
          />
        )}
      </div>
    </PageFrame>
  )
}

/** Notice of a revoked signature: whose, by whom, when and why. */
function TakenBack({ row, refs }: Pick<PanelProps, 'row' | 'refs'>) {
  const { t } = useTranslation('handover')
  const zone = usePlantZone()
  const names = useNames('user', row.backBy ? [row.backBy] : [], refs)
  const whose = takenBack(row)
  if (!whose) return null
  return (
    <p className="ui-card is-warned">
      <b>{t(`pages.handover.back.${whose}`)}</b>
      <br />
      {[row.backBy && (names[row.backBy] ?? '…'), row.backAt && formatMoment(row.backAt, zone)]
        .filter(Boolean)
        .join(' · ')}
      <br />
      {translatePresets(row.reason ?? '', t)}
    </p>
  )
}

/** Stored snapshot and notes of a handover. */
export function Said({ row, refs }: Pick<PanelProps, 'row' | 'refs'>) {
  const { t } = useTranslation('handover')
  return (
    <>
      {row.facts[0] ? (
        <FactsShown facts={row.facts[0]} names={refs} />
      ) : (
        <p className="quiet">{t('pages.handover.noFacts')}</p>
      )}
      <ResourceDetailView of={of} row={row} refs={refs} only={people} />
    </>
  )
}

/** State and signatures of a handover. `showsUnsent` adds the badge of unsent rows, which the detail already has. */
export function Signatures({
  row,
  refs,
  unsent = true,
}: {
  row: HandoverRow
  refs: Readonly<Record<string, string>>
  unsent?: boolean
}) {
  const { t } = useTranslation(['handover', 'client'])
  const zone = usePlantZone()
  const names = useNames(
    'user',
    [row.giverId, row.takerId].filter((id) => id !== null),
    refs,
  )
  const signed = (by: string | null, at: string | null, label: string) =>
    by && (
      <span>
        {label} <b>{names[by] ?? '…'}</b> {at && formatMoment(at, zone)}
      </span>
    )
  return (
    <p className="chips signatures">
      <ResourceStateBadge of={handover} state={row.state} tones={handoverTones} />
      {unsent && 'pending' in row && <UnsentBadge of={row.pending} />}
      {signed(row.giverId, row.givenAt, t('handover.fields.giverId'))}
      {signed(row.takerId, row.takenAt, t('handover.fields.takerId'))}
    </p>
  )
}
