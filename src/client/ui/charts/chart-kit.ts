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
import { formatNumber, type Language } from '../../format/number'
import { motionReduced } from '../motion'
import type { ChartProps } from './chart-props'
import { markRange, marksPlugin } from './marks-plugin'
import type { Palette } from './palette'

// Only what is drawn with: registering everything would double the part.
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
  language: Language
  legend: boolean
  horizontal?: boolean
  /** Every name on the axis is written, turned if it must be: a bar without its name says nothing. */
  names?: number
  /** The legend shows lines with their dashes. */
  lines?: boolean
}

const LINES = { usePointStyle: true, pointStyle: 'line', pointStyleWidth: 32 } as const
const DOTS = { usePointStyle: true, pointStyle: 'circle', boxHeight: 8 } as const

/** Up to two dozen names are all written; more would not fit, and steps of time may be skipped. */
const nameTicks = (names = Infinity) =>
  names <= 24 ? { autoSkip: false, maxRotation: 60 } : { maxRotation: 0, autoSkipPadding: 24 }

/** The part of a chart's width that names beside lying bars may take. */
const NAME_SHARE = 0.45
/** A name beside its bar, cut at its end where it is too long: Chart.js cuts off the beginning. The table has all of it. */
function cutName(this: Scale, value: number | string): string {
  const name = this.getLabelForValue(Number(value))
  const room = this.chart.width * NAME_SHARE
  if (this.ctx.measureText(name).width <= room) return name
  let length = name.length
  while (length > 1 && this.ctx.measureText(`${name.slice(0, length)}…`).width > room) length--
  return `${name.slice(0, length)}…`
}

/** On an axis round numbers need no decimal: 20.0k is 20k. */
const bare = (text: string) => text.replace(/\.0(?=\D|$)/, '')

/** The options all charts share: tokens' colours, units on the axis and in the tooltip, marks drawn. */
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
