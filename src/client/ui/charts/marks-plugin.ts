import type { Chart, ChartType, Plugin, Scale } from 'chart.js'
import type { Mark } from './chart-props'
import { placeNames, spread } from './mark-labels'
import type { Palette } from './palette'

export type MarksOptions = { marks?: readonly Mark[]; palette?: Palette; axis?: 'x' | 'y' }

declare module 'chart.js' {
  // The library's way to type a plugin's options; the parameter's name must match its declaration.
  interface PluginOptionsByType<TType extends ChartType> {
    marks?: MarksOptions & { of?: TType }
  }
}

const DASHES: Record<Mark['tone'], number[]> = { limit: [6, 4], target: [], mean: [2, 3] }

function colour(mark: Mark, palette: Palette): string {
  return mark.tone === 'limit' ? palette.limit : mark.tone === 'target' ? palette.target : palette.quiet
}

/** Height of a label's row and of its text, px. */
const ROW = 15
const TEXT = 12
interface Drawn extends Mark {
  readonly at: number
}
function drawLine({ ctx, chartArea: area }: Chart, lying: boolean, mark: Drawn, palette: Palette): void {
  ctx.strokeStyle = colour(mark, palette)
  ctx.lineWidth = 1.5
  ctx.setLineDash(DASHES[mark.tone])
  ctx.beginPath()
  ctx.moveTo(lying ? area.left : mark.at, lying ? mark.at : area.top)
  ctx.lineTo(lying ? area.right : mark.at, lying ? mark.at : area.bottom)
  ctx.stroke()
}
/** Draws a label with an outline in the background color, so that it is readable above lines and bars. */
function drawName({ ctx }: Chart, mark: Drawn, x: number, y: number, palette: Palette): void {
  ctx.strokeStyle = palette.ground
  ctx.lineWidth = 4
  ctx.lineJoin = 'round'
  ctx.setLineDash([])
  ctx.strokeText(mark.label, x, y)
  ctx.fillStyle = colour(mark, palette)
  ctx.fillText(mark.label, x, y)
}
function drawMarks(chart: Chart, scale: Scale, marks: readonly Mark[], palette: Palette): void {
  const { ctx, chartArea: area } = chart
  const lying = scale.axis === 'y'
  const [first, last] = lying ? [area.top, area.bottom] : [area.left, area.right]
  const drawn = marks
    .map((mark): Drawn => ({ ...mark, at: scale.getPixelForValue(mark.value) }))
    .filter(({ at }) => at >= first - 1 && at <= last + 1)
  ctx.save()
  for (const mark of drawn) drawLine(chart, lying, mark, palette)
  ctx.font = `600 ${TEXT}px ${palette.font}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'bottom'
  const widths = drawn.map(({ label }) => ctx.measureText(label).width)
  if (lying) {
    // Above its line, at the right end.
    const heights = spread(
      drawn.map(({ at }) => at - 3),
      TEXT + 2,
      area.top + ROW,
      area.bottom,
    )
    drawn.forEach((mark, i) => drawName(chart, mark, area.right - 4 - widths[i]!, heights[i]!, palette))
  } else {
    const places = placeNames(
      drawn.map(({ at }, i) => ({ at, width: widths[i]! })),
      area.left,
      area.right,
    )
    drawn.forEach((mark, i) => drawName(chart, mark, places[i]!.x, area.top + ROW * (places[i]!.row + 1), palette))
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
export function markRange(marks: readonly Mark[] | undefined): { suggestedMin?: number; suggestedMax?: number } {
  if (!marks?.length) return {}
  const values = marks.map((mark) => mark.value)
  return { suggestedMin: Math.min(...values), suggestedMax: Math.max(...values) }
}
