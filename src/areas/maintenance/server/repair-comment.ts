import { canCall } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import type { CreateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { resolveOccurredAt, requirePerson } from '@/plant/server/plant'
import { repair } from '../contract/repair'
import { repairComment } from '../contract/repair-comment'
import { hasCommentContent } from '../rules/repair-comment'

/**
 * POST /repair/comment. Allowed for people who may view and report repairs.
 * @throws 6000 for an empty comment, 4006 for an unknown repair
 */
export async function addRepairComment(
  ctx: Context,
  input: CreateInput<typeof repairComment>,
): Promise<Row<typeof repairComment>> {
  const person = requirePerson(ctx)
  const { access } = repair.endpoints.list
  if (!canCall(access, person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: [access].flat().join(', ') } })
  if (!hasCommentContent(input.text, input.images)) throw refuse('maintenance:refusals.emptyComment')
  const commentedRepair = await ctx.rows.get(repair, input.repairId)
  return ctx.rows.insert(repairComment, {
    ...input,
    writtenBy: person.id,
    writtenAt: resolveOccurredAt(ctx, null, commentedRepair.reportedAt),
  })
}
