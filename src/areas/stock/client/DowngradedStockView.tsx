import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useElementWidth } from '@/client/ui/use-element-width'
import { BarChart } from '@/client/ui/Charts'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { grades } from '@/areas/rolls/rules/slit-roll'
import { ageClassNames } from '@/areas/rolls/rules/roll-stock'
import { downInfo, stockSheet } from '../contract/stock-endpoints'
import { StockFilterBar, OptionFilterField, RowFilterField } from './FilterFields'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { STOCK_RESOURCES } from './CurrentStockView'
import { TableScrollView } from '@/client/figures/MetricTable'

type DowngradedStock = EndpointOutput<typeof downInfo>
type DowngradedRoll = DowngradedStock['list'][number]
const PAGE_SIZE = 50

/** 降等品: rolls in stock with downgraded or waste parts, with reason, place and age. */
export function DowngradedStockView() {
  const { t } = useTranslation('stock')
  const [params, setParams] = useParams()
  const page = Number(params.get('page') ?? 1)
  const defect = defectKinds.find((option) => option === params.get('defect'))
  const age = ageClassNames.find((option) => option === params.get('age'))
  const grade = grades.find((option) => option === params.get('grade'))
  const productId = params.get('product')
  const input = {
    ...(defect && { defect }),
    ...(age && { age }),
    ...(grade && { grade }),
    ...(productId && { productId }),
  }
  const stockQuery = useEndpoint(downInfo, { ...input, page, size: PAGE_SIZE }, STOCK_RESOURCES)
  return (
    <div className="stock">
      <div className="stock-head">
        <StockFilterBar>
          <OptionFilterField
            name="defect"
            label={t('inputs.defect')}
            value={defect ?? ''}
            allLabel={t('pages.all')}
            options={defectKinds.map(
              (defectOption) => [defectOption, t(`inputOptions.defect.${defectOption}`)] as const,
            )}
          />
          <OptionFilterField
            name="age"
            label={t('inputs.age')}
            value={age ?? ''}
            allLabel={t('pages.all')}
            options={ageClassNames.map((ageOption) => [ageOption, t(`inputOptions.age.${ageOption}`)] as const)}
          />
          <OptionFilterField
            name="grade"
            label={t('inputs.grade')}
            value={grade ?? ''}
            allLabel={t('pages.all')}
            options={(['downgraded', 'waste'] as const).map(
              (gradeOption) => [gradeOption, t(`inputOptions.grade.${gradeOption}`)] as const,
            )}
          />
          <RowFilterField name="product" resource="product" label={t('inputs.productId')} />
        </StockFilterBar>
        <ExportButton endpoint={stockSheet} input={{ view: 'down', ...input }} />
      </div>
      {stockQuery.isPending && <SkeletonChart />}
      {stockQuery.error && <NotLoadedView query={stockQuery} />}
      {stockQuery.data && !stockQuery.error && stockQuery.data.total === 0 && (
        <EmptyState title={t('pages.empty.down')} advice={t('pages.empty.downNext')} />
      )}
      {stockQuery.data && !stockQuery.error && stockQuery.data.total > 0 && (
        <>
          <DowngradedStockSection stock={stockQuery.data} />
          <div className="stock-bar">
            {page > 1 && (
              <Button countsEveryTap onClick={() => setParams({ page: String(page - 1) })}>
                {t('pages.before')}
              </Button>
            )}
            {page * PAGE_SIZE < stockQuery.data.total && (
              <Button countsEveryTap onClick={() => setParams({ page: String(page + 1) })}>
                {t('pages.next')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}
function DowngradedStockSection({ stock }: { stock: DowngradedStock }) {
  const { t } = useTranslation('stock')
  const kgOver90Days = stock.ages
    .filter(({ age }) => age === 'd180' || age === 'older')
    .reduce((sum, { kg }) => sum + kg, 0)
  return (
    <>
      <MetricTiles
        tiles={[
          { label: t('answers.kg'), value: stock.kg, unit: 'kg', note: t('pages.rolls', { count: stock.total }) },
          { label: t('answers.downgradedKg'), value: stock.downgradedKg, unit: 'kg' },
          { label: t('answers.wasteKg'), value: stock.wasteKg, unit: 'kg' },
          { label: t('pages.aged'), value: kgOver90Days, unit: 'kg' },
        ]}
      />
      <div className="stock-beside">
        <BarChart
          question={t('pages.question.defects')}
          unit="kg"
          period={t('pages.now')}
          horizontal
          decimals={0}
          height={Math.max(200, stock.defects.length * 28 + 60)}
          xs={stock.defects.map(({ defect }) => (defect ? t(`inputOptions.defect.${defect}`) : t('none.defect')))}
          series={[{ name: t('answers.kg'), values: stock.defects.map(({ kg }) => kg) }]}
        />
        <BarChart
          question={t('pages.question.ages')}
          unit="kg"
          period={t('pages.now')}
          decimals={0}
          xs={stock.ages.map(({ age }) => t(`inputOptions.age.${age}`))}
          series={[{ name: t('answers.kg'), values: stock.ages.map(({ kg }) => kg) }]}
        />
      </div>
      <DowngradedRollTable rows={stock.list} />
    </>
  )
}
const TABLE_MIN_WIDTH_PX = 760
const numberColumns: ReadonlySet<string> = new Set(['widthMm', 'kg', 'downgradedKg', 'ageDays'])
function DowngradedRollTable({ rows }: { rows: readonly DowngradedRoll[] }) {
  const { t } = useTranslation('stock')
  const navigate = useNavigate()
  const [measureSection, width] = useElementWidth<HTMLElement>()
  const renderOpenButton = (row: DowngradedRoll) => (
    <button
      type="button"
      className="ui-link"
      onClick={() => navigate(`/quality/tracking?kind=${row.kind}&id=${row.id}`)}
    >
      {row.number}
    </button>
  )
  const formatReason = (row: DowngradedRoll) =>
    [row.defect ? t(`inputOptions.defect.${row.defect}`) : t('none.defect'), row.reason].filter(Boolean).join(' · ')
  const formatAge = (row: DowngradedRoll) => t('pages.days', { count: row.ageDays })
  return (
    <section ref={measureSection} className="figures-of" aria-label={t('answers.list')}>
      {width >= TABLE_MIN_WIDTH_PX && (
        <TableScrollView name={t('answers.list')}>
          <table className="is-words">
            <thead>
              <tr>
                {(
                  ['number', 'product', 'widthMm', 'defect', 'order', 'kg', 'downgradedKg', 'place', 'ageDays'] as const
                ).map((key) => (
                  <th key={key} scope="col" className={numberColumns.has(key) ? 'is-number' : undefined}>
                    {t(`answers.${key}`)}
                    {key === 'kg' || key === 'downgradedKg' ? ' (kg)' : key === 'widthMm' ? ' (mm)' : ''}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{renderOpenButton(row)}</th>
                  <td>{row.product}</td>
                  <td className="is-number">
                    <Quantity value={row.widthMm} decimals={0} />
                  </td>
                  <td>{formatReason(row)}</td>
                  <td>{row.order ?? t('none.other')}</td>
                  <td className="is-number">
                    <Quantity value={row.kg} decimals={1} hasFixedDecimals />
                  </td>
                  <td className="is-number">
                    <Quantity value={row.downgradedKg} decimals={1} hasFixedDecimals />
                  </td>
                  <td>{row.place ?? t('none.place')}</td>
                  <td className="is-number">{row.ageDays}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScrollView>
      )}
      {width > 0 && width < TABLE_MIN_WIDTH_PX && (
        <ul className="figure-cards">
          {rows.map((row) => (
            <li key={row.id} className="ui-card">
              <h2>{renderOpenButton(row)}</h2>
              <p>{[row.product, row.widthMm && `${row.widthMm} mm`, row.order].filter(Boolean).join(' · ')}</p>
              <p>{formatReason(row)}</p>
              <p>
                <Quantity value={row.kg} unit="kg" decimals={1} /> · {row.place ?? t('none.place')} · {formatAge(row)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
