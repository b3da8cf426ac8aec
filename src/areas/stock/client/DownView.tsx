import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { OutOf } from '@/contract/endpoint'
import { useCall } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { useWidth } from '@/client/resource/use-width'
import { BarChart } from '@/client/ui/Charts'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { grades } from '@/areas/rolls/rules/slit-roll'
import { ageNames } from '@/areas/rolls/rules/stocked'
import { downInfo, stockSheet } from '../contract/stock-calls'
import { Bar, Choose, ChooseRow } from './Choose'
import { FigureTiles } from '@/client/figures/FigureTiles'
import { RESOURCES } from './NowView'
import { Scrolled } from '@/client/figures/Scrolled'

type Down = OutOf<typeof downInfo>
type Roll = Down['list'][number]
const PAGE = 50

/** 降等品: rolls in stock with downgraded or waste parts, with reason, place and age. */
export function DownView() {
  const { t } = useTranslation('stock')
  const [params, change] = useParams()
  const page = Number(params.get('page') ?? 1)
  const defect = defectKinds.find((one) => one === params.get('defect'))
  const age = ageNames.find((one) => one === params.get('age'))
  const grade = grades.find((one) => one === params.get('grade'))
  const productId = params.get('product')
  const input = {
    ...(defect && { defect }),
    ...(age && { age }),
    ...(grade && { grade }),
    ...(productId && { productId }),
  }
  const found = useCall(downInfo, { ...input, page, size: PAGE }, RESOURCES)
  return (
    <div className="stock">
      <div className="stock-head">
        <Bar>
          <Choose
            name="defect"
            label={t('inputs.defect')}
            value={defect ?? ''}
            none={t('pages.all')}
            options={defectKinds.map((one) => [one, t(`inputOptions.defect.${one}`)] as const)}
          />
          <Choose
            name="age"
            label={t('inputs.age')}
            value={age ?? ''}
            none={t('pages.all')}
            options={ageNames.map((one) => [one, t(`inputOptions.age.${one}`)] as const)}
          />
          <Choose
            name="grade"
            label={t('inputs.grade')}
            value={grade ?? ''}
            none={t('pages.all')}
            options={(['downgraded', 'waste'] as const).map((one) => [one, t(`inputOptions.grade.${one}`)] as const)}
          />
          <ChooseRow name="product" of="product" label={t('inputs.productId')} />
        </Bar>
        <ExportButton of={stockSheet} input={{ view: 'down', ...input }} />
      </div>
      {found.isPending && <SkeletonChart />}
      {found.error && <NotLoaded of={found} />}
      {found.data && !found.error && found.data.total === 0 && (
        <EmptyState title={t('pages.empty.down')} next={t('pages.empty.downNext')} />
      )}
      {found.data && !found.error && found.data.total > 0 && (
        <>
          <Shown down={found.data} />
          <div className="stock-bar">
            {page > 1 && (
              <Button repeats onClick={() => change({ page: String(page - 1) })}>
                {t('pages.before')}
              </Button>
            )}
            {page * PAGE < found.data.total && (
              <Button repeats onClick={() => change({ page: String(page + 1) })}>
                {t('pages.next')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}
function Shown({ down }: { down: Down }) {
  const { t } = useTranslation('stock')
  const old = down.ages.filter(({ age }) => age === 'd180' || age === 'older').reduce((sum, { kg }) => sum + kg, 0)
  return (
    <>
      <FigureTiles
        tiles={[
          { word: t('answers.kg'), value: down.kg, unit: 'kg', note: t('pages.rolls', { count: down.total }) },
          { word: t('answers.downgradedKg'), value: down.downgradedKg, unit: 'kg' },
          { word: t('answers.wasteKg'), value: down.wasteKg, unit: 'kg' },
          { word: t('pages.aged'), value: old, unit: 'kg' },
        ]}
      />
      <div className="stock-beside">
        <BarChart
          question={t('pages.question.defects')}
          unit="kg"
          period={t('pages.now')}
          horizontal
          decimals={0}
          height={Math.max(200, down.defects.length * 28 + 60)}
          xs={down.defects.map(({ defect }) => (defect ? t(`inputOptions.defect.${defect}`) : t('none.defect')))}
          series={[{ name: t('answers.kg'), values: down.defects.map(({ kg }) => kg) }]}
        />
        <BarChart
          question={t('pages.question.ages')}
          unit="kg"
          period={t('pages.now')}
          decimals={0}
          xs={down.ages.map(({ age }) => t(`inputOptions.age.${age}`))}
          series={[{ name: t('answers.kg'), values: down.ages.map(({ kg }) => kg) }]}
        />
      </div>
      <Rolls rows={down.list} />
    </>
  )
}
const TABLE_FROM = 760
const numbers: ReadonlySet<string> = new Set(['widthMm', 'kg', 'downgradedKg', 'ageDays'])
function Rolls({ rows }: { rows: readonly Roll[] }) {
  const { t } = useTranslation('stock')
  const navigate = useNavigate()
  const [box, width] = useWidth<HTMLElement>()
  const open = (row: Roll) => (
    <button
      type="button"
      className="ui-link"
      onClick={() => navigate(`/quality/tracking?kind=${row.kind}&id=${row.id}`)}
    >
      {row.number}
    </button>
  )
  const why = (row: Roll) =>
    [row.defect ? t(`inputOptions.defect.${row.defect}`) : t('none.defect'), row.reason].filter(Boolean).join(' · ')
  const days = (row: Roll) => t('pages.days', { count: row.ageDays })
  return (
    <section ref={box} className="figures-of" aria-label={t('answers.list')}>
      {width >= TABLE_FROM && (
        <Scrolled name={t('answers.list')}>
          <table className="is-words">
            <thead>
              <tr>
                {(
                  ['number', 'product', 'widthMm', 'defect', 'order', 'kg', 'downgradedKg', 'place', 'ageDays'] as const
                ).map((key) => (
                  <th key={key} scope="col" className={numbers.has(key) ? 'is-number' : undefined}>
                    {t(`answers.${key}`)}
                    {key === 'kg' || key === 'downgradedKg' ? ' (kg)' : key === 'widthMm' ? ' (mm)' : ''}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{open(row)}</th>
                  <td>{row.product}</td>
                  <td className="is-number">
                    <Quantity value={row.widthMm} decimals={0} />
                  </td>
                  <td>{why(row)}</td>
                  <td>{row.order ?? t('none.other')}</td>
                  <td className="is-number">
                    <Quantity value={row.kg} decimals={1} fixed />
                  </td>
                  <td className="is-number">
                    <Quantity value={row.downgradedKg} decimals={1} fixed />
                  </td>
                  <td>{row.place ?? t('none.place')}</td>
                  <td className="is-number">{row.ageDays}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolled>
      )}
      {width > 0 && width < TABLE_FROM && (
        <ul className="figure-cards">
          {rows.map((row) => (
            <li key={row.id} className="ui-card">
              <h2>{open(row)}</h2>
              <p>{[row.product, row.widthMm && `${row.widthMm} mm`, row.order].filter(Boolean).join(' · ')}</p>
              <p>{why(row)}</p>
              <p>
                <Quantity value={row.kg} unit="kg" decimals={1} /> · {row.place ?? t('none.place')} · {days(row)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
