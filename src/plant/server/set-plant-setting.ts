import { refuseInput } from '@/contract/errno'
import { plantSetting, setPlantSetting } from '../contract/plant-setting'
import { publishEvent } from '@/server/events'
import { residenceKeys, validateSetting } from '../rules/settings'
import { residenceChanged } from './events'
import { handle } from '@/server/area'

/** Stores a plant setting. PUT /plant/setting */
export const storePlantSetting = handle(setPlantSetting, async (ctx, { key, value, version }) => {
  const problem = validateSetting(key, value)
  if (problem) throw refuseInput([{ path: ['value'], code: problem.code, params: { limit: problem.limit } }])
  const [existingRow] = await ctx.rows.find(plantSetting, { where: { key }, lock: true })
  const storedRow = existingRow
    ? await ctx.rows.update(plantSetting, existingRow.id, { value }, { version: version ?? null })
    : await ctx.rows.insert(plantSetting, { key, value })
  if (residenceKeys.includes(key)) await publishEvent(ctx, residenceChanged, {})
  return storedRow
})
