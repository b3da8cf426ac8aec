import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { stopTones, formatStopLength, type LineStopRecord } from './StopCard'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { useNow } from '@/client/clock'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { StateBadge } from '@/client/ui/StateBadge'
import { MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import { explainStop, lineStop } from '@/plant/contract/line-stop'
import { isForgotten } from '@/plant/rules/line-stop'
import { SpeedChart } from './SpeedChart'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'

/** Time before and after a stop for which the speed is shown. */
const SPEED_MARGIN_MS = 30 * MINUTE_MS
type Refs = Readonly<Record<string, string>>

/** Details of a stop: duration, reason, author, and the speed around it. */
export function StopPanel({
  row,
  refs,
  onBack,
  onExplain,
  onRemoved,
}: {
  row: LineStopRecord
  refs: Refs
  onBack: (() => void) | undefined
  onExplain: () => void
  onRemoved: () => void
}) {
  const { t } = useTranslation(['reports', 'plant', 'contract'])
  const zone = usePlantZone()
  const language = useLanguage()
  const now = useNow()
  const canExplain = useCanCall(explainStop)
  const lineNames = useNames('line', [row.lineId], refs)
  const reasonNames = useNames('stopReason', row.reasonId ? [row.reasonId] : [], refs)
  const lineName = lineNames[row.lineId] ?? '…'
  const endMs = row.endedAt ? toMillis(row.endedAt) : now
  const title = `${lineName} ${formatMoment(row.startedAt, zone)}`
  return (
    <PageFrame
      title={lineName}
      subtitle={formatMoment(row.startedAt, zone)}
      {...(onBack ? { onBack } : {})}
      tools={
        !row.repairId && (
          <RemoveRowButton endpoint={lineStop.endpoints.remove} row={row} title={title} onRemoved={onRemoved} />
        )
      }
      primary={
        canExplain && (
          <Button look="primary" onClick={onExplain}>
            {t(row.reasonId ? 'pages.stops.correct' : 'pages.stops.explain')}
          </Button>
        )
      }
    >
      <div className="stop stack gap-4">
        <p className="chips">
          <ResourceStateBadge resource={lineStop} state={row.state} tones={stopTones} />
          {isForgotten(row, now) && <StateBadge tone="bad">{t('pages.stops.forgotten')}</StateBadge>}
        </p>
        {row.pending && <UnsentNotice pending={row.pending} />}
        <p className={row.endedAt ? 'stop-told' : 'stop-told is-bad'}>
          <b>
            {t(row.endedAt ? 'pages.stops.stoppedFor' : 'pages.stops.stoppedSoFar', {
              time: formatStopLength(row, now, language),
            })}
          </b>
          <span>
            {formatMoment(row.startedAt, zone)} –{' '}
            {row.endedAt ? formatMoment(row.endedAt, zone) : t('plant:refusals.stop.now')}
          </span>
        </p>
        <p className={row.reasonId ? 'stop-told' : 'stop-told is-warned'}>
          <b>{row.reasonId ? (reasonNames[row.reasonId] ?? '…') : t('unknownReason')}</b>
          {row.note && <span className="lines">{row.note}</span>}
        </p>
        <StopDetailList row={row} refs={refs} />
        <SpeedChart
          lineId={row.lineId}
          from={toMillis(row.startedAt) - SPEED_MARGIN_MS}
          to={Math.min(now, endMs + SPEED_MARGIN_MS)}
          question={t('pages.stops.speedAround')}
          hiddenWithoutData
        />
      </div>
    </PageFrame>
  )
}

function StopDetailList({ row, refs }: { row: LineStopRecord; refs: Refs }) {
  const { t } = useTranslation(['reports', 'plant', 'contract'])
  const formatTeam = useFormatTeam()
  const zone = usePlantZone()
  const buildPageLink = usePageLink()
  const personNames = useNames('user', row.explainedBy ? [row.explainedBy] : [], refs)
  const orderNames = useNames('workOrder', row.workOrderId ? [row.workOrderId] : [], refs)
  const machineNames = useNames('equipment', row.equipmentId ? [row.equipmentId] : [], refs)
  const repairNames = useNames('repair', row.repairId ? [row.repairId] : [], refs)
  const repairAddress = row.repairId && buildPageLink('repair', { id: row.repairId })
  const repairName = row.repairId && (repairNames[row.repairId] ?? '…')
  const repairLink = repairAddress ? <Link to={repairAddress}>{repairName}</Link> : repairName
  const details: [string, ReactNode][] = [
    [
      'shift',
      row.shift &&
        [row.businessDate, t(`contract:shifts.${row.shift}`, { defaultValue: row.shift }), formatTeam(row.team)]
          .filter(Boolean)
          .join(' · '),
    ],
    ['workOrderId', row.workOrderId && (orderNames[row.workOrderId] ?? '…')],
    ['source', t(`plant:lineStop.options.source.${row.source}`)],
    ['equipmentId', row.equipmentId && (machineNames[row.equipmentId] ?? '…')],
    ['repairId', repairLink],
    [
      'explainedBy',
      row.explainedBy && `${personNames[row.explainedBy] ?? '…'} · ${formatMoment(row.explainedAt, zone)}`,
    ],
    ['closedBy', row.closedBy && t(`plant:lineStop.options.closedBy.${row.closedBy}`)],
    ['chased', row.chased > 0 && row.chased],
  ]
  return (
    <dl className="stop-facts">
      {details
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{t(`plant:lineStop.fields.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
