import type { Chart, ChartType, Plugin, Scale } from 'chart.js'
import type { ChartEvent, Mark, Band } from './chart-props'
import { placeLabels, spreadLabels } from './mark-labels'
import type { Palette } from './palette'

export type MarksOptions = { marks?: readonly Mark[]; palette?: Palette; axis?: 'x' | 'y' }

declare module 'chart.js' {
  // The library's way to type a plugin's options; the parameter's name must match its declaration.
  interface PluginOptionsByType<TType extends ChartType> {
    marks?: MarksOptions & { of?: TType }
  }
}

const MARK_DASHES: Record<Mark['tone'], number[]> = { limit: [6, 4], target: [], mean: [2, 3] }

function getMarkColor({ tone }: Mark, palette: Palette): string {
  return tone === 'mean' ? palette.quiet : palette[tone]
}

/** Height of a label's row and of its text, px. */
export const LABEL_ROW_HEIGHT_PX = 15
const TEXT_HEIGHT_PX = 12
/** Minimum distance between the lower edges of two labels, px. */
const MIN_LABEL_DISTANCE_PX = TEXT_HEIGHT_PX + 2
/** Distance of a label from the line below it, and from the right edge of the chart area, px. */
const LABEL_GAP_PX = 3
const RIGHT_MARGIN_PX = 4
interface PositionedMark extends Mark {
  readonly position: number
}
function drawMarkLine(
  { ctx, chartArea: area }: Chart,
  isHorizontal: boolean,
  positionedMark: PositionedMark,
  palette: Palette,
): void {
  ctx.strokeStyle = getMarkColor(positionedMark, palette)
  ctx.lineWidth = 1.5
  ctx.setLineDash(MARK_DASHES[positionedMark.tone])
  ctx.beginPath()
  ctx.moveTo(isHorizontal ? area.left : positionedMark.position, isHorizontal ? positionedMark.position : area.top)
  ctx.lineTo(isHorizontal ? area.right : positionedMark.position, isHorizontal ? positionedMark.position : area.bottom)
  ctx.stroke()
}
/** Draws a label with an outline in the background color, so that it is readable above lines and bars. */
function drawMarkLabel({ ctx }: Chart, positionedMark: PositionedMark, x: number, y: number, palette: Palette): void {
  ctx.strokeStyle = palette.ground
  ctx.lineWidth = 4
  ctx.lineJoin = 'round'
  ctx.setLineDash([])
  ctx.strokeText(positionedMark.label, x, y)
  ctx.fillStyle = getMarkColor(positionedMark, palette)
  ctx.fillText(positionedMark.label, x, y)
}
function drawMarks(chart: Chart, scale: Scale, marks: readonly Mark[], palette: Palette): void {
  const { ctx, chartArea: area } = chart
  const isHorizontal = scale.axis === 'y'
  const [start, end] = isHorizontal ? [area.top, area.bottom] : [area.left, area.right]
  const visibleMarks = marks
    .map((mark): PositionedMark => ({ ...mark, position: scale.getPixelForValue(mark.value) }))
    .filter(({ position }) => position >= start - 1 && position <= end + 1)
  ctx.save()
  for (const mark of visibleMarks) drawMarkLine(chart, isHorizontal, mark, palette)
  ctx.font = `600 ${TEXT_HEIGHT_PX}px ${palette.font}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'bottom'
  const widths = visibleMarks.map(({ label }) => ctx.measureText(label).width)
  if (isHorizontal) {
    // Each label is above its line, at the right end.
    const labelYs = spreadLabels(
      visibleMarks.map(({ position }) => position - LABEL_GAP_PX),
      MIN_LABEL_DISTANCE_PX,
      area.top + LABEL_ROW_HEIGHT_PX,
      area.bottom,
    )
    visibleMarks.forEach((mark, index) =>
      drawMarkLabel(chart, mark, area.right - RIGHT_MARGIN_PX - widths[index]!, labelYs[index]!, palette),
    )
  } else {
    const labelPositions = placeLabels(
      visibleMarks.map(({ position }, index) => ({ x: position, width: widths[index]! })),
      area.left,
      area.right,
    )
    // Horizontal bars would lie under the labels, so the first row is above the chart area.
    const firstRowY = chart.options.indexAxis === 'y' ? area.top - 1 : area.top + LABEL_ROW_HEIGHT_PX
    visibleMarks.forEach((mark, index) => {
      const { x, row } = labelPositions[index]!
      drawMarkLabel(chart, mark, x, firstRowY + LABEL_ROW_HEIGHT_PX * row, palette)
    })
  }
  ctx.restore()
}

/** Draws limits, targets and means with their labels above the data. */
export const marksPlugin: Plugin<'line' | 'bar', MarksOptions> = {
  id: 'marks',
  afterDatasetsDraw(chart, _args, options) {
    const scale = chart.scales[options.axis ?? 'y']
    if (scale && options.palette) drawMarks(chart as Chart, scale, options.marks ?? [], options.palette)
  },
}

type EventsOptions = { events?: readonly ChartEvent[]; palette?: Palette }

declare module 'chart.js' {
  // The library's way to type a plugin's options; the parameter's name must match its declaration.
  interface PluginOptionsByType<TType extends ChartType> {
    events?: EventsOptions & { of?: TType }
  }
}

/** Draws vertical lines with labels at moments that explain the data. */
export const eventsPlugin: Plugin<'line' | 'bar', EventsOptions> = {
  id: 'events',
  afterDatasetsDraw(chart, _args, { events = [], palette }) {
    const scale = chart.scales['x']
    const marks = events.map(({ x, label }): Mark => ({ value: x, label, tone: 'mean' }))
    if (scale && palette) drawMarks(chart as Chart, scale, marks, palette)
  },
}

/** Calculates the range of the value axis that includes all marks. */
export function calculateMarkRange(marks: readonly Mark[] | undefined): {
  suggestedMin?: number
  suggestedMax?: number
} {
  if (!marks?.length) return {}
  const values = marks.map((mark) => mark.value)
  return { suggestedMin: Math.min(...values), suggestedMax: Math.max(...values) }
}

type BandsOptions = { bands?: readonly Band[]; color?: string }

declare module 'chart.js' {
  // The library's way to type a plugin's options; the parameter's name must match its declaration.
  interface PluginOptionsByType<TType extends ChartType> {
    bands?: BandsOptions & { of?: TType }
  }
}

const BAND_OPACITY = 0.18
/** Shades intervals of a time axis behind the lines: stops, shifts, excluded data. */
export const bandsPlugin: Plugin<'line' | 'bar', BandsOptions> = {
  id: 'bands',
  beforeDatasetsDraw({ ctx, chartArea: area, scales }, _args, { bands = [], color }) {
    const xScale = scales['x']
    if (!xScale || !color || bands.length === 0) return
    ctx.save()
    ctx.fillStyle = color
    ctx.globalAlpha = BAND_OPACITY
    for (const band of bands) {
      const left = Math.max(area.left, xScale.getPixelForValue(band.from))
      const right = Math.min(area.right, xScale.getPixelForValue(band.to))
      if (right > left) ctx.fillRect(left, area.top, Math.max(1, right - left), area.bottom - area.top)
    }
    ctx.restore()
  },
}
