import { Bar } from 'react-chartjs-2'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { ChartFrame } from '@/client/ui/charts/ChartFrame'
import { buildBaseOptions } from '@/client/ui/charts/base-options'
import { energyBands, type EnergyBand } from '../rules/energy-bands'

export interface BandBarChartProps {
  question: string
  unit: string
  period: string
  /** Label of each tariff band. */
  bandLabels: Readonly<Record<EnergyBand, string>>
  tableHeaders: readonly string[]
  slots: readonly { at: string; value: number; band: EnergyBand; estimated: boolean }[]
  estimatedLabel: string
  onBarTap?: ((index: number) => void) | undefined
}
/** Bars of 15 minutes in the colours of the tariff bands. */
export default function BandBarChart({
  question,
  unit,
  period,
  bandLabels,
  tableHeaders,
  slots,
  estimatedLabel,
  onBarTap,
}: BandBarChartProps) {
  const language = useLanguage()
  const displayedBands = energyBands.filter((band) => slots.some((slot) => slot.band === band))
  const table = slots.map(({ at, value, band, estimated: isEstimated }) => ({
    label: at,
    cells: [
      `${formatNumber(value, { language, decimals: 1 })}${isEstimated ? ` (${estimatedLabel})` : ''}`,
      bandLabels[band],
    ],
  }))
  return (
    <ChartFrame question={question} unit={unit} period={period} headers={tableHeaders} table={table}>
      {(palette) => {
        const baseOptions = buildBaseOptions({
          palette,
          language,
          unit,
          decimals: 0,
          showsLegend: true,
          axisNameCount: slots.length,
        })
        return (
          <Bar
            key={palette.ground}
            aria-label={question}
            data={{
              labels: slots.map(({ at }) => at),
              datasets: displayedBands.map((band) => ({
                label: bandLabels[band],
                data: slots.map((slot) => (slot.band === band ? slot.value : null)),
                backgroundColor: getBandColor(band),
                barPercentage: 1,
                categoryPercentage: 0.95,
                stack: 'one',
              })),
            }}
            options={{
              ...baseOptions,
              scales: { x: { ...baseOptions.scales.x, stacked: true }, y: { ...baseOptions.scales.y, stacked: true } },
              onClick: (_event, tappedBars) => tappedBars[0] && onBarTap?.(tappedBars[0].index),
            }}
          />
        )
      }}
    </ChartFrame>
  )
}

/** Colours of the tariff bands, as on the tariff page. Always show the name of the band as well. */
const colorVariableByBand: Readonly<Record<EnergyBand, string>> = {
  critical: '--band-critical',
  peak: '--band-peak',
  normal: '--band-normal',
  low: '--band-low',
  deep: '--band-deep',
  flat: '--ink-2',
  none: '--line',
}
/** Returns the colour of a band in the current theme. */
const getBandColor = (band: EnergyBand): string =>
  getComputedStyle(document.documentElement).getPropertyValue(colorVariableByBand[band]).trim()
