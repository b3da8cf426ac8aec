import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { createUuid7 } from '@/contract/id'
import { useRow, useUnsentCommands } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { useStaleAge } from '@/client/resource/ResourceList'
import { useWidth } from '@/client/resource/use-width'
import { useCanCall } from '@/client/session/use-session'
import { usePageTitle } from '@/client/shell/use-menu'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { DownIcon, PlusIcon, RollIcon } from '@/client/ui/icons'
import { StateBadge } from '@/client/ui/StateBadge'
import { PageFrame } from '@/client/ui/PageFrame'
import { useOpenDialog } from '@/client/use-open-dialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { jumboRoll } from '../../contract/jumbo-roll'
import { doffRoll, windRoll } from '../../contract/jumbo-commands'
import { WindingDefectList } from './WindingDefectList'
import { DoffDialog } from './DoffDialog'
import { LabelWaitNotice } from './LabelWaitNotice'
import { WinderOrderCard } from './WinderOrderCard'
import { WinderOrdersDialog } from './WinderOrdersDialog'
import { DoffedRollList } from './DoffedRollList'
import { JumboRollPanel } from './JumboRollPanel'
import { WinderRunDialog } from './WinderRunDialog'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useAfterDoff } from './use-after-doff'
import { useWinder, type WinderStatus, type WinderLine } from './use-winder'
import { WinderActionBar } from './WinderActionBar'
import { RollGauge } from './RollGauge'
import { WeighRollDialog } from './WeighRollDialog'
import { isOfPreviousOrder, withWaitingRolls, type ChangeParams, type WinderRoll } from './winder-state'

/** Minimum own width for the roll and the list side by side, px. */
const TWO_COLUMNS_MIN_PX = 760
/** Minimum width for the roll panel beside them, px; below it the panel replaces them. */
const SPLIT_MIN_PX = 1100
/** Width of the roll panel, px. */
const PANEL_WIDTH_PX = 416
type DialogKind = 'doff' | 'run' | 'orders'

