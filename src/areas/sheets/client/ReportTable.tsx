import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, Fields } from '@/contract/field'
import { metrics, metricDecimals, type MetricName } from '@/plant/rules/metrics'
import { formatMoment } from '@/client/format/time'
import { useUnit } from '@/client/format/use-language'
import { useElementWidth } from '@/client/ui/use-element-width'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'

export type ReportRow = Readonly<Record<string, unknown>>
export interface ReportTableProps {
  title: string
  /** Fields that the columns belong to. */
  fields: Fields
  /** Text columns first, then number columns. */
  columns: readonly string[]
  rows: readonly ReportRow[]
  total?: ReportRow | null
  /** Returns the unit of the numbers in a row, if it differs between rows. */
  getRowUnit?: (row: ReportRow) => string
  /** Returns what a tap on a number does, for numbers that can be corrected. */
  getCellAction?: (row: ReportRow, column: string) => (() => void) | null
}
const TABLE_MIN_WIDTH_PX = 640
const INITIAL_ROW_COUNT = 100
const isNumberField = (field: Field): boolean => field.kind === 'amount' || field.kind === 'integer'
const isMetric = (name: string): name is MetricName => name in metrics

/** Lines of a report with their total: a table, or cards on narrow screens. */
export function ReportTable(props: ReportTableProps) {
  const { title, rows, total } = props
  const { t } = useTranslation('sheets')
  const [containerRef, width] = useElementWidth<HTMLElement>()
  const [maxRows, setMaxRows] = useState(INITIAL_ROW_COUNT)
  const visibleRows = rows.slice(0, maxRows)
  return (
    <section ref={containerRef} aria-label={`${title} · ${rows.length}`}>
      {width >= TABLE_MIN_WIDTH_PX && <WideTable {...props} rows={visibleRows} />}
      {width > 0 && width < TABLE_MIN_WIDTH_PX && <CardList {...props} rows={visibleRows} total={total ?? null} />}
      {rows.length > visibleRows.length && (
        <Button onClick={() => setMaxRows(maxRows + 500)}>
          {t('pages.more', { count: rows.length - visibleRows.length })}
        </Button>
      )}
    </section>
  )
}
function useColumnTexts(fields: Fields) {
  const { t } = useTranslation(['sheets', 'plant'])
  const getUnit = (name: string): string => {
    const field = fields[name]
    return field && 'unit' in field ? (field.unit ?? '') : ''
  }
  const getLabel = (name: string): string => t(isMetric(name) ? `plant:figures.${name}.name` : `answers.${name}`)
  const getFormula = (name: string): string | undefined =>
    isMetric(name) ? t(`plant:figures.${name}.formula`) : undefined
  return { word: getLabel, unitOf: getUnit, meaning: getFormula }
}
function useCellRenderer(fields: Fields, getRowUnit?: ReportTableProps['getRowUnit']) {
  const { t } = useTranslation(['sheets', 'contract', 'plant'])
  const zone = usePlantZone()
  return (row: ReportRow, name: string, withUnit: boolean): ReactNode => {
    const field = fields[name]
    const value = row[name]
    if (name === 'line' && value === null) return t('pages.noLine')
    if (!field || value === null || value === undefined || value === '') return '–'
    if (isNumberField(field) && typeof value === 'number') {
      const rowUnit = getRowUnit?.(row)
      const unit = rowUnit || (withUnit && 'unit' in field && field.unit)
      return (
        <Quantity value={value} decimals={getDecimals(field, rowUnit)} hasFixedDecimals {...(unit ? { unit } : {})} />
      )
    }
    const text = String(value)
    if (name === 'shift') return t(`contract:shifts.${text}`, { defaultValue: text })
    if (name === 'team') return t(`contract:teams.${text}`, { defaultValue: text })
    if (name === 'month') return text.slice(0, 7)
    if (field.kind === 'moment') return formatMoment(text, zone)
    // A negative line was neither fed nor produced: it corrects other lines.
    if (field.kind === 'flag') return value ? t(isCounterEntry(row) ? 'answers.counter' : 'answers.manual') : ''
    return field.kind === 'choice' ? t(`options.${name}.${text}`, { defaultValue: text }) : text
  }
}
const isCounterEntry = ({ kg }: ReportRow): boolean => typeof kg === 'number' && kg < 0
/** Decimals by unit. Signed reports need slightly more precision than displays of the same metrics. */
const REPORT_DECIMALS: Readonly<Record<string, number>> = {
  ...metricDecimals,
  kg: 1,
  kWh: 0,
  'm³': 1,
  m: 0,
  min: 0,
  CNY: 0,
  'CNY/kg': 3,
}
/**
 * Returns the number of decimals of a column, the same for all rows so that digits align; never more than are stored.
 */
