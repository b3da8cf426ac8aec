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
import { DefectsSoFar } from './DefectsSoFar'
import { DoffSheet } from './DoffSheet'
import { LabelWaits } from './LabelWaits'
import { OrderCard } from './OrderCard'
import { OrderSheet } from './OrderSheet'
import { RollList } from './RollList'
import { RollPanel } from './RollPanel'
import { RunSheet } from './RunSheet'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useAfterDoff } from './use-after-doff'
import { useWinder, type Winder, type WinderLine } from './use-winder'
import { WinderActions } from './WinderActions'
import { RollGauge } from './RollGauge'
import { WeighSheet } from './WeighSheet'
import { isOfOrderBefore, withWaiting, type Change, type Roll } from './winder-state'

/** Minimum own width for the roll and the list side by side, px. */
const TWO_FROM = 760
/** Minimum width for the roll panel beside them, px; below it the panel replaces them. */
const BESIDE_FROM = 1100
/** Width of the roll panel, px. */
const PANEL = 416
type Sheet = 'doff' | 'run' | 'orders'

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
  change: Change
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const title = usePageTitle() ?? t('pages.winder.title')
  const winder = useWinder(lineId, line)
  const [params] = useSearchParams()
  const sheet = useOpenDialog<Sheet, Roll>(winder.rolls)
  const next = useAfterDoff(winder, change)
  // The Today page opens the due doff once; without a roll on the winder there is none.
  const [led, setLed] = useState(false)
  if (params.get('step') === 'doff' && winder.roll && !led) {
    setLed(true)
    sheet.open('doff', winder.roll)
  }
  if (led && params.get('step') === null) setLed(false)
  const openSheet = (what: Sheet) => sheet.open(what, winder.roll)
  const [box, width] = useWidth<HTMLDivElement>()
  const age = useStaleAge({ at: winder.at, rows: winder.doffed, error: winder.error })
  const openId = params.get('id')
  const listed = winder.doffed.find((one) => one.id === openId) ?? (winder.roll?.id === openId ? winder.roll : null)
  const asked = useRow(jumboRoll, openId && !listed ? openId : null)
  const opened = listed ?? asked.row
  const core = winder.doffed.find((one) => one.coreKg !== null)?.coreKg ?? null
  const panel = openId && opened && (
    <RollPanel
      key={opened.id}
      roll={opened}
      order={winder.order?.id === opened.workOrderId ? winder.order : null}
      refs={{ ...asked.refs, ...winder.refs }}
      coreKg={core}
      onBack={() => change({ id: null })}
      change={change}
    />
  )
  const wide = width - (panel ? PANEL : 0) >= TWO_FROM
  if (panel && width < BESIDE_FROM)
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
        primary={<Primary winder={winder} onSheet={openSheet} />}
      >
        {head}
        {winder.isLoading ? (
          <SkeletonDetail />
        ) : winder.error && winder.doffed.length === 0 && !winder.order ? (
          <NotLoadedView of={winder} />
        ) : (
          <div className={wide ? 'wd-now is-wide' : 'wd-now'}>
            <div className="wd-main">
              {winder.order ? (
                <OrderCard
                  order={withWaiting(winder.order, winder.doffed, winder.web)}
                  gsm={winder.web.gsm}
                  refs={winder.refs}
                  onOrders={() => openSheet('orders')}
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
                    {isOfOrderBefore(winder.roll, winder.order) && (
                      <StateBadge tone="warn">
                        {t('pages.winder.ofOrderBefore', { number: winder.refs[winder.roll.workOrderId] ?? '…' })}
                      </StateBadge>
                    )}
                    {winder.roll.pending?.state === 'attention' && <UnsentNotice of={winder.roll.pending} />}
                    <DefectsSoFar roll={winder.roll} />
                  </>
                ) : (
                  <p className="quiet wd-none">
                    <RollIcon size={28} /> {t('pages.winder.empty')}
                  </p>
                )}
                <WinderActions
                  winder={winder}
                  coreKg={core}
                  opened={Boolean(panel)}
                  onRun={() => openSheet('run')}
                  change={change}
                />
              </section>
            </div>
            <section className="wd-side" aria-label={t('pages.winder.doffedHere')}>
              <h2 className="wd-title">{t('pages.winder.doffedHere')}</h2>
              <LabelWaits rolls={winder.doffed} change={change} />
              <RollList rolls={winder.doffed} openId={openId} onOpen={(roll) => change({ id: roll.id })} />
            </section>
          </div>
        )}
        {sheet.kind === 'doff' && (
          <DoffSheet
            winder={winder}
            roll={sheet.row}
            onClose={(rollId) => {
              sheet.close()
              next.doffed(rollId)
            }}
          />
        )}
        {next.toWeigh && (
          <WeighSheet
            roll={next.toWeigh}
            order={winder.order?.id === next.toWeigh.workOrderId ? winder.order : null}
            web={winder.web}
            coreKg={core}
            onClose={next.weighed}
          />
        )}
        {sheet.kind === 'run' && <RunSheet winder={winder} roll={sheet.row} onClose={sheet.close} />}
        {sheet.kind === 'orders' && (
          <OrderSheet lineId={lineId} winder={winder} onDoff={() => openSheet('doff')} onClose={sheet.close} />
        )}
      </PageFrame>
      {panel}
    </div>
  )
}

/** The next action: take an order, begin a roll, or doff it. */
function Primary({ winder, onSheet }: { winder: Winder; onSheet: (sheet: Sheet) => void }) {
  const { t } = useTranslation('rolls')
  const [mayWind, mayDoff] = [useCanCall(windRoll), useCanCall(doffRoll)]
  const wind = useInstantCommand(windRoll)
  const { order, roll, run, doffed, lineId } = winder
  // The next roll may only begin once the previous one is doffed.
  const toDoff = useUnsentCommands().flatMap(({ id, op, body }) =>
    op === doffRoll.name && body['lineId'] === lineId ? [id] : [],
  )
  const unknown = winder.error !== null && !order && !roll && doffed.length === 0
  if (winder.isLoading || unknown || !mayWind) return null
  const takeOrder = (look: { look: 'primary' } | { className: string }) => (
    <Button {...look} onClick={() => onSheet('orders')}>
      {t('pages.winder.takeOrder')}
    </Button>
  )
  if (roll)
    return (
      <>
        {!order && takeOrder({ className: 'beside' })}
        {mayDoff && (
          <Button look="primary" icon={<DownIcon size={24} />} onClick={() => onSheet('doff')}>
            {t('actions.jumboRoll_doff')}
          </Button>
        )}
      </>
    )
  if (!order) return takeOrder({ look: 'primary' })
  const speed = run?.speed ?? doffed[0]?.speed ?? null
  return (
    <>
      <Button className="beside" onClick={() => onSheet('doff')}>
        {t('pages.winder.doffUnbegun')}
      </Button>
      <Button
        look="primary"
        icon={<PlusIcon size={24} />}
        disabled={wind.busy}
        onClick={() =>
          void wind.run(
            { id: createUuid7(), workOrderId: order.id, lineId, ...(speed ? { speed } : {}) },
            { dependsOn: toDoff },
          )
        }
      >
        {t('actions.jumboRoll_wind')}
      </Button>
    </>
  )
}
