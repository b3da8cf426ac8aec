import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { formatPeriod, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { Link } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint, useList } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { WaterfallChart } from '@/client/ui/Charts'
import { DivergingBar } from '@/client/ui/drawings/DivergingBar'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { orderCostDetail } from '../contract/order-cost-endpoints'
import { costChange } from '../contract/order-cost'
import {
  calculateCostDifference,
  compareCostParts,
  getPartsOfRow,
  type ComparedPart,
} from '../rules/compare-with-standard'
import { StandardDifferenceBadge } from './CostDifferenceTable'
import { CostLinesTable } from './CostLinesTable'

type OrderCostDetail = EndpointOutput<typeof orderCostDetail>
const MAX_LISTED_ROWS = 20
/** Height of the variance chart without its bars, and height of each bar. */
const CHART_BASE_HEIGHT_PX = 130
const CHART_BAR_HEIGHT_PX = 26
/** Cost of an order: variances from the standard, parts that open to their source lines, and changes with causes. */
export function OrderCostPanel({ workOrderId }: { workOrderId: string }) {
  const query = useEndpoint(orderCostDetail, { workOrderId }, { resources: ['orderCost'] })
  return (
    <QueryBoundary query={query} skeleton={<SkeletonChart />}>
      {(cost) => (
        <div className="cost-order">
          <CostSummaryCard cost={cost} />
          <MissingInputsList cost={cost} />
          <VarianceChart cost={cost} />
          <PartsList cost={cost} />
          <LanesList cost={cost} />
          <ChangesList workOrderId={workOrderId} />
        </div>
      )}
    </QueryBoundary>
  )
}
/** Displayed fields with unit and decimals. */
const METRICS = [
  ['perKg', 'CNY/kg', 4],
  ['standardPerKg', 'CNY/kg', 4],
  ['perRoll', 'CNY', 2],
  ['goodKg', 'kg', 0],
  ['madeKg', 'kg', 0],
  ['machineHours', 'h', 1],
  ['labourHours', 'h', 1],
  ['kwh', 'kWh', 0],
] as const
function CostSummaryCard({ cost }: { cost: OrderCostDetail }) {
  const { t } = useTranslation('cost')
  const language = useLanguage()
  const formatCny = (value: number) =>
    formatNumber(value, { language, decimals: 2, hasFixedDecimals: true, unit: 'CNY' })
  const difference = calculateCostDifference(cost)
  return (
    <section className="ui-card cost-head" aria-label={cost.number}>
      <h2>{cost.number}</h2>
      <p>{[cost.product, cost.line, cost.customer].filter(Boolean).join(' · ')}</p>
      <p className="cost-total">
        <small>{t(cost.whole ? 'answers.total' : 'pages.atLeast')}</small>
        <span className="chips">
          <Quantity value={cost.total} unit="CNY" decimals={2} hasFixedDecimals />
          {difference && <StandardDifferenceBadge percent={difference.percent} />}
          {!cost.whole && <StateBadge tone="warn">{t('pages.notWhole', { n: cost.missing.length })}</StateBadge>}
        </span>
      </p>
      <dl className="cost-facts">
        {METRICS.map(([name, unit, decimals]) => (
          <div key={name}>
            <dt>{t(`answers.${name}`)}</dt>
            <dd>
              <Quantity value={cost[name]} unit={unit} decimals={decimals} />
            </dd>
          </div>
        ))}
      </dl>
      {cost.frozen && (
        <p className="cost-note">
          {t('pages.order.frozen', { month: cost.month, adjusted: formatCny(cost.adjusted ?? 0) })}
        </p>
      )}
      {(cost.estimatedShare ?? 0) > 0 && (
        <p className="cost-note">
          {t('pages.order.estimated', { percent: ((cost.estimatedShare ?? 0) * 100).toFixed(1) })}
        </p>
      )}
    </section>
  )
}
function MissingInputsList({ cost }: { cost: OrderCostDetail }) {
  const { t } = useTranslation('cost')
  if (cost.whole) return null
  return (
    <section className="ui-card cost-missing" role="note">
      <h3>{t('pages.order.missing')}</h3>
      <ul>
        {cost.missing.slice(0, MAX_LISTED_ROWS).map((missingInput, i) => (
          <li key={i}>
            {t(`orderCost.subOptions.missing.what.${missingInput.what}`)}
            {missingInput.label && ` – ${missingInput.label}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
/** Lanes shared with other orders, in both directions. */
function LanesList({ cost }: { cost: OrderCostDetail }) {
  const { t } = useTranslation('cost')
  const listedLanes = cost.lanes.slice(0, MAX_LISTED_ROWS)
  if (listedLanes.length === 0) return null
  return (
    <section className="ui-card cost-lanes" aria-label={t('answers.lanes')}>
      <h3>{t('answers.lanes')}</h3>
      <ul>
        {listedLanes.map(({ workOrderId, kg, amount, number }) => (
          <li key={`${workOrderId} ${kg < 0}`}>
            <Link to={`?id=${workOrderId}`}>
              {t(kg < 0 ? 'pages.order.lanesGiven' : 'pages.order.lanesTaken', { number })}
            </Link>
            <Quantity value={kg} unit="kg" decimals={0} />
            <Quantity value={amount} unit="CNY" decimals={2} hasFixedDecimals />
          </li>
        ))}
      </ul>
    </section>
  )
}
/** Actual cost of each part with a diverging bar against its standard; a part opens to its source lines. */
function PartsList({ cost }: { cost: OrderCostDetail }) {
  const { t } = useTranslation('cost')
  const [openPart, setOpenPart] = useState<ComparedPart | null>(null)
  const rows = compareCostParts(cost)
  const largest = Math.max(...rows.map(({ difference }) => Math.abs(difference ?? 0)))
  return (
    <section className="cost-parts" aria-label={t('answers.parts')}>
      <h3>{t('answers.parts')}</h3>
      <ul>
        {rows.map(({ part, actual, standard, difference }) => (
          <li key={part}>
            <button
              type="button"
              className="cost-part"
              aria-expanded={openPart === part}
              onClick={() => setOpenPart(openPart === part ? null : part)}
            >
              <span>
                {getPartsOfRow(part)
                  .map((costPart) => t(`answers.${costPart}`))
                  .join(' + ')}
              </span>
              <span>
                <Quantity value={actual} unit="CNY" decimals={2} hasFixedDecimals />
                <small className="cost-note">
                  {standard !== null && (
                    <>
                      {t('pages.comparison.standard')}{' '}
                      <Quantity value={standard} unit="CNY" decimals={2} hasFixedDecimals />
                    </>
                  )}
                </small>
              </span>
              {difference !== null && (
                <span>
                  <DivergingBar
                    difference={difference}
                    largest={largest}
                    isWorse={difference > 0}
                    isUnfinished={!cost.whole}
                  />
                  <DifferenceAmount amount={difference} />
                </span>
              )}
            </button>
            {openPart === part && (
              <CostLinesTable lines={cost.lines.filter((line) => getPartsOfRow(part).includes(line.part))} />
            )}
            {openPart === part && part === 'electricity' && (
              <Link className="cost-link" to={`/energy/electricity?order=${cost.workOrderId}`}>
                {t('pages.order.electricity')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
/** A difference in CNY with its sign and the word for its direction. */
function DifferenceAmount({ amount }: { amount: number }) {
  const { t } = useTranslation('cost')
  const language = useLanguage()
  if (amount === 0) return <small className="cost-note">{t('pages.comparison.equal')}</small>
  return (
    <small className="cost-note">
      {t(amount > 0 ? 'pages.order.more' : 'pages.order.less', {
        amount: formatNumber(Math.abs(amount), { language, decimals: 2, hasFixedDecimals: true, unit: 'CNY' }),
      })}
    </small>
  )
}
/** Waterfall from standard cost to actual cost, variance by variance. */
function VarianceChart({ cost }: { cost: OrderCostDetail }) {
  const { t } = useTranslation('cost')
  const zone = usePlantZone()
  const nonZeroVariances = cost.variances.filter(({ amount }) => amount !== 0)
  if (nonZeroVariances.length === 0 || cost.standardTotal === null || cost.total === null)
    return <p className="cost-note">{t('pages.order.noStandard')}</p>
  return (
    <WaterfallChart
      question={t('pages.order.question')}
      unit="CNY"
      period={formatPeriod(cost.startedAt, cost.finishedAt, zone)}
      decimals={2}
      height={CHART_BASE_HEIGHT_PX + nonZeroVariances.length * CHART_BAR_HEIGHT_PX}
      from={{ name: t('answers.standardTotal'), value: cost.standardTotal }}
      steps={nonZeroVariances.map(({ name, amount }) => ({
        name: t(`orderCost.subOptions.variances.name.${name}`),
        value: amount,
      }))}
      to={{ name: t('answers.total'), value: cost.total }}
    />
  )
}
function ChangesList({ workOrderId }: { workOrderId: string }) {
  const { t } = useTranslation('cost')
  const zone = usePlantZone()
  const { rows } = useList(costChange, { workOrderId, size: MAX_LISTED_ROWS })
  if (rows.length === 0) return null
  return (
    <section className="cost-changes" aria-label={t('pages.order.changes')}>
      <h3>{t('pages.order.changes')}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="ui-card">
            <strong>{t(`costChange.options.kind.${row.kind}`)}</strong> {formatMoment(row.at, zone)}
            <p>
              <Quantity value={row.before} unit="CNY" decimals={2} hasFixedDecimals /> →{' '}
              <Quantity value={row.after} unit="CNY" decimals={2} hasFixedDecimals />
            </p>
            <ul className="cost-note cost-parts">
              {row.parts.map(({ part, before, after }) => (
                <li key={part}>
                  {t(`answers.${part}`)} <Quantity value={before} unit="CNY" decimals={2} hasFixedDecimals /> →{' '}
                  <Quantity value={after} unit="CNY" decimals={2} hasFixedDecimals />
                </li>
              ))}
            </ul>
            <p className="cost-note">
              {row.causes
                .map(({ cause, priceKind, detail }) =>
                  [
                    t(`costCause.options.cause.${cause}`),
                    priceKind && t(`costCause.options.priceKind.${priceKind}`),
                    detail,
                  ]
                    .filter(Boolean)
                    .join(' '),
                )
                .join('; ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
