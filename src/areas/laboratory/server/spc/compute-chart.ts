import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuseInput, refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { SerializedJson } from '@/server/crud/list-cache'
import { spcCompile } from '../../contract/spc-endpoints'
import { Computation } from '@/server/computation'
import { NotChartable } from '../../rules/spc/not-chartable'
import type { ChartTask, UnparsedChartRequest } from './chart-worker'
import { handle } from '@/server/area'

type CompileInput = EndpointInput<typeof spcCompile>

/** Computes a chart of the values in the body. @throws a refusal if the values give no chart */
export const computePostedChart = handle(spcCompile, async (ctx, input) => {
  assertFrozenLimitsComplete(input)
  return new SerializedJson(await computeChartJson(ctx, { body: input }))
})

/** Asserts that centre and σ are sent together. A missing one would otherwise be computed from the sent values. */
function assertFrozenLimitsComplete({ center, sigma }: Pick<CompileInput, 'center' | 'sigma'>): void {
  if (typeof center === 'number' && typeof sigma !== 'number') throw refuseInput([{ path: ['sigma'], code: 'missing' }])
  if (typeof sigma === 'number' && typeof center !== 'number')
    throw refuseInput([{ path: ['center'], code: 'missing' }])
}

const chartComputation = new Computation<ChartTask, Uint8Array<ArrayBuffer>>(
  'chart-worker',
  '../areas/laboratory/server/spc/chart-worker.ts',
)
/** Computes a chart as JSON in a worker. @throws a refusal if the values give no chart */
const computeChartJson = async (ctx: Context, task: ChartTask): Promise<Buffer> =>
  Buffer.from((await chartComputation.run(ctx, task)).buffer)

/** Computes a chart as an object, for answers that add fields to the chart. */
export const computeChart = async (
  ctx: Context,
  chart: UnparsedChartRequest,
): Promise<EndpointOutput<typeof spcCompile>> =>
  JSON.parse((await computeChartJson(ctx, { chart })).toString()) as EndpointOutput<typeof spcCompile>

/** Runs a computation and converts `NotChartable` to a translated refusal. */
export function refuseNotChartable<T>(compute: () => T): T {
  try {
    return compute()
  } catch (error) {
    if (error instanceof NotChartable) throw refuse(`laboratory:refusals.spc.${error.code}`, error.params)
    throw error
  }
}
