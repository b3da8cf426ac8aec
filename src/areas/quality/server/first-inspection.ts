import type { EndpointInput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { workOrder } from '@/areas/orders/contract/work-order'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { product } from '@/areas/standards/contract/product'
import { addFirstInspection, firstInspection, firstInspectionImage } from '../contract/inspections'
import { tableTemplate } from '../contract/table-template'
import { applyItemLimits, toOrderedWeb } from '../rules/first-inspection'
import { selectTemplate } from '../rules/quality-check'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand } from '@/server/crud/handle-command'
import { settleDueInspection } from './inspections'
import { getPictureIds, storeFormPictures, readRowPicture } from '@/server/files/form-pictures'
import { createShiftRecord } from '@/plant/server/shift-records'
import { handle } from '@/server/area'

/** POST /production/first_inspection: adds a first inspection. The result OK releases the production of the order. */
export const handleAddFirstInspection: HandlerEntry = handleCommand(
  addFirstInspection,
  async ({ ctx, input, patch }) => {
    if (input.jumboRollId) {
      const roll = await ctx.rows.get(jumboRoll, input.jumboRollId)
      if (roll.workOrderId !== input.workOrderId) throw refuseInput([{ path: ['jumboRollId'], code: 'notAllowed' }])
    }
    const items = await applyOrderLimits(ctx, input.workOrderId, input.items)
    const row = await createShiftRecord(ctx, firstInspection, patch, {
      items,
      // The entered result; `deriveFields` changes it to `notOk` if an item failed.
      result: input.result,
      images: [...getPictureIds(ctx, input.image), ...(patch.images ?? [])].slice(0, 9),
    })
    await settleDueInspection(ctx, 'first', row)
    await storeFormPictures(ctx, input.image)
    return row
  },
)

type InspectionItems = EndpointInput<typeof addFirstInspection>['items']
/**
 * Returns the items with the limits of the order and of the product's template, because the limits sent by a phone may
 * be outdated.
 */
async function applyOrderLimits(ctx: Context, workOrderId: string, items: InspectionItems): Promise<InspectionItems> {
  const order = await ctx.rows.get(workOrder, workOrderId)
  const orderedProduct = await ctx.rows.get(product, order.productId)
  const templates = await ctx.rows.find(tableTemplate, { where: { use: 'check', active: true } })
  const template = selectTemplate(templates, 'check', orderedProduct)
  const web = toOrderedWeb(order, orderedProduct)
  return items.map((item) => applyItemLimits(item, template?.items ?? [], web))
}

/** GET /production/fi_image */
export const readFirstInspectionImage = handle(firstInspectionImage, (ctx, input) =>
  readRowPicture(ctx, firstInspection, input),
)
