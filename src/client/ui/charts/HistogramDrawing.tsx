import type { ChartData } from 'chart.js'
import { useMemo } from 'react'
import { Chart } from 'react-chartjs-2'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../format/number'
import { useLanguage } from '../../format/use-language'
import { buildBaseOptions } from './base-options'
import type { HistogramProps } from './chart-props'
import { ChartFrame } from './ChartFrame'
import { extendBins, toBinPosition } from './chart-data'

/** Frequencies of values with the fitted curve, and limits at their position on the value axis. */
export default function HistogramDrawing(props: HistogramProps) {
  const { bins, marks = [], names, valueDecimals, unit, question } = props
  const { t } = useTranslation('client')
  const language = useLanguage()
  const visibleBins = useMemo(() => extendBins(bins, marks), [bins, marks])
  const formatValue = (value: number | null, decimals: number) => formatNumber(value, { language, decimals })
  // Label bins by their middle, so that limits are at the right position between the labels.
  const labels = visibleBins.map(({ from, to }) => formatValue((from + to) / 2, valueDecimals))
  const table = visibleBins.map(({ from, to, count, expected, out }) => ({
    label: `${formatValue(from, valueDecimals)} – ${formatValue(to, valueDecimals)}`,
    cells: [`${formatValue(count, 0)}${out ? ` (${t('ui.chart.flagged')})` : ''}`, formatValue(expected, 1)],
  }))
  return (
    <ChartFrame {...props} headers={[names.counted, names.expected]} table={table}>
      {(palette) => {
        const baseOptions = buildBaseOptions({
          palette,
          language,
          unit,
          decimals: 0,
          showsLegend: true,
          axisNameCount: visibleBins.length,
        })
        const data: ChartData<'bar' | 'line', (number | null)[]> = {
          labels,
          datasets: [
            {
              type: 'bar',
              label: names.counted,
              data: visibleBins.map(({ count }) => count),
              backgroundColor: visibleBins.map(({ out }) => (out ? palette.limit : (palette.series[0] ?? palette.ink))),
              // Adjacent bins touch: there are no values between them.
              barPercentage: 1,
              categoryPercentage: 0.97,
              order: 1,
            },
            {
              type: 'line',
              label: names.expected,
              data: visibleBins.map(({ expected }) => expected),
              borderColor: palette.series[1],
              backgroundColor: palette.series[1],
              borderWidth: 2,
              pointRadius: 0,
              cubicInterpolationMode: 'monotone',
              order: 0,
            },
          ],
        }
        const marksOnBinAxis = marks.map((mark) => ({ ...mark, value: toBinPosition(visibleBins, mark.value) }))
        return (
          <Chart
            type="bar"
            key={palette.ground}
            aria-label={question}
            data={data}
            options={{
              ...baseOptions,
              // Space for the mark labels above the highest bar. Chart.js takes the percentage of half the axis.
              scales: { ...baseOptions.scales, y: { ...baseOptions.scales.y, grace: marks.length > 0 ? '40%' : 0 } },
              plugins: { ...baseOptions.plugins, marks: { marks: marksOnBinAxis, palette, axis: 'x' } },
            }}
          />
        )
      }}
    </ChartFrame>
  )
}
