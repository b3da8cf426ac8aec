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
import { useGroupLabel } from './use-grouping'

type Stock = Pick<EndpointOutput<typeof stockHistory>, 'rows' | 'rolls' | 'kg' | 'groups'>
const MAX_BARS = 15

/** Selects the dimensions and filters of stock. */
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
  const kind = stockKinds.find((one) => one === params.get('kind'))
  const grade = grades.find((one) => one === params.get('grade'))
  const productId = params.get('product')
  return { ...(kind ? { kind } : {}), ...(grade ? { grade } : {}), ...(productId ? { productId } : {}) }
}

/** Groups of stock as a table, with a chart of the heaviest. */
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
  const word = useGroupLabel()
  const rows = stock.rows.map((row) => {
    const words = keys.map((key) => word(row, key))
    return { ...row, key: words.join(' '), label: words[0]!, sub: words.slice(1).join(' · ') || null }
  })
  const shown = rows.slice(0, MAX_BARS)
  const name = t('pages.by', { by: keys.map((key) => t(`inputOptions.by.${key}`)).join(' · ') })
  return (
    <>
      <div className="stock-beside">
        <MetricTable
          hidesTitle
          title={name}
          rowHeader={name}
          rows={rows}
          total={{ ...EMPTY_ROW, ...stock, key: 'total', label: t('sheet.total'), sub: null }}
          columns={[
            { key: 'rolls', word: t('answers.rolls'), unit: '', decimals: 0, of: (row) => row.rolls },
            { key: 'kg', word: t('answers.kg'), unit: 'kg', decimals: 0, of: (row) => row.kg },
            {
              key: 'share',
              word: t('pages.share'),
              unit: '%',
              decimals: 1,
              of: (row) => calculateShare(row.kg, stock.kg),
            },
          ]}
        />
        <BarChart
          question={t('pages.question.now', { by: t(`inputOptions.by.${keys[0]!}`) })}
          unit="kg"
          period={period}
          horizontal
          decimals={0}
          height={Math.max(200, shown.length * 30 + 60)}
          xs={shown.map(({ label, sub }) => (sub ? `${label} · ${sub}` : label))}
          series={[{ name: t('answers.kg'), values: shown.map(({ kg }) => kg) }]}
        />
      </div>
      {stock.groups > rows.length && (
        <p className="quiet">{t('pages.more', { shown: rows.length, groups: stock.groups })}</p>
      )}
    </>
  )
}
const calculateShare = (kg: number, totalKg: number): number | null => (totalKg > 0 ? (100 * kg) / totalKg : null)
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