const getDecimals = (field: Field, unit = 'unit' in field ? (field.unit ?? '') : ''): number =>
  field.kind === 'amount' ? Math.min(REPORT_DECIMALS[unit] ?? 1, field.digits) : 0
function WideTable({ fields, columns, rows, total, getCellAction, getRowUnit }: ReportTableProps) {
  const { t } = useTranslation('sheets')
  const { word, unitOf, meaning } = useColumnTexts(fields)
  const formatUnit = useUnit()
  const renderCell = useCellRenderer(fields, getRowUnit)
  const getCellClass = (name: string) => (fields[name] && isNumberField(fields[name]) ? undefined : 'is-word')
  const scrollRegionProps = { role: 'region', 'aria-label': t('client:ui.chart.table'), tabIndex: 0 }
  const [firstColumn = '', ...otherColumns] = columns
  return (
    <div className="sheets-scroll is-wide" {...scrollRegionProps}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className={getCellClass(name)} title={meaning(name)}>
                {word(name)}
                {unitOf(name) && ` (${formatUnit(unitOf(name))})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {columns.map((name) => (
                <td key={name} className={getCellClass(name)}>
                  <CellButton onTap={getCellAction?.(row, name) ?? null}>{renderCell(row, name, false)}</CellButton>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row" className={getCellClass(firstColumn)}>
                {getCellClass(firstColumn) ? t('answers.total') : renderCell(total, firstColumn, false)}
              </th>
              {otherColumns.map((name) => (
                <td key={name} className={getCellClass(name)}>
                  {getCellClass(name) ? '' : renderCell(total, name, false)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
function CardList({ fields, columns, rows, total, getCellAction, getRowUnit }: ReportTableProps) {
  const { t } = useTranslation('sheets')
  const { word } = useColumnTexts(fields)
  const renderCell = useCellRenderer(fields, getRowUnit)
  const textColumns = columns.filter((name) => fields[name] && !isNumberField(fields[name]))
  const getFilledColumns = (row: ReportTableProps['rows'][number]) =>
    textColumns.filter(
      (name) =>
        (row[name] !== null || name === 'line') && row[name] !== undefined && row[name] !== false && row[name] !== '',
    )
  const numberColumns = columns.filter((name) => fields[name] && isNumberField(fields[name]))
  const cards = [
    ...(total ? [{ row: total, head: t('answers.total') }] : []),
    ...rows.map((row) => ({ row, head: null })),
  ]
  return (
    <ul className="sheets-cards">
      {cards.map(({ row, head: heading }, i) => (
        <li key={i} className="ui-card">
          <h2>
            {heading ?? (getFilledColumns(row).length === 0 ? '–' : null)}
            {heading === null &&
              getFilledColumns(row).map((name, k) => (
                <span key={name}>
                  {k > 0 && ' · '}
                  {renderCell(row, name, true)}
                </span>
              ))}
          </h2>
          <dl>
            {numberColumns.map((name) => (
              <div key={name}>
                <dt>{word(name)}</dt>
                <dd>
                  <CellButton onTap={heading ? null : (getCellAction?.(row, name) ?? null)}>
                    {renderCell(row, name, true)}
                  </CellButton>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
function CellButton({ onTap, children }: { onTap: (() => void) | null; children: ReactNode }) {
  if (!onTap) return children
  return (
    <button type="button" className="sheets-cell" onClick={onTap}>
      {children}
    </button>
  )
}