/** The current state of one winder: its order, its roll, and the doffed rolls. */
export function NowView({
  lineId,
  line,
  head,
  change,
}: {
  lineId: string
  line: WinderLine | null
  head: ReactNode
  change: ChangeParams
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const title = usePageTitle() ?? t('pages.winder.title')
  const winder = useWinder(lineId, line)
  const [params] = useSearchParams()
  const dialog = useOpenDialog<DialogKind, WinderRoll>(winder.rolls)
  const followUp = useAfterDoff(winder, change)
  // The Today page opens the due doff once; without a roll on the winder there is none.
  const [hasOpenedDueDoff, setLed] = useState(false)
  if (params.get('step') === 'doff' && winder.roll && !hasOpenedDueDoff) {
    setLed(true)
    dialog.open('doff', winder.roll)
  }
  if (hasOpenedDueDoff && params.get('step') === null) setLed(false)
  const openDialog = (what: DialogKind) => dialog.open(what, winder.roll)
  const [box, width] = useWidth<HTMLDivElement>()
  const age = useStaleAge({ at: winder.at, rows: winder.doffed, error: winder.error })
  const openId = params.get('id')
  const listedRoll = winder.doffed.find((one) => one.id === openId) ?? (winder.roll?.id === openId ? winder.roll : null)
  const loadedRoll = useRow(jumboRoll, openId && !listedRoll ? openId : null)
  const openedRoll = listedRoll ?? loadedRoll.row
  const lastCoreKg = winder.doffed.find((one) => one.coreKg !== null)?.coreKg ?? null
  const panel = openId && openedRoll && (
    <JumboRollPanel
      key={openedRoll.id}
      roll={openedRoll}
      order={winder.order?.id === openedRoll.workOrderId ? winder.order : null}
      refs={{ ...loadedRoll.refs, ...winder.refs }}
      coreKg={lastCoreKg}
      onBack={() => change({ id: null })}
      change={change}
    />
  )
  const isWide = width - (panel ? PANEL_WIDTH_PX : 0) >= TWO_COLUMNS_MIN_PX
  if (panel && width < SPLIT_MIN_PX)
    return (
      <div className="resource-page" ref={box}>
        {panel}
      </div>
    )
  return (
    <div className={`resource-page${panel ? ' wd-split' : ''}`} ref={box}>
      <PageFrame
        primaryStaysAtBottom
        title={title}
        sub={age ? t('client:resource.staleSince', { age }) : undefined}
        primary={<PrimaryActionBar winder={winder} onDialog={openDialog} />}
      >
        {head}
        {winder.isLoading ? (
          <SkeletonDetail />
        ) : winder.error && winder.doffed.length === 0 && !winder.order ? (
          <NotLoadedView of={winder} />
        ) : (
          <div className={isWide ? 'wd-now is-wide' : 'wd-now'}>
            <div className="wd-main">
              {winder.order ? (
                <WinderOrderCard
                  order={withWaitingRolls(winder.order, winder.doffed, winder.web)}
                  gsm={winder.web.gsm}
                  refs={winder.refs}
                  onOrders={() => openDialog('orders')}
                />
              ) : (
                <EmptyState
                  title={t('pages.winder.noOrder')}
                  next={t(winder.roll ? 'pages.winder.noOrderDoff' : 'pages.winder.noOrderNext')}
                />
              )}
              <section className="ui-card" aria-label={t('pages.winder.onWinder')}>
                <h2 className="wd-title">{t('pages.winder.onWinder')}</h2>
                {winder.roll && winder.progress ? (
                  <>
                    <RollGauge progress={winder.progress} now={winder.now} />
                    {isOfPreviousOrder(winder.roll, winder.order) && (
                      <StateBadge tone="warn">
                        {t('pages.winder.ofOrderBefore', { number: winder.refs[winder.roll.workOrderId] ?? '…' })}
                      </StateBadge>
                    )}
                    {winder.roll.pending?.state === 'attention' && <UnsentNotice of={winder.roll.pending} />}
                    <WindingDefectList roll={winder.roll} />
                  </>
                ) : (
                  <p className="quiet wd-none">
                    <RollIcon size={28} /> {t('pages.winder.empty')}
                  </p>
                )}
                <WinderActionBar
                  winder={winder}
                  coreKg={lastCoreKg}
                  isRollOpen={Boolean(panel)}
                  onRun={() => openDialog('run')}
                  change={change}
                />
              </section>
            </div>
            <section className="wd-side" aria-label={t('pages.winder.doffedHere')}>
              <h2 className="wd-title">{t('pages.winder.doffedHere')}</h2>
              <LabelWaitNotice rolls={winder.doffed} change={change} />
              <DoffedRollList rolls={winder.doffed} openId={openId} onOpen={(roll) => change({ id: roll.id })} />
            </section>
          </div>
        )}
        {dialog.kind === 'doff' && (
          <DoffDialog
            winder={winder}
            roll={dialog.row}
            onClose={(rollId) => {
              dialog.close()
              followUp.doffed(rollId)
            }}
          />
        )}
        {followUp.toWeigh && (
          <WeighRollDialog
            roll={followUp.toWeigh}
            order={winder.order?.id === followUp.toWeigh.workOrderId ? winder.order : null}
            web={winder.web}
            coreKg={lastCoreKg}
            onClose={followUp.weighed}
          />
        )}
        {dialog.kind === 'run' && <WinderRunDialog winder={winder} roll={dialog.row} onClose={dialog.close} />}
        {dialog.kind === 'orders' && (
          <WinderOrdersDialog
            lineId={lineId}
            winder={winder}
            onDoff={() => openDialog('doff')}
            onClose={dialog.close}
          />
        )}
      </PageFrame>
      {panel}
    </div>
  )
}

/** The next action: take an order, begin a roll, or doff it. */
function PrimaryActionBar({ winder, onDialog }: { winder: WinderStatus; onDialog: (sheet: DialogKind) => void }) {
  const { t } = useTranslation('rolls')
  const [mayWind, mayDoff] = [useCanCall(windRoll), useCanCall(doffRoll)]
  const wind = useInstantCommand(windRoll)
  const { order, roll, run, doffed, lineId } = winder
  // The next roll may only begin once the previous one is doffed.
  const pendingDoffIds = useUnsentCommands().flatMap(({ id, op, body }) =>
    op === doffRoll.name && body['lineId'] === lineId ? [id] : [],
  )
  const isUnknown = winder.error !== null && !order && !roll && doffed.length === 0
  if (winder.isLoading || isUnknown || !mayWind) return null
  const renderTakeOrder = (look: { look: 'primary' } | { className: string }) => (
    <Button {...look} onClick={() => onDialog('orders')}>
      {t('pages.winder.takeOrder')}
    </Button>
  )
  if (roll)
    return (
      <>
        {!order && renderTakeOrder({ className: 'beside' })}
        {mayDoff && (
          <Button look="primary" icon={<DownIcon size={24} />} onClick={() => onDialog('doff')}>
            {t('actions.jumboRoll_doff')}
          </Button>
        )}
      </>
    )
  if (!order) return renderTakeOrder({ look: 'primary' })
  const speed = run?.speed ?? doffed[0]?.speed ?? null
  return (
    <>
      <Button className="beside" onClick={() => onDialog('doff')}>
        {t('pages.winder.doffUnbegun')}
      </Button>
      <Button
        look="primary"
        icon={<PlusIcon size={24} />}
        disabled={wind.busy}
        onClick={() =>
          void wind.run(
            { id: createUuid7(), workOrderId: order.id, lineId, ...(speed ? { speed } : {}) },
            { dependsOn: pendingDoffIds },
          )
        }
      >
        {t('actions.jumboRoll_wind')}
      </Button>
    </>
  )
}
