import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getFormInputs } from '@/contract/command'
import { getAllowedCommands } from '@/contract/command-rights'
import { getFinalStates } from '@/contract/state-machine'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { useNames } from '@/client/fields/options'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { hasPermission, useDoer, useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { StateBadge } from '@/client/ui/StateBadge'
import { repair } from '@/areas/maintenance/contract/repair'
import { repair as machine, takenStates } from '@/areas/maintenance/rules/repair'
import {
  rejectFinal,
  rejectProduction,
  repairCommands,
  waitForPart,
  withdrawRepair,
} from '@/areas/maintenance/contract/repair-commands'
import { toMillis } from '@/plant/rules/plant-time'
import { repairTones, severityTones } from '../tones'
import { useNow } from '@/client/use-now'
import { RepairLife } from './RepairLife'
import type { Repair } from './repair-time'
import { SimilarRepairs } from './SimilarRepairs'
import { WaitShown } from './WaitShown'
import { WorkShown } from './WorkShown'

type Step = (typeof repairCommands)[number]
/** Commands that do not advance the repair; displayed beside the primary action. */
const aside: readonly Step[] = [waitForPart, rejectProduction, rejectFinal, withdrawRepair]

/** One repair with its history and the commands this person may run, by the same state table as on the server. */
export function RepairPanel({
  row,
  refs,
  onBack,
  onAct,
}: {
  row: Repair
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onAct: (act: string) => void
}) {
  const { t } = useTranslation('maintenance')
  const person = useSession()
  const link = usePageLink()
  const names = useNames('equipment', [row.equipmentId], refs)
  const photos = useDisplayPhotos(row.images)
  const open = getAllowedCommands<Step>(repairCommands, row, useDoer())
  // Only a repair with a stopped line asks when the line ran again.
  const asks = (command: Step) => getFormInputs(command).filter((name) => row.lineStopped || name !== 'runningAgainAt')
  const mayEdit = hasPermission(person, 'repairEdit') && !getFinalStates(machine).includes(row.state)
  const equipmentAddress = link('equipmentLedger', { id: row.equipmentId })
  const pending = 'pending' in row && row.pending !== undefined
  return (
    <PageFrame
      title={names[row.equipmentId] ?? '…'}
      sub={`${row.number || t('pages.repair.noNumber')} · ${t(`repair.options.faultKind.${row.faultKind}`)}`}
      {...(onBack ? { onBack } : {})}
      tools={
        mayEdit && (
          <Button
            look="quiet"
            icon={<EditIcon size={20} />}
            aria-label={t('pages.repair.edit')}
            title={t('pages.repair.edit')}
            onClick={() => onAct('edit')}
          />
        )
      }
      primary={
        open.length > 0 && (
          <CommandButtons
            commands={open}
            row={row}
            aside={aside}
            getInputs={asks}
            onAsk={({ action }) => onAct(action)}
          />
        )
      }
    >
      <div className="repair">
        <p className="chips">
          <ResourceStateBadge of={repair} state={row.state} tones={repairTones} />
          <ResourceStateBadge of={repair} field="severity" state={row.severity} tones={severityTones} />
          {!row.breakdown && <StateBadge tone="idle">{t('pages.repair.planned')}</StateBadge>}
        </p>
        {pending && <UnsentNotice of={row.pending} />}
        <WaitShown row={row} refs={refs} />
        {row.lineStopped && <Stopped row={row} />}
        {row.description && <p className="lines">{row.description}</p>}
        {photos.length > 0 && <PhotoStrip photos={photos} />}
        {row.state === 'inMaintenance' && row.reason && row.rejectedAt && (
          <p className="ui-card is-warned">
            <b>{t('pages.repair.sentBack')}</b> {row.reason}
          </p>
        )}
        <WorkShown row={row} refs={refs} />
        {takenStates.some((state) => state === row.state) || row.state === machine.initial ? (
          <SimilarRepairs row={row} />
        ) : null}
        <RepairLife row={row} refs={refs} onComment={() => onAct('comment')} />
        {equipmentAddress && (
          <Link className="ui-button" to={equipmentAddress}>
            {t('pages.repair.toMachine')}
          </Link>
        )}
      </div>
    </PageFrame>
  )
}

/** How long the line has been stopped, or was stopped. */
function Stopped({ row }: { row: Repair }) {
  const { t } = useTranslation('maintenance')
  const zone = usePlantZone()
  const language = useLanguage()
  const now = useNow()
  const since = row.stoppedAt ?? row.reportedAt
  const end = row.runningAgainAt ?? row.repairEndAt
  const time = formatDuration(Math.max(0, (end ? toMillis(end) : now) - toMillis(since)), language)
  return (
    <p className={end ? 'stopped' : 'stopped is-bad'}>
      <b>{t(end ? 'pages.repair.stood' : 'pages.repair.stands', { time })}</b>{' '}
      {t('pages.repair.since', { time: formatMoment(since, zone) })}
      {end && ` – ${formatMoment(end, zone)}`}
    </p>
  )
}
