import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { createUuid7 } from '@/contract/id'
import { useRow, useUnsentCommands } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { useStaleAge } from '@/client/resource/ResourceList'
import { useElementWidth } from '@/client/ui/use-element-width'
import { useCanCall } from '@/client/session/use-session'
import { usePageTitle } from '@/client/shell/use-menu'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { DownIcon, PlusIcon, RollIcon, WarnIcon } from '@/client/ui/icons'
import { StateBadge } from '@/client/ui/StateBadge'
import { PageFrame } from '@/client/ui/PageFrame'
import { useOpenDialog } from '@/client/ui/Dialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { jumboRoll } from '../../contract/jumbo-roll'
import { doffRoll, windRoll } from '../../contract/jumbo-commands'
import { DoffDialog } from './DoffDialog'
import { LabelWaitNotice } from './LabelWaitNotice'
import { WinderOrderCard } from './WinderOrderCard'
import { WinderOrdersDialog } from './WinderOrdersDialog'
import { DoffedRollList } from './DoffedRollList'
import { JumboRollPanel } from './JumboRollPanel'
import { WinderRunDialog } from './WinderRunDialog'
import { useCommand } from '@/client/api/use-command'
import { useDoffFollowUp } from './use-doff-follow-up'
import { useWinder, type WinderStatus, type WinderLine } from './use-winder'
import { WinderActionBar } from './WinderActionBar'
import { RollGauge } from './RollGauge'
import { WeighRollDialog } from './WeighRollDialog'
import { isForPreviousOrder, withWaitingRolls, type ChangeParams, type WinderRoll } from '../shared/winder-state'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'

/** Minimum width of this view that shows the roll and the list side by side, px. */
const TWO_COLUMNS_MIN_PX = 760
/**
 * Minimum width of this view that also shows the roll panel, px. In a narrower view the panel replaces roll and list.
 */
const SPLIT_MIN_PX = 1100
/** Width of the roll panel, px. */
const PANEL_WIDTH_PX = 416
type DialogKind = 'doff' | 'run' | 'orders'

