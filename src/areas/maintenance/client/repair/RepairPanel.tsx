import { LifecycleSteps } from '@/client/resource/LifecycleSteps'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getFinalStates } from '@/contract/state-machine'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { useNames } from '@/client/fields/options'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { CommandButtons, type CommandButtonsProps } from '@/client/resource/CommandButtons'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { hasPermission, useSession, useActor } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { StateBadge } from '@/client/ui/StateBadge'
import { repair } from '@/areas/maintenance/contract/repair'
import {
  repairLifecycle,
  repairPath,
  acceptedRepairStates,
  deriveRepairStop,
  isPartOverdue,
  getCurrentWait,
} from '@/areas/maintenance/rules/repair'
import { toMillis } from '@/plant/rules/plant-time'
import { repairTones, repairSeverityTones } from '../tones'
import { useNow } from '@/client/clock'
import { RepairTimelineSection } from './RepairTimelineSection'
import type { Repair } from './repair-time'
import { SimilarRepairsSection } from './SimilarRepairsSection'
import { RepairWorkSection } from './RepairWorkSection'
import { useToday } from '@/plant/client/use-today'
import { getFormInputs } from '@/contract/command'
import { getAllowedCommands } from '@/contract/command-rights'
import type { ListRow } from '@/client/resource/build-columns'
import {
  rejectFinal,
  rejectProduction,
  repairCommands,
  waitForPart,
  withdrawRepair,
} from '@/areas/maintenance/contract/repair-commands'

/** One repair with its history and the commands that this person may run. The server uses the same state machine. */
export function RepairPanel({
  row,
  refs,
  commandProps,
  onBack,
  onOpenForm,
}: {
  row: Repair
  refs: Readonly<Record<string, string>>
  commandProps: CommandButtonsProps<RepairCommand>
  onBack: (() => void) | undefined
  onOpenForm: (formName: string) => void
}) {
  const { t } = useTranslation('maintenance')
  const session = useSession()
  const buildPageLink = usePageLink()
  const machineNames = useNames('equipment', [row.equipmentId], refs)
  const photos = useDisplayPhotos(row.images)
  const canEdit = hasPermission(session, 'repairEdit') && !getFinalStates(repairLifecycle).includes(row.state)
  const equipmentAddress = buildPageLink('equipmentLedger', { id: row.equipmentId })
  const isUnsent = 'pending' in row && row.pending !== undefined
  return (
    <PageFrame
      title={machineNames[row.equipmentId] ?? '…'}
      subtitle={`${row.number || t('pages.repair.noNumber')} · ${t(`repair.options.faultKind.${row.faultKind}`)}`}
      {...(onBack ? { onBack } : {})}
      tools={
        canEdit && (
          <Button
            look="quiet"
            icon={<EditIcon size={20} />}
            aria-label={t('pages.repair.edit')}
            title={t('pages.repair.edit')}
            onClick={() => onOpenForm('edit')}
          />
        )
      }
      primary={commandProps.commands.length > 0 && <CommandButtons {...commandProps} />}
    >
      <div className="repair stack gap-4">
        <LifecycleSteps
          resource={repair}
          state={row.state}
          path={repairPath}
          detours={{ waitingForPart: 'inMaintenance', withdrawn: 'inMaintenance' }}
          stoppedStates={['withdrawn']}
        />
        <p className="chips">
          <ResourceStateBadge resource={repair} state={row.state} tones={repairTones} />
          <ResourceStateBadge resource={repair} field="severity" state={row.severity} tones={repairSeverityTones} />
          {!row.breakdown && <StateBadge tone="idle">{t('pages.repair.planned')}</StateBadge>}
        </p>
        {isUnsent && <UnsentNotice pending={row.pending} />}
        <WaitingForPartNotice row={row} refs={refs} />
        <LineStopNotice row={row} />
        {row.description && <p className="lines">{row.description}</p>}
        {photos.length > 0 && <PhotoStrip photos={photos} />}
        {row.state === 'inMaintenance' && row.reason && row.rejectedAt && (
          <p className="ui-card is-warned">
            <b>{t('pages.repair.sentBack')}</b> {row.reason}
          </p>
        )}
        <RepairWorkSection row={row} refs={refs} />
        {acceptedRepairStates.some((state) => state === row.state) || row.state === repairLifecycle.initial ? (
          <SimilarRepairsSection row={row} />
        ) : null}
        <RepairTimelineSection repair={row} refs={refs} onComment={() => onOpenForm('comment')} />
        {equipmentAddress && (
          <Link className="ui-button" to={equipmentAddress}>
            {t('pages.repair.toMachine')}
          </Link>
        )}
      </div>
    </PageFrame>
  )
}

/** Shows how long the line has been stopped or was stopped. Renders nothing if the repair did not stop the line. */
function LineStopNotice({ row }: { row: Repair }) {
  const { t } = useTranslation('maintenance')
  const zone = usePlantZone()
  const language = useLanguage()
  const now = useNow()
  const stop = deriveRepairStop(row)
  if (!stop) return null
  const { startsAt, endsAt } = stop
  const duration = formatDuration(Math.max(0, (endsAt ? toMillis(endsAt) : now) - toMillis(startsAt)), language)
  return (
    <p className={endsAt ? 'stopped' : 'stopped is-bad'}>
      <b>{t(endsAt ? 'pages.repair.lineWasStopped' : 'pages.repair.lineStopped', { time: duration })}</b>{' '}
      {t('pages.repair.since', { time: formatMoment(startsAt, zone) })}
      {endsAt && ` – ${formatMoment(endsAt, zone)}`}
    </p>
  )
}

/**
 * Shows the part that a repair waits for, with the expected day. Renders nothing if the repair does not wait for a
 * part.
 */
function WaitingForPartNotice({ row, refs }: { row: Repair; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('maintenance')
  const zone = usePlantZone()
  const today = useToday()
  const wait = getCurrentWait(row)
  const partNames = useNames('sparePart', wait?.partId ? [wait.partId] : [], refs)
  if (!wait) return null
  const isOverdue = isPartOverdue(row, today)
  const partText = [wait.partId && (partNames[wait.partId] ?? '…'), wait.part].filter(Boolean).join(' · ')
  return (
    <p className={`ui-card ${isOverdue ? 'is-bad' : 'is-warned'}`}>
      <b>{t('pages.repair.waitsFor', { part: partText })}</b>{' '}
      {t(isOverdue ? 'pages.repair.partOverdue' : 'pages.repair.expected', { day: wait.expectedOn })}
      {' · '}
      {t('pages.repair.since', { time: formatMoment(wait.since, zone) })}
    </p>
  )
}

export type RepairCommand = (typeof repairCommands)[number]
/** Commands that do not advance the repair; displayed beside the primary action. */
const SECONDARY_COMMANDS: readonly RepairCommand[] = [waitForPart, rejectProduction, rejectFinal, withdrawRepair]

/** Returns the commands that this person may run on a repair, for its panel and for swiping its card. */
export function useRepairCommands(
  onOpenForm: (repairId: string, formName: string) => void,
): (row: ListRow) => CommandButtonsProps<RepairCommand> {
  const actor = useActor()
  return (row) => ({
    row,
    commands: getAllowedCommands<RepairCommand>(repairCommands, row, actor),
    secondaryCommands: SECONDARY_COMMANDS,
    // The time when the line ran again is asked only if the line was stopped.
    getInputs: (command) => getFormInputs(command).filter((name) => row['lineStopped'] || name !== 'runningAgainAt'),
    onOpenForm: ({ action }) => onOpenForm(row.id, action),
  })
}
