import { refuse } from '@/contract/errno'
import type { EndpointOutput } from '@/contract/endpoint'
import { Computation } from '@/server/computation'
import type { Context } from '@/server/context'
import type { spcCompile } from '../../contract/spc-endpoints'
import { NotChartable } from '../../rules/spc/not-chartable'
import type { ChartTask, UncheckedChart } from './chart-worker'

const chartComputation = new Computation<ChartTask, Uint8Array<ArrayBuffer>>(
  'chart-worker',
  '../areas/laboratory/server/spc/chart-worker.ts',
)
/** Computes a chart as JSON in a worker. @throws 6000 with the reason if the values give no chart */
export const computeChartJson = async (ctx: Context, task: ChartTask): Promise<Buffer> =>
  Buffer.from((await chartComputation.run(ctx, task)).buffer)

/** Computes a chart as an object, for answers that extend it. */
export const computeChart = async (ctx: Context, chart: UncheckedChart): Promise<EndpointOutput<typeof spcCompile>> =>
  JSON.parse((await computeChartJson(ctx, { chart })).toString()) as EndpointOutput<typeof spcCompile>

/** Runs work and converts `NotChartable` to a translated refusal. @throws 6000 */
export function refuseNotChartable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotChartable) throw refuse(`laboratory:refusals.spc.${error.code}`, error.params)
    throw error
  }
}
