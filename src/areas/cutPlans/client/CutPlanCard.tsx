import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { DeleteIcon, EditIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import type { PlanLine } from './PlanView'

/** Number of colours for orders in `cut-plan.css`. */
const ORDER_COLOUR_COUNT = 4

/** One cut of a proposed plan: its lanes coloured by order, with buttons to change or remove it. */
export function CutPlanCard({
  cut,
  names,
  refusalReason,
  onEdit,
  onRemove,
}: {
  cut: PlanLine
  names: Readonly<Record<string, string>>
  /** Reason why the cut could not be released. */
  refusalReason?: string | undefined
  onEdit: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation(['cutPlans', 'slitting'])
  const zone = usePlantZone()
  const orderIds = [...new Set(cut.lanes.map((lane) => lane.workOrderId))]
  const countRolls = (id: PlanLine['lanes'][number]['workOrderId']) =>
    cut.sets * cut.lanes.reduce((sum, lane) => sum + (lane.workOrderId === id ? lane.count : 0), 0)
  return (
    <>
      <div className="row">
        <b>{cut.jumbo}</b>
        <span className="quiet">{formatMoment(cut.startsAt, zone)}</span>
      </div>
      {refusalReason && (
        <p role="alert">
          <StateBadge tone="bad">{t('pages.divideInteractive.refused', { why: refusalReason })}</StateBadge>
        </p>
      )}
      <div className="cut-plan-pattern" role="img" aria-label={cut.slittingPattern}>
        {cut.lanes.flatMap((lane, i) =>
          Array.from({ length: lane.count }, (_, laneIndex) => (
            <i
              key={`${i} ${laneIndex}`}
              className={`is-${orderIds.indexOf(lane.workOrderId) % ORDER_COLOUR_COUNT}`}
              style={{ width: `${(lane.width / cut.widthMm) * 100}%` }}
            >
              {lane.width}
            </i>
          )),
        )}
      </div>
      <p>
        {t('slitting:pages.divideInteractive.setsOf', { count: cut.sets })} ×{' '}
        <Quantity value={cut.lengthM} unit="m" decimals={0} showsAllDigits /> ·{' '}
        {t('slitting:pages.divideInteractive.legend.trim')} <Quantity value={cut.trimMm} unit="mm" decimals={0} />
      </p>
      <p className="quiet">
        {orderIds
          .map((id) =>
            t('pages.divideInteractive.rollsFor', { number: (id && names[id]) ?? '…', count: countRolls(id) }),
          )
          .join(' · ')}
      </p>
      <div className="row">
        <Button className="big" icon={<EditIcon size={20} />} onClick={onEdit}>
          {t('pages.divideInteractive.changeLine')}
        </Button>
        <Button
          className="big"
          look="quiet"
          icon={<DeleteIcon size={20} />}
          aria-label={t('slitting:pages.divideInteractive.dropLine')}
          onClick={onRemove}
        />
      </div>
    </>
  )
}
