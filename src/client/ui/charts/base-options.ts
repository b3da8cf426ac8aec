import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Decimation,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartOptions,
  type Scale,
} from 'chart.js'
import zoomPlugin from 'chartjs-plugin-zoom'
import { crosshairPlugin } from './crosshair-plugin'
import { calculateMarkRange, eventsPlugin, LABEL_ROW_HEIGHT_PX, marksPlugin, bandsPlugin } from './chart-plugins'
import { formatNumber, type AppLanguage } from '../../format/number'
import { isMotionReduced } from '@/client/ui/display-settings'
import type { ChartProps } from './chart-props'
import type { Palette } from './palette'

// Register only the parts in use: registering everything would double the chunk.
Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Decimation,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  marksPlugin,
  bandsPlugin,
  eventsPlugin,
  crosshairPlugin,
  zoomPlugin,
)

export type BaseOptionsInput = Pick<ChartProps, 'unit' | 'marks' | 'decimals'> & {
  palette: Palette
  language: AppLanguage
  showsLegend: boolean
  horizontal?: boolean
  /** Number of bars with a name on the axis; undefined if the axis shows time, where labels may be skipped. */
  axisNameCount?: number
  /** Charts with the same group share a crosshair; without one, the chart has none. */
  crosshairGroup?: string
  /** Draws legend entries as lines with their dashes. */
  legendShowsLines?: boolean
}

const LINE_LEGEND = { usePointStyle: true, pointStyle: 'line', pointStyleWidth: 32 } as const
const DOT_LEGEND = { usePointStyle: true, pointStyle: 'circle', boxHeight: 8 } as const

const PADDING_TOP_PX = 8
/** Up to this number all names are displayed, rotated if necessary: a bar without its name is useless. */
const MAX_NAMES = 24
const getNameTickOptions = (count = Infinity) =>
  count <= MAX_NAMES ? { autoSkip: false, maxRotation: 60 } : { maxRotation: 0, autoSkipPadding: 24 }

/** Maximum share of a chart's width for the names of horizontal bars. */
const MAX_NAME_SHARE = 0.45
/**
 * Truncates the end of a name that is too long, because Chart.js cuts off the beginning. The data table has the full
 * name.
 */
function truncateName(this: Scale, value: number | string): string {
  const name = this.getLabelForValue(Number(value))
  const maxWidthPx = this.chart.width * MAX_NAME_SHARE
  if (this.ctx.measureText(name).width <= maxWidthPx) return name
  let length = name.length
  while (length > 1 && this.ctx.measureText(`${name.slice(0, length)}…`).width > maxWidthPx) length--
  return `${name.slice(0, length)}…`
}

/** Removes a zero decimal of round numbers on an axis: 20.0k becomes 20k. */
const stripZeroDecimals = (text: string) => text.replace(/\.0(?=\D|$)/, '')

const MAX_TICK_DECIMALS = 4
/** Formats the ticks of an axis, with enough decimals for different ticks to have different texts. */
export function formatTicks(
  values: readonly number[],
  { language, decimals }: { language: AppLanguage; decimals?: number },
): string[] {
  const distinctCount = new Set(values).size
  for (let abbreviatedDecimals = 1; ; abbreviatedDecimals++) {
    const format = { language, abbreviate: true, abbreviatedDecimals, ...(decimals === undefined ? {} : { decimals }) }
    const texts = values.map((value) => stripZeroDecimals(formatNumber(value, format)))
    if (new Set(texts).size >= distinctCount || abbreviatedDecimals === MAX_TICK_DECIMALS) return texts
  }
}

/** Builds the options shared by all charts: theme colors, units on the axis and in the tooltip, marks. */
export function buildBaseOptions(input: BaseOptionsInput) {
  const { palette, language, unit, decimals } = input
  const formatTooltipValue = (value: number) => formatNumber(value, { language, decimals, unit })
  const valueAxis = input.horizontal ? 'x' : 'y'
  const tickStyle = { color: palette.quiet, font: { size: 12, family: palette.font } }
  const grid = { color: palette.line }
  const markRange = calculateMarkRange(input.marks)
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: isMotionReduced() ? false : { duration: 150 },
    interaction: { mode: 'index', intersect: false, axis: input.horizontal ? 'y' : 'x' },
    indexAxis: input.horizontal ? 'y' : 'x',
    layout: {
      padding: { top: input.horizontal && input.marks?.length ? PADDING_TOP_PX + LABEL_ROW_HEIGHT_PX : PADDING_TOP_PX },
    },
    scales: {
      [valueAxis]: {
        ...markRange,
        grid,
        border: { display: false },
        ticks: {
          ...tickStyle,
          ...(decimals === undefined ? {} : { precision: decimals }),
          callback: (value: number | string, index: number, ticks: readonly { value: number }[]) =>
            formatTicks(
              ticks.map((tick) => tick.value),
              { language, ...(decimals === undefined ? {} : { decimals }) },
            )[index] ?? formatNumber(Number(value), { language }),
        },
      },
      [valueAxis === 'x' ? 'y' : 'x']: {
        grid: { display: false },
        border: grid,
        ticks: {
          ...tickStyle,
          ...getNameTickOptions(input.axisNameCount),
          ...(input.horizontal ? { callback: truncateName } : {}),
        },
      },
    },
    plugins: {
      legend: {
        display: input.showsLegend,
        position: 'bottom',
        labels: { ...tickStyle, color: palette.ink, ...(input.legendShowsLines ? LINE_LEGEND : DOT_LEGEND) },
      },
      tooltip: {
        backgroundColor: palette.ink,
        titleColor: palette.ground,
        bodyColor: palette.ground,
        titleFont: tickStyle.font,
        bodyFont: tickStyle.font,
        callbacks: {
          label: (item: { dataset: { label?: string }; parsed: { x: number | null; y: number | null } }) =>
            `${item.dataset.label ?? ''} ${formatTooltipValue(item.parsed[valueAxis] ?? Number.NaN)}`.trim(),
        },
      },
      marks: { marks: input.marks ?? [], palette, axis: valueAxis },
      crosshair: { group: input.crosshairGroup, color: palette.quiet },
    },
  } satisfies ChartOptions<'line' | 'bar'>
}
