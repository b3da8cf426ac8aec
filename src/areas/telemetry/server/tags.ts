/** Creates, changes, deletes and imports tags. */
import { refuse } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { sql } from '@/server/sql'
import { tag } from '../contract/tag'
import { handle } from '@/server/area'

type Tag = Row<typeof tag>
/** Fields that `assertTagValid` checks. */
type CheckedTagFields = Partial<
  Pick<
    Tag,
    'kind' | 'low' | 'high' | 'rollsOverAt' | 'mostPerHour' | 'dip' | 'lineId' | 'lineKey' | 'areaId' | 'hallKey'
  >
>

/** POST /telemetry/tag */
export const addTag = handle(tag.endpoints.create, async (ctx, input) => {
  assertTagValid(input as CheckedTagFields)
  return ctx.rows.insert(tag, { ...input, code: input.code.trim() })
})
/** PUT /telemetry/tag */
export const changeTag = handle(tag.endpoints.update, (ctx, { id, version, ...patch }) =>
  patchTag(ctx, id, patch, version),
)

async function patchTag(
  ctx: Context,
  id: string,
  patch: Omit<UpdateInput<typeof tag>, 'id' | 'version'>,
  version: number | null,
): Promise<Tag> {
  const storedTag = await ctx.rows.lock(tag, id)
  const patchedTag = { ...storedTag, ...patch }
  assertTagValid(patchedTag)
  // Existing roll-ups depend on kind and unit.
  if ((patchedTag.kind !== storedTag.kind || patchedTag.unit !== storedTag.unit) && (await hasReadings(ctx, id)))
    throw refuse('telemetry:refusals.tag.fixed')
  return ctx.rows.update(tag, id, patch, { version })
}
/** DELETE /telemetry/tag: refused as soon as the tag has readings. */
export const removeTag = handle(tag.endpoints.remove, async (ctx, input) => {
  const row = await ctx.rows.lock(tag, input.id, { blockReferences: true })
  if (await hasReadings(ctx, row.id)) throw refuse('telemetry:refusals.tag.hasReadings', { code: row.code })
  await ctx.rows.remove(tag, row.id, { version: input.version ?? null })
  await ctx.query(sql`delete from tag_state where site_id = ${ctx.site} and tag_id = ${row.id}`)
  return null
})
/** POST /telemetry/tag_upload */
export const importTags = handle(tag.endpoints.import, (ctx, input) => {
  return importWorkbook(ctx as AppContext, tag, input, {
    insert: (_ctx, row) => addTag.run(ctx, row as CreateInput<typeof tag>),
    update: (_ctx, id, row) => patchTag(ctx, id, row, null),
  })
})

/** True if the tag has readings or odd readings. */
async function hasReadings(ctx: Context, id: string): Promise<boolean> {
  const [row] = await ctx.query(
    sql<{
      isFound: boolean
    }>`select exists (select 1 from tag_state where site_id = ${ctx.site} and tag_id = ${id} and at is not null)
       or exists (select 1 from odd_reading where site_id = ${ctx.site} and tag_id = ${id}) as "isFound"`,
  )
  return row?.isFound ?? false
}
function assertTagValid({
  kind,
  low,
  high,
  rollsOverAt,
  mostPerHour,
  dip,
  lineId,
  lineKey,
  areaId,
  hallKey,
}: CheckedTagFields): void {
  if (typeof low === 'number' && typeof high === 'number' && low >= high) throw refuse('telemetry:refusals.tag.limits')
  const hasCounterSettings = [rollsOverAt, mostPerHour, dip].some((value) => value !== null && value !== undefined)
  if (hasCounterSettings && kind !== 'counter') throw refuse('telemetry:refusals.tag.counterOnly')
  if (lineKey === 'speed' && (!lineId || kind !== 'gauge')) throw refuse('telemetry:refusals.tag.speedOfLine')
  if (hallKey && (!areaId || kind !== 'gauge')) throw refuse('telemetry:refusals.tag.hallOfArea')
}
