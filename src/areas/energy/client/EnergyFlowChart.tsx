import { Chart as ChartJs } from 'chart.js'
import { SankeyController, Flow } from 'chartjs-chart-sankey'
import { Chart } from 'react-chartjs-2'
import '@/client/ui/charts/base-options'
import { ChartFrame } from '@/client/ui/charts/ChartFrame'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'

// `base-options` registers the linear scales that the Sankey chart needs.
ChartJs.register(SankeyController, Flow)

export interface EnergyFlowChartProps {
  question: string
  unit: string
  period: string
  tableHeaders: readonly string[]
  flows: readonly { from: string; to: string; used: number }[]
}
/** Sankey chart of the flows from meter to meter, including the losses between them. */
export default function EnergyFlowChart({ question, unit, period, tableHeaders, flows }: EnergyFlowChartProps) {
  const language = useLanguage()
  const names = [...new Set(flows.flatMap(({ from, to }) => [from, to]))]
  const { height, gap } = calculateFlowLayout(flows)
  const isNarrow = matchMedia('(max-width: 599px)').matches
  const sources = new Set(flows.map(({ from }) => from))
  const targets = new Set(flows.map(({ to }) => to))
  const table = flows.map(({ from, to, used }) => ({
    label: from,
    cells: [to, formatNumber(used, { language, decimals: 0 })],
  }))
  return (
    <ChartFrame question={question} unit={unit} period={period} headers={tableHeaders} table={table} height={height}>
      {(palette) => {
        const getColor = (name: string) => palette.series[names.indexOf(name) % palette.series.length] ?? palette.ink
        return (
          <Chart
            key={palette.ground}
            type="sankey"
            aria-label={question}
            data={{
              datasets: [
                {
                  label: question,
                  data: flows.map(({ from, to, used }) => ({ from, to, flow: used })),
                  colorFrom: (context) => getColor(flows[context.dataIndex]?.from ?? ''),
                  colorTo: (context) => getColor(flows[context.dataIndex]?.to ?? ''),
                  colorMode: 'gradient',
                  color: palette.ink,
                  font: { size: 12, family: palette.font },
                  borderWidth: 0,
                  nodePadding: gap,
                  // The background keeps a label readable on a flow of any colour.
                  nodeLabels: {
                    backgroundColor: palette.ground,
                    borderRadius: 2,
                    padding: 1,
                    // A phone has no room for a third column of labels; a tap shows the names of intermediate nodes.
                    display: ({ key }) => !isNarrow || !(sources.has(key) && targets.has(key)),
                  },
                },
              ],
            }}
            options={{
              responsive: true,
              maintainAspectRatio: false,
              animation: false,
              layout: { padding: { bottom: 12 } },
              plugins: { legend: { display: false } },
            }}
          />
        )
      }}
    </ChartFrame>
  )
}

/** Minimum vertical distance of two labels in px: a line of text and some space. */
export const LABEL_GAP_PX = 17
const MIN_HEIGHT_PX = 280
/** Height per label of a column in px: the gap above it and, on average, about the same for the flow itself. */
const LABEL_HEIGHT_PX = 30

/**
 * Calculates the height of a flow chart and its node gap in px. The chart scales flows and gaps down together to fit its
 * height, so the returned gap is larger than the displayed one.
 */
export function calculateFlowLayout(flows: readonly { from: string; to: string }[]): {
  height: number
  gap: number
} {
  const sourceNames = new Set(flows.map((flow) => flow.from))
  const targetNames = [...new Set(flows.map((flow) => flow.to))]
  const finalTargetCount = targetNames.filter((name) => !sourceNames.has(name)).length
  // Labels of one column; intermediate nodes may outnumber the final ones.
  const labelCount = Math.max(finalTargetCount, targetNames.length - finalTargetCount)
  const height = Math.max(MIN_HEIGHT_PX, labelCount * LABEL_HEIGHT_PX)
  return { height, gap: Math.ceil((LABEL_GAP_PX * height) / (height - LABEL_GAP_PX * labelCount)) }
}
