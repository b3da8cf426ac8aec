import type { ChartDataset, Point, Scale } from 'chart.js'
import { useMemo } from 'react'
import { Line } from 'react-chartjs-2'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../format/use-language'
import { buildBaseOptions } from './base-options'
import type { LineChartProps, Series } from './chart-props'
import { buildSeriesTable } from './chart-data'
import { ChartFrame } from './ChartFrame'
import type { Palette } from './palette'

/** Lines with more points show only the flagged ones. */
const MAX_POINTS_WITH_DOTS = 60
const POINT_RADIUS_PX = 2.5
const FLAGGED_RADIUS_PX = 6
/** Dash patterns in px, by the index of the series, so that lines differ without color. */
const LINE_DASHES = [[], [6, 3], [2, 2], [8, 3, 2, 3], [], [6, 3]]

function buildDataset(line: Series, index: number, xs: LineChartProps['xs'], palette: Palette, isStepped: boolean) {
  const color = palette.series[index % palette.series.length] ?? palette.ink
  const isFlagged = (pointIndex: number) => line.flags?.[pointIndex] === true
  const unflaggedRadiusPx = line.values.length > MAX_POINTS_WITH_DOTS ? 0 : POINT_RADIUS_PX
  const points = line.values.map((value, pointIndex): Point | number | null => {
    const x = xs[pointIndex]
    return typeof x === 'number' ? { x, y: value ?? Number.NaN } : value
  })
  return {
    label: line.name,
    data: points as (Point | number | null)[],
    borderColor: color,
    backgroundColor: color,
    borderWidth: 2,
    borderDash: LINE_DASHES[index % LINE_DASHES.length],
    stepped: isStepped,
    pointRadius: line.values.map((_, pointIndex) => (isFlagged(pointIndex) ? FLAGGED_RADIUS_PX : unflaggedRadiusPx)),
    pointHoverRadius: FLAGGED_RADIUS_PX,
    pointStyle: line.values.map((_, pointIndex) => (isFlagged(pointIndex) ? 'triangle' : 'circle')),
    pointBackgroundColor: line.values.map((_, pointIndex) => (isFlagged(pointIndex) ? palette.limit : color)),
    pointBorderColor: line.values.map((_, pointIndex) => (isFlagged(pointIndex) ? palette.limit : color)),
  } satisfies ChartDataset<'line', (Point | number | null)[]>
}

const MINUTE_MS = 60_000
const TICK_STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440, 2880, 10_080].map((minutes) => minutes * MINUTE_MS)

/**
 * Returns a round step in ms that divides the span into at most eight steps; undefined for spans of less than two
 * minutes or more than eight weeks.
 */
function findTickStep(spanMs: number): number | undefined {
  return spanMs < 2 * MINUTE_MS ? undefined : TICK_STEPS_MS.find((stepMs) => spanMs / stepMs <= 8)
}

/** Replaces the ticks of Chart.js, which are not at round times, with ticks at round times. */
function setRoundTicks(axis: Scale): void {
  const stepMs = findTickStep(axis.max - axis.min)
  if (!stepMs) return
  const firstStep = Math.ceil(axis.min / stepMs)
  const tickCount = Math.floor(axis.max / stepMs) - firstStep + 1
  axis.ticks = Array.from({ length: tickCount }, (_, index) => ({ value: (firstStep + index) * stepMs }))
}

/** Lines over equal steps, or over numeric positions if distances in time matter. */
export default function LineDrawing(props: LineChartProps) {
  const { series, xs, formatX, stepped = false, bands, marks, decimals, unit, question } = props
  const { t } = useTranslation('client')
  const language = useLanguage()
  const labels = useMemo(() => xs.map((x) => (typeof x === 'number' ? (formatX?.(x) ?? String(x)) : x)), [xs, formatX])
  const flaggedLabel = t('ui.chart.flagged')
  const table = useMemo(
    () => buildSeriesTable(labels, series, { language, decimals, flaggedLabel }),
    [labels, series, language, decimals, flaggedLabel],
  )
  return (
    <ChartFrame {...props} headers={series.map(({ name }) => name)} table={table}>
      {(palette) => {
        const baseOptions = buildBaseOptions({
          palette,
          language,
          unit,
          marks,
          decimals,
          legend: series.length > 1,
          legendShowsLines: true,
        })
        const hasPositions = typeof xs[0] === 'number'
        const xAxis = hasPositions
          ? {
              ...baseOptions.scales.x,
              type: 'linear' as const,
              min: Number(xs[0]),
              max: Number(xs.at(-1)),
              afterBuildTicks: setRoundTicks,
              ticks: {
                ...baseOptions.scales.x?.ticks,
                callback: (value: number | string) => formatX?.(Number(value)) ?? String(value),
              },
            }
          : baseOptions.scales.x
        const title = ([item]: { parsed: { x: number | null } }[]) => formatX?.(item?.parsed.x ?? 0) ?? ''
        const tooltip = hasPositions
          ? { ...baseOptions.plugins.tooltip, callbacks: { ...baseOptions.plugins.tooltip.callbacks, title } }
          : baseOptions.plugins.tooltip
        return (
          <Line
            key={`${palette.ground}${hasPositions}`}
            aria-label={question}
            data={{
              labels: hasPositions ? undefined : [...labels],
              datasets: series.map((line, index) => buildDataset(line, index, xs, palette, stepped)),
            }}
            options={{
              ...baseOptions,
              spanGaps: false,
              scales: { ...baseOptions.scales, x: xAxis },
              plugins: { ...baseOptions.plugins, tooltip, bands: { bands: bands ?? [], color: palette.limit } },
            }}
          />
        )
      }}
    </ChartFrame>
  )
}
