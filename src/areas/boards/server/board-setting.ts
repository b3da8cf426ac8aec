/** Settings of the boards and of the slide show. There is one row of each per plant. */
import type { EndpointOutput } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'
import { isRestrictedRow } from '@/contract/field-visibility'
import type { Context } from '@/server/context'
import { requirePerson } from '@/plant/server/plant'
import { boardSetting, readBoardSetting, setBoardSetting } from '../contract/board-setting'
import { DEFAULT_SLIDE_SECONDS, demonstration, readDemonstration, setDemonstration } from '../contract/demonstration'
import { DEFAULT_EDIT_DAYS, defaultBoardItems } from '../rules/board-items'
import { handle } from '@/server/area'

export type BoardSettingAnswer = EndpointOutput<typeof readBoardSetting>
/** Loads the board setting of the plant, or the defaults. */
export const loadBoardSetting = handle(readBoardSetting, async (ctx) => {
  const [row] = await ctx.rows.find(boardSetting, { where: { of: 'plant' }, limit: 1 })
  const items = row?.items.length ? row.items : defaultBoardItems.map((item) => ({ item }))
  return {
    items,
    editDays: row?.editDays ?? DEFAULT_EDIT_DAYS,
    setBy: row?.createdBy ?? null,
    setAt: row?.updatedAt ?? null,
  }
})
/** Returns the rows that are hidden from the person. Saving keeps these rows, although the person's input lacks them. */
const filterInvisible = <L extends Readonly<Record<string, unknown>>>(
  ctx: Context,
  fields: Fields,
  rows: readonly L[] = [],
): L[] => rows.filter((row) => isRestrictedRow(fields, row, ctx.person))
/** Saves the board setting (POST /SET_LINE_BOARD). */
export const saveBoardSetting = handle(setBoardSetting, async (ctx, input) => {
  requirePerson(ctx)
  const [row] = await ctx.rows.find(boardSetting, { where: { of: 'plant' }, lock: true, limit: 1 })
  const chosenItems = [...(input.items ?? []), ...filterInvisible(ctx, boardSetting.fields.items.of, row?.items)]
  const values = {
    items: [...new Map(chosenItems.map((boardItem) => [boardItem.item, boardItem])).values()],
    editDays: input.editDays,
  }
  if (row) await ctx.rows.update(boardSetting, row.id, values)
  else await ctx.rows.insert(boardSetting, { of: 'plant', ...values })
  return loadBoardSetting.run(ctx, {})
})
/** Loads the slide show, or the default charts (GET /plant/demonstration). */
export const loadSlideshow = handle(
  readDemonstration,
  async (ctx): Promise<EndpointOutput<typeof readDemonstration>> => {
    const [row] = await ctx.rows.find(demonstration, { where: { of: 'plant' }, limit: 1 })
    return row
      ? { seconds: row.seconds, slides: row.slides }
      : {
          seconds: DEFAULT_SLIDE_SECONDS,
          slides: [
            { item: 'outputKg', by: 'line' },
            { item: 'q1Percent', by: 'line' },
            { item: 'oeePercent', by: 'line' },
            { item: 'outputKg', by: 'team' },
          ],
        }
  },
)
/** Saves the slide show (PUT /plant/demonstration). */
export const saveSlideshow = handle(setDemonstration, async (ctx, input) => {
  const [row] = await ctx.rows.find(demonstration, { where: { of: 'plant' }, lock: true, limit: 1 })
  const invisibleSlides = filterInvisible(ctx, demonstration.fields.slides.of, row?.slides)
  const values = { seconds: input.seconds, slides: [...(input.slides ?? []), ...invisibleSlides] }
  if (row) await ctx.rows.update(demonstration, row.id, values)
  else await ctx.rows.insert(demonstration, { of: 'plant', ...values })
  return values
})
