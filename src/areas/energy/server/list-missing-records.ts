import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { addDays } from '@/plant/rules/plant-time'
import { missingShiftRecords } from './events'
import { resolveShift } from '@/plant/server/plant'
import { askQuestion } from '@/server/events'
import type { Context } from '@/server/context'
import type { checkShiftRecords } from '../contract/curve-endpoints'

/** GET /equ/check_all_sheet: collects missing shift records from the areas that own them. */
export async function listMissingRecords(
  ctx: Context,
  input: EndpointInput<typeof checkShiftRecords>,
): Promise<EndpointOutput<typeof checkShiftRecords>> {
  const day = input.day ?? addDays((await resolveShift(ctx)).businessDate, -1)
  const { expected, missing } = await askQuestion(ctx, missingShiftRecords, { day })
  return { day, expected, missing: missing.slice(0, 1000).map((record) => ({ ...record })) }
}
