/** Queries of the quality area on rolls. */
import type { Context } from '@/server/context'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '../../contract/slitting'
import { type Grade } from '@/areas/rolls/rules/grade'

/** A jumbo or slit roll to inspect. */
export interface InspectedRoll {
  readonly jumboRollId: string
  /** Null if the jumbo itself is inspected. */
  readonly slitRollId: string | null
  /** Null while the roll is being wound. */
  readonly number: string | null
  readonly state: string
  readonly grade: Grade
  /** Line that wound the roll or its jumbo. */
  readonly lineId: string
  readonly workOrderId: string | null
  readonly productId: string
  /** Team that doffed the jumbo, or cut the slit roll. */
  readonly team: string | null
  readonly lane: number | null
  readonly lengthM: number | null
  readonly doffedAt: string | null
}
/** Finds a roll by id or label number (slit rolls before jumbos), or null. */
export async function findInspectedRoll(
  ctx: Context,
  identifier: { jumboRollId?: string | null; slitRollId?: string | null; number?: string | null },
): Promise<InspectedRoll | null> {
  const number = identifier.number?.trim()
  const labelNumber = !identifier.slitRollId && !identifier.jumboRollId && number ? number : null
  let slitWhere: { id: string } | { number: string } | null = null
  if (identifier.slitRollId) slitWhere = { id: identifier.slitRollId }
  else if (labelNumber) slitWhere = { number: labelNumber }
  const [slitRow] = slitWhere ? await ctx.rows.find(slitRoll, { where: slitWhere, limit: 1 }) : []
  if (identifier.slitRollId && !slitRow) return null
  const jumboId = slitRow?.jumboRollId ?? identifier.jumboRollId
  let jumboWhere: { id: string } | { number: string } | null = null
  if (jumboId) jumboWhere = { id: jumboId }
  else if (labelNumber) jumboWhere = { number: labelNumber }
  const [jumboRow] = jumboWhere ? await ctx.rows.find(jumboRoll, { where: jumboWhere, limit: 1 }) : []
  if (!jumboRow) return null
  const { number: rollNumber, state, grade, workOrderId, productId, team, lengthM, doffedAt } = slitRow ?? jumboRow
  return {
    jumboRollId: jumboRow.id,
    slitRollId: slitRow?.id ?? null,
    number: rollNumber,
    state,
    grade: grade ?? 'good',
    lineId: jumboRow.lineId,
    workOrderId,
    productId,
    team,
    lane: slitRow?.lane ?? null,
    lengthM,
    doffedAt,
  }
}
