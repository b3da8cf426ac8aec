import type { EndpointInput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'
import { SerializedJson } from '@/server/crud/list-cache'
import type { spcCompile } from '../../contract/spc-calls'
import { computeChartJson } from './answer'

type In = EndpointInput<typeof spcCompile>

/** A chart of the values of the body. @throws 6000 with a sentence where they give none */
export async function compileBody(ctx: Context, input: In): Promise<SerializedJson> {
  assertBothFrozen(input)
  return new SerializedJson(await computeChartJson(ctx, { body: input }))
}

/** @throws 4042 for a centre without σ or σ without a centre: limits of the values shown would be taken for the frozen ones */
function assertBothFrozen({ center, sigma }: Pick<In, 'center' | 'sigma'>): void {
  if (typeof center === 'number' && typeof sigma !== 'number') throw refuseInput([{ path: ['sigma'], code: 'missing' }])
  if (typeof sigma === 'number' && typeof center !== 'number')
    throw refuseInput([{ path: ['center'], code: 'missing' }])
}
