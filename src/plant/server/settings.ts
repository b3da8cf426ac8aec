import type { InOf } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { plantSetting, type setPlantSetting } from '../contract/plant-setting'
import { tell } from '@/server/events'
import { residenceKeys, settingProblem } from '../rules/settings'
import { residenceChanged } from './events'

/** Stores a plant setting. PUT /plant/setting */
export async function setSetting(
  ctx: Context,
  { key, value, version }: InOf<typeof setPlantSetting>,
): Promise<Row<typeof plantSetting>> {
  const problem = settingProblem(key, value)
  if (problem) throw refuseInput([{ path: ['value'], code: problem.code, params: { limit: problem.limit } }])
  const [known] = await ctx.rows.find(plantSetting, { where: { key }, lock: true })
  const set = known
    ? await ctx.rows.update(plantSetting, known.id, { value }, { version: version ?? null })
    : await ctx.rows.insert(plantSetting, { key, value })
  if (residenceKeys.includes(key)) await tell(ctx, residenceChanged, {})
  return set
}
