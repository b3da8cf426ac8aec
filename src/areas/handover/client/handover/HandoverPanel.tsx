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
import { useActor, useSession } from '@/client/session/use-session'
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
import { getRevokedSignature } from '../../rules/handover'
import { useFormatShift, useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { handoverTones } from '../tones'
import { ShiftSnapshotView } from './ShiftSnapshotView'
import { SignDialog, UnsignDialog } from './SignDialog'
import { useRefreshSnapshot, useHandoverSignatures, getWriteCommand, type HandoverRow } from './use-handover-commands'
import { isServerUnreachable } from '@/client/api/api-error'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useShiftSnapshot } from './use-shift-snapshot'

const NOTE_FIELDS = [
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
type DialogName = 'give' | 'take' | 'unsign'
export interface HandoverPanelProps {
  row: HandoverRow
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onOpenView: (viewName: 'edit' | 'return' | 'print') => void
  onRemoved: () => void
}

/** Panel of one handover: snapshot, notes, and the signature that this person may give now. */
export function HandoverPanel({ row, refs, onBack, onOpenView, onRemoved }: HandoverPanelProps) {
  const { t } = useTranslation(['handover', 'client', 'plant'])
  const { userId } = useSession()
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const lineNames = useNames('line', [row.lineId], refs)
  const { busy, give, take } = useHandoverSignatures(row)
  const refreshCommand = useRefreshSnapshot(row)
  // A dialog is valid only for the state in which it was opened. A signature by another person closes the dialog.
  const [dialogRequest, setDialogRequest] = useState<{ dialogName: DialogName; state: HandoverRow['state'] } | null>(
    null,
  )
  const openDialog = dialogRequest?.state === row.state ? dialogRequest.dialogName : null
  const showDialog = (dialogName: DialogName | null) => setDialogRequest(dialogName && { dialogName, state: row.state })
  const openGiveDialog = () => {
    showDialog('give')
    // Refreshes outdated metrics before the person signs. After an offline signature, the server builds the snapshot of
    // the time at which the person signed.
    if (isAllowed(getWriteCommand(row.kind)) && isOnline()) void refreshCommand.run()
  }
  // The dialog stays open with its input until the command succeeds.
  const closeWhenDone = async (run: () => Promise<unknown>) => {
    if ((await run()) !== null) showDialog(null)
  }
  const actor = useActor()
  const isAllowed = (rights: CommandRights): boolean => getBarredReason(rights, row, actor) === null
  const title = `${t(`handover.options.kind.${row.kind}`)} · ${row.businessDate ?? ''} ${formatShift(row.shift)}`
  const canReturn = isAllowed(returnHandover) && row.giverId !== userId
  return (
    <PageFrame
      title={t(`handover.options.kind.${row.kind}`)}
      subtitle={[lineNames[row.lineId], row.businessDate, formatShift(row.shift), formatTeam(row.team)]
        .filter(Boolean)
        .join(' · ')}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          <Button
            look="quiet"
            icon={<PrintIcon size={20} />}
            aria-label={t('pages.handover.preview')}
            title={t('pages.handover.preview')}
            onClick={() => onOpenView('print')}
          />
          {row.state === 'draft' && (
            <RemoveRowButton endpoint={removeHandover} row={row} title={title} onRemoved={onRemoved} />
          )}
        </>
      }
      primary={
        (isAllowed(giveHandover) || isAllowed(takeHandover) || canReturn) && (
          <>
            {isAllowed(getWriteCommand(row.kind)) && (
              <Button className="beside" icon={<EditIcon size={20} />} onClick={() => onOpenView('edit')}>
                {t('pages.handover.fillIn')}
              </Button>
            )}
            {canReturn && (
              <Button className="beside" onClick={() => onOpenView('return')}>
                {t('handover.steps.returnIt')}
              </Button>
            )}
            {isAllowed(giveHandover) && (
              <Button look="primary" disabled={busy} onClick={openGiveDialog}>
                {t('pages.handover.give')}
              </Button>
            )}
            {isAllowed(takeHandover) && (
              <Button look="primary" disabled={busy} onClick={() => showDialog('take')}>
                {t('pages.handover.take')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="handover stack gap-4">
        <div className="handover-head">
          <SignatureList row={row} refs={refs} showsUnsent={false} />
          {isAllowed(getWriteCommand(row.kind)) && (
            <Button
              look="quiet"
              icon={<SyncIcon size={20} />}
              disabled={refreshCommand.busy}
              onClick={() => void refreshCommand.run()}
            >
              {t('pages.handover.renew')}
            </Button>
          )}
          {isAllowed(unsignHandover) && (
            <Button disabled={busy} onClick={() => showDialog('unsign')}>
              {t('actions.handover_unsign')}
            </Button>
          )}
        </div>
        <RevokedSignatureNotice row={row} refs={refs} />
        {row.state === 'given' && row.giverId === userId && <p className="quiet">{t('pages.handover.waits')}</p>}
        <LiveSnapshotView lineId={row.lineId} row={row} refs={refs} />
        <ResourceDetailView resource={handover} row={row} refs={refs} fieldNames={NOTE_FIELDS} />
        {dialogRequest && !openDialog && (
          <Dialog open onClose={() => showDialog(null)} title={title}>
            <Notice
              icon={EditIcon}
              title={t('pages.handover.now', { state: t(`handover.options.state.${row.state}`) })}
            />
          </Dialog>
        )}
        {(openDialog === 'give' || openDialog === 'take') && (
          <SignDialog
            row={row}
            refs={refs}
            signature={openDialog}
            busy={openDialog === 'give' && refreshCommand.busy}
            onSign={() => void closeWhenDone(openDialog === 'give' ? give : take)}
            onClose={() => showDialog(null)}
          />
        )}
        {openDialog === 'unsign' && <UnsignDialog row={row} onClose={() => showDialog(null)} />}
      </div>
    </PageFrame>
  )
}

/** Notice of a revoked signature: whose, by whom, when and why. */
function RevokedSignatureNotice({ row, refs }: Pick<HandoverPanelProps, 'row' | 'refs'>) {
  const { t } = useTranslation('handover')
  const zone = usePlantZone()
  const personNames = useNames('user', row.backBy ? [row.backBy] : [], refs)
  const revokedSide = getRevokedSignature(row)
  if (!revokedSide) return null
  return (
    <p className="ui-card is-warned">
      <b>{t(`pages.handover.back.${revokedSide}`)}</b>
      <br />
      {[row.backBy && (personNames[row.backBy] ?? '…'), row.backAt && formatMoment(row.backAt, zone)]
        .filter(Boolean)
        .join(' · ')}
      <br />
      {translatePresets(row.reason ?? '', t)}
    </p>
  )
}

/** Stored snapshot and notes of a handover. */
export function HandoverContentView({ row, refs }: Pick<HandoverPanelProps, 'row' | 'refs'>) {
  const { t } = useTranslation('handover')
  return (
    <>
      {row.facts[0] ? (
        <ShiftSnapshotView snapshot={row.facts[0]} names={refs} />
      ) : (
        <p className="quiet">{t('pages.handover.noFacts')}</p>
      )}
      <ResourceDetailView resource={handover} row={row} refs={refs} fieldNames={NOTE_FIELDS} />
    </>
  )
}

/**
 * State and signatures of a handover. `showsUnsent` adds the badge of unsent rows; the detail view has its own badge.
 */
export function SignatureList({
  row,
  refs,
  showsUnsent = true,
}: {
  row: HandoverRow
  refs: Readonly<Record<string, string>>
  showsUnsent?: boolean
}) {
  const { t } = useTranslation(['handover', 'client'])
  const zone = usePlantZone()
  const personNames = useNames(
    'user',
    [row.giverId, row.takerId].filter((id) => id !== null),
    refs,
  )
  const formatSignature = (personId: string | null, signedAt: string | null, label: string) =>
    personId && (
      <span>
        {label} <b>{personNames[personId] ?? '…'}</b> {signedAt && formatMoment(signedAt, zone)}
      </span>
    )
  return (
    <p className="chips signatures">
      <ResourceStateBadge resource={handover} state={row.state} tones={handoverTones} />
      {showsUnsent && 'pending' in row && <UnsentBadge pending={row.pending} />}
      {formatSignature(row.giverId, row.givenAt, t('handover.fields.giverId'))}
      {formatSignature(row.takerId, row.takenAt, t('handover.fields.takerId'))}
    </p>
  )
}

/** Newest available snapshot of a shift, with its time. */
export function LiveSnapshotView({
  lineId,
  row,
  refs,
}: {
  lineId: string
  row: HandoverRow | undefined
  refs: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation(['handover', 'client'])
  const { snapshot, names, live } = useShiftSnapshot(lineId, row, refs)
  if (snapshot) return <ShiftSnapshotView snapshot={snapshot} names={names} />
  if (live.isPending && live.fetchStatus !== 'paused' && !live.error) return <SkeletonDetail />
  if (live.error && !isServerUnreachable(live.error)) return <NotLoadedView query={live} />
  return <p className="ui-card quiet">{t('pages.handover.factsLater')}</p>
}
