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
import { buildWaterfall, calculateAxisStart, type WaterfallBar } from './waterfall'

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
  const start = calculateAxisStart(bars)
  const text = ({ kind, value }: WaterfallBar) =>
    `${kind === 'more' ? '+' : ''}${formatNumber(value, { language, decimals })}`
  return (
    <ChartFrame
      {...props}
      note={
        start > 0 ? t('ui.chart.axisFrom', { value: `${formatNumber(start, { language, decimals })} ${unit}` }) : null
      }
      headers={[`${t('ui.chart.amount')} (${unit})`]}
      table={bars.map((bar) => ({ label: bar.name, cells: [text(bar)] }))}
    >
      {(palette) => {
        const base = buildBaseOptions({
          palette,
          language,
          unit,
          decimals,
          legend: false,
          horizontal: true,
          nameCount: bars.length,
        })
        const legend = (['whole', 'more', 'less'] as const).map((kind) => ({
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
                  data: bars.map(({ kind, span }): [number, number] => [kind === 'whole' ? start : span[0], span[1]]),
                  backgroundColor: bars.map(({ kind }) => getKindColors(palette)[kind]),
                  maxBarThickness: 32,
                },
              ],
            }}
            options={{
              ...base,
              scales: { ...base.scales, x: { ...base.scales.x, min: start } },
              plugins: {
                ...base.plugins,
                legend: {
                  ...base.plugins.legend,
                  display: true,
                  labels: { ...base.plugins.legend.labels, generateLabels: () => legend },
                  onClick: () => undefined,
                },
                tooltip: {
                  ...base.plugins.tooltip,
                  callbacks: {
                    label: ({ dataIndex }: { dataIndex: number }) => {
                      const bar = bars[dataIndex]
                      return bar ? `${text(bar)} ${unit}` : ''
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