/** The current state of one winder: its order, its roll, and the doffed rolls. */
export function CurrentWinderView({
  lineId,
  line,
  header,
  changeParams,
}: {
  lineId: string
  line: WinderLine | null
  header: ReactNode
  changeParams: ChangeParams
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const title = usePageTitle() ?? t('pages.winder.title')
  const winder = useWinder(lineId, line)
  const [params] = useSearchParams()
  const dialog = useOpenDialog<DialogKind, WinderRoll>(winder.rolls)
  const followUp = useDoffFollowUp(winder, changeParams)
  // The Today page links here with `step=doff`: the dialog opens once, if there is a roll on the winder.
  const [hasOpenedDoffDialog, setHasOpenedDoffDialog] = useState(false)
  if (params.get('step') === 'doff' && winder.roll && !hasOpenedDoffDialog) {
    setHasOpenedDoffDialog(true)
    dialog.open('doff', winder.roll)
  }
  if (hasOpenedDoffDialog && params.get('step') === null) setHasOpenedDoffDialog(false)
  const openDialog = (dialogKind: DialogKind) => dialog.open(dialogKind, winder.roll)
  const [boxRef, width] = useElementWidth<HTMLDivElement>()
  const age = useStaleAge({ fetchedAt: winder.fetchedAt, rows: winder.doffedRolls, error: winder.error })
  const openId = params.get('id')
  const listedRoll =
    winder.doffedRolls.find((doffedRoll) => doffedRoll.id === openId) ??
    (winder.roll?.id === openId ? winder.roll : null)
  const loadedRoll = useRow(jumboRoll, openId && !listedRoll ? openId : null)
  const openedRoll = listedRoll ?? loadedRoll.row
  const lastCoreKg = winder.doffedRolls.find((doffedRoll) => doffedRoll.coreKg !== null)?.coreKg ?? null
  const panel = openId && openedRoll && (
    <JumboRollPanel
      key={openedRoll.id}
      roll={openedRoll}
      order={winder.order?.id === openedRoll.workOrderId ? winder.order : null}
      refs={{ ...loadedRoll.refs, ...winder.refs }}
      coreKg={lastCoreKg}
      onBack={() => changeParams({ id: null })}
      changeParams={changeParams}
    />
  )
  const isWide = width - (panel ? PANEL_WIDTH_PX : 0) >= TWO_COLUMNS_MIN_PX
  if (panel && width < SPLIT_MIN_PX)
    return (
      <div className="resource-page" ref={boxRef}>
        {panel}
      </div>
    )
  return (
    <div className={`resource-page${panel ? ' wd-split' : ''}`} ref={boxRef}>
      <PageFrame
        primaryStaysAtBottom
        title={title}
        subtitle={age ? t('client:resource.staleSince', { age }) : undefined}
        primary={<PrimaryActionBar winder={winder} onDialog={openDialog} />}
      >
        {header}
        {winder.isLoading ? (
          <SkeletonDetail />
        ) : winder.error && winder.doffedRolls.length === 0 && !winder.order ? (
          <NotLoadedView query={winder} />
        ) : (
          <div className={isWide ? 'wd-now stack gap-3 is-wide' : 'wd-now stack gap-3'}>
            <div className="wd-main stack gap-3">
              {winder.order ? (
                <WinderOrderCard
                  order={withWaitingRolls(winder.order, winder.doffedRolls, winder.web)}
                  gsm={winder.web.gsm}
                  refs={winder.refs}
                  onOrders={() => openDialog('orders')}
                />
              ) : (
                <EmptyState
                  title={t('pages.winder.noOrder')}
                  advice={t(winder.roll ? 'pages.winder.noOrderDoff' : 'pages.winder.noOrderNext')}
                />
              )}
              <section className="ui-card" aria-label={t('pages.winder.onWinder')}>
                <h2 className="wd-title">{t('pages.winder.onWinder')}</h2>
                {winder.roll && winder.progress ? (
                  <>
                    <RollGauge progress={winder.progress} now={winder.nowMs} />
                    {isForPreviousOrder(winder.roll, winder.order) && (
                      <StateBadge tone="warn">
                        {t('pages.winder.ofOrderBefore', { number: winder.refs[winder.roll.workOrderId] ?? '…' })}
                      </StateBadge>
                    )}
                    {winder.roll.pending?.state === 'attention' && <UnsentNotice pending={winder.roll.pending} />}
                    <WindingDefectList roll={winder.roll} />
                  </>
                ) : (
                  <p className="quiet wd-none strip middle">
                    <RollIcon size={28} /> {t('pages.winder.empty')}
                  </p>
                )}
                <WinderActionBar
                  winder={winder}
                  coreKg={lastCoreKg}
                  isRollOpen={Boolean(panel)}
                  onRun={() => openDialog('run')}
                  changeParams={changeParams}
                />
              </section>
            </div>
            <section className="wd-side" aria-label={t('pages.winder.doffedHere')}>
              <h2 className="wd-title">{t('pages.winder.doffedHere')}</h2>
              <LabelWaitNotice rolls={winder.doffedRolls} changeParams={changeParams} />
              <DoffedRollList
                rolls={winder.doffedRolls}
                openId={openId}
                onOpen={(roll) => changeParams({ id: roll.id })}
              />
            </section>
          </div>
        )}
        {dialog.kind === 'doff' && (
          <DoffDialog
            winder={winder}
            roll={dialog.row}
            onClose={(rollId) => {
              dialog.close()
              followUp.onDoffed(rollId)
            }}
          />
        )}
        {followUp.rollToWeigh && (
          <WeighRollDialog
            roll={followUp.rollToWeigh}
            order={winder.order?.id === followUp.rollToWeigh.workOrderId ? winder.order : null}
            web={winder.web}
            coreKg={lastCoreKg}
            onClose={followUp.onWeighed}
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

/** Button of the next action: take an order, begin a roll, or doff the roll. */
function PrimaryActionBar({ winder, onDialog }: { winder: WinderStatus; onDialog: (kind: DialogKind) => void }) {
  const { t } = useTranslation('rolls')
  const [canWind, canDoff] = [useCanCall(windRoll), useCanCall(doffRoll)]
  const wind = useCommand(windRoll)
  const { order, roll, currentRun, doffedRolls, lineId } = winder
  // The next roll may only begin once the previous one is doffed.
  const pendingDoffIds = useUnsentCommands().flatMap(({ id, op, body }) =>
    op === doffRoll.name && body['lineId'] === lineId ? [id] : [],
  )
  const isUnknown = winder.error !== null && !order && !roll && doffedRolls.length === 0
  if (winder.isLoading || isUnknown || !canWind) return null
  const renderTakeOrder = (buttonProps: { look: 'primary' } | { className: string }) => (
    <Button {...buttonProps} onClick={() => onDialog('orders')}>
      {t('pages.winder.takeOrder')}
    </Button>
  )
  if (roll)
    return (
      <>
        {!order && renderTakeOrder({ className: 'beside' })}
        {canDoff && (
          <Button look="primary" icon={<DownIcon size={24} />} onClick={() => onDialog('doff')}>
            {t('actions.jumboRoll_doff')}
          </Button>
        )}
      </>
    )
  if (!order) return renderTakeOrder({ look: 'primary' })
  const speed = currentRun?.speed ?? doffedRolls[0]?.speed ?? null
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

/** Defects recorded on the roll being wound, newest first, for the next person at the winder. */
function WindingDefectList({ roll }: { roll: Pick<WinderRoll, 'defects'> }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  if (roll.defects.length === 0) return null
  const formatMetres = (m: number) => formatNumber(m, { language, unit: 'm', decimals: 0 })
  return (
    <ul className="wd-marked stack gap-1" aria-label={t('jumboRoll.fields.defects')}>
      {[...roll.defects].reverse().map(({ kind, fromM, toM }, index) => (
        <li key={`${index} ${kind} ${fromM}`}>
          <WarnIcon size={16} />
          <b>{t(`jumboRoll.subOptions.defects.kind.${kind}`)}</b>
          <span>{toM > fromM ? `${formatMetres(fromM)} – ${formatMetres(toM)}` : formatMetres(fromM)}</span>
        </li>
      ))}
    </ul>
  )
}
