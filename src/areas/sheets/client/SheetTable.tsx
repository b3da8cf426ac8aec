import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, Fields } from '@/contract/field'
import { metrics, metricDecimals, type MetricName } from '@/plant/rules/metrics'
import { formatMoment } from '@/client/format/time'
import { useUnit } from '@/client/format/use-unit'
import { useWidth } from '@/client/resource/use-width'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'

export type SheetRow = Readonly<Record<string, unknown>>
export interface SheetTableProps {
  title: string
  /** Fields that the columns belong to. */
  fields: Fields
  /** Text columns first, then number columns. */
  columns: readonly string[]
  rows: readonly SheetRow[]
  total?: SheetRow | null
  /** Returns the unit of the numbers in a row, if it differs between rows. */
  unitOfRow?: (row: SheetRow) => string
  /** Returns what a tap on a number does, for numbers that can be corrected. */
  onCell?: (row: SheetRow, column: string) => (() => void) | null
}
const TABLE_FROM = 640
const FIRST = 100
const isNumber = (field: Field): boolean => field.kind === 'amount' || field.kind === 'integer'
const isFigure = (name: string): name is MetricName => name in metrics

/** Lines of a report with their total: a table, or cards on narrow screens. */
export function SheetTable(props: SheetTableProps) {
  const { title, rows, total } = props
  const { t } = useTranslation('sheets')
  const [box, width] = useWidth<HTMLElement>()
  const [most, setMost] = useState(FIRST)
  const shown = rows.slice(0, most)
  return (
    <section ref={box} aria-label={`${title} · ${rows.length}`}>
      {width >= TABLE_FROM && <Wide {...props} rows={shown} />}
      {width > 0 && width < TABLE_FROM && <Cards {...props} rows={shown} total={total ?? null} />}
      {rows.length > shown.length && (
        <Button onClick={() => setMost(most + 500)}>{t('pages.more', { count: rows.length - shown.length })}</Button>
      )}
    </section>
  )
}
function useWords(fields: Fields) {
  const { t } = useTranslation(['sheets', 'plant'])
  const unitOf = (name: string): string => {
    const field = fields[name]
    return field && 'unit' in field ? (field.unit ?? '') : ''
  }
  const word = (name: string): string => t(isFigure(name) ? `plant:figures.${name}.name` : `answers.${name}`)
  const meaning = (name: string): string | undefined =>
    isFigure(name) ? t(`plant:figures.${name}.formula`) : undefined
  return { word, unitOf, meaning }
}
function useCell(fields: Fields, unitOfRow?: SheetTableProps['unitOfRow']) {
  const { t } = useTranslation(['sheets', 'contract', 'plant'])
  const zone = usePlantZone()
  return (row: SheetRow, name: string, withUnit: boolean): ReactNode => {
    const field = fields[name]
    const value = row[name]
    if (name === 'line' && value === null) return t('pages.noLine')
    if (!field || value === null || value === undefined || value === '') return '–'
    if (isNumber(field) && typeof value === 'number') {
      const own = unitOfRow?.(row)
      const unit = own || (withUnit && 'unit' in field && field.unit)
      return <Quantity value={value} decimals={decimalsOf(field, own)} fixed {...(unit ? { unit } : {})} />
    }
    const text = String(value)
    if (name === 'shift') return t(`contract:shifts.${text}`, { defaultValue: text })
    if (name === 'team') return t(`contract:teams.${text}`, { defaultValue: text })
    if (name === 'month') return text.slice(0, 7)
    if (field.kind === 'moment') return formatMoment(text, zone)
    // A negative line was neither fed nor produced: it corrects other lines.
    if (field.kind === 'flag') return value ? t(isCounter(row) ? 'answers.counter' : 'answers.manual') : ''
    return field.kind === 'choice' ? t(`options.${name}.${text}`, { defaultValue: text }) : text
  }
}
const isCounter = ({ kg }: SheetRow): boolean => typeof kg === 'number' && kg < 0
/** Decimals by unit. Signed reports need slightly more precision than displays of the same metrics. */
const inSheets: Readonly<Record<string, number>> = {
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
const decimalsOf = (field: Field, unit = 'unit' in field ? (field.unit ?? '') : ''): number =>
  field.kind === 'amount' ? Math.min(inSheets[unit] ?? 1, field.digits) : 0
function Wide({ fields, columns, rows, total, onCell, unitOfRow }: SheetTableProps) {
  const { t } = useTranslation('sheets')
  const { word, unitOf, meaning } = useWords(fields)
  const inWords = useUnit()
  const cell = useCell(fields, unitOfRow)
  const kindOf = (name: string) => (fields[name] && isNumber(fields[name]) ? undefined : 'is-word')
  const reached = { role: 'region', 'aria-label': t('client:ui.chart.table'), tabIndex: 0 }
  const [first = '', ...others] = columns
  return (
    <div className="sheets-scroll is-wide" {...reached}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className={kindOf(name)} title={meaning(name)}>
                {word(name)}
                {unitOf(name) && ` (${inWords(unitOf(name))})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {columns.map((name) => (
                <td key={name} className={kindOf(name)}>
                  <Tappable act={onCell?.(row, name) ?? null}>{cell(row, name, false)}</Tappable>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row" className={kindOf(first)}>
                {kindOf(first) ? t('answers.total') : cell(total, first, false)}
              </th>
              {others.map((name) => (
                <td key={name} className={kindOf(name)}>
                  {kindOf(name) ? '' : cell(total, name, false)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
function Cards({ fields, columns, rows, total, onCell, unitOfRow }: SheetTableProps) {
  const { t } = useTranslation('sheets')
  const { word } = useWords(fields)
  const cell = useCell(fields, unitOfRow)
  const words = columns.filter((name) => fields[name] && !isNumber(fields[name]))
  const named = (row: SheetTableProps['rows'][number]) =>
    words.filter(
      (name) =>
        (row[name] !== null || name === 'line') && row[name] !== undefined && row[name] !== false && row[name] !== '',
    )
  const numbers = columns.filter((name) => fields[name] && isNumber(fields[name]))
  const cards = [
    ...(total ? [{ row: total, head: t('answers.total') }] : []),
    ...rows.map((row) => ({ row, head: null })),
  ]
  return (
    <ul className="sheets-cards">
      {cards.map(({ row, head }, i) => (
        <li key={i} className="ui-card">
          <h2>
            {head ?? (named(row).length === 0 ? '–' : null)}
            {head === null &&
              named(row).map((name, k) => (
                <span key={name}>
                  {k > 0 && ' · '}
                  {cell(row, name, true)}
                </span>
              ))}
          </h2>
          <dl>
            {numbers.map((name) => (
              <div key={name}>
                <dt>{word(name)}</dt>
                <dd>
                  <Tappable act={head ? null : (onCell?.(row, name) ?? null)}>{cell(row, name, true)}</Tappable>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
function Tappable({ act, children }: { act: (() => void) | null; children: ReactNode }) {
  if (!act) return children
  return (
    <button type="button" className="sheets-cell" onClick={act}>
      {children}
    </button>
  )
}
