import { refuse, type RowRefusal } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context, Person } from '@/server/context'
import type { inspectionRound } from '../contract/inspection-round'
import { notTheirs } from '../rules/inspection-round'
import { findRowName } from '@/plant/server/plant'

export type RoundRow = Row<typeof inspectionRound>

/** Said of where the round stands: nothing that was entered is wrong. */
const ofRound: RowRefusal = { ofRow: true }

export const wrongState = (ctx: Context, round: RoundRow, action: string) =>
  refuse(
    'maintenance:refusals.round.state',
    {
      state: ctx.t(`maintenance:inspectionRound.options.state.${round.state}`),
      action: ctx.t(`maintenance:actions.${action}`),
    },
    ofRound,
  )

/** The round must be for this person, and nobody else's by now. */
export async function mustBeTheirs(ctx: Context, round: RoundRow, person: Person): Promise<void> {
  const problem = notTheirs(round, person)
  if (problem === 'notYours') throw refuse('maintenance:refusals.round.notYours', {}, ofRound)
  if (problem === 'taken')
    throw refuse(
      'maintenance:refusals.round.taken',
      { person: await findRowName(ctx, 'user', round.userId ?? round.assignedTo ?? '') },
      ofRound,
    )
}
