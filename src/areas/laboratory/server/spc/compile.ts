import type { InOf } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { ReadyJson } from '@/server/crud/list-cache'
import type { spcCompile } from '../../contract/spc-calls'
import { computeChartJson } from './answer'

/** A chart of the values of the body. @throws 6000 with a sentence where they give none */
export const compileBody = async (ctx: Context, input: InOf<typeof spcCompile>): Promise<ReadyJson> =>
  new ReadyJson(await computeChartJson(ctx, { body: input }))
