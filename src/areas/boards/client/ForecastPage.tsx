import './board/board.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useOptions } from '@/client/fields/options'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useQueryParams } from '@/client/use-query-params'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { BarChart, LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { Tabs } from '@/client/ui/Tabs'
import { Select } from '@/client/ui/Select'
import type { EndpointOutput } from '@/contract/endpoint'
import { productionPrediction } from '../contract/prediction'
import { MIN_ORIGINS } from '../rules/forecast/back-test'
import { CountedAtNotice } from './CountedAtNotice'

type Prediction = EndpointOutput<typeof productionPrediction>
const MAX_HISTORY_DAYS = 56
const WEEK_DAYS = 7
/** 趋势预测: forecast output of the next two weeks with intervals, and the back-test error of each method. */
export default function ForecastPage() {
  const { t } = useTranslation('boards')
  const [params, setParams] = useQueryParams()
  const lineId = params.get('line') ?? ''
  const lines = useOptions('line')
  const predictionQuery = useEndpoint(productionPrediction, lineId ? { lineId } : {}, {
    resources: ['production', 'scheduleEntry', 'figureCorrection'],
  })
  return (
    <PageFrame title={t('pages.trendForecast.title')} subtitle={t('pages.trendForecast.sub')}>
      <div className="board">
        <div className="board-choice">
          <label>
            {t('inputs.lineId')}{' '}
            <Select
              value={lineId}
              options={[
                { value: '', label: t('pages.trendForecast.plant') },
                ...lines.list.map(({ id, label }) => ({ value: id, label })),
              ]}
              onChange={(chosen) => setParams({ line: chosen || null }, { replace: true })}
            />
          </label>
        </div>
        <QueryBoundary query={predictionQuery} skeleton={<SkeletonChart height={320} />}>
          {(prediction) =>
            prediction.tooLittle || prediction.method === null ? (
              <TooLittleHistoryNotice prediction={prediction} />
            ) : (
              <ForecastView prediction={prediction} />
            )
          }
        </QueryBoundary>
      </div>
    </PageFrame>
  )
}
function TooLittleHistoryNotice({ prediction }: { prediction: Prediction }) {
  const { t } = useTranslation('boards')
  return (
    <EmptyState
      title={t('pages.trendForecast.tooLittle', { days: prediction.historyDays })}
      advice={t('pages.trendForecast.tooLittleNext', { days: prediction.neededDays })}
    />
  )
}
function ForecastView({ prediction }: { prediction: Prediction }) {
  const { t } = useTranslation('boards')
  const history = prediction.history.slice(-MAX_HISTORY_DAYS)
  const days = [...history, ...prediction.points].map(({ day }) => day)
  // The forecast series start with the last value of history, so that the chart shows no gap.
  const lastHistoryValueOnly = history.map(({ value }, i) => (i === history.length - 1 ? value : null))
  const buildForecastSeries = (getValue: (point: Prediction['points'][number]) => number | null): (number | null)[] => [
    ...lastHistoryValueOnly,
    ...prediction.points.map(getValue),
  ]
  const nextWeek = prediction.points.slice(0, WEEK_DAYS)
  const sumWeek = (getValue: (point: Prediction['points'][number]) => number | null) =>
    nextWeek.reduce((sum, point) => sum + (getValue(point) ?? 0), 0)
  const planPoints = prediction.plan.slice(0, WEEK_DAYS)
  const score = prediction.scores.find(({ method }) => method === prediction.method)
  const buildRange = (
    name: string,
    getLow: (point: Prediction['points'][number]) => number | null,
    getHigh: (point: Prediction['points'][number]) => number | null,
  ) => ({ name, low: buildForecastSeries(getLow), high: buildForecastSeries(getHigh) })
  const views = ['fan', 'plan', 'methods'] as const
  const [view, setView] = useState<(typeof views)[number]>('fan')
  return (
    <>
      <MetricTiles
        tiles={[
          { label: t('pages.trendForecast.nextWeek'), value: sumWeek(({ value }) => value), unit: 'kg' },
          {
            label: t('pages.trendForecast.planWeek'),
            value: planPoints.length ? planPoints.reduce((sum, { value }) => sum + (value ?? 0), 0) : null,
            unit: 'kg',
          },
          {
            label: t('pages.trendForecast.usualError'),
            value: score?.mae ?? null,
            unit: 'kg',
            note: score ? t('pages.trendForecast.fromTests', { count: score.origins }) : null,
          },
        ]}
      />
      <Tabs
        label={t('pages.trendForecast.view')}
        tabs={views.map((key) => ({ key, label: t(`pages.trendForecast.views.${key}`) }))}
        chosen={view}
        onChoose={setView}
      />
      {view === 'fan' && (
        <LineChart
          question={t('pages.trendForecast.question')}
          unit="kg"
          period={`${days[0]} – ${days.at(-1)}`}
          decimals={0}
          height={340}
          xs={days.map((day) => day.slice(5))}
          series={[
            {
              name: t('answers.history'),
              values: [...history.map(({ value }) => value), ...prediction.points.map(() => null)],
            },
            { name: t('answers.points'), values: buildForecastSeries(({ value }) => value) },
          ]}
          ranges={[
            buildRange(
              t('pages.trendForecast.band', { percent: 95 }),
              (point) => point.low95,
              (point) => point.high95,
            ),
            buildRange(
              t('pages.trendForecast.band', { percent: 80 }),
              (point) => point.low80,
              (point) => point.high80,
            ),
          ]}
        />
      )}
      {view === 'plan' && (
        <BarChart
          question={t('pages.trendForecast.planQuestion')}
          unit="kg"
          period={`${prediction.points[0]?.day} – ${prediction.points.at(-1)?.day}`}
          decimals={0}
          height={340}
          xs={prediction.points.map(({ day }) => day.slice(5))}
          series={[
            { name: t('answers.points'), values: prediction.points.map(({ value }) => value) },
            { name: t('answers.plan'), values: prediction.plan.map(({ value }) => value) },
          ]}
        />
      )}
      {view === 'methods' && <ForecastErrorSection prediction={prediction} />}
      <p className="quiet">
        {prediction.method === 'seasonalNaive'
          ? t('pages.trendForecast.naiveShown')
          : t('pages.trendForecast.chosen', { method: t(`answerOptions.method.${prediction.method}`) })}{' '}
        {score?.coverage80 != null &&
          score.coverage95 != null &&
          t('pages.trendForecast.bandSource', {
            count: score.origins,
            coverage80: Math.round(score.coverage80),
            coverage95: Math.round(score.coverage95),
          })}
      </p>
      <CountedAtNotice
        countedAt={prediction.countedAt}
        waitingDays={prediction.waitingDays}
        closedMonths={prediction.closedMonths}
      />
    </>
  )
}
/** Fields of a score with unit and decimals. */
const errorMetrics = [
  ['mase', '', 3],
  ['mae', 'kg', 0],
  ['coverage80', '%', 0],
  ['coverage95', '%', 0],
  ['origins', '', 0],
] as const
/** Back-test error of each method, one card per method. */
function ForecastErrorSection({ prediction }: { prediction: Prediction }) {
  const { t } = useTranslation('boards')
  return (
    <section>
      <h2>{t('answers.scores')}</h2>
      <p className="quiet">{t('pages.trendForecast.maseMeans')}</p>
      <ul className="board-rows">
        {prediction.scores.map((score) => (
          <li key={score.method} className="ui-card">
            <h2>
              {t(`answerOptions.method.${score.method}`)}{' '}
              {score.method === prediction.method && (
                <StateBadge tone="ok">{t('pages.trendForecast.shown')}</StateBadge>
              )}
            </h2>
            <dl>
              {errorMetrics.map(([id, unit, decimals]) => (
                <div key={id}>
                  <dt>{t(`answers.${id}`)}</dt>
                  <dd>
                    <Quantity value={score[id]} unit={unit} decimals={decimals} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {prediction.scores.some(({ method, origins }) => method === 'orderBook' && origins < MIN_ORIGINS) && (
        <p className="quiet">{t('pages.trendForecast.planNotJudged')}</p>
      )}
    </section>
  )
}
