import { Bar } from 'react-chartjs-2'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { ChartFrame } from '@/client/ui/charts/ChartFrame'
import { buildBaseOptions } from '@/client/ui/charts/base-options'
import { useBands, type UseBand } from '../rules/bands'
import { bandColour } from './band-colours'

export interface BandBarsProps {
  question: string
  unit: string
  period: string
  /** Label of each tariff band. */
  words: Readonly<Record<UseBand, string>>
  heads: readonly string[]
  slots: readonly { at: string; value: number; band: UseBand; estimated: boolean }[]
  estimated: string
  onTap?: ((index: number) => void) | undefined
}
/** Bars of 15 minutes in the colours of the tariff bands. */
export default function BandBars({ question, unit, period, words, heads, slots, estimated, onTap }: BandBarsProps) {
  const language = useLanguage()
  const shown = useBands.filter((band) => slots.some((slot) => slot.band === band))
  const table = slots.map(({ at, value, band, estimated: guess }) => ({
    label: at,
    cells: [`${formatNumber(value, { language, decimals: 1 })}${guess ? ` (${estimated})` : ''}`, words[band]],
  }))
  return (
    <ChartFrame question={question} unit={unit} period={period} headers={heads} table={table}>
      {(palette) => {
        const base = buildBaseOptions({ palette, language, unit, decimals: 0, legend: true, nameCount: slots.length })
        return (
          <Bar
            key={palette.ground}
            aria-label={question}
            data={{
              labels: slots.map(({ at }) => at),
              datasets: shown.map((band) => ({
                label: words[band],
                data: slots.map((slot) => (slot.band === band ? slot.value : null)),
                backgroundColor: bandColour(band),
                barPercentage: 1,
                categoryPercentage: 0.95,
                stack: 'one',
              })),
            }}
            options={{
              ...base,
              scales: { x: { ...base.scales.x, stacked: true }, y: { ...base.scales.y, stacked: true } },
              onClick: (_event, found) => found[0] && onTap?.(found[0].index),
            }}
          />
        )
      }}
    </ChartFrame>
  )
}
