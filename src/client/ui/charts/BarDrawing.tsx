import { useMemo } from 'react'
import { Bar } from 'react-chartjs-2'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../format/use-language'
import { buildBaseOptions } from './base-options'
import type { BarChartProps } from './chart-props'
import { buildSeriesTable } from './chart-data'
import { ChartFrame } from './ChartFrame'

/** Bars from zero: grouped, stacked or horizontal. */
export default function BarDrawing(props: BarChartProps) {
  const { series, xs, stacked = false, horizontal = false, marks, decimals, unit, question } = props
  const { t } = useTranslation('client')
  const language = useLanguage()
  const flaggedLabel = t('ui.chart.flagged')
  const table = useMemo(
    () => buildSeriesTable(xs, series, { language, decimals, flaggedLabel }),
    [xs, series, language, decimals, flaggedLabel],
  )
  return (
    <ChartFrame {...props} headers={series.map(({ name }) => name)} table={table}>
      {(palette) => {
        const baseOptions = buildBaseOptions({
          palette,
          language,
          unit,
          marks,
          decimals,
          showsLegend: series.length > 1,
          horizontal,
          axisNameCount: xs.length,
        })
        return (
          <Bar
            key={palette.ground}
            aria-label={question}
            data={{
              labels: [...xs],
              datasets: series.map(({ name, values, flags }, index) => {
                const seriesColor = palette.series[index % palette.series.length] ?? palette.ink
                return {
                  label: name,
                  data: [...values],
                  backgroundColor: values.map((_, barIndex) => (flags?.[barIndex] ? palette.limit : seriesColor)),
                  maxBarThickness: 48,
                  // A gap between stacked parts, so that color is not their only difference.
                  ...(stacked ? { borderColor: palette.ground, borderWidth: 1 } : {}),
                }
              }),
            }}
            options={{
              ...baseOptions,
              scales: { x: { ...baseOptions.scales.x, stacked }, y: { ...baseOptions.scales.y, stacked } },
            }}
          />
        )
      }}
    </ChartFrame>
  )
}
