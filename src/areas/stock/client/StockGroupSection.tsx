import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { stockKeys, stockKinds, type StockKey } from '@/areas/rolls/rules/roll-stock'
import { grades } from '@/areas/rolls/rules/slit-roll'
import { useParams } from '@/client/use-params'
import { BarChart } from '@/client/ui/Charts'
import type { stockHistory } from '../contract/stock-endpoints'
import { StockFilterBar, OptionFilterField, RowFilterField } from './FilterFields'
import { MetricTable } from '@/client/figures/MetricTable'

type Stock = Pick<EndpointOutput<typeof stockHistory>, 'rows' | 'rolls' | 'kg' | 'groups'>
const MAX_BARS = 15

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
  const [params] = useParams()
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
  const [params] = useParams()
  const kind = stockKinds.find((option) => option === params.get('kind'))
  const grade = grades.find((option) => option === params.get('grade'))
  const productId = params.get('product')
  return { ...(kind ? { kind } : {}), ...(grade ? { grade } : {}), ...(productId ? { productId } : {}) }
}

/** Groups of stock as a table, with a chart of the heaviest groups. */
export function StockGroupSection({
  stock,
  keys,
  period,
}: {
  stock: Stock
  keys: readonly StockKey[]
  period: string
}) {
  const { t } = useTranslation('stock')
  const getGroupLabel = useGroupLabel()
  const rows = stock.rows.map((row) => {
    const groupLabels = keys.map((key) => getGroupLabel(row, key))
    return {
      ...row,
      key: groupLabels.join(' '),
      label: groupLabels[0]!,
      subtitle: groupLabels.slice(1).join(' · ') || null,
    }
  })
  const chartRows = rows.slice(0, MAX_BARS)
  const groupingLabel = t('pages.by', { by: keys.map((key) => t(`inputOptions.by.${key}`)).join(' · ') })
  return (
    <>
      <div className="stock-beside">
        <MetricTable
          hidesTitle
          title={groupingLabel}
          rowHeader={groupingLabel}
          rows={rows}
          total={{ ...EMPTY_ROW, ...stock, key: 'total', label: t('sheet.total'), subtitle: null }}
          columns={[
            { key: 'rolls', label: t('answers.rolls'), unit: '', decimals: 0, getValue: (row) => row.rolls },
            { key: 'kg', label: t('answers.kg'), unit: 'kg', decimals: 0, getValue: (row) => row.kg },
            {
              key: 'share',
              label: t('pages.share'),
              unit: '%',
              decimals: 1,
              getValue: (row) => calculateSharePercent(row.kg, stock.kg),
            },
          ]}
        />
        <BarChart
          question={t('pages.question.now', { by: t(`inputOptions.by.${keys[0]!}`) })}
          unit="kg"
          period={period}
          horizontal
          decimals={0}
          height={Math.max(200, chartRows.length * 30 + 60)}
          xs={chartRows.map(({ label, subtitle }) => (subtitle ? `${label} · ${subtitle}` : label))}
          series={[{ name: t('answers.kg'), values: chartRows.map(({ kg }) => kg) }]}
        />
      </div>
      {stock.groups > rows.length && (
        <p className="quiet">{t('pages.more', { shown: rows.length, groups: stock.groups })}</p>
      )}
    </>
  )
}
const calculateSharePercent = (kg: number, totalKg: number): number | null =>
  totalKg > 0 ? (100 * kg) / totalKg : null
const EMPTY_ROW: Stock['rows'][number] = {
  productId: null,
  product: null,
  widthMm: null,
  grade: null,
  workOrderId: null,
  order: null,
  age: null,
  place: null,
  kind: null,
  rolls: 0,
  kg: 0,
  oldestAt: null,
}

type Row = EndpointOutput<typeof stockHistory>['rows'][number]

/** Returns the dimensions to group by from the URL; `keys` lists `by` and `second`. */
export function useGroupDimensions(defaultKeys: readonly StockKey[]): {
  by: StockKey
  second: StockKey | null
  keys: StockKey[]
} {
  const [params] = useParams()
  const readKey = (name: string): StockKey | undefined => stockKeys.find((key) => key === params.get(name))
  const by = readKey('by') ?? defaultKeys[0]!
  // The default second dimension belongs to the default first dimension only.
  const defaultSecond = params.get('by') ? null : (defaultKeys[1] ?? null)
  const requestedSecond = params.get('second') === 'none' ? null : (readKey('second') ?? defaultSecond)
  const second = requestedSecond === by ? null : requestedSecond
  return { by, second, keys: second ? [by, second] : [by] }
}
/** Returns a function for the label of a group in one dimension. */
function useGroupLabel(): (row: Row, key: StockKey) => string {
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
