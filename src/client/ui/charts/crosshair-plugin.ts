import type { Chart, ChartType, Plugin } from 'chart.js'

type CrosshairOptions = {
  /** Charts with the same group share the crosshair. */
  group?: string | undefined
  color?: string
}

declare module 'chart.js' {
  // The library's way to type a plugin's options; the parameter's name must match its declaration.
  interface PluginOptionsByType<TType extends ChartType> {
    crosshair?: CrosshairOptions & { of?: TType }
  }
}

/** Charts on the page. */
const charts = new Set<Chart>()
/** Position of the pointer on the x axis, in its units, for each group of charts. */
const positionByGroup = new Map<string, number>()

function moveCrosshair(group: string, position: number | null): void {
  if (position === (positionByGroup.get(group) ?? null)) return
  if (position === null) positionByGroup.delete(group)
  else positionByGroup.set(group, position)
  for (const chart of charts) if (chart.options.plugins?.crosshair?.group === group) chart.draw()
}

/** Draws a vertical line at the pointer in all charts that share a time axis. */
export const crosshairPlugin: Plugin<'line' | 'bar', CrosshairOptions> = {
  id: 'crosshair',
  afterInit(chart) {
    charts.add(chart as Chart)
  },
  afterEvent(chart, { event, inChartArea }, { group }) {
    const scale = chart.scales['x']
    if (!group || !scale) return
    const position = inChartArea && event.x !== null ? (scale.getValueForPixel(event.x) ?? null) : null
    moveCrosshair(group, event.type === 'mouseout' ? null : position)
  },
  afterDatasetsDraw({ ctx, chartArea: area, scales }, _args, { group, color }) {
    const position = group === undefined ? undefined : positionByGroup.get(group)
    const x = position === undefined ? undefined : scales['x']?.getPixelForValue(position)
    if (x === undefined || !color || x < area.left || x > area.right) return
    ctx.save()
    ctx.strokeStyle = color
    ctx.lineWidth = 1
    ctx.beginPath()
    ctx.moveTo(x, area.top)
    ctx.lineTo(x, area.bottom)
    ctx.stroke()
    ctx.restore()
  },
  afterDestroy(chart) {
    charts.delete(chart as Chart)
  },
}
