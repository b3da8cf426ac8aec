import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Bar } from 'react-chartjs-2'
import { formatNumber } from '../../format/number'
import { formatUnit } from '../../format/unit'
import { useLanguage } from '../../format/use-language'
import { buildBaseOptions } from './base-options'
import type { WaterfallProps } from './chart-props'
import { ChartFrame } from './ChartFrame'
import type { Palette } from './palette'
import { buildWaterfall, calculateAxisStart, type WaterfallBar } from './chart-data'

const getKindColors = (palette: Palette): Record<WaterfallBar['kind'], string> => ({
  whole: palette.series[0] ?? palette.ink,
  more: palette.limit,
  less: palette.target,
})
/** Waterfall chart: horizontal bars, each starting where the previous one ended. */
export default function WaterfallDrawing(props: WaterfallProps) {
  const { from, steps, to, decimals, question } = props
  const { t } = useTranslation('client')
  const language = useLanguage()
  const unit = formatUnit(props.unit, null, language)
  const bars = useMemo(() => buildWaterfall({ from, steps, to }), [from, steps, to])
  const axisStart = calculateAxisStart(bars)
  const formatBar = ({ kind, value }: WaterfallBar) =>
    `${kind === 'more' ? '+' : ''}${formatNumber(value, { language, decimals })}`
  return (
    <ChartFrame
      {...props}
      note={
        axisStart > 0
          ? t('ui.chart.axisFrom', { value: `${formatNumber(axisStart, { language, decimals })} ${unit}` })
          : null
      }
      headers={[`${t('ui.chart.amount')} (${unit})`]}
      table={bars.map((bar) => ({ label: bar.name, cells: [formatBar(bar)] }))}
    >
      {(palette) => {
        const baseOptions = buildBaseOptions({
          palette,
          language,
          unit,
          decimals,
          showsLegend: false,
          horizontal: true,
          axisNameCount: bars.length,
        })
        const legendItems = (['whole', 'more', 'less'] as const).map((kind) => ({
          text: t(`ui.chart.${kind}`),
          fillStyle: getKindColors(palette)[kind],
          strokeStyle: 'transparent',
          fontColor: palette.ink,
          pointStyle: 'circle' as const,
        }))
        return (
          <Bar
            key={palette.ground}
            aria-label={question}
            data={{
              labels: bars.map(({ name }) => name),
              datasets: [
                {
                  label: question,
                  data: bars.map(({ kind, span }): [number, number] => [
                    kind === 'whole' ? axisStart : span[0],
                    span[1],
                  ]),
                  backgroundColor: bars.map(({ kind }) => getKindColors(palette)[kind]),
                  maxBarThickness: 32,
                },
              ],
            }}
            options={{
              ...baseOptions,
              scales: { ...baseOptions.scales, x: { ...baseOptions.scales.x, min: axisStart } },
              plugins: {
                ...baseOptions.plugins,
                legend: {
                  ...baseOptions.plugins.legend,
                  display: true,
                  labels: { ...baseOptions.plugins.legend.labels, generateLabels: () => legendItems },
                  onClick: () => undefined,
                },
                tooltip: {
                  ...baseOptions.plugins.tooltip,
                  callbacks: {
                    label: ({ dataIndex }: { dataIndex: number }) => {
                      const bar = bars[dataIndex]
                      return bar ? `${formatBar(bar)} ${unit}` : ''
                    },
                  },
                },
              },
            }}
          />
        )
      }}
    </ChartFrame>
  )
}
