import type { ChartDataset, Point, Scale } from 'chart.js'
import { useMemo } from 'react'
import { Line } from 'react-chartjs-2'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../format/use-language'
import { baseOptions } from './chart-kit'
import type { LineChartProps, Series } from './chart-props'
import { seriesTable } from './chart-table'
import { ChartFrame } from './ChartFrame'
import type { Palette } from './palette'

const DASHES = [[], [6, 3], [2, 2], [8, 3, 2, 3], [], [6, 3]]

function dataset(one: Series, index: number, xs: LineChartProps['xs'], palette: Palette, stepped: boolean) {
  const colour = palette.series[index % palette.series.length] ?? palette.ink
  const flagged = (at: number) => one.flags?.[at] === true
  const crowded = one.values.length > 60
  const points = one.values.map((value, at): Point | number | null => {
    const x = xs[at]
    return typeof x === 'number' ? { x, y: value ?? Number.NaN } : value
  })
  return {
    label: one.name,
    data: points as (Point | number | null)[],
    borderColor: colour,
    backgroundColor: colour,
    borderWidth: 2,
    borderDash: DASHES[index % DASHES.length],
    stepped,
    pointRadius: one.values.map((_, at) => (flagged(at) ? 6 : crowded ? 0 : 2.5)),
    pointHoverRadius: 6,
    pointStyle: one.values.map((_, at) => (flagged(at) ? 'triangle' : 'circle')),
    pointBackgroundColor: one.values.map((_, at) => (flagged(at) ? palette.limit : colour)),
    pointBorderColor: one.values.map((_, at) => (flagged(at) ? palette.limit : colour)),
  } satisfies ChartDataset<'line', (Point | number | null)[]>
}

const MINUTE = 60_000
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440, 2880, 10_080].map((minutes) => minutes * MINUTE)

/**
 * Returns a round step in ms that gives at most eight ticks over a span of ms; undefined for spans below two minutes or
 * beyond weeks.
 */
function timeStep(span: number): number | undefined {
  return span < 2 * MINUTE ? undefined : STEPS.find((step) => span / step <= 8)
}

/** Sets ticks at round times; the axis would divide its own length instead. */
function roundTicks(axis: Scale): void {
  const step = timeStep(axis.max - axis.min)
  if (!step) return
  const first = Math.ceil(axis.min / step)
  const count = Math.floor(axis.max / step) - first + 1
  axis.ticks = Array.from({ length: count }, (_, index) => ({ value: (first + index) * step }))
}

/** Lines over equal steps, or over numeric positions if distances in time matter. */
export default function LineDrawing(props: LineChartProps) {
  const { series, xs, formatX, stepped = false, bands, marks, decimals, unit, question } = props
  const { t } = useTranslation('client')
  const language = useLanguage()
  const labels = useMemo(() => xs.map((x) => (typeof x === 'number' ? (formatX?.(x) ?? String(x)) : x)), [xs, formatX])
  const flagged = t('ui.chart.flagged')
  const table = useMemo(
    () => seriesTable(labels, series, { language, decimals, flagged }),
    [labels, series, language, decimals, flagged],
  )
  return (
    <ChartFrame {...props} heads={series.map((one) => one.name)} table={table}>
      {(palette) => {
        const base = baseOptions({ palette, language, unit, marks, decimals, legend: series.length > 1, lines: true })
        const placed = typeof xs[0] === 'number'
        const x = placed
          ? {
              ...base.scales.x,
              type: 'linear' as const,
              min: Number(xs[0]),
              max: Number(xs.at(-1)),
              afterBuildTicks: roundTicks,
              ticks: {
                ...base.scales.x?.ticks,
                callback: (value: number | string) => formatX?.(Number(value)) ?? String(value),
              },
            }
          : base.scales.x
        const title = ([item]: { parsed: { x: number | null } }[]) => formatX?.(item?.parsed.x ?? 0) ?? ''
        const tooltip = placed
          ? { ...base.plugins.tooltip, callbacks: { ...base.plugins.tooltip.callbacks, title } }
          : base.plugins.tooltip
        return (
          <Line
            key={`${palette.ground}${placed}`}
            aria-label={question}
            data={{
              labels: placed ? undefined : [...labels],
              datasets: series.map((one, index) => dataset(one, index, xs, palette, stepped)),
            }}
            options={{
              ...base,
              spanGaps: false,
              scales: { ...base.scales, x },
              plugins: { ...base.plugins, tooltip, bands: { bands: bands ?? [], colour: palette.limit } },
            }}
          />
        )
      }}
    </ChartFrame>
  )
}
