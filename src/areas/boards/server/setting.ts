import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'
import { isRestrictedRow } from '@/contract/field-visibility'
import type { Context } from '@/server/context'
import { requirePerson } from '@/plant/server/plant'
import { boardSetting, type readBoardSetting, type setBoardSetting } from '../contract/board-setting'
import { demonstration, type readDemonstration, type setDemonstration } from '../contract/demonstration'
import { USUAL_EDIT_DAYS, usualItems } from '../rules/items'

export type Setting = EndpointOutput<typeof readBoardSetting>
/** Loads the board setting of the plant, or the defaults. */
export async function settingOf(ctx: Context): Promise<Setting> {
  const [row] = await ctx.rows.find(boardSetting, { where: { of: 'plant' }, limit: 1 })
  const items = row?.items.length ? row.items : usualItems.map((item) => ({ item }))
  return {
    items,
    editDays: row?.editDays ?? USUAL_EDIT_DAYS,
    setBy: row?.createdBy ?? null,
    setAt: row?.updatedAt ?? null,
  }
}
/** Returns the rows that a person cannot see. Saving without seeing them keeps them unchanged. */
const unseen = <L extends Readonly<Record<string, unknown>>>(ctx: Context, of: Fields, lines: readonly L[] = []): L[] =>
  lines.filter((line) => isRestrictedRow(of, line, ctx.person))
/** Saves the board setting (POST /SET_LINE_BOARD). */
export async function writeSetting(ctx: Context, input: EndpointInput<typeof setBoardSetting>): Promise<Setting> {
  requirePerson(ctx)
  const [row] = await ctx.rows.find(boardSetting, { where: { of: 'plant' }, lock: true, limit: 1 })
  const chosen = [...(input.items ?? []), ...unseen(ctx, boardSetting.fields.items.of, row?.items)]
  const set = { items: [...new Map(chosen.map((one) => [one.item, one])).values()], editDays: input.editDays }
  if (row) await ctx.rows.update(boardSetting, row.id, set)
  else await ctx.rows.insert(boardSetting, { of: 'plant', ...set })
  return settingOf(ctx)
}
/** Loads the slide show, or the default charts (GET /plant/demonstration). */
export async function readSlides(ctx: Context): Promise<EndpointOutput<typeof readDemonstration>> {
  const [row] = await ctx.rows.find(demonstration, { where: { of: 'plant' }, limit: 1 })
  return row
    ? { seconds: row.seconds, slides: row.slides }
    : {
        seconds: 12,
        slides: [
          { item: 'outputKg', by: 'line' },
          { item: 'q1Percent', by: 'line' },
          { item: 'oeePercent', by: 'line' },
          { item: 'outputKg', by: 'team' },
        ],
      }
}
/** Saves the slide show (PUT /plant/demonstration). */
export async function writeSlides(
  ctx: Context,
  input: EndpointInput<typeof setDemonstration>,
): Promise<EndpointOutput<typeof readDemonstration>> {
  const [row] = await ctx.rows.find(demonstration, { where: { of: 'plant' }, lock: true, limit: 1 })
  const kept = unseen(ctx, demonstration.fields.slides.of, row?.slides)
  const set = { seconds: input.seconds, slides: [...(input.slides ?? []), ...kept] }
  if (row) await ctx.rows.update(demonstration, row.id, set)
  else await ctx.rows.insert(demonstration, { of: 'plant', ...set })
  return set
}
