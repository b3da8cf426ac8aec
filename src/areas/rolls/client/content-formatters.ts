import { reference } from '@/contract/field'
import type { ContentFormatter } from '@/client/area'
import { lookUpRow } from '@/client/api/look-up-rows'
import { downgradeRoll, editRoll, removeRoll, takeBackJumboDowngrades, weighRoll } from '../contract/jumbo-commands'
import { jumboRoll } from '../contract/jumbo-roll'

/** Adds line and order to a roll command, because a roll on the winder has no number to identify it. */
const addLineAndOrder: ContentFormatter = async ({ fields, values }) => {
  const roll = typeof values['id'] === 'string' ? await lookUpRow(jumboRoll, values['id']) : null
  if (!roll) return { fields, values }
  const { lineId, workOrderId } = roll
  return {
    fields: { lineId: reference('line'), workOrderId: reference('workOrder'), ...fields },
    values: { lineId, workOrderId, ...values },
  }
}

/** Formatters of commands that reference only a roll. They add the line and order of the roll for the reader. */
export const rollCommandFormatters: Readonly<Record<string, ContentFormatter>> = Object.fromEntries(
  [editRoll, weighRoll, downgradeRoll, takeBackJumboDowngrades, removeRoll].map(({ name }) => [name, addLineAndOrder]),
)
