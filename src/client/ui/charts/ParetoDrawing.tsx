import type { ChartData } from 'chart.js'
import { useMemo } from 'react'
import { Chart } from 'react-chartjs-2'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../format/number'
import { formatUnit } from '../../format/unit'
import { useLanguage } from '../../format/use-language'
import { buildBaseOptions } from './base-options'
import type { ParetoChartProps } from './chart-props'
import { ChartFrame } from './ChartFrame'
import type { Palette } from './palette'
import { calculatePareto, type ParetoItem } from './chart-data'

function buildChartData(items: readonly ParetoItem[], names: { value: string; cumulative: string }, palette: Palette) {
  const chartData: ChartData<'bar' | 'line', number[]> = {
    labels: items.map((item) => item.name),
    datasets: [
      {
        type: 'bar',
        label: names.value,
        data: items.map((item) => item.value),
        yAxisID: 'y',
        backgroundColor: palette.series[0],
        maxBarThickness: 48,
        order: 1,
      },
      {
        type: 'line',
        label: names.cumulative,
        data: items.map((item) => item.cumulative),
        yAxisID: 'share',
        borderColor: palette.series[1],
        backgroundColor: palette.series[1],
        borderWidth: 2,
        pointRadius: 3,
        // The last point, 100 %, is on the upper edge, which would cut off half of the point.
        clip: false,
        order: 0,
      },
    ],
  }
  return chartData
}

/** Causes from largest to smallest with the cumulative share, to see which few cause most of the total. */
export default function ParetoDrawing(props: ParetoChartProps) {
  const { items, marks, decimals, unit, question } = props
  const { t } = useTranslation('client')
  const language = useLanguage()
  const paretoItems = useMemo(() => calculatePareto(items), [items])
  const names = {
    value: t('ui.chart.value', { unit: formatUnit(unit, null, language) }),
    cumulative: t('ui.chart.cumulative'),
  }
  const formatRatio = (ratio: number) => formatPercent(ratio, { language, decimals: 1 })
  const table = paretoItems.map((item) => ({
    label: item.name,
    cells: [formatNumber(item.value, { language, decimals }), formatRatio(item.share), formatRatio(item.cumulative)],
  }))
  return (
    <ChartFrame {...props} headers={[names.value, t('ui.chart.share'), t('ui.chart.cumulative')]} table={table}>
      {(palette) => {
        const baseOptions = buildBaseOptions({
          palette,
          language,
          unit,
          marks,
          decimals,
          showsLegend: true,
          axisNameCount: paretoItems.length,
        })
        const total = paretoItems.reduce((sum, item) => sum + item.value, 0)
        const shareAxis = {
          position: 'right' as const,
          min: 0,
          max: 1,
          grid: { display: false },
          border: { display: false },
          ticks: {
            color: palette.quiet,
            font: { size: 12, family: palette.font },
            callback: (value: number | string) => formatRatio(Number(value)),
          },
        }
        const formatLabel = (item: { dataset: { yAxisID?: string }; parsed: { y: number | null } }) => {
          const value = item.parsed.y ?? 0
          return item.dataset.yAxisID === 'share'
            ? `${names.cumulative} ${formatRatio(value)}`
            : `${formatNumber(value, { language, decimals, unit })} (${formatRatio(value / total)})`
        }
        return (
          <Chart
            type="bar"
            key={palette.ground}
            aria-label={question}
            data={buildChartData(paretoItems, names, palette)}
            options={{
              ...baseOptions,
              // Both axes end at the total, so that line and bars share one scale.
              scales: {
                x: baseOptions.scales.x,
                y: {
                  ...baseOptions.scales.y,
                  min: 0,
                  max: total,
                  // The total is not a round number: its label would overlap the last round tick.
                  ticks: { ...baseOptions.scales.y?.ticks, includeBounds: false },
                },
                share: shareAxis,
              },
              plugins: {
                ...baseOptions.plugins,
                tooltip: { ...baseOptions.plugins.tooltip, callbacks: { label: formatLabel } },
              },
            }}
          />
        )
      }}
    </ChartFrame>
  )
}
