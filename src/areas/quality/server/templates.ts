import { refuse, refuseInput } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { tableTemplate } from '../contract/table-template'
import { templateProblems } from '../rules/quality-check'

type Template = Row<typeof tableTemplate>
type Items = Template['items']

/** @throws 4013 naming each item that cannot be filled in */
function mustMakeSense(items: Items): void {
  const problems = templateProblems(items)
  if (problems.length > 0)
    throw refuseInput(
      problems.map(({ at, field, code, limit }) => ({
        path: ['items', at, field],
        code,
        ...(limit === undefined ? {} : { params: { limit } }),
      })),
    )
}
/** POST /quality/add_technology_title */
export async function addTemplate(ctx: Context, input: CreateInput<typeof tableTemplate>): Promise<Template> {
  mustMakeSense(input.items as Items)
  mustNameProduct(input)
  await mustBeAlone(ctx, input)
  return ctx.rows.insert(tableTemplate, input as Partial<Template>)
}
/** PUT /quality/put_technology_title. Checks that were made keep the limits they were judged by. */
export async function editTemplate(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof tableTemplate>,
): Promise<Template> {
  const row = await ctx.rows.lock(tableTemplate, id)
  const mine = await ctx.rows.merge(tableTemplate, id, patch as Partial<Template>, version ?? ctx.origin.baseVersion)
  const after = { ...row, ...mine }
  mustMakeSense(after.items)
  mustNameProduct(after)
  if (mine.active || mine.use || 'productId' in mine || 'family' in mine) await mustBeAlone(ctx, after)
  return ctx.rows.update(tableTemplate, id, mine)
}
/** The width table of one product code names that code. @throws 4042 */
function mustNameProduct({ use, productId }: { use: string; productId?: string | null }): void {
  if (use === 'codeWidth' && !productId) throw refuseInput([{ path: ['productId'], code: 'missing' }])
}
type Sheet = Pick<Template, 'use'> & {
  [K in 'id' | 'productId' | 'family' | 'active']?: Template[K] | null | undefined
}
/** Of two sheets for the same, nobody would know which one is filled in. @throws 6000 naming the one in use */
async function mustBeAlone(ctx: Context, { id, use, productId = null, family = null, active }: Sheet): Promise<void> {
  if (active === false || !(productId ?? family)) return
  const found = await ctx.rows.find(tableTemplate, { where: { use, active: true, productId, family }, limit: 2 })
  const other = found.find((one) => one.id !== id)
  if (other)
    throw refuse('quality:refusals.sheetInUse', {
      name: String(getFieldInLanguage(tableTemplate, other, 'name', ctx.language)),
    })
}
