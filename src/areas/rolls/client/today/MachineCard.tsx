import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatClock } from '@/client/format/time'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { StateBadge } from '@/client/ui/StateBadge'
import { useNow } from '@/client/use-now'
import { useMyLine } from '@/plant/client/line/my-line'
import { line } from '@/plant/contract/line'
import { lineStop } from '@/plant/contract/line-stop'
import { doffRoll } from '../../contract/jumbo-commands'
import { jumboRoll } from '../../contract/jumbo-roll'
import { machineRun } from '../../contract/machine-run'
import { startCutting } from '../../contract/slitting-commands'
import { cutOrder, cutting } from '../../contract/slitting'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producingStates } from '@/areas/orders/rules/work-order'
import { useUncut } from '../slitter/uncut'
import { isOfOrderBefore, orderAtWinder, progressOf } from '../winder/winder-state'

const LINES = { active: true, size: 100 }

/**
 * The machine of my line: when its roll is due, or what its slitter cuts next. Defaults to the only machine of the
 * plant.
 */
export default function MachineCard() {
  const { t } = useTranslation('rolls')
  const mine = useMyLine()
  const works = { winder: useCanCall(doffRoll), slitter: useCanCall(startCutting) }
  const { rows } = useList(line, LINES)
  const machines = rows.filter(
    ({ active, kind }) => active && kind !== 'utility' && works[kind === 'slitting' ? 'slitter' : 'winder'],
  )
  if (mine === null && machines.length > 1) return <p className="quiet">{t('pages.today.chooseLine')}</p>
  const at = mine === null ? machines[0] : rows.find(({ id }) => id === mine)
  if (!at || at.kind === 'utility') return null
  return at.kind === 'slitting' ? (
    <Slitter id={at.id} code={at.code} />
  ) : (
    <Winder id={at.id} code={at.code} idealSpeed={at.idealSpeed} />
  )
}

function Winder({ id, code, idealSpeed }: { id: string; code: string; idealSpeed: number | null }) {
  const { t } = useTranslation('rolls')
  const zone = usePlantZone()
  const link = usePageLink()
  const now = useNow(10_000)
  const mayDoff = useCanCall(doffRoll)
  const rolls = useList(jumboRoll, { lineId: id, state: 'winding', size: 1 })
  const orders = useList(workOrder, { lineId: id, state: producingStates.join(','), size: 20 })
  const runs = useList(machineRun, { machine: 'winder', lineId: id, sort: '-onAt', size: 1 })
  const stops = useList(lineStop, { lineId: id, sort: '-startedAt', size: 20 })
  if (!link('rollInteractive') || rolls.isLoading) return null
  const roll = rolls.rows.find((one) => one.state === 'winding') ?? null
  const order = orderAtWinder(orders.rows, roll)
  const run = runs.rows[0]?.offAt === null ? runs.rows[0] : null
  const at = roll && progressOf(roll, run, order, { gsm: null, widthMm: null }, { idealSpeed }, stops.rows, now)
  const before = roll && isOfOrderBefore(roll, order) ? roll.workOrderId : null
  const overdue = before === null && at?.dueAt != null && at.dueAt <= now
  const word = before
    ? t('pages.winder.ofOrderBefore', { number: { ...orders.refs, ...rolls.refs }[before] ?? '…' })
    : at?.stands
      ? t('pages.winder.stands')
      : at?.dueAt != null
        ? t('pages.today.doffDue', { time: formatClock(at.dueAt, zone) })
        : t(roll ? 'pages.winder.noSpeed' : 'pages.winder.empty')
  const doff = roll && mayDoff && link('rollInteractive', { line: id, step: 'doff' })
  return (
    <TodayCard title={t('pages.today.winder', { code })} page="rollInteractive" query={{ line: id }}>
      <TodayLineList
        lines={[
          {
            key: id,
            to: link('rollInteractive', { line: id }),
            title: word,
            sub: order?.number,
            side: overdue && <StateBadge tone="warn">{t('pages.winder.overdue')}</StateBadge>,
          },
        ]}
      />
      {doff && (
        <Link to={doff} className={overdue || before ? 'ui-button is-primary' : 'ui-button is-plain'}>
          {t('actions.jumboRoll_doff')}
        </Link>
      )}
    </TodayCard>
  )
}

function Slitter({ id, code }: { id: string; code: string }) {
  const { t } = useTranslation('rolls')
  const link = usePageLink()
  const open = useList(cutting, { slitterId: id, state: 'open', size: 1 })
  const queue = useList(cutOrder, { slitterId: id, size: 100 })
  const uncut = useUncut()
  const run = open.rows.find((one) => one.state === 'open')
  const next = queue.rows.find((one) => one.cuttingId === null && one.jumboRollId !== null)
  const jumbos = [run?.jumboRollId, next?.jumboRollId].filter((one) => one != null)
  const names = useNames('jumboRoll', jumbos, { ...queue.refs, ...open.refs })
  if (!link('divideInteractive') || (open.isLoading && queue.isLoading) || uncut.isLoading) return null
  const lines = [
    run && {
      key: run.id,
      to: link('divideInteractive'),
      title: names[run.jumboRollId] ?? '…',
      sub: run.slittingPattern,
      side: <StateBadge tone="active">{t('cutting.options.state.open')}</StateBadge>,
    },
    next?.jumboRollId && {
      key: next.id,
      to: run ? link('divideInteractive') : link('divideInteractive', { jumbo: next.jumboRollId, line: next.id }),
      title: names[next.jumboRollId] ?? '…',
      sub: next.slittingPattern,
      side: <StateBadge tone="wait">{t('pages.today.nextJumbo')}</StateBadge>,
    },
  ].filter((one) => !!one)
  const waiting = uncut.rows[0]
  if (lines.length === 0 && waiting)
    lines.push({
      key: waiting.id,
      to: link('divideInteractive', { jumbo: waiting.id }),
      title: waiting.number || t('pages.divideInteractive.noNumber'),
      sub: t('pages.divideInteractive.uncut', { count: uncut.rows.length }),
      side: <StateBadge tone="wait">{t('pages.today.nextJumbo')}</StateBadge>,
    })
  return (
    <TodayCard title={t('pages.today.slitter', { code })} page="divideInteractive">
      {lines.length > 0 ? <TodayLineList lines={lines} /> : <p className="quiet">{t('pages.today.noJumbo')}</p>}
    </TodayCard>
  )
}
