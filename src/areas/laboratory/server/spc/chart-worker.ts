/** Computes control charts in a worker thread. */
import type { EndpointInput } from '@/contract/endpoint'
import { answerTasks } from '@/server/answer-tasks'
import type { ComputationAnswer } from '@/server/computation'
import type { spcCompile } from '../../contract/spc-calls'
import { compile, rulesOf, type Asked } from '../../rules/spc/compile'
import { NotChartable } from '../../rules/spc/not-chartable'
import { readBody } from './body-chart'
import { buildChartAnswer } from './chart-answer'

/** A chart request whose rules are still unparsed names. */
export type UncheckedChart = Omit<Asked, 'rules'> & { readonly rules: readonly string[] }
/** A chart request, or the body of an HTTP request for a chart. */
export type ChartTask = { readonly chart: UncheckedChart } | { readonly body: EndpointInput<typeof spcCompile> }

/**
 * Computes a chart.
 * @returns the answer as JSON text, which the server sends unchanged; copying and serializing 20,000 points would take
 * longer
 */
export function computeChart(task: ChartTask): ComputationAnswer<Uint8Array<ArrayBuffer>> {
  try {
    const asked = 'body' in task ? readBody(task.body) : task.chart
    const answer = buildChartAnswer(compile({ ...asked, rules: rulesOf(asked.rules, asked.chart) }))
    return { result: new TextEncoder().encode(JSON.stringify(answer)) }
  } catch (error) {
    if (error instanceof NotChartable)
      return { refusal: { key: `laboratory:refusals.spc.${error.code}`, params: error.params } }
    throw error
  }
}
answerTasks(computeChart, (answer) => ('result' in answer ? [answer.result.buffer] : []))
