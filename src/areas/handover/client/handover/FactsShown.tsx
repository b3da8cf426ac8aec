import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import type { FieldsRow } from '@/contract/field'
import type { shiftFacts } from '../../contract/shift-facts'

export type Facts = FieldsRow<typeof shiftFacts>
type Names = Readonly<Record<string, string>>
const KG = 'kg'
/** Sections with more rows are folded. */
const FOLDED = 8
/** Metrics of a shift in display order with their units; zero values are hidden unless in `ALWAYS_SHOWN`. */
const figures = [
  ['goodKg', KG],
  ['downgradedKg', KG],
  ['wasteKg', KG],
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
] as const satisfies readonly (readonly [keyof Facts, string])[]
const always: readonly string[] = ['goodKg', 'downgradedKg', 'wasteKg', 'stopMinutes']

/** True while printing: nothing is folded on paper. */
const OnPaper = createContext(false)

/** Displays a snapshot as cards: metrics, then events and open items. */
export function FactsShown({ facts, names, print }: { facts: Facts; names: Names; print?: boolean }) {
  const { t } = useTranslation('handover')
  const zone = usePlantZone()
  return (
    <OnPaper.Provider value={print === true}>
      <section className="shift-facts" aria-label={t('handover.fields.facts')}>
        <Figures facts={facts} shown={figures.filter(([name]) => always.includes(name) || facts[name] !== 0)} />
        <Alarms facts={facts} zone={zone} />
        <Orders facts={facts} names={names} />
        <Stops facts={facts} names={names} zone={zone} />
        <Repairs facts={facts} names={names} zone={zone} />
        <Materials facts={facts} names={names} />
        <Uncut facts={facts} names={names} />
        <p className="quiet">{t('pages.handover.asOf', { time: formatMoment(facts.asOf, zone) })}</p>
      </section>
    </OnPaper.Provider>
  )
}
/** Displays the metrics that every shift has, with the time of the snapshot. */
export function FactsInShort({ facts }: { facts: Facts }) {
  const { t } = useTranslation('handover')
  const zone = usePlantZone()
  return (
    <>
      <Figures facts={facts} shown={figures.filter(([name]) => always.includes(name))} />
      <p className="quiet">{t('pages.handover.asOf', { time: formatMoment(facts.asOf, zone) })}</p>
    </>
  )
}
function Figures({ facts, shown }: { facts: Facts; shown: readonly (typeof figures)[number][] }) {
  const { t } = useTranslation('handover')
  return (
    <dl className="fact-figures">
      {shown.map(([name, unit]) => (
        <div key={name}>
          <dt>{t(`handover.sub.facts.${name}`)}</dt>
          <dd>
            <Quantity value={facts[name]} unit={unit || 'pcs'} decimals={1} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
type PartProps = { facts: Facts; names: Names; zone: string }

function Alarms({ facts, zone }: Pick<PartProps, 'facts' | 'zone'>) {
  const { t } = useTranslation(['handover', 'quality'])
  if (facts.alarms.length === 0) return null
  const words = (label: string, kind: string) =>
    kind === 'inspectionMissed'
      ? t(`quality:inspectionTime.options.inspection.${label}`, { defaultValue: label })
      : label
  return (
    <Part of="alarms" count={facts.alarms.length}>
      <ul>
        {facts.alarms.map(({ kind, label, at }, index) => (
          <li key={index}>
            <StateBadge tone="warn">{t(`pages.handover.alarm.${kind}`)}</StateBadge> {words(label, kind)}{' '}
            <time>{formatClock(at, zone)}</time>
          </li>
        ))}
      </ul>
    </Part>
  )
}
const kg = (value: number) => <Quantity value={value} unit="kg" decimals={1} />
function Orders({ facts, names }: Pick<PartProps, 'facts' | 'names'>) {
  const { t } = useTranslation(['handover', 'orders'])
  if (facts.orders.length === 0) return null
  const heads = [
    t('pages.handover.rolls'),
    t('handover.sub.facts.goodKg'),
    t('handover.sub.facts.downgradedKg'),
    t('handover.sub.facts.wasteKg'),
    t('pages.handover.soFar'),
  ]
  return (
    <Part of="orders" count={facts.orders.length}>
      <div className="fact-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('pages.handover.order')}</th>
              {heads.map((head) => (
                <th key={head} scope="col" className="is-number">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.orders.map((one) => (
              <tr key={one.workOrderId}>
                <th scope="row">
                  {names[one.workOrderId] ?? '…'}{' '}
                  <small>{t(`orders:workOrder.options.state.${one.state}`, { defaultValue: one.state })}</small>
                </th>
                {[
                  one.jumboRolls + one.slitRolls,
                  kg(one.goodKg),
                  kg(one.downgradedKg),
                  kg(one.wasteKg),
                  <span key="total">
                    {kg(one.totalKg)}
                    {one.orderedKg !== null && <> / {kg(one.orderedKg)}</>}
                  </span>,
                ].map((cell, index) => (
                  <td key={heads[index]} className="is-number" data-head={heads[index]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  )
}
function Stops({ facts, names, zone }: PartProps) {
  const { t } = useTranslation('handover')
  if (facts.stops.length === 0) return null
  return (
    <Part of="stops" count={facts.stops.length}>
      <ul>
        {facts.stops.map((stop) => (
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
              {stop.endedAt ? formatClock(stop.endedAt, zone) : t('pages.handover.stands')}
            </time>
          </li>
        ))}
      </ul>
    </Part>
  )
}
function Repairs({ facts, names, zone }: PartProps) {
  const { t } = useTranslation(['handover', 'maintenance'])
  if (facts.openRepairs.length === 0) return null
  return (
    <Part of="openRepairs" count={facts.openRepairs.length}>
      <ul>
        {facts.openRepairs.map((one) => (
          <li key={one.repairId}>
            <b>{names[one.repairId] ?? '…'}</b> {names[one.equipmentId] ?? ''} ·{' '}
            {t(`maintenance:repair.options.state.${one.state}`)} <time>{formatMoment(one.since, zone)}</time>
          </li>
        ))}
      </ul>
    </Part>
  )
}
function Materials({ facts, names }: Pick<PartProps, 'facts' | 'names'>) {
  const { t } = useTranslation('handover')
  if (facts.materials.length === 0) return null
  return (
    <Part of="materials" count={facts.materials.length}>
      <ul>
        {facts.materials.map((one, index) => (
          <li key={index}>
            <b>{names[one.materialId] ?? '…'}</b>
            {one.lotId && <> · {names[one.lotId] ?? '…'}</>}
            {one.hopper && <> · {one.hopper}</>}{' '}
            <span className="fact-end">
              <Quantity value={one.kg} unit="kg" decimals={1} />
              {one.leftKg !== null && (
                <small>
                  {' '}
                  {t('pages.handover.left')} <Quantity value={one.leftKg} unit="kg" decimals={1} />
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
function Uncut({ facts, names }: Pick<PartProps, 'facts' | 'names'>) {
  if (facts.uncut.length === 0) return null
  return (
    <Part of="uncut" count={facts.uncutRolls}>
      <ul>
        {facts.uncut.map((one) => (
          <li key={one.jumboRollId}>
            <b>{names[one.jumboRollId] ?? '…'}</b> {names[one.workOrderId] ?? ''}{' '}
            <span className="fact-end">
              <Quantity value={one.kg} unit="kg" decimals={1} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
type Listed = 'alarms' | 'orders' | 'stops' | 'openRepairs' | 'materials' | 'uncut'
/**
 * Section with a count of its rows. The count names its unit, because a bare number next to kilograms would be misread.
 * Long sections are folded on screen and open on paper.
 */
function Part({ of, count, children }: { of: Listed; count: number; children: React.ReactNode }) {
  const { t } = useTranslation('handover')
  const paper = useContext(OnPaper)
  return (
    <details className="ui-card fact-part" open={paper || count <= FOLDED}>
      <summary>
        <h2>{t(`handover.sub.facts.${of}`)}</h2>
        <b>{t(`pages.handover.counts.${of}`, { count })}</b>
      </summary>
      {children}
    </details>
  )
}
