import type { InOf } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { addFirstInspection, firstInspection, type firstInspectionImage } from '../contract/inspections'
import type { HandlerEntry } from '@/server/area'
import type { Context, FileAnswer } from '@/server/context'
import { command } from '@/server/crud/command'
import { settleDue } from './inspections'
import { idsOf, keepPictures, readPicture } from '@/server/files/form-pictures'
import { newSheet } from '@/plant/server/sheets'

/** POST /production/first_inspection: releases the order's production when all is right. Photos come with the form, or follow from the phone. */
export const addFirst: HandlerEntry = command(addFirstInspection, async ({ ctx, input, change }) => {
  if (input.jumboRollId) {
    const roll = await ctx.rows.get(jumboRoll, input.jumboRollId)
    if (roll.workOrderId !== input.workOrderId) throw refuseInput([{ path: ['jumboRollId'], code: 'notAllowed' }])
  }
  const row = await newSheet(ctx, firstInspection, change, {
    images: [...idsOf(ctx, input.image), ...(change.images ?? [])].slice(0, 9),
  })
  await settleDue(ctx, 'first', row)
  await keepPictures(ctx, input.image)
  return row
})

/** GET /production/fi_image: of the newest inspection with a photo unless told. */
export const readImage = (ctx: Context, input: InOf<typeof firstInspectionImage>): Promise<FileAnswer> =>
  readPicture(ctx, firstInspection, 'business_date', input)
