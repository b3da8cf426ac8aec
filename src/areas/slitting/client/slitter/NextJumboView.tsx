import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findRowByCode, notifyRefusal } from '@/client/api/scanned-row'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { DeleteIcon, PlusIcon, RollIcon, ScanIcon, SortUpIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { ScannerDialog, useHardwareScanner } from '@/client/ui/ScannerDialog'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { recordTrouble } from '@/client/ui/trouble'
import { parseLabel } from '@/plant/rules/label'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutOrder } from '@/areas/slitting/contract/slitting'
import { filterRemainingDefects } from '@/areas/rolls/rules/defect-map'
import { calculateShareKg } from '@/areas/rolls/rules/roll-mass'
import { HeldBadge } from '@/areas/rolls/client/shared/HoldNotice'
import { jumboStateTones } from '@/areas/rolls/client/shared/roll-display'
import { findJumboByCode } from '@/areas/rolls/client/shared/find-rows-by-number'
import { QueueDialog } from './QueueDialog'
import { useUncutJumbos } from './use-uncut-jumbos'
import { useSlitterCommand } from '../shared/use-slitter-command'
import { SlitterFrameView, type SlitterFrame } from './SlitterFrameView'
import type { SlitterLine } from '../shared/use-slitter'

/**
 * Finds the id of the jumbo with a scanned label, on the phone or the server. Returns `none` if neither knows the
 * label. Returns null if the server cannot be reached; the cutting then stores the number, and the server finds the
 * jumbo later.
 */
async function findScannedJumboId(text: string): Promise<string | null> {
  try {
    return (await findRowByCode(text, [jumboRoll.name], findJumboByCode))?.id ?? 'none'
  } catch (error) {
    recordTrouble('code not looked up', error)
    return null
  }
}

/** View of a free slitter: its queue and the jumbos in the hall. The person scans or taps the jumbo to cut. */
export function NextJumboView({
  frame,
  slitter,
  onJumbo,
  onNumber,
}: {
  frame: SlitterFrame
  slitter: SlitterLine
  onJumbo: (id: string, queueLineId?: string) => void
  /** Called with the number of a scanned jumbo that is not on this phone while the server cannot be reached. */
  onNumber: (number: string) => void
}) {
  const { t } = useTranslation('slitting')
  const mayCut = useHasPermission('divideInteractiveAdd')
  const [isScanning, setScanning] = useState(false)
  const onScan = async (text: string) => {
    const scan = parseLabel(text)
    if (scan.kind !== 'jumboRoll' && scan.kind !== 'unknown')
      return t('pages.divideInteractive.notAJumbo', { code: scan.code })
    const jumboId = await findScannedJumboId(text)
    if (jumboId === 'none') return t('refusals.unknownNumber', { number: scan.code })
    setScanning(false)
    return jumboId ? onJumbo(jumboId) : onNumber(scan.code)
  }
  useHardwareScanner((text) => void onScan(text).then(notifyRefusal))
  return (
    <SlitterFrameView
      frame={frame}
      primary={
        mayCut && (
          <Button look="primary" icon={<ScanIcon size={20} />} onClick={() => setScanning(true)}>
            {t('pages.divideInteractive.scanJumbo')}
          </Button>
        )
      }
    >
      <QueueList slitter={slitter} onJumbo={onJumbo} />
      <UncutJumboList onJumbo={onJumbo} />
      {isScanning && (
        <ScannerDialog
          onCode={onScan}
          onClose={() => setScanning(false)}
          hint={t('pages.divideInteractive.scanHint')}
        />
      )}
    </SlitterFrameView>
  )
}

