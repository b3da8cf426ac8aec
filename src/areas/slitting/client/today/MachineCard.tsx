import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatClock } from '@/client/format/time'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { StateBadge } from '@/client/ui/StateBadge'
import { useNow } from '@/client/clock'
import { useMyLine } from '@/plant/client/line/my-line'
import { line } from '@/plant/contract/line'
import { lineStop } from '@/plant/contract/line-stop'
import { doffRoll } from '@/areas/rolls/contract/jumbo-commands'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { machineRun } from '@/areas/rolls/contract/machine-run'
import { startCutting } from '../../contract/slitting-commands'
import { cutOrder, cutting } from '../../contract/slitting'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producingStates } from '@/areas/orders/rules/work-order'
import { useUncutJumbos } from '../slitter/use-uncut-jumbos'
import { isForPreviousOrder, findWinderOrder, calculateProgress } from '@/areas/rolls/client/shared/winder-state'

const LINES_QUERY = { active: true, size: 100 }

/**
 * Card of the person's machine: when the roll on its winder is due, or which jumbo its slitter cuts next. Without a
 * chosen line, the card shows the only machine of the plant.
 */
export default function MachineCard() {
  const { t } = useTranslation('slitting')
  const myLineId = useMyLine()
  const mayWork = { winder: useCanCall(doffRoll), slitter: useCanCall(startCutting) }
  const { rows } = useList(line, LINES_QUERY)
  const machines = rows.filter(
    ({ active, kind }) => active && kind !== 'utility' && mayWork[kind === 'slitting' ? 'slitter' : 'winder'],
  )
  if (myLineId === null && machines.length > 1) return <p className="quiet">{t('pages.today.chooseLine')}</p>
  const machine = myLineId === null ? machines[0] : rows.find(({ id }) => id === myLineId)
  if (!machine || machine.kind === 'utility') return null
  return machine.kind === 'slitting' ? (
    <SlitterCard id={machine.id} code={machine.code} />
  ) : (
    <WinderCard id={machine.id} code={machine.code} idealSpeed={machine.idealSpeed} />
  )
}

function WinderCard({ id, code, idealSpeed }: { id: string; code: string; idealSpeed: number | null }) {
  const { t } = useTranslation(['slitting', 'rolls'])
  const zone = usePlantZone()
  const link = usePageLink()
  const nowMs = useNow(10_000)
  const mayDoff = useCanCall(doffRoll)
  const rolls = useList(jumboRoll, { lineId: id, state: 'winding', size: 1 })
  const orders = useList(workOrder, { lineId: id, state: producingStates.join(','), size: 20 })
  const runs = useList(machineRun, { machine: 'winder', lineId: id, sort: '-onAt', size: 1 })
  const stops = useList(lineStop, { lineId: id, sort: '-startedAt', size: 20 })
  if (!link('rollInteractive') || rolls.isLoading) return null
  const roll = rolls.rows.find((lineRoll) => lineRoll.state === 'winding') ?? null
  const order = findWinderOrder(orders.rows, roll)
  const currentRun = runs.rows[0]?.offAt === null ? runs.rows[0] : null
  // The card shows no mass, so it needs neither grammage nor width.
  const progress =
    roll && calculateProgress(roll, currentRun, order, { gsm: null, widthMm: null }, { idealSpeed }, stops.rows, nowMs)
  const previousOrderId = roll && isForPreviousOrder(roll, order) ? roll.workOrderId : null
  const isOverdue = previousOrderId === null && progress?.dueAt != null && progress.dueAt <= nowMs
  const formatStatus = () => {
    if (previousOrderId)
      return t('rolls:pages.winder.ofOrderBefore', {
        number: { ...orders.refs, ...rolls.refs }[previousOrderId] ?? '…',
      })
    if (progress?.isStopped) return t('rolls:pages.winder.stopped')
    if (progress?.dueAt != null) return t('pages.today.doffDue', { time: formatClock(progress.dueAt, zone) })
    return t(roll ? 'rolls:pages.winder.noSpeed' : 'rolls:pages.winder.empty')
  }
  const doffLink = roll && mayDoff && link('rollInteractive', { line: id, step: 'doff' })
  return (
    <TodayCard title={t('pages.today.winder', { code })} page="rollInteractive" query={{ line: id }}>
      <TodayItemList
        items={[
          {
            key: id,
            to: link('rollInteractive', { line: id }),
            title: formatStatus(),
            subtitle: order?.number,
            sideContent: isOverdue && <StateBadge tone="warn">{t('rolls:pages.winder.overdue')}</StateBadge>,
          },
        ]}
      />
      {doffLink && (
        <Link to={doffLink} className={isOverdue || previousOrderId ? 'ui-button is-primary' : 'ui-button is-plain'}>
          {t('rolls:actions.jumboRoll_doff')}
        </Link>
      )}
    </TodayCard>
  )
}

function SlitterCard({ id, code }: { id: string; code: string }) {
  const { t } = useTranslation('slitting')
  const link = usePageLink()
  const openCuttings = useList(cutting, { slitterId: id, state: 'open', size: 1 })
  const queue = useList(cutOrder, { slitterId: id, size: 100 })
  const uncut = useUncutJumbos()
  const runningCutting = openCuttings.rows.find((row) => row.state === 'open')
  const nextCut = queue.rows.find((row) => row.cuttingId === null && row.jumboRollId !== null)
  const jumbos = [runningCutting?.jumboRollId, nextCut?.jumboRollId].filter((id) => id != null)
  const names = useNames('jumboRoll', jumbos, { ...queue.refs, ...openCuttings.refs })
  if (!link('divideInteractive') || (openCuttings.isLoading && queue.isLoading) || uncut.isLoading) return null
  const cardItems = [
    runningCutting && {
      key: runningCutting.id,
      to: link('divideInteractive'),
      title: names[runningCutting.jumboRollId] ?? '…',
      subtitle: runningCutting.slittingPattern,
      sideContent: <StateBadge tone="active">{t('cutting.options.state.open')}</StateBadge>,
    },
    nextCut?.jumboRollId && {
      key: nextCut.id,
      to: runningCutting
        ? link('divideInteractive')
        : link('divideInteractive', { jumbo: nextCut.jumboRollId, line: nextCut.id }),
      title: names[nextCut.jumboRollId] ?? '…',
      subtitle: nextCut.slittingPattern,
      sideContent: <StateBadge tone="wait">{t('pages.today.nextJumbo')}</StateBadge>,
    },
  ].filter((item) => !!item)
  const waitingJumbo = uncut.rows[0]
  if (cardItems.length === 0 && waitingJumbo)
    cardItems.push({
      key: waitingJumbo.id,
      to: link('divideInteractive', { jumbo: waitingJumbo.id }),
      title: waitingJumbo.number || t('pages.divideInteractive.noNumber'),
      subtitle: t('pages.divideInteractive.uncut', { count: uncut.rows.length }),
      sideContent: <StateBadge tone="wait">{t('pages.today.nextJumbo')}</StateBadge>,
    })
  return (
    <TodayCard title={t('pages.today.slitter', { code })} page="divideInteractive">
      {cardItems.length > 0 ? <TodayItemList items={cardItems} /> : <p className="quiet">{t('pages.today.noJumbo')}</p>}
    </TodayCard>
  )
}
