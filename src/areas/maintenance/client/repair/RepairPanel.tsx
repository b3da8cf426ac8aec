import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Endpoint } from '@/contract/endpoint'
import { allowedActions, finalStates } from '@/contract/state-machine'
import { notify } from '@/client/api/notify'
import { phone } from '@/client/api/phone'
import { useShownPhotos } from '@/client/api/shown-photos'
import { useCommand } from '@/client/api/use-command'
import { useNames } from '@/client/fields/options'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { may, useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { State } from '@/client/ui/State'
import { repair as machine } from '@/areas/maintenance/rules/repair'
import { acceptRepair, confirmFinal, confirmProduction } from '@/areas/maintenance/contract/repair-calls'
import { toMillis } from '@/plant/rules/plant-time'
import { StateOf } from '../StateOf'
import { repairTones, severityTones } from '../tones'
import { useNow } from '@/client/use-now'
import { lifeOf, type Repair } from './repair-time'
import { WorkShown } from './WorkShown'

type Action = Exclude<keyof (typeof machine)['actions'], 'report'>
type Step = Endpoint<{ id: string; version?: number | null; occurredAt?: string | null }, unknown>
/** The command of a step that takes one tap; the others ask for something first: production, when the line ran again. */
function atOnce(action: Action, row: Repair): Step | null {
  if (action === 'accept') return acceptRepair as unknown as Step
  if (action === 'confirmFinal') return confirmFinal as unknown as Step
  return action === 'confirmProduction' && !row.lineStopped ? (confirmProduction as unknown as Step) : null
}
/** Not the way forward: shown beside the primary action. */
const aside: readonly Action[] = ['rejectProduction', 'rejectFinal', 'withdraw']

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
  const own = row.reportedBy === person.userId
  const open = allowedActions(
    machine,
    row.state,
    (key) => may(person, key) || (key === 'repairDelete' && own && may(person, 'repairAdd')),
  ) as Action[]
  const forward = open.filter((action) => !aside.includes(action))
  const sideways = open.filter((action) => aside.includes(action))
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
            {sideways.map((action) => (
              <Button key={action} className="beside" onClick={() => onAct(action)}>
                {t(`actions.repair_${action}`)}
              </Button>
            ))}
            {forward.map((action) => (
              <Forward key={action} action={action} row={row} onAct={onAct} />
            ))}
          </>
        )
      }
    >
      <div className="repair">
        <p className="chips">
          <StateOf of="repair" state={row.state} tones={repairTones} />
          <StateOf of="repair" field="severity" state={row.severity} tones={severityTones} />
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

function Forward({ action, row, onAct }: { action: Action; row: Repair; onAct: (act: string) => void }) {
  const { t } = useTranslation('maintenance')
  const endpoint = atOnce(action, row)
  return endpoint ? (
    <AtOnce action={action} row={row} endpoint={endpoint} />
  ) : (
    <Button look="primary" onClick={() => onAct(action)}>
      {t(`actions.repair_${action}`)}
    </Button>
  )
}
function AtOnce({ action, row, endpoint }: { action: Action; row: Repair; endpoint: Step }) {
  const { t } = useTranslation(['maintenance', 'client'])
  const command = useCommand(endpoint)
  const run = async () => {
    try {
      await command.run(
        { id: row.id, version: row.version, occurredAt: (await phone()).moment() },
        { baseVersion: row.version },
      )
      void notify(t('client:resource.savedHere'), 'success')
    } catch (error) {
      void notify(
        t('pages.polling.notSaved', { reason: error instanceof Error ? error.message : String(error) }),
        'fail',
      )
    }
  }
  return (
    <Button look="primary" disabled={command.busy} onClick={() => void run()}>
      {t(`actions.repair_${action}`)}
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
