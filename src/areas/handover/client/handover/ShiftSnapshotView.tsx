import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import type { FieldsRow } from '@/contract/field-values'
import type { shiftSnapshotFields } from '../../contract/shift-snapshot'

export type ShiftSnapshotData = FieldsRow<typeof shiftSnapshotFields>
type Names = Readonly<Record<string, string>>
const KG = 'kg'
/** Sections with more rows are folded. */
const MAX_UNFOLDED_ROWS = 8
/** Metrics of a shift in display order with their units; zero values are hidden unless in `ALWAYS_SHOWN`. */
const METRICS = [
  ['goodKg', KG],
  ['downgradedKg', KG],
  ['wasteKg', KG],
  ['rollCorrectedKg', KG],
  ['jumboRolls', 'rolls'],
  ['jumboKg', KG],
  ['jumboM', 'm'],
  ['slitRolls', 'rolls'],
  ['slitKg', KG],
  ['trimKg', KG],
  ['packages', ''],
  ['packedKg', KG],
  ['fedKg', KG],
  ['recycledKg', KG],
  ['stopMinutes', 'min'],
  ['uncutRolls', 'rolls'],
  ['uncutKg', KG],
] as const satisfies readonly (readonly [keyof ShiftSnapshotData, string])[]
const ALWAYS_SHOWN: readonly string[] = ['goodKg', 'downgradedKg', 'wasteKg', 'stopMinutes']

/** True while printing, because sections must not be folded on paper. */
const PrintContext = createContext(false)

