import type { EndpointInput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'
import { SerializedJson } from '@/server/crud/list-cache'
import type { spcCompile } from '../../contract/spc-endpoints'
import { computeChartJson } from './compute-chart'

type In = EndpointInput<typeof spcCompile>

/** Computes a chart of the values in the body. @throws 6000 with the reason if they give none */
export async function compileBodyChart(ctx: Context, input: In): Promise<SerializedJson> {
  assertFrozenLimitsComplete(input)
  return new SerializedJson(await computeChartJson(ctx, { body: input }))
}

/** Asserts that centre and σ come together: a missing one would be replaced by that of the sent values. @throws 4042 */
function assertFrozenLimitsComplete({ center, sigma }: Pick<In, 'center' | 'sigma'>): void {
  if (typeof center === 'number' && typeof sigma !== 'number') throw refuseInput([{ path: ['sigma'], code: 'missing' }])
  if (typeof sigma === 'number' && typeof center !== 'number')
    throw refuseInput([{ path: ['center'], code: 'missing' }])
}
