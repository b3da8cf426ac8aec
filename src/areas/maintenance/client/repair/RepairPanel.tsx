import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { asksFor } from '@/contract/command'
import { openTo } from '@/contract/command-rights'
import { finalStates } from '@/contract/state-machine'
import { notify } from '@/client/api/notify'
import { savedText } from '@/client/api/saved'
import { phone } from '@/client/api/phone'
import { useShownPhotos } from '@/client/api/shown-photos'
import { useCommand } from '@/client/api/use-command'
import { useNames } from '@/client/fields/options'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { StateOf } from '@/client/resource/StateOf'
import { may, useDoer, useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { State } from '@/client/ui/State'
import { repair } from '@/areas/maintenance/contract/repair'
import { repair as machine } from '@/areas/maintenance/rules/repair'
import {
  type acceptRepair,
  rejectFinal,
  rejectProduction,
  repairCommands,
  withdrawRepair,
} from '@/areas/maintenance/contract/repair-commands'
import { toMillis } from '@/plant/rules/plant-time'
import { repairTones, severityTones } from '../tones'
import { useNow } from '@/client/use-now'
import { lifeOf, type Repair } from './repair-time'
import { WorkShown } from './WorkShown'

type Step = (typeof repairCommands)[number]
/** What takes one tap; the others ask for something first: production, when the line ran again. */
function atOnce(command: Step, row: Repair): typeof acceptRepair | null {
  const asked = asksFor(command).filter((name) => row.lineStopped || name !== 'runningAgainAt')
  return asked.length === 0 ? (command as typeof acceptRepair) : null
}
/** Not the way forward: shown beside the primary action. */
const aside: readonly Step[] = [rejectProduction, rejectFinal, withdrawRepair]

/** One repair with its life, and what this person may do with it now: by the same table as the server. */
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
  const photos = useShownPhotos(row.images)
  const open = openTo<Step>(repairCommands, row, useDoer())
  const forward = open.filter((one) => !aside.includes(one))
  const sideways = open.filter((one) => aside.includes(one))
  const mayEdit = may(person, 'repairEdit') && !finalStates(machine).includes(row.state)
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
          <>
            {sideways.map(({ action }) => (
              <Button key={action} className="beside" onClick={() => onAct(action)}>
                {t(`actions.repair_${action}`)}
              </Button>
            ))}
            {forward.map((command) => (
              <Forward key={command.action} command={command} row={row} onAct={onAct} />
            ))}
          </>
        )
      }
    >
      <div className="repair">
        <p className="chips">
          <StateOf of={repair} state={row.state} tones={repairTones} />
          <StateOf of={repair} field="severity" state={row.severity} tones={severityTones} />
          {!row.breakdown && <State tone="idle">{t('pages.repair.planned')}</State>}
          {pending && <State tone="wait">{t('pages.polling.toSend')}</State>}
        </p>
        {row.lineStopped && <Stopped row={row} />}
        {row.description && <p className="lines">{row.description}</p>}
        {photos.length > 0 && <PhotoStrip photos={photos} />}
        {row.state === 'inMaintenance' && row.reason && row.rejectedAt && (
          <p className="ui-card is-warned">
            <b>{t('pages.repair.sentBack')}</b> {row.reason}
          </p>
        )}
        <WorkShown row={row} refs={refs} />
        <Life row={row} refs={refs} />
        {equipmentAddress && (
          <Link className="ui-button" to={equipmentAddress}>
            {t('pages.repair.toMachine')}
          </Link>
        )}
      </div>
    </PageFrame>
  )
}

function Forward({ command, row, onAct }: { command: Step; row: Repair; onAct: (act: string) => void }) {
  const { t } = useTranslation('maintenance')
  const quick = atOnce(command, row)
  return quick ? (
    <AtOnce of={quick} row={row} />
  ) : (
    <Button look="primary" onClick={() => onAct(command.action)}>
      {t(`actions.repair_${command.action}`)}
    </Button>
  )
}
function AtOnce({ of, row }: { of: typeof acceptRepair; row: Repair }) {
  const { t } = useTranslation(['maintenance', 'client'])
  const command = useCommand(of)
  const run = async () => {
    try {
      const result = await command.run(
        { id: row.id, version: row.version, occurredAt: (await phone()).moment() },
        { baseVersion: row.version },
      )
      void notify(t(savedText(result)), 'success')
    } catch (error) {
      void notify(
        t('pages.polling.notSaved', { reason: error instanceof Error ? error.message : String(error) }),
        'fail',
      )
    }
  }
  return (
    <Button look="primary" disabled={command.busy} onClick={() => void run()}>
      {t(`actions.repair_${of.action}`)}
    </Button>
  )
}

/** Since when the line stands, or how long it stood. */
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

function Life({ row, refs }: { row: Repair; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('maintenance')
  const zone = usePlantZone()
  const steps = lifeOf(row)
  const names = useNames(
    'user',
    steps.flatMap((step) => step.by ?? []),
    refs,
  )
  return (
    <section>
      <h2>{t('pages.repair.life')}</h2>
      <ol className="life">
        {steps.map((step) => (
          <li key={`${step.name} ${step.at}`} className={`is-${step.name}`}>
            <b>{t(`pages.repair.steps.${step.name}`)}</b>
            <span>
              {formatMoment(step.at, zone)}
              {step.by && ` · ${names[step.by] ?? '…'}`}
            </span>
            {step.reason && <span>{step.reason}</span>}
          </li>
        ))}
      </ol>
      {row.rejections > 0 && <p className="quiet">{t('pages.repair.rejections', { count: row.rejections })}</p>}
    </section>
  )
}