/** Displays a snapshot as cards: metrics, then events and open items. */
export function ShiftSnapshotView({
  snapshot,
  names,
  forPrint,
}: {
  snapshot: ShiftSnapshotData
  names: Names
  forPrint?: boolean
}) {
  const { t } = useTranslation('handover')
  const zone = usePlantZone()
  return (
    <PrintContext.Provider value={forPrint === true}>
      <section className="shift-facts" aria-label={t('handover.fields.facts')}>
        <MetricList
          snapshot={snapshot}
          metrics={METRICS.filter(([name]) => ALWAYS_SHOWN.includes(name) || (snapshot[name] ?? 0) !== 0)}
        />
        <AlarmSection snapshot={snapshot} zone={zone} />
        <OrderSection snapshot={snapshot} names={names} />
        <StopSection snapshot={snapshot} names={names} zone={zone} />
        <RepairSection snapshot={snapshot} names={names} zone={zone} />
        <MaterialSection snapshot={snapshot} names={names} />
        <UncutRollSection snapshot={snapshot} names={names} />
        <p className="quiet">{t('pages.handover.asOf', { time: formatMoment(snapshot.asOf, zone) })}</p>
      </section>
    </PrintContext.Provider>
  )
}
/** Displays the metrics that every shift has, with the time of the snapshot. */
export function KeyMetricsView({ snapshot }: { snapshot: ShiftSnapshotData }) {
  const { t } = useTranslation('handover')
  const zone = usePlantZone()
  return (
    <>
      <MetricList snapshot={snapshot} metrics={METRICS.filter(([name]) => ALWAYS_SHOWN.includes(name))} />
      <p className="quiet">{t('pages.handover.asOf', { time: formatMoment(snapshot.asOf, zone) })}</p>
    </>
  )
}
function MetricList({
  snapshot,
  metrics,
}: {
  snapshot: ShiftSnapshotData
  metrics: readonly (typeof METRICS)[number][]
}) {
  const { t } = useTranslation('handover')
  return (
    <dl className="fact-figures">
      {metrics.map(([name, unit]) => (
        <div key={name}>
          <dt>{t(`handover.sub.facts.${name}`)}</dt>
          <dd>
            <Quantity value={snapshot[name]} unit={unit || 'pcs'} decimals={1} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
type SnapshotSectionProps = { snapshot: ShiftSnapshotData; names: Names; zone: string }

function AlarmSection({ snapshot, zone }: Pick<SnapshotSectionProps, 'snapshot' | 'zone'>) {
  const { t } = useTranslation(['handover', 'quality'])
  if (snapshot.alarms.length === 0) return null
  const getAlarmLabel = (label: string, kind: string) =>
    kind === 'inspectionMissed'
      ? t(`quality:inspectionTime.options.inspection.${label}`, { defaultValue: label })
      : label
  return (
    <SnapshotSection section="alarms" count={snapshot.alarms.length}>
      <ul>
        {snapshot.alarms.map(({ kind, label, at }, index) => (
          <li key={index}>
            <StateBadge tone="warn">{t(`pages.handover.alarm.${kind}`)}</StateBadge> {getAlarmLabel(label, kind)}{' '}
            <time>{formatClock(at, zone)}</time>
          </li>
        ))}
      </ul>
    </SnapshotSection>
  )
}
const formatKg = (value: number) => <Quantity value={value} unit="kg" decimals={1} />
function OrderSection({ snapshot, names }: Pick<SnapshotSectionProps, 'snapshot' | 'names'>) {
  const { t } = useTranslation(['handover', 'orders'])
  if (snapshot.orders.length === 0) return null
  const headers = [
    t('pages.handover.rolls'),
    t('handover.sub.facts.goodKg'),
    t('handover.sub.facts.downgradedKg'),
    t('handover.sub.facts.wasteKg'),
    t('pages.handover.soFar'),
  ]
  return (
    <SnapshotSection section="orders" count={snapshot.orders.length}>
      <div className="fact-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('pages.handover.order')}</th>
              {headers.map((header) => (
                <th key={header} scope="col" className="is-number">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {snapshot.orders.map((order) => (
              <tr key={order.workOrderId}>
                <th scope="row">
                  {names[order.workOrderId] ?? '…'}{' '}
                  <small>{t(`orders:workOrder.options.state.${order.state}`, { defaultValue: order.state })}</small>
                </th>
                {[
                  order.jumboRolls + order.slitRolls,
                  formatKg(order.goodKg),
                  formatKg(order.downgradedKg),
                  formatKg(order.wasteKg),
                  <span key="total">
                    {formatKg(order.totalKg)}
                    {order.orderedKg !== null && <> / {formatKg(order.orderedKg)}</>}
                  </span>,
                ].map((cell, index) => (
                  <td key={headers[index]} className="is-number" data-head={headers[index]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SnapshotSection>
  )
}
function StopSection({ snapshot, names, zone }: SnapshotSectionProps) {
  const { t } = useTranslation('handover')
  if (snapshot.stops.length === 0) return null
  return (
    <SnapshotSection section="stops" count={snapshot.stops.length}>
      <ul>
        {snapshot.stops.map((stop) => (
          <li key={stop.stopId}>
            <b>
              <Quantity value={stop.minutes} unit="min" decimals={0} />
            </b>{' '}
            {stop.reasonId ? (
              (names[stop.reasonId] ?? '…')
            ) : (
              <StateBadge tone="warn">{t('pages.handover.noReason')}</StateBadge>
            )}
            {stop.note && <span> · {stop.note}</span>}{' '}
            <time>
              {formatClock(stop.startedAt, zone)}–
              {stop.endedAt ? formatClock(stop.endedAt, zone) : t('pages.handover.stillStopped')}
            </time>
          </li>
        ))}
      </ul>
    </SnapshotSection>
  )
}
function RepairSection({ snapshot, names, zone }: SnapshotSectionProps) {
  const { t } = useTranslation(['handover', 'maintenance'])
  if (snapshot.openRepairs.length === 0) return null
  return (
    <SnapshotSection section="openRepairs" count={snapshot.openRepairs.length}>
      <ul>
        {snapshot.openRepairs.map((repair) => (
          <li key={repair.repairId}>
            <b>{names[repair.repairId] ?? '…'}</b> {names[repair.equipmentId] ?? ''} ·{' '}
            {t(`maintenance:repair.options.state.${repair.state}`)} <time>{formatMoment(repair.since, zone)}</time>
          </li>
        ))}
      </ul>
    </SnapshotSection>
  )
}
function MaterialSection({ snapshot, names }: Pick<SnapshotSectionProps, 'snapshot' | 'names'>) {
  const { t } = useTranslation('handover')
  if (snapshot.materials.length === 0) return null
  return (
    <SnapshotSection section="materials" count={snapshot.materials.length}>
      <ul>
        {snapshot.materials.map((material, index) => (
          <li key={index}>
            <b>{names[material.materialId] ?? '…'}</b>
            {material.lotId && <> · {names[material.lotId] ?? '…'}</>}
            {material.hopper && <> · {material.hopper}</>}{' '}
            <span className="fact-end">
              <Quantity value={material.kg} unit="kg" decimals={1} />
              {material.leftKg !== null && (
                <small>
                  {' '}
                  {t('pages.handover.left')} <Quantity value={material.leftKg} unit="kg" decimals={1} />
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </SnapshotSection>
  )
}
function UncutRollSection({ snapshot, names }: Pick<SnapshotSectionProps, 'snapshot' | 'names'>) {
  if (snapshot.uncut.length === 0) return null
  return (
    <SnapshotSection section="uncut" count={snapshot.uncutRolls}>
      <ul>
        {snapshot.uncut.map((roll) => (
          <li key={roll.jumboRollId}>
            <b>{names[roll.jumboRollId] ?? '…'}</b> {names[roll.workOrderId] ?? ''}{' '}
            <span className="fact-end">
              <Quantity value={roll.kg} unit="kg" decimals={1} />
            </span>
          </li>
        ))}
      </ul>
    </SnapshotSection>
  )
}
type SectionName = 'alarms' | 'orders' | 'stops' | 'openRepairs' | 'materials' | 'uncut'
/**
 * Section with a count of its rows. The count names its unit, because a bare number next to kilograms would be misread.
 * Long sections are folded on screen and open on paper.
 */
function SnapshotSection({
  section,
  count,
  children,
}: {
  section: SectionName
  count: number
  children: React.ReactNode
}) {
  const { t } = useTranslation('handover')
  const forPrint = useContext(PrintContext)
  return (
    <details className="ui-card fact-part" open={forPrint || count <= MAX_UNFOLDED_ROWS}>
      <summary>
        <h2>{t(`handover.sub.facts.${section}`)}</h2>
        <b>{t(`pages.handover.counts.${section}`, { count })}</b>
      </summary>
      {children}
    </details>
  )
}
