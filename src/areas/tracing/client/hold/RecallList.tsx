import { useTranslation } from 'react-i18next'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { EmptyState } from '@/client/ui/EmptyState'
import { RollIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { useIsPrinting } from '@/client/ui/display-settings'
import { ReportExportButton, ReportTables } from '@/plant/client/report/ReportView'
import type { ReportRow } from '@/contract/report'
import { MAX_EXPORTED_ROLLS, recallList, recallReport } from '../../contract/recall'

type RecallResult = EndpointOutput<typeof recallList>
/** Maximum number of rows on screen. The workbook has more rows. */
const MAX_ROWS = 300

/** 召回清单: lists rolls that left the plant, then rolls in the plant with their places, then trace amounts. */
export function RecallList({ subject, label }: { subject: EndpointInput<typeof recallList>; label: string }) {
  const { t } = useTranslation('tracing')
  const isPrinting = useIsPrinting()
  const query = useEndpoint(recallList, subject, { resources: [...recallReport.resources] })
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail />}>
      {(recall) => {
        if (recall.total === 0 && !hasContentBesidesRolls(recall))
          return (
            <EmptyState
              icon={RollIcon}
              title={t(`pages.qualityTracking.${subject.kind === 'materialLot' ? 'nothingOfLot' : 'nothingReached'}`)}
            />
          )
        // A printout contains all loaded rows.
        const rowLimit = isPrinting ? recall.rows.length : MAX_ROWS
        return (
          <section className="recall">
            <header>
              <h2>
                {t('pages.qualityTracking.recall')} · {label} <b>{recall.total}</b>
              </h2>
              <ReportExportButton report={recallReport} input={subject} />
            </header>
            {recall.total === 0 ? (
              <p>{t('pages.qualityTracking.noRolls')}</p>
            ) : (
              <p>
                {t('pages.qualityTracking.gone')} <Quantity value={recall.goneKg} unit="kg" decimals={1} /> ·{' '}
                {t('pages.qualityTracking.inPlant')} <Quantity value={recall.inPlantKg} unit="kg" decimals={1} />
              </p>
            )}
            {recall.waitingWaste.length + recall.departedWaste.length > 0 && (
              <p>
                {t('answers.waitingWasteKg')} <Quantity value={recall.waitingWasteKg} unit="kg" decimals={3} /> ·{' '}
                {t('answers.departedWasteKg')} <Quantity value={recall.departedWasteKg} unit="kg" decimals={3} />
              </p>
            )}
            {recall.packingOrders.length > 0 && (
              <p>{t('pages.qualityTracking.packingFollowed', { count: recall.packingRolls })}</p>
            )}
            <PelletSummarySection recall={recall} />
            {(recall.omittedRolls > 0 || recall.omittedPelletLots > 0) && (
              <p role="status">
                {t('pages.qualityTracking.omitted', { rolls: recall.omittedRolls, lots: recall.omittedPelletLots })}
              </p>
            )}
            <ReportTables
              report={recallReport}
              answer={recall}
              cells={{ customer: (row) => <CustomerCell row={row} /> }}
            />
            <CutTableNotice
              name={t('answers.pelletLots')}
              shown={recall.pelletLots.length}
              total={recall.pelletLotCount}
            />
            <CutTableNotice
              name={t('pages.qualityTracking.called')}
              shown={recall.customers.length}
              total={recall.goneOrders}
            />
            <CutTableNotice
              name={t('answers.packingOrders')}
              shown={recall.packingOrders.length}
              total={recall.packingOrderCount}
            />
            <CutTableNotice
              name={t('answers.waitingWaste')}
              shown={recall.waitingWaste.length}
              total={recall.waitingWasteCount}
            />
            <CutTableNotice
              name={t('answers.departedWaste')}
              shown={recall.departedWaste.length}
              total={recall.departedWasteCount}
            />
            <RecalledRollList rows={recall.rows.slice(0, rowLimit)} />
            {recall.total > rowLimit && (
              <p className="quiet">
                {recall.total > MAX_EXPORTED_ROLLS
                  ? t('pages.qualityTracking.onlyFirstOfFile', {
                      shown: rowLimit,
                      total: recall.total,
                      exported: MAX_EXPORTED_ROLLS,
                    })
                  : t('pages.qualityTracking.onlyFirst', { shown: rowLimit, total: recall.total })}
              </p>
            )}
          </section>
        )
      }}
    </QueryBoundary>
  )
}
/**
 * Returns true if the recalled item is also elsewhere than in listed rolls: in store, in a hopper, in pellets, in
 * packing, in waste, or in rolls with amounts too small to be listed.
 */
