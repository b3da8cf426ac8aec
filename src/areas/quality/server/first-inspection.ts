import type { EndpointInput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { workOrder } from '@/areas/orders/contract/work-order'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { product } from '@/areas/standards/contract/product'
import { addFirstInspection, firstInspection, type firstInspectionImage } from '../contract/inspections'
import { tableTemplate } from '../contract/table-template'
import { limitedItem, webOrdered } from '../rules/first-check'
import { templateFor } from '../rules/quality-check'
import type { HandlerEntry } from '@/server/area'
import type { Context, FileAnswer } from '@/server/context'
import { handleCommand } from '@/server/crud/handle-command'
import { settleDue } from './inspections'
import { getPictureIds, storeFormPictures, readRowPicture } from '@/server/files/form-pictures'
import { createShiftRecord } from '@/plant/server/shift-records'

/**
 * POST /production/first_inspection: an OK result releases the order's production. Photos come with the form, or later
 * from the phone.
 */
export const addFirst: HandlerEntry = handleCommand(addFirstInspection, async ({ ctx, input, patch: change }) => {
  if (input.jumboRollId) {
    const roll = await ctx.rows.get(jumboRoll, input.jumboRollId)
    if (roll.workOrderId !== input.workOrderId) throw refuseInput([{ path: ['jumboRollId'], code: 'notAllowed' }])
  }
  const items = await limited(ctx, input.workOrderId, input.items)
  const row = await createShiftRecord(ctx, firstInspection, change, {
    items,
    // The result as entered; `deriveFields` lowers it according to the items.
    result: input.result,
    images: [...getPictureIds(ctx, input.image), ...(change.images ?? [])].slice(0, 9),
  })
  await settleDue(ctx, 'first', row)
  await storeFormPictures(ctx, input.image)
  return row
})

type Items = EndpointInput<typeof addFirstInspection>['items']
/**
 * Returns the items with the limits of the order and its product's template; limits sent by a phone may be outdated.
 */
async function limited(ctx: Context, workOrderId: string, items: Items): Promise<Items> {
  const order = await ctx.rows.get(workOrder, workOrderId)
  const made = await ctx.rows.get(product, order.productId)
  const sheets = await ctx.rows.find(tableTemplate, { where: { use: 'check', active: true } })
  const sheet = templateFor(sheets, 'check', made)
  const web = webOrdered(order, made)
  return items.map((line) => limitedItem(line, sheet?.items ?? [], web))
}

/** GET /production/fi_image */
export const readImage = (ctx: Context, input: EndpointInput<typeof firstInspectionImage>): Promise<FileAnswer> =>
  readRowPicture(ctx, firstInspection, input)
