import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Decimation,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartOptions,
  type Scale,
} from 'chart.js'
import { bandsPlugin } from './bands-plugin'
import { formatNumber, type AppLanguage } from '../../format/number'
import { motionReduced } from '../motion'
import type { ChartProps } from './chart-props'
import { markRange, marksPlugin } from './marks-plugin'
import type { Palette } from './palette'

// Register only the parts in use: registering everything would double the chunk.
Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Decimation,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  marksPlugin,
  bandsPlugin,
)

export type KitInput = Pick<ChartProps, 'unit' | 'marks' | 'decimals'> & {
  palette: Palette
  language: AppLanguage
  legend: boolean
  horizontal?: boolean
  /**
   * Number of names on the axis. Up to 24 are all labelled, rotated if necessary: a bar without its name is useless.
   */
  names?: number
  /** Draws legend entries as lines with their dashes. */
  lines?: boolean
}

const LINES = { usePointStyle: true, pointStyle: 'line', pointStyleWidth: 32 } as const
const DOTS = { usePointStyle: true, pointStyle: 'circle', boxHeight: 8 } as const

/** Labels all names up to 24; more would not fit, and time steps may be skipped. */
const nameTicks = (names = Infinity) =>
  names <= 24 ? { autoSkip: false, maxRotation: 60 } : { maxRotation: 0, autoSkipPadding: 24 }

/** Maximum share of a chart's width for the names of horizontal bars. */
const NAME_SHARE = 0.45
/**
 * Truncates the end of a name that is too long, because Chart.js cuts off the beginning. The data table has the full
 * name.
 */
function cutName(this: Scale, value: number | string): string {
  const name = this.getLabelForValue(Number(value))
  const room = this.chart.width * NAME_SHARE
  if (this.ctx.measureText(name).width <= room) return name
  let length = name.length
  while (length > 1 && this.ctx.measureText(`${name.slice(0, length)}…`).width > room) length--
  return `${name.slice(0, length)}…`
}

/** Removes a zero decimal of round numbers on an axis: 20.0k becomes 20k. */
const bare = (text: string) => text.replace(/\.0(?=\D|$)/, '')

/** Builds the options shared by all charts: theme colors, units on the axis and in the tooltip, marks. */
export function baseOptions(input: KitInput) {
  const { palette, language, unit, decimals } = input
  const text = (value: number, withUnit: boolean) =>
    formatNumber(value, { language, decimals, unit: withUnit ? unit : undefined, shorten: !withUnit })
  const values = input.horizontal ? 'x' : 'y'
  const quiet = { color: palette.quiet, font: { size: 12, family: palette.font } }
  const grid = { color: palette.line }
  const range = markRange(input.marks)
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: motionReduced() ? false : { duration: 150 },
    interaction: { mode: 'index', intersect: false, axis: input.horizontal ? 'y' : 'x' },
    indexAxis: input.horizontal ? 'y' : 'x',
    layout: { padding: { top: 8 } },
    scales: {
      [values]: {
        ...range,
        grid,
        border: { display: false },
        ticks: {
          ...quiet,
          ...(decimals === undefined ? {} : { precision: decimals }),
          callback: (value: number | string) => bare(text(Number(value), false)),
        },
      },
      [values === 'x' ? 'y' : 'x']: {
        grid: { display: false },
        border: grid,
        ticks: { ...quiet, ...nameTicks(input.names), ...(input.horizontal ? { callback: cutName } : {}) },
      },
    },
    plugins: {
      legend: {
        display: input.legend,
        position: 'bottom',
        labels: { ...quiet, color: palette.ink, ...(input.lines ? LINES : DOTS) },
      },
      tooltip: {
        backgroundColor: palette.ink,
        titleColor: palette.ground,
        bodyColor: palette.ground,
        titleFont: quiet.font,
        bodyFont: quiet.font,
        callbacks: {
          label: (item: { dataset: { label?: string }; parsed: { x: number | null; y: number | null } }) =>
            `${item.dataset.label ?? ''} ${text(item.parsed[values] ?? Number.NaN, true)}`.trim(),
        },
      },
      marks: { marks: input.marks ?? [], palette, axis: values },
    },
  } satisfies ChartOptions<'line' | 'bar'>
}