const hasContentBesidesRolls = (recall: RecallResult): boolean =>
  recall.omittedRolls > 0 ||
  recall.stock.length > 0 ||
  recall.packingOrders.length > 0 ||
  recall.waitingWaste.length + recall.departedWaste.length > 0 ||
  recall.pelletLots.some(({ leftKg }) => leftKg > 0)
/**
 * Summary of the rolls that the recalled item reached through reclaimed pellets, and of pellets with unrecorded
 * sources.
 */
function PelletSummarySection({ recall }: { recall: RecallResult }) {
  const { t } = useTranslation('tracing')
  const { pelletRolls, unrecordedRolls, traceRolls, traceKg, pelletLots } = recall
  if (pelletLots.length === 0 && unrecordedRolls === 0 && traceRolls === 0) return null
  const unrecordedLots = pelletLots.filter((lot) => lot.unrecordedKg >= traceKg)
  return (
    <>
      <p>
        {t('pages.qualityTracking.byPellets', { count: pelletRolls })} ·{' '}
        {t('pages.qualityTracking.traceAmounts', { count: traceRolls, kg: traceKg })}
      </p>
      {(unrecordedLots.length > 0 || unrecordedRolls > 0) && (
        <p role="status">
          <StateBadge tone="warn">{t('pages.qualityTracking.unrecordedRolls', { count: unrecordedRolls })}</StateBadge>{' '}
          {unrecordedLots.map(({ number }) => number).join(t('pages.qualityTracking.separator'))}
        </p>
      )}
    </>
  )
}
/** Notice below a table of which only the first rows are shown. */
function CutTableNotice({ name, shown: shownCount, total }: { name: string; shown: number; total: number }) {
  const { t } = useTranslation('tracing')
  if (shownCount >= total) return null
  return (
    <p role="status">
      <StateBadge tone="warn">
        {name}: {t('pages.qualityTracking.onlyFirst', { shown: shownCount, total })}
      </StateBadge>
    </p>
  )
}
/** A customer to call. */
function CustomerCell({ row }: { row: ReportRow }) {
  const { t } = useTranslation(['tracing', 'packing'])
  return (
    <>
      {row['customer'] === null ? t('packing:pages.packing.nobody') : String(row['customer'])}
      {row['traceAmount'] === true && <TraceAmountBadge />}
    </>
  )
}
const TraceAmountBadge = () => {
  const { t } = useTranslation('tracing')
  return <StateBadge tone="idle">{t('answers.traceAmount')}</StateBadge>
}
function RecalledRollList({ rows }: { rows: RecallResult['rows'] }) {
  const { t } = useTranslation(['tracing', 'rolls', 'slitting'])
  const zone = usePlantZone()
  return (
    <ul className="recall-rows stack gap-1">
      {rows.map((row) => (
        <li key={row.id} className="ui-card">
          <b>{row.number}</b>
          <span>
            {row.gone ? (
              <StateBadge tone="bad">{t('pages.qualityTracking.gone')}</StateBadge>
            ) : (
              <StateBadge tone={row.held ? 'warn' : 'idle'}>
                {row.held
                  ? t('rolls:hold.options.state.held')
                  : t(
                      row.kind === 'slitRoll'
                        ? `slitting:slitRoll.options.state.${row.state}`
                        : `rolls:jumboRoll.options.state.${row.state}`,
                    )}
              </StateBadge>
            )}
          </span>
          <Quantity value={row.kg} unit="kg" decimals={1} />
          <RecalledContentCell row={row} />
          <span className="quiet">
            {[row.order, row.customer, row.package, row.place, row.madeAt && formatMoment(row.madeAt, zone)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
/** Shows the maximum kilograms of the recalled item in a roll, and how the item got there. */
function RecalledContentCell({ row }: { row: RecallResult['rows'][number] }) {
  const { t } = useTranslation('tracing')
  const { maxKg, traceAmount, through, sourcesMissing, path } = row
  return (
    <>
      {maxKg !== null && (
        <span>
          {t('answers.maxKg')} <Quantity value={maxKg} unit="kg" decimals={3} />
        </span>
      )}
      {traceAmount && <TraceAmountBadge />}
      {through === 'unrecorded' ? (
        <StateBadge tone="warn">{t('inputOptions.through.unrecorded')}</StateBadge>
      ) : (
        sourcesMissing && <StateBadge tone="warn">{t('answers.sourcesMissing')}</StateBadge>
      )}
      {through === 'hopper' && <StateBadge tone="warn">{t('inputOptions.through.hopper')}</StateBadge>}
      {path && through !== 'direct' && <span className="recall-path">{path}</span>}
    </>
  )
}
