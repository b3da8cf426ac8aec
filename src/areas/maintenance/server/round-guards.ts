import { refuse, type RowRefusal } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context, Person } from '@/server/context'
import type { inspectionRound } from '../contract/inspection-round'
import { findRoundAccessProblem } from '../rules/inspection-round'
import { findRowName } from '@/plant/server/plant'

export type RoundRow = Row<typeof inspectionRound>

/** Marks a refusal as caused by the state of the round, not by the input. */
const ROW_REFUSAL: RowRefusal = { ofRow: true }

/** Builds the refusal of an action that the state of the round does not allow. */
export const refuseRoundState = (ctx: Context, round: RoundRow, action: string) =>
  refuse(
    'maintenance:refusals.round.state',
    {
      state: ctx.t(`maintenance:inspectionRound.options.state.${round.state}`),
      action: ctx.t(`maintenance:actions.${action}`),
    },
    ROW_REFUSAL,
  )

/** @throws 6000 if the round is meant for other people or already taken by somebody else */
export async function assertMayWalkRound(ctx: Context, round: RoundRow, person: Person): Promise<void> {
  const problem = findRoundAccessProblem(round, person)
  if (problem === 'notYours') throw refuse('maintenance:refusals.round.notYours', {}, ROW_REFUSAL)
  if (problem === 'taken')
    throw refuse(
      'maintenance:refusals.round.taken',
      { person: await findRowName(ctx, 'user', round.userId ?? round.assignedTo ?? '') },
      ROW_REFUSAL,
    )
}
