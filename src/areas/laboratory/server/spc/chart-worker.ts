/** Computes control charts in a worker thread. */
import type { EndpointInput } from '@/contract/endpoint'
import { answerTasks } from '@/server/answer-tasks'
import type { ComputationAnswer } from '@/server/computation'
import type { spcCompile } from '../../contract/spc-endpoints'
import { compileChart, parseRules, type ChartRequest } from '../../rules/spc/compile-chart'
import { NotChartable } from '../../rules/spc/not-chartable'
import { toChartRequest } from './chart-request'
import { buildChartAnswer } from './chart-answer'

/** A chart request whose rules are still unparsed names. */
export type UnparsedChartRequest = Omit<ChartRequest, 'rules'> & { readonly rules: readonly string[] }
/** A chart request, or the body of an HTTP request for a chart. */
export type ChartTask = { readonly chart: UnparsedChartRequest } | { readonly body: EndpointInput<typeof spcCompile> }

/**
 * Computes a chart.
 * @returns the answer as JSON text, which the server sends unchanged; copying 20,000 points to the main thread and
 * serializing them there would take longer
 */
export function answerChartTask(task: ChartTask): ComputationAnswer<Uint8Array<ArrayBuffer>> {
  try {
    const request = 'body' in task ? toChartRequest(task.body) : task.chart
    const answer = buildChartAnswer(compileChart({ ...request, rules: parseRules(request.rules, request.chart) }))
    return { result: new TextEncoder().encode(JSON.stringify(answer)) }
  } catch (error) {
    if (error instanceof NotChartable)
      return { refusal: { key: `laboratory:refusals.spc.${error.code}`, params: error.params } }
    throw error
  }
}
answerTasks(answerChartTask, (answer) => ('result' in answer ? [answer.result.buffer] : []))
