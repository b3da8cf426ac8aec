import { refuse } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { line, plantArea } from '../contract/line'
import { assertUnused } from '@/server/crud/dependants'
import { cleanCode, withCleanCode } from './code'
import { sql } from '@/server/sql'
import { handle } from '@/server/area'

/** Handlers that create, update, import and remove lines and plant areas. */

/** Creates a line with its normalized code. */
export const createLine = handle(line.endpoints.create, (ctx, input) =>
  ctx.rows.insert(line, { ...input, code: cleanCode(input.code) }),
)
/** Updates a line; a new code is normalized. */
export const updateLine = handle(line.endpoints.update, (ctx, { id, version, ...patch }) =>
  ctx.rows.update(line, id, withCleanCode(patch), { version: version ?? null }),
)
/** Imports lines; each row is handled like a form. */
export const importLines = handle(line.endpoints.import, (ctx, input) =>
  importWorkbook(ctx as AppContext, line, input, {
    prepare: (row) => {
      row['code'] = cleanCode(String(row['code']))
    },
    insert: (rowCtx, row) => createLine.run(rowCtx, row as CreateInput<typeof line>),
    update: (rowCtx, id, row) => updateLine.run(rowCtx, { ...(row as UpdateInput<typeof line>), id }),
  }),
)
/** Removes a line that nothing refers to. @throws errno.message if it is in use */
export const removeLine = handle(line.endpoints.remove, async (ctx, input) => {
  const row = await ctx.rows.lock(line, input.id, { blockReferences: true })
  await assertUnused(ctx, 'line', row.id, row.code)
  await ctx.rows.remove(line, row.id, { version: input.version ?? null })
  return null
})

/** Creates a plant area with its normalized code. */
export const createPlantArea = handle(plantArea.endpoints.create, async (ctx, input) => {
  const area = await ctx.rows.insert(plantArea, { ...input, code: cleanCode(input.code) })
  // The caller chooses the id of the new area and might name that id as its parent, too.
  await assertAreaNotInItself(ctx, area)
  return area
})
/** Updates a plant area; a new parent may not lie inside it. */
export const updatePlantArea = handle(plantArea.endpoints.update, async (ctx, { id, version, ...patch }) => {
  // Two concurrent moves could close a cycle that neither of them sees.
  if (patch.parentId) await ctx.query(sql`select pg_advisory_xact_lock(hashtext('plant_area'), ${ctx.site})`)
  const area = await ctx.rows.update(plantArea, id, withCleanCode(patch), { version })
  if (patch.parentId) await assertAreaNotInItself(ctx, area)
  return area
})
/** Removes a plant area that nothing refers to. @throws errno.message if it is in use */
export const removePlantArea = handle(plantArea.endpoints.remove, async (ctx, input) => {
  const row = await ctx.rows.lock(plantArea, input.id, { blockReferences: true })
  await assertUnused(ctx, 'plantArea', row.id, row.code)
  await ctx.rows.remove(plantArea, row.id, { version: input.version ?? null })
  return null
})

/** Refuses an area inside itself, which would make the tree infinite. @throws errno.message */
async function assertAreaNotInItself(ctx: Context, area: Row<typeof plantArea>): Promise<void> {
  if (!area.parentId) return
  const [circleCheck] = await ctx.query(
    sql<{ circle: boolean }>`
      with recursive up as (select parent_id from plant_area where site_id = ${ctx.site} and id = ${area.id}
       union select a.parent_id from plant_area a join up on a.id = up.parent_id where a.site_id = ${ctx.site})
     select bool_or(parent_id = ${area.id}) as circle from up`,
  )
  if (circleCheck?.circle) throw refuse('plant:refusals.areaCircle', { name: area.code })
}
