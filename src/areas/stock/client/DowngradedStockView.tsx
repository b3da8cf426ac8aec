import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import type { ReportRow } from '@/contract/report'
import { ExportButton } from '@/client/resource/ExportButton'
import { BarChart } from '@/client/ui/Charts'
import { Button } from '@/client/ui/Button'
import { useQueryParams } from '@/client/use-query-params'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { grades } from '@/areas/rolls/rules/grade'
import { ageClassNames } from '@/areas/packing/rules/roll-stock'
import { downgradedReport, stockWorkbook, type downgradedStock } from '../contract/stock-endpoints'
import { StockFilterBar, OptionFilterField, RowFilterField } from './FilterFields'
import { ReportView } from '@/plant/client/report/ReportView'
import { MetricTiles } from '@/client/figures/MetricTiles'

type DowngradedStock = EndpointOutput<typeof downgradedStock>
const PAGE_SIZE = 50
const BAR_HEIGHT_PX = 28
/** Height of the chart's axis and legend. */
const AXIS_HEIGHT_PX = 60
const MIN_CHART_HEIGHT_PX = 200

/** 降等品: rolls in stock with downgraded or waste parts, with reason, place and age. */
export function DowngradedStockView() {
  const { t } = useTranslation('stock')
  const [params, setParams] = useQueryParams()
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
  return (
    <div className="ui-sections stock">
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
        <ExportButton endpoint={stockWorkbook} input={{ view: 'down', ...input }} />
      </div>
      <ReportView
        report={downgradedReport}
        input={{ ...input, page, size: PAGE_SIZE }}
        cells={{
          number: renderRollLink,
          place: (row) => (row['place'] === null ? t('none.place') : null),
        }}
        empty={{ title: t('pages.empty.down'), advice: t('pages.empty.downNext') }}
        renderAbove={(stock) => stock.total > 0 && <DowngradedStockSummary stock={stock} />}
        renderBelow={({ total }) => (
          <div className="stock-bar">
            {page > 1 && (
              <Button allowsRapidTaps onClick={() => setParams({ page: String(page - 1) })}>
                {t('pages.before')}
              </Button>
            )}
            {page * PAGE_SIZE < total && (
              <Button allowsRapidTaps onClick={() => setParams({ page: String(page + 1) })}>
                {t('pages.next')}
              </Button>
            )}
          </div>
        )}
      />
    </div>
  )
}
const renderRollLink = (row: ReportRow) => (
  <Link to={`/quality/tracking?kind=${String(row['kind'])}&id=${String(row['id'])}`}>{String(row['number'])}</Link>
)
/** Sums of downgraded goods, and their charts by defect and by age. */
function DowngradedStockSummary({ stock }: { stock: DowngradedStock }) {
  const { t } = useTranslation('stock')
  // Class `d180` is 90 to 180 days.
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
      <div className="ui-columns">
        <BarChart
          question={t('pages.question.defects')}
          unit="kg"
          period={t('pages.now')}
          horizontal
          decimals={0}
          height={Math.max(MIN_CHART_HEIGHT_PX, stock.defects.length * BAR_HEIGHT_PX + AXIS_HEIGHT_PX)}
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
    </>
  )
}
