import { lazy, type ComponentType } from 'react'
import type {
  BarChartProps,
  ChartProps,
  HistogramProps,
  LineChartProps,
  ParetoChartProps,
  WaterfallProps,
} from './charts/chart-props'
import { LazyBoundary, SkeletonChart } from './Skeleton'

export type {
  Band,
  BarChartProps,
  ChartEvent,
  HistogramProps,
  LineChartProps,
  Mark,
  ParetoChartProps,
  Range,
  Series,
  WaterfallProps,
} from './charts/chart-props'

/** Wraps a chart in `lazy`, so that chart.js is loaded with the first chart and not with the app. */
function createLazyChart<Props extends ChartProps>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Drawing = lazy(load)
  return function LazyChart(props: Props) {
    return (
      <LazyBoundary skeleton={<SkeletonChart height={props.height} />}>
        <Drawing {...props} />
      </LazyBoundary>
    )
  }
}

export const LineChart = createLazyChart<LineChartProps>(() => import('./charts/LineDrawing'))
export const BarChart = createLazyChart<BarChartProps>(() => import('./charts/BarDrawing'))
export const HistogramChart = createLazyChart<HistogramProps>(() => import('./charts/HistogramDrawing'))
export const ParetoChart = createLazyChart<ParetoChartProps>(() => import('./charts/ParetoDrawing'))
export const WaterfallChart = createLazyChart<WaterfallProps>(() => import('./charts/WaterfallDrawing'))