/** Queue of the slitter. Moving an entry up swaps its sequence number with that of the previous entry. */
function QueueList({
  slitter,
  onJumbo,
}: {
  slitter: SlitterLine
  onJumbo: (id: string, queueLineId?: string) => void
}) {
  const { t } = useTranslation(['slitting', 'client'])
  const { rows, refs } = useList(cutOrder, { slitterId: slitter.id, size: 100 })
  const queuedRows = rows.filter((row) => row.cuttingId === null)
  const remove = useSlitterCommand(cutOrder.endpoints.remove)
  const mayDelete = useHasPermission('divideInteractiveDelete')
  const mayEdit = useHasPermission('divideInteractiveEdit')
  const mayAdd = useHasPermission('divideInteractiveAdd')
  const updateLine = useSlitterCommand(cutOrder.endpoints.update)
  const [isAdding, setAdding] = useState(false)
  const names = useNames(
    'jumboRoll',
    queuedRows.flatMap((row) => row.jumboRollId ?? []),
    refs,
  )
  const moveUp = async (index: number) => {
    const [row, previousRow] = [queuedRows[index]!, queuedRows[index - 1]!]
    if (await updateLine.execute({ id: row.id, version: row.version, sequence: previousRow.sequence }))
      await updateLine.execute({
        id: previousRow.id,
        version: previousRow.version,
        sequence: row.sequence === previousRow.sequence ? row.sequence + 1 : row.sequence,
      })
  }
  if (queuedRows.length === 0 && !mayAdd) return null
  return (
    <section>
      <div className="row">
        <h2>{t('pages.divideInteractive.queue', { count: queuedRows.length })}</h2>
        {mayAdd && (
          <Button className="big" icon={<PlusIcon size={20} />} onClick={() => setAdding(true)}>
            {t('pages.divideInteractive.addLine')}
          </Button>
        )}
      </div>
      {isAdding && (
        <QueueDialog
          slitter={slitter}
          sequence={Math.max(0, ...queuedRows.map((row) => row.sequence)) + 1}
          onClose={() => setAdding(false)}
        />
      )}
      <ul>
        {queuedRows.map((row, index) => (
          <li key={row.id} className="ui-card row">
            <span>
              <b>{row.jumboRollId ? (names[row.jumboRollId] ?? '…') : (refs[row.workOrderId] ?? '…')}</b>
              <br />
              <span className="quiet">
                {[
                  row.jumboRollId ? refs[row.workOrderId] : null,
                  row.slittingPattern,
                  row.sets ? t('pages.divideInteractive.setsOf', { count: row.sets }) : null,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {row.jumboRollId && (
              <Button className="big" onClick={() => onJumbo(row.jumboRollId!, row.id)}>
                {t('pages.divideInteractive.take')}
              </Button>
            )}
            {mayEdit && index > 0 && (
              <Button
                className="big"
                look="quiet"
                icon={<SortUpIcon size={20} />}
                aria-label={t('pages.divideInteractive.goUp')}
                disabled={updateLine.busy}
                onClick={() => void moveUp(index)}
              />
            )}
            {mayDelete && (
              <Button
                className="big"
                look="quiet"
                icon={<DeleteIcon size={20} />}
                aria-label={t('pages.divideInteractive.dropLine')}
                disabled={remove.busy}
                onClick={() => void remove.execute({ id: row.id, version: row.version })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
function UncutJumboList({ onJumbo }: { onJumbo: (id: string) => void }) {
  const { t } = useTranslation(['slitting', 'rolls'])
  const uncutJumbos = useUncutJumbos()
  return (
    <QueryBoundary query={uncutJumbos} skeleton={<SkeletonList />}>
      {(rows) => {
        const allRows = [
          ...rows.map((row) => ({ ...row, closedOrderNumber: null })),
          ...uncutJumbos.jumbosOfClosedOrders,
        ]
        if (allRows.length === 0)
          return (
            <EmptyState
              icon={RollIcon}
              title={t('pages.divideInteractive.noUncut')}
              advice={t('pages.divideInteractive.noUncutNext')}
            />
          )
        return (
          <section>
            <h2>{t('pages.divideInteractive.uncut', { count: rows.length })}</h2>
            <ul className="lane-rows">
              {allRows.map((row) => (
                <li key={row.id}>
                  <button
                    type="button"
                    className="ui-card"
                    disabled={row.closedOrderNumber !== null}
                    onClick={() => onJumbo(row.id)}
                  >
                    <b>{row.number || t('pages.divideInteractive.noNumber')}</b>
                    <span className="quiet">{uncutJumbos.refs[row.productId] ?? ''}</span>
                    <span>
                      <Quantity value={row.widthMm} unit="mm" decimals={0} showsAllDigits /> ·{' '}
                      <Quantity value={row.leftM ?? row.lengthM} unit="m" decimals={0} showsAllDigits /> ·{' '}
                      <Quantity
                        value={
                          row.netKg === null
                            ? null
                            : calculateShareKg(row.netKg, row.lengthM, row.leftM ?? row.lengthM ?? 0)
                        }
                        unit="kg"
                        decimals={1}
                      />
                    </span>
                    {row.state === 'remnant' && (
                      <span>
                        <StateBadge tone={jumboStateTones.remnant}>
                          {t('rolls:jumboRoll.options.state.remnant')}
                        </StateBadge>
                      </span>
                    )}
                    <HeldBadge holds={row.holds} />
                    {row.closedOrderNumber !== null && (
                      <span>
                        <StateBadge tone="warn">
                          {t('pages.divideInteractive.orderClosed', { number: row.closedOrderNumber })}
                        </StateBadge>
                      </span>
                    )}
                    {filterRemainingDefects(row.defects, row.leftM).length > 0 && (
                      <span>
                        <StateBadge tone="warn">
                          {t('pages.divideInteractive.defects', {
                            count: filterRemainingDefects(row.defects, row.leftM).length,
                          })}
                        </StateBadge>
                      </span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      }}
    </QueryBoundary>
  )
}
