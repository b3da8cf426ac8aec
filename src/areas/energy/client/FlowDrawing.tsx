import { Chart as ChartJs } from 'chart.js'
import { SankeyController, Flow } from 'chartjs-chart-sankey'
import { Chart } from 'react-chartjs-2'
// Registers the linear scales that the Sankey chart needs; they are missing if it is the first chart on screen.
import '@/client/ui/charts/base-options'
import { ChartFrame } from '@/client/ui/charts/ChartFrame'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { flowLayout } from './flow-layout'

ChartJs.register(SankeyController, Flow)

export interface FlowProps {
  question: string
  unit: string
  period: string
  heads: readonly string[]
  flows: readonly { from: string; to: string; used: number }[]
}
/** Sankey chart of the flows from meter to meter, including the losses between them. */
export default function FlowDrawing({ question, unit, period, heads, flows }: FlowProps) {
  const language = useLanguage()
  const names = [...new Set(flows.flatMap(({ from, to }) => [from, to]))]
  const { height, gap } = flowLayout(flows)
  const narrow = matchMedia('(max-width: 599px)').matches
  const sources = new Set(flows.map(({ from }) => from))
  const ends = new Set(flows.map(({ to }) => to))
  const table = flows.map(({ from, to, used }) => ({
    label: from,
    cells: [to, formatNumber(used, { language, decimals: 0 })],
  }))
  return (
    <ChartFrame question={question} unit={unit} period={period} headers={heads} table={table} height={height}>
      {(palette) => {
        const colour = (name: string) => palette.series[names.indexOf(name) % palette.series.length] ?? palette.ink
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
                  colorFrom: (at) => colour(flows[at.dataIndex]?.from ?? ''),
                  colorTo: (at) => colour(flows[at.dataIndex]?.to ?? ''),
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
                    display: ({ key }) => !narrow || !(sources.has(key) && ends.has(key)),
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
