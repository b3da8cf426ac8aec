import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { stockKeys, stockKinds, type StockKey } from '@/areas/packing/rules/roll-stock'
import { grades } from '@/areas/rolls/rules/grade'
import { useQueryParams } from '@/client/use-query-params'
import { BarChart } from '@/client/ui/Charts'
import { amount } from '@/contract/field'
import { readReportTable, type ReportRow, type ReportTableDefinition } from '@/contract/report'
import { ReportTable } from '@/plant/client/report/ReportTable'
import type { ReportTexts } from '@/plant/client/report/use-report-texts'
import type { stockHistory } from '../contract/stock-endpoints'
import { StockFilterBar, OptionFilterField, RowFilterField } from './FilterFields'

type Stock = Pick<EndpointOutput<typeof stockHistory>, 'rows' | 'rolls' | 'kg' | 'groups'>
const MAX_BARS = 15
const BAR_HEIGHT_PX = 30
/** Height of the chart's axis and legend. */
const AXIS_HEIGHT_PX = 60
const MIN_CHART_HEIGHT_PX = 200

/** Bar of fields that select the dimensions and filters of stock. */
export function StockGroupBar({
  by,
  second,
  children,
}: {
  by: StockKey
  second: StockKey | null
  children?: ReactNode
}) {
  const { t } = useTranslation('stock')
  const [params] = useQueryParams()
  const options = stockKeys.map((key) => [key, t(`inputOptions.by.${key}`)] as const)
  return (
    <StockFilterBar>
      {children}
      <OptionFilterField name="by" label={t('inputs.by')} value={by} options={options} />
      <OptionFilterField
        name="second"
        label={t('inputs.second')}
        value={second ?? 'none'}
        options={[['none', t('pages.nothingMore')], ...options.filter(([key]) => key !== by)]}
      />
      <OptionFilterField
        name="kind"
        label={t('inputs.kind')}
        value={params.get('kind') ?? ''}
        allLabel={t('pages.all')}
        options={stockKinds.map((kind) => [kind, t(`inputOptions.kind.${kind}`)] as const)}
      />
      <OptionFilterField
        name="grade"
        label={t('inputs.grade')}
        value={params.get('grade') ?? ''}
        allLabel={t('pages.all')}
        options={grades.map((grade) => [grade, t(`inputOptions.grade.${grade}`)] as const)}
      />
      <RowFilterField name="product" resource="product" label={t('inputs.productId')} />
    </StockFilterBar>
  )
}
/** Returns the filters in the URL as inputs of the endpoints. */
export function useStockFilters() {
  const [params] = useQueryParams()
  const kind = stockKinds.find((option) => option === params.get('kind'))
  const grade = grades.find((option) => option === params.get('grade'))
  const productId = params.get('product')
  return { ...(kind ? { kind } : {}), ...(grade ? { grade } : {}), ...(productId ? { productId } : {}) }
}

const shareField = amount({ unit: '%', digits: 1 })
/** Groups of stock as a table with their shares, and a chart of the heaviest groups. */
export function StockGroupSection({
  report,
  stock,
  keys,
  period,
}: {
  report: ReportTexts & { readonly tables: readonly ReportTableDefinition[] }
  stock: Stock
  keys: readonly StockKey[]
  period: string
}) {
  const { t } = useTranslation('stock')
  const getGroupLabel = useGroupLabel()
  const table = report.tables[0]!
  const { columns, rows, totals } = readReportTable(table, stock, 'screen')
  const addShare = (row: ReportRow): ReportRow => ({
    ...row,
    share: calculateSharePercent(Number(row['kg']), stock.kg),
  })
  const chartRows = stock.rows.slice(0, MAX_BARS)
  return (
    <div className="ui-sections stock-wide">
      <BarChart
        question={t('pages.question.now', { by: t(`inputOptions.by.${keys[0]!}`).toLowerCase() })}
        unit="kg"
        period={period}
        horizontal
        decimals={0}
        height={Math.max(MIN_CHART_HEIGHT_PX, chartRows.length * BAR_HEIGHT_PX + AXIS_HEIGHT_PX)}
        xs={chartRows.map((row) => keys.map((key) => getGroupLabel(row, key)).join(' · '))}
        series={[{ name: t('answers.kg'), values: chartRows.map(({ kg }) => kg) }]}
      />
      <ReportTable
        report={report}
        title={t('pages.by', { by: keys.map((key) => t(`inputOptions.by.${key}`)).join(' · ') })}
        table={{ fields: { ...table.fields, share: shareField } }}
        content={{
          columns: [...columns, { field: 'share', labelKey: 'stock:pages.share' }],
          rows: rows.map(addShare),
          totals: totals && addShare(totals),
        }}
        cells={{ place: (row) => (row['place'] === null ? t('none.place') : null) }}
      />
      {stock.groups > stock.rows.length && (
        <p className="quiet">{t('pages.more', { shown: stock.rows.length, groups: stock.groups })}</p>
      )}
    </div>
  )
}
const calculateSharePercent = (kg: number, totalKg: number): number | null =>
  totalKg > 0 ? (100 * kg) / totalKg : null

type GroupRow = EndpointOutput<typeof stockHistory>['rows'][number]

/** Returns the dimensions to group by from the URL; `keys` lists `by` and `second`. */
export function useGroupDimensions(defaultKeys: readonly StockKey[]): {
  by: StockKey
  second: StockKey | null
  keys: StockKey[]
} {
  const [params] = useQueryParams()
  const readKey = (name: string): StockKey | undefined => stockKeys.find((key) => key === params.get(name))
  const by = readKey('by') ?? defaultKeys[0]!
  // The default second dimension applies only together with the default first one.
  const defaultSecond = params.get('by') ? null : (defaultKeys[1] ?? null)
  const requestedSecond = params.get('second') === 'none' ? null : (readKey('second') ?? defaultSecond)
  const second = requestedSecond === by ? null : requestedSecond
  return { by, second, keys: second ? [by, second] : [by] }
}
/** Returns a function for the label of a group in one dimension. */
function useGroupLabel(): (row: GroupRow, key: StockKey) => string {
  const { t } = useTranslation('stock')
  return (row, key) => {
    if (key === 'width') return row.widthMm === null ? t('none.other') : `${row.widthMm} mm`
    if (key === 'grade') return row.grade ? t(`inputOptions.grade.${row.grade}`) : t('none.other')
    if (key === 'age') return row.age ? t(`inputOptions.age.${row.age}`) : t('none.other')
    if (key === 'kind') return row.kind ? t(`inputOptions.kind.${row.kind}`) : t('none.other')
    if (key === 'place') return row.place ?? t('none.place')
    return row[key] ?? t('none.other')
  }
}
