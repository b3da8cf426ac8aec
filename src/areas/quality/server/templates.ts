import { refuse, refuseInput } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { tableTemplate } from '../contract/table-template'
import { templateProblems } from '../rules/quality-check'

type Template = Row<typeof tableTemplate>
type Items = Template['items']

/**
 * Asserts that the items of a template are valid.
 * @throws 4013 naming each invalid item
 */
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
/** PUT /quality/put_technology_title. Existing checks keep the limits they were judged by. */
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
/**
 * Asserts that a code width template names its product.
 * @throws 4042
 */
function mustNameProduct({ use, productId }: { use: string; productId?: string | null }): void {
  if (use === 'codeWidth' && !productId) throw refuseInput([{ path: ['productId'], code: 'missing' }])
}
type Sheet = Pick<Template, 'use'> & {
  [K in 'id' | 'productId' | 'family' | 'active']?: Template[K] | null | undefined
}
/**
 * Asserts that no other active template has the same scope, as it would be unclear which one applies.
 * @throws 6000 naming the active template
 */
async function mustBeAlone(ctx: Context, { id, use, productId = null, family = null, active }: Sheet): Promise<void> {
  if (active === false || !(productId ?? family)) return
  const found = await ctx.rows.find(tableTemplate, { where: { use, active: true, productId, family }, limit: 2 })
  const other = found.find((one) => one.id !== id)
  if (other)
    throw refuse('quality:refusals.sheetInUse', {
      name: String(getFieldInLanguage(tableTemplate, other, 'name', ctx.language)),
    })
}
