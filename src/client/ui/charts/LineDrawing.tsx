import type { ChartDataset, Point, Scale, TooltipItem } from 'chart.js'
import { useMemo } from 'react'
import { Line } from 'react-chartjs-2'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../format/number'
import { useLanguage } from '../../format/use-language'
import { buildBaseOptions } from './base-options'
import type { LineChartProps, Range, Series } from './chart-props'
import { buildSeriesTable } from './chart-data'
import { ChartFrame } from './ChartFrame'
import type { Palette } from './palette'
import { useZoom } from './use-zoom'

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

/** Opacity of ranges and their edges as two hexadecimal digits; overlapping ranges become darker towards the middle. */
const RANGE_OPACITY = '38'
const RANGE_EDGE_OPACITY = 'a0'
/**
 * Builds the two datasets of a range, its lower and its upper end. The lower end has no name, so the legend omits it.
 * The upper end is filled down to the lower one.
 */
function buildRangeDatasets(range: Range, color: string): ChartDataset<'line', (Point | number | null)[]>[] {
  const common = {
    borderColor: `${color}${RANGE_EDGE_OPACITY}`,
    backgroundColor: `${color}${RANGE_OPACITY}`,
    borderWidth: 1,
    pointRadius: 0,
    pointHoverRadius: 0,
    order: 1,
  }
  return [
    { ...common, label: '', data: [...range.low], fill: false },
    { ...common, label: range.name, data: [...range.high], fill: '-1' },
  ]
}

const MINUTE_MS = 60_000
const TICK_STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440, 2880, 10_080].map((minutes) => minutes * MINUTE_MS)

/**
 * Returns a round step in ms that divides the span into at most eight steps. Undefined for spans of less than two
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

const NO_RANGES: readonly Range[] = []
/** Splits a range into its ends, for the data table. */
const toRangeSeries = ({ name, low, high }: Range): Series[] => [
  { name: `${name} ↓`, values: low },
  { name: `${name} ↑`, values: high },
]

/** Lines over equal steps, or over numeric positions if distances in time matter. */
export default function LineDrawing(props: LineChartProps) {
  const {
    series,
    xs,
    formatX,
    stepped = false,
    bands,
    events = [],
    ranges = NO_RANGES,
    isRank = false,
    marks,
    decimals,
    unit,
    question,
  } = props
  const { t } = useTranslation('client')
  const language = useLanguage()
  const labels = useMemo(() => xs.map((x) => (typeof x === 'number' ? (formatX?.(x) ?? String(x)) : x)), [xs, formatX])
  const flaggedLabel = t('ui.chart.flagged')
  const zoom = useZoom(xs)
  const table = useMemo(
    () => buildSeriesTable(labels, [...series, ...ranges.flatMap(toRangeSeries)], { language, decimals, flaggedLabel }),
    [labels, series, ranges, language, decimals, flaggedLabel],
  )
  return (
    <ChartFrame
      {...props}
      headers={[...series, ...ranges.flatMap(toRangeSeries)].map(({ name }) => name)}
      table={table}
      onShowWholePeriod={zoom.range && zoom.reset}
    >
      {(palette) => {
        const baseOptions = buildBaseOptions({
          palette,
          language,
          unit,
          marks,
          decimals,
          showsLegend: series.length + ranges.length > 1,
          crosshairGroup: `${xs[0]} ${xs.at(-1)} ${xs.length}`,
          legendShowsLines: true,
        })
        const hasPositions = typeof xs[0] === 'number'
        const xAxis = hasPositions
          ? {
              ...baseOptions.scales.x,
              type: 'linear' as const,
              min: zoom.range?.min ?? Number(xs[0]),
              max: zoom.range?.max ?? Number(xs.at(-1)),
              afterBuildTicks: setRoundTicks,
              ticks: {
                ...baseOptions.scales.x?.ticks,
                callback: (value: number | string) => formatX?.(Number(value)) ?? String(value),
              },
            }
          : { ...baseOptions.scales.x, ...zoom.range }
        const title = ([item]: { parsed: { x: number | null } }[]) => formatX?.(item?.parsed.x ?? 0) ?? ''
        const baseTooltip = baseOptions.plugins.tooltip
        const formatRangeEnd = (value: number | null | undefined) =>
          formatNumber(value ?? null, { language, decimals, unit })
        const tooltip = {
          ...baseTooltip,
          filter: (item: { dataset: { label?: string } }) => item.dataset.label !== '',
          callbacks: {
            ...baseTooltip.callbacks,
            ...(hasPositions ? { title } : {}),
            label: (item: TooltipItem<'line'>) => {
              const range = ranges.find(({ name }) => name === item.dataset.label)
              return range
                ? `${range.name} ${formatRangeEnd(range.low[item.dataIndex])} – ${formatRangeEnd(range.high[item.dataIndex])}`
                : baseTooltip.callbacks.label(item)
            },
          },
        }
        return (
          <Line
            key={`${palette.ground}${hasPositions}`}
            aria-label={question}
            data={{
              labels: hasPositions ? undefined : [...labels],
              datasets: [
                ...series.map((line, index) => buildDataset(line, index, xs, palette, stepped)),
                ...ranges.flatMap((range) => buildRangeDatasets(range, palette.series[1] ?? palette.ink)),
              ],
            }}
            options={{
              ...baseOptions,
              spanGaps: false,
              scales: {
                x: xAxis,
                y: isRank
                  ? {
                      ...baseOptions.scales.y,
                      reverse: true,
                      min: 0.5, // room for half a rank above the first
                      ticks: { ...baseOptions.scales.y?.ticks, stepSize: 1, includeBounds: false },
                    }
                  : baseOptions.scales.y,
              },
              plugins: {
                ...baseOptions.plugins,
                legend: {
                  ...baseOptions.plugins.legend,
                  labels: { ...baseOptions.plugins.legend.labels, filter: ({ text }) => text !== '' },
                },
                tooltip,
                zoom: zoom.options,
                bands: { bands: bands ?? [], color: palette.limit },
                events: { events, palette },
              },
            }}
          />
        )
      }}
    </ChartFrame>
  )
}
