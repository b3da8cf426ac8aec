import { canCall } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import { isSameValue } from '@/contract/merge-edits'
import type { UpdateInput } from '@/contract/resource'
import { getFinalStates } from '@/contract/state-machine'
import { equipment } from '@/areas/equipment/contract/equipment'
import type { Context } from '@/server/context'
import { repair as machine } from '../rules/repair'
import { workProblems } from '../rules/repair-work'
import { repair } from '../contract/repair'
import { workNames } from '../contract/repair-commands'
import { assertRowsExist, findRowName, requirePerson } from '@/plant/server/plant'
import { decided } from './repair-decision'
import { lockMachines, saveRepair, type RepairRow } from './repair-save'
import { bookRepairParts } from './parts-used'

/**
 * Validates hours, parts and times of a repair. Warnings pass, because the person has seen them.
 * @throws 6000 naming the person or part
 */
export async function mustBeSound(
  ctx: Context,
  work: Pick<RepairRow, 'hours' | 'parts' | 'reportedAt'>,
  acceptedAt: string,
  endedAt: string,
): Promise<void> {
  await assertRowsExist(
    ctx,
    'user',
    work.hours.map((h) => h.userId),
    'hours',
  )
  await assertRowsExist(
    ctx,
    'sparePart',
    work.parts.map((p) => p.partId),
    'parts',
  )
  const problem = workProblems(
    { reportedAt: work.reportedAt, acceptedAt, endedAt, hours: work.hours, parts: work.parts },
    ctx.now.toISOString(),
  ).find((p) => !p.warning)
  if (!problem) return
  const of = problem.of ? await findRowName(ctx, problem.field === 'parts' ? 'sparePart' : 'user', problem.of) : ''
  throw refuse(`maintenance:refusals.work.${problem.code}`, { of, most: problem.most ?? 0 })
}

/**
 * PUT /book/update_repair. Edits of an older version merge by fields. Causes, actions, parts and hours require the
 * permission `repairWork`; after the finish they must stay complete, and changed parts are booked.
 */
export async function edit(ctx: Context, { id, version, ...patch }: UpdateInput<typeof repair>): Promise<RepairRow> {
  const row = await ctx.rows.lock(repair, id)
  if (getFinalStates(machine).includes(row.state))
    throw refuse('maintenance:refusals.closed', {
      number: row.number,
      state: ctx.t(`maintenance:repair.options.state.${row.state}`),
    })
  const mine = await ctx.rows.merge(repair, id, patch, version)
  const after = { ...row, ...mine }
  const changes = (name: keyof RepairRow) => !isSameValue(after[name], row[name])
  if (workNames.some(changes) && !canCall('repairWork', requirePerson(ctx)))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: 'repairWork' } })
  const lineId = changes('equipmentId') ? await lineOf(ctx, row.equipmentId, after.equipmentId) : row.lineId
  if (row.repairEndAt) decided(ctx, { number: row.number, state: 'inMaintenance' }, 'finish', after)
  // During the work only the lists themselves are validated.
  const end = row.repairEndAt ?? ctx.now.toISOString()
  if (changes('hours') || changes('parts'))
    await mustBeSound(ctx, after, row.repairEndAt ? (row.acceptedAt ?? end) : end, end)
  const saved = await saveRepair(ctx, row, { ...mine, lineId })
  if (row.finishedBy && changes('parts')) await bookRepairParts(ctx, row, row.parts, after.parts, ctx.now.toISOString())
  return saved
}
/** Returns the line of the machine that a repair is moved to. @throws 6000 for a discarded machine */
async function lineOf(ctx: Context, before: string, equipmentId: string): Promise<string | null> {
  await lockMachines(ctx, [before, equipmentId])
  const now = await ctx.rows.get(equipment, equipmentId)
  if (now.state === 'discarded') throw refuse('maintenance:refusals.discarded', { code: now.code })
  return now.lineId
}
