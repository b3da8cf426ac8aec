import { useTranslation } from 'react-i18next'
import { isOnline } from '@/client/api/notify-saved'
import { useNames } from '@/client/fields/options'
import { usePersonName, useSession } from '@/client/session/use-session'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { ConfirmDialog } from '@/client/ui/ConfirmDialog'
import { useNextShift, useFormatShift, useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { unsignHandover } from '../../contract/handover'
import { KeyMetricsView } from './ShiftSnapshotView'
import { useShiftSnapshot } from './use-shift-snapshot'
import type { HandoverRow } from './use-handover-commands'

type DialogProps = { row: HandoverRow; refs: Readonly<Record<string, string>> }

/** Confirms a signature: shows line, shift and day, the key metrics, and who takes over. */
export function SignDialog({
  row,
  refs,
  signature,
  busy,
  onSign,
  onClose,
}: DialogProps & { signature: 'give' | 'take'; busy: boolean; onSign: () => void; onClose: () => void }) {
  const { t } = useTranslation(['handover', 'plant'])
  const { userId } = useSession()
  const ownName = usePersonName()
  const { snapshot } = useShiftSnapshot(row.lineId, row, refs)
  const formatShift = useFormatShift()
  const nextShift = useNextShift(row.businessDate, row.shift)
  const lineNames = useNames('line', [row.lineId], refs)
  const personNames = useNames('user', row.giverId ? [row.giverId] : [], refs)
  const formatTeam = useFormatTeam()
  const joinTexts = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(' · ')
  const giverName =
    signature === 'give' ? ownName : row.giverId && (row.giverId === userId ? ownName : personNames[row.giverId])
  return (
    <ConfirmDialog
      open
      isDangerous={false}
      busy={busy}
      objectName={joinTexts(lineNames[row.lineId], t(`handover.options.kind.${row.kind}`))}
      question={t(`pages.handover.confirm.${signature}`)}
      confirmLabel={t(`pages.handover.${signature}`)}
      onConfirm={onSign}
      onCancel={onClose}
    >
      <dl className="said stack sign-facts">
        <dt>{t('handover.fields.businessDate')}</dt>
        <dd>{joinTexts(row.businessDate, formatShift(row.shift), formatTeam(row.team))}</dd>
        <dt>{t('handover.fields.giverId')}</dt>
        <dd>{giverName ?? '…'}</dd>
        <dt>{t('pages.handover.confirm.next')}</dt>
        <dd>
          {joinTexts(
            nextShift && formatShift(nextShift.shift),
            formatTeam(nextShift?.team),
            signature === 'take' ? ownName : null,
          ) || '–'}
        </dd>
      </dl>
      {snapshot && <KeyMetricsView snapshot={snapshot} />}
      {signature === 'give' && !isOnline() && <p className="quiet">{t('pages.handover.confirm.figuresLater')}</p>}
    </ConfirmDialog>
  )
}

/** Asks a lead for the reason before revoking the last signature. */
export function UnsignDialog({ row, onClose }: Pick<DialogProps, 'row'> & { onClose: () => void }) {
  const { t } = useTranslation('handover')
  const formatShift = useFormatShift()
  const { version: _version, ...unversionedRow } = row
  return (
    <CommandDialog
      command={unsignHandover}
      // The version is sent only if the row has no unsent changes.
      row={'pending' in row && row.pending !== undefined ? unversionedRow : row}
      label={t(`handover.steps.${row.state === 'taken' ? 'untake' : 'ungive'}`)}
      objectName={[t(`handover.options.kind.${row.kind}`), row.businessDate, formatShift(row.shift)]
        .filter(Boolean)
        .join(' · ')}
      fieldLabels={{ reason: t('client:ui.reason') }}
      isDangerous
      onClose={onClose}
    />
  )
}
