import type { ChartType, Plugin } from 'chart.js'
import type { Band } from './chart-props'

export type BandsOptions = { bands?: readonly Band[]; colour?: string }

declare module 'chart.js' {
  // The library's way to type a plugin's options; the parameter's name must match its declaration.
  interface PluginOptionsByType<TType extends ChartType> {
    bands?: BandsOptions & { of?: TType }
  }
}

/** Shades intervals of a time axis behind the lines: stops, shifts, excluded data. */
export const bandsPlugin: Plugin<'line' | 'bar', BandsOptions> = {
  id: 'bands',
  beforeDatasetsDraw({ ctx, chartArea: area, scales }, _args, { bands = [], colour }) {
    const x = scales['x']
    if (!x || !colour || bands.length === 0) return
    ctx.save()
    ctx.fillStyle = colour
    ctx.globalAlpha = 0.18
    for (const band of bands) {
      const left = Math.max(area.left, x.getPixelForValue(band.from))
      const right = Math.min(area.right, x.getPixelForValue(band.to))
      if (right > left) ctx.fillRect(left, area.top, Math.max(1, right - left), area.bottom - area.top)
    }
    ctx.restore()
  },
}
