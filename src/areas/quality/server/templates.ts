import { refuse, refuseInput } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { tableTemplate } from '../contract/table-template'
import { findTemplateProblems } from '../rules/quality-check'
import { handle } from '@/server/area'

type Template = Row<typeof tableTemplate>
type Items = Template['items']

/**
 * Asserts that the items of a template are valid.
 * @throws 4013 naming each invalid item
 */
function assertItemsValid(items: Items): void {
  const problems = findTemplateProblems(items)
  if (problems.length > 0)
    throw refuseInput(
      problems.map(({ itemIndex, field, code, limit }) => ({
        path: ['items', itemIndex, field],
        code,
        ...(limit === undefined ? {} : { params: { limit } }),
      })),
    )
}
/** POST /quality/add_technology_title */
export const addTemplate = handle(tableTemplate.endpoints.create, async (ctx, input) => {
  assertItemsValid(input.items as Items)
  assertCodeWidthHasProduct(input)
  await assertOnlyTemplateOfScope(ctx, input)
  return ctx.rows.insert(tableTemplate, input as Partial<Template>)
})
/** PUT /quality/put_technology_title. Existing checks keep the limits by which they were judged. */
export const editTemplate = handle(tableTemplate.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await ctx.rows.lock(tableTemplate, id)
  const mergedPatch = await ctx.rows.merge(
    tableTemplate,
    id,
    patch as Partial<Template>,
    version ?? ctx.origin.baseVersion,
  )
  const nextTemplate = { ...row, ...mergedPatch }
  assertItemsValid(nextTemplate.items)
  assertCodeWidthHasProduct(nextTemplate)
  if (mergedPatch.active || mergedPatch.use || 'productId' in mergedPatch || 'family' in mergedPatch)
    await assertOnlyTemplateOfScope(ctx, nextTemplate)
  return ctx.rows.update(tableTemplate, id, mergedPatch)
})
/**
 * Asserts that a template with the use `codeWidth` has a product, because its limits apply to the widths of one
 * product.
 * @throws 4042 if the product is missing
 */
function assertCodeWidthHasProduct({ use, productId }: { use: string; productId?: string | null }): void {
  if (use === 'codeWidth' && !productId) throw refuseInput([{ path: ['productId'], code: 'missing' }])
}
type TemplateScope = Pick<Template, 'use'> & {
  [K in 'id' | 'productId' | 'family' | 'active']?: Template[K] | null | undefined
}
/**
 * Asserts that no other active template has the same product or family, because it would be unclear which template
 * applies. Several general templates are allowed: the first in order of name applies.
 * @throws 6000 naming the active template
 */
async function assertOnlyTemplateOfScope(
  ctx: Context,
  { id, use, productId = null, family = null, active }: TemplateScope,
): Promise<void> {
  if (active === false || !(productId ?? family)) return
  const activeTemplates = await ctx.rows.find(tableTemplate, {
    where: { use, active: true, productId, family },
    limit: 2,
  })
  const otherTemplate = activeTemplates.find((template) => template.id !== id)
  if (otherTemplate)
    throw refuse('quality:refusals.sheetInUse', {
      name: String(getFieldInLanguage(tableTemplate, otherTemplate, 'name', ctx.language)),
    })
}
