import { addDays } from '@/plant/rules/plant-time'
import { missingShiftRecords } from './events'
import { findBusinessDate } from '@/plant/server/plant'
import { askQuestion } from '@/server/events'
import { checkShiftRecords } from '../contract/curve-endpoints'
import { handle } from '@/server/area'

/** GET /equ/check_all_sheet: collects missing shift records from the areas that own them. */
export const listMissingRecords = handle(checkShiftRecords, async (ctx, input) => {
  const day = input.day ?? addDays(await findBusinessDate(ctx), -1)
  const { expected, missing } = await askQuestion(ctx, missingShiftRecords, { day })
  return { day, expected, missing: missing.slice(0, 1000).map((record) => ({ ...record })) }
})
