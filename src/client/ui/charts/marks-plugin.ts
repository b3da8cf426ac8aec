import type { Chart, ChartType, Plugin, Scale } from 'chart.js'
import type { Mark } from './chart-props'
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

function getMarkColor(mark: Mark, palette: Palette): string {
  return mark.tone === 'limit' ? palette.limit : mark.tone === 'target' ? palette.target : palette.quiet
}

/** Height of a label's row and of its text, px. */
const ROW_HEIGHT_PX = 15
const TEXT_HEIGHT_PX = 12
interface PositionedMark extends Mark {
  readonly position: number
}
function drawLine(
  { ctx, chartArea: area }: Chart,
  isHorizontal: boolean,
  mark: PositionedMark,
  palette: Palette,
): void {
  ctx.strokeStyle = getMarkColor(mark, palette)
  ctx.lineWidth = 1.5
  ctx.setLineDash(MARK_DASHES[mark.tone])
  ctx.beginPath()
  ctx.moveTo(isHorizontal ? area.left : mark.position, isHorizontal ? mark.position : area.top)
  ctx.lineTo(isHorizontal ? area.right : mark.position, isHorizontal ? mark.position : area.bottom)
  ctx.stroke()
}
/** Draws a label with an outline in the background color, so that it is readable above lines and bars. */
function drawName({ ctx }: Chart, mark: PositionedMark, x: number, y: number, palette: Palette): void {
  ctx.strokeStyle = palette.ground
  ctx.lineWidth = 4
  ctx.lineJoin = 'round'
  ctx.setLineDash([])
  ctx.strokeText(mark.label, x, y)
  ctx.fillStyle = getMarkColor(mark, palette)
  ctx.fillText(mark.label, x, y)
}
function drawMarks(chart: Chart, scale: Scale, marks: readonly Mark[], palette: Palette): void {
  const { ctx, chartArea: area } = chart
  const isHorizontal = scale.axis === 'y'
  const [first, last] = isHorizontal ? [area.top, area.bottom] : [area.left, area.right]
  const visibleMarks = marks
    .map((mark): PositionedMark => ({ ...mark, position: scale.getPixelForValue(mark.value) }))
    .filter(({ position }) => position >= first - 1 && position <= last + 1)
  ctx.save()
  for (const mark of visibleMarks) drawLine(chart, isHorizontal, mark, palette)
  ctx.font = `600 ${TEXT_HEIGHT_PX}px ${palette.font}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'bottom'
  const widths = visibleMarks.map(({ label }) => ctx.measureText(label).width)
  if (isHorizontal) {
    // Above its line, at the right end.
    const heights = spreadLabels(
      visibleMarks.map(({ position }) => position - 3),
      TEXT_HEIGHT_PX + 2,
      area.top + ROW_HEIGHT_PX,
      area.bottom,
    )
    visibleMarks.forEach((mark, i) => drawName(chart, mark, area.right - 4 - widths[i]!, heights[i]!, palette))
  } else {
    const labelPositions = placeLabels(
      visibleMarks.map(({ position }, i) => ({ at: position, width: widths[i]! })),
      area.left,
      area.right,
    )
    visibleMarks.forEach((mark, i) =>
      drawName(chart, mark, labelPositions[i]!.x, area.top + ROW_HEIGHT_PX * (labelPositions[i]!.row + 1), palette),
    )
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

/** Calculates the range of the value axis that includes all marks. */
export function calculateMarkRange(marks: readonly Mark[] | undefined): {
  suggestedMin?: number
  suggestedMax?: number
} {
  if (!marks?.length) return {}
  const values = marks.map((mark) => mark.value)
  return { suggestedMin: Math.min(...values), suggestedMax: Math.max(...values) }
}
