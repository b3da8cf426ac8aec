import type { Chart, ChartType, Plugin, Scale } from 'chart.js'
import type { Mark } from './chart-props'
import type { Palette } from './palette'

export type MarksOptions = { marks?: readonly Mark[]; palette?: Palette; axis?: 'x' | 'y' }

declare module 'chart.js' {
  // The library's own way to type a plugin's options; the parameter's name must match its declaration.
  interface PluginOptionsByType<TType extends ChartType> {
    marks?: MarksOptions & { of?: TType }
  }
}

const DASHES: Record<Mark['tone'], number[]> = { limit: [6, 4], target: [], mean: [2, 3] }

function colour(mark: Mark, palette: Palette): string {
  return mark.tone === 'limit' ? palette.limit : mark.tone === 'target' ? palette.target : palette.quiet
}

function drawMark(chart: Chart, scale: Scale, mark: Mark, palette: Palette): void {
  const { ctx, chartArea: area } = chart
  const at = scale.getPixelForValue(mark.value)
  const lying = scale.axis === 'x'
  const outside = lying ? at < area.left - 1 || at > area.right + 1 : at < area.top - 1 || at > area.bottom + 1
  if (outside) return
  ctx.save()
  ctx.strokeStyle = colour(mark, palette)
  ctx.fillStyle = colour(mark, palette)
  ctx.lineWidth = 1.5
  ctx.setLineDash(DASHES[mark.tone])
  ctx.beginPath()
  ctx.moveTo(lying ? at : area.left, lying ? area.top : at)
  ctx.lineTo(lying ? at : area.right, lying ? area.bottom : at)
  ctx.stroke()
  ctx.font = `600 12px ${palette.font}`
  ctx.textAlign = 'right'
  ctx.textBaseline = 'bottom'
  const nearTop = at - area.top < 16
  // Left of its line, or right of it where it would run into the other axis.
  const fits = at - 4 - ctx.measureText(mark.label).width >= area.left
  if (lying) {
    if (!fits) ctx.textAlign = 'left'
    ctx.fillText(mark.label, fits ? at - 4 : at + 4, area.top + 14)
  } else {
    if (nearTop) ctx.textBaseline = 'top'
    ctx.fillText(mark.label, area.right - 4, nearTop ? at + 3 : at - 3)
  }
  ctx.restore()
}

/** Draws limits, targets and means over the data, each with its name. */
export const marksPlugin: Plugin<'line' | 'bar', MarksOptions> = {
  id: 'marks',
  afterDatasetsDraw(chart, _args, options) {
    const scale = chart.scales[options.axis ?? 'y']
    if (!scale || !options.palette) return
    for (const mark of options.marks ?? []) drawMark(chart as Chart, scale, mark, options.palette)
  },
}

/** Room the value axis needs so that no mark lies outside it. */
export function markRange(marks: readonly Mark[] | undefined): { suggestedMin?: number; suggestedMax?: number } {
  if (!marks?.length) return {}
  const values = marks.map((mark) => mark.value)
  return { suggestedMin: Math.min(...values), suggestedMax: Math.max(...values) }
}
