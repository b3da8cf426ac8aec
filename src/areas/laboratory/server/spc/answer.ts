import { refuse } from '@/contract/errno'
import type { EndpointOutput } from '@/contract/endpoint'
import { Computation } from '@/server/computation'
import type { Context } from '@/server/context'
import type { spcCompile } from '../../contract/spc-calls'
import { NotChartable } from '../../rules/spc/not-chartable'
import type { ChartTask, UncheckedChart } from './chart-worker'

const charts = new Computation<ChartTask, Uint8Array<ArrayBuffer>>(
  'chart-worker',
  '../areas/laboratory/server/spc/chart-worker.ts',
)
/** A chart as JSON, computed in a worker. @throws 6000 with a sentence where the values give no chart */
export const computeChartJson = async (ctx: Context, task: ChartTask): Promise<Buffer> =>
  Buffer.from((await charts.run(ctx, task)).buffer)

/** The same, for answers that add to it. */
export const computeChart = async (ctx: Context, chart: UncheckedChart): Promise<EndpointOutput<typeof spcCompile>> =>
  JSON.parse((await computeChartJson(ctx, { chart })).toString()) as EndpointOutput<typeof spcCompile>

/** @throws 6000 with the sentence of the problem that `work` met */
export function inWords<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotChartable) throw refuse(`laboratory:refusals.spc.${error.code}`, error.params)
    throw error
  }
}
