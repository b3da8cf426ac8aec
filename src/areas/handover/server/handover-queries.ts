import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import type { ListQuery } from '@/contract/resource'
import {
  handover,
  type lineSnapshot,
  type handoverListEndpoints,
  previewSquadLeader,
  previewPost,
} from '../contract/handover'
import { type HandoverKind, lockedRecordNames, LOCKING_KIND } from '../rules/handover'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { loadRefs, toListScope, loadNames } from '@/server/crud/refs'
import { listLines, type LabelledLine } from '@/plant/server/queries/list-lines'
import { listRunningOrders } from '@/areas/orders/server/queries/orders-in-shifts'
import { loadSnapshots, type StoredHandover } from './handovers'
import { resolveEnteredShift } from '@/plant/server/shift-record-head'
import { buildShiftSnapshot, type ShiftSnapshot } from './shift-snapshot'
import type { ShiftRecordKey } from '@/plant/server/events'
import { handle } from '@/server/area'
import type { WithoutFilledNames } from '@/contract/field-values'

type ListInput = EndpointInput<(typeof handoverListEndpoints)[number]['endpoint']>
type Preview = WithoutFilledNames<EndpointOutput<typeof previewSquadLeader>>

/** Creates the list handler of a kind; newest first. */
export const createListHandler =
  (kind: HandoverKind) =>
  async (ctx: Context, input: ListInput): Promise<EndpointOutput<(typeof handoverListEndpoints)[number]['endpoint']>> =>
    listPage(toListScope(ctx), handover, { ...input, kind } as ListQuery)

/** GET /production_form/auto_*: snapshot of a shift of a line, by default of the line that runs now. */
export const createSnapshotHandler =
  (kind: 'main' | 'slitting') =>
  async (ctx: Context, input: EndpointInput<typeof lineSnapshot>): Promise<EndpointOutput<typeof lineSnapshot>> => {
    const snapshot = await buildShiftSnapshot(
      ctx,
      input.lineId ?? (await findRunningLine(ctx, kind)),
      await resolveEnteredShift(ctx, input),
    )
    return { ...snapshot, names: await loadSnapshotNames(ctx, snapshot) }
  }
/** Finds the line of the kind that has a running order, else the first line of the kind, else any line. */
async function findRunningLine(ctx: Context, kind: 'main' | 'slitting'): Promise<string> {
  const runningLineIds = new Set((await listRunningOrders(ctx)).map(({ lineId }) => lineId))
  // A line of the right kind precedes a running line of another kind.
  const getRank = (candidate: LabelledLine): number =>
    ((candidate.kind === 'slitting') === (kind === 'slitting') ? 2 : 0) + (runningLineIds.has(candidate.id) ? 1 : 0)
  const [bestLine] = (await listLines(ctx))
    .filter((candidate) => candidate.kind !== 'utility')
    .sort((a, b) => getRank(b) - getRank(a))
  if (!bestLine)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: ctx.t('plant:line.name') },
      issues: [{ path: ['lineId'], code: 'unknownId' }],
    })
  return bestLine.id
}
/** Loads the names of all rows that a snapshot refers to. */
async function loadSnapshotNames(ctx: Context, snapshot: ShiftSnapshot): Promise<{ id: string; label: string }[]> {
  const refs = await loadRefs(toListScope(ctx), handover, [{ facts: [snapshot] }])
  return Object.entries(refs).map(([id, label]) => ({ id, label }))
}

type PreviewInput = EndpointInput<typeof previewSquadLeader>
/** GET /production_form/squad_leader_handover_preview: preview of the shift leader's handover. */
export const previewSquadLeaderHandover = handle(previewSquadLeader, (ctx, input) =>
  loadHandoverPreview(ctx, input, ['squadLeader']),
)
/** GET /production_form/post_preview: preview of the handover of any station. */
export const previewPostHandover = handle(previewPost, (ctx, input) =>
  loadHandoverPreview(
    ctx,
    input,
    input.kind ? [input.kind] : ['packaging', 'slitting', 'middle', 'hostTransfer', 'squadLeader'],
  ),
)

async function loadHandoverPreview(
  ctx: Context,
  input: PreviewInput,
  kinds: readonly HandoverKind[],
): Promise<Preview> {
  const requestedShift = { lineId: input.lineId, businessDate: input.businessDate, shift: input.shift }
  const filters = Object.fromEntries(Object.entries(requestedShift).filter(([, value]) => value != null))
  const [row] = input.id
    ? [await ctx.rows.get(handover, input.id)]
    : await ctx.rows.find(handover, { where: { kind: kinds, ...filters }, orderBy: '-businessDate', limit: 1 })
  if (!row)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: ctx.t('handover:handover.name') },
    })
  const snapshots = row.state === 'draft' ? await loadSnapshots(ctx, row) : row.facts
  return {
    ...row,
    facts: snapshots,
    ...(await loadPreviewNames(ctx, row)),
    names: snapshots[0] ? await loadSnapshotNames(ctx, snapshots[0]) : [],
  }
}
async function loadPreviewNames(
  ctx: Context,
  row: StoredHandover,
): Promise<Pick<Preview, 'peopleNames' | 'absentNames'>> {
  const personNames = await loadNames(ctx, 'user', [...row.people, ...row.absent])
  const joinNames = (ids: readonly string[]) => ids.map((id) => personNames[id] ?? id).join(', ')
  return {
    peopleNames: joinNames(row.people),
    absentNames: joinNames(row.absent),
  }
}

/** True if a record is locked because both shift leaders have signed its shift. */
export async function isShiftSigned(
  ctx: Context,
  { resource, lineId, businessDate, shift }: ShiftRecordKey,
): Promise<boolean> {
  if (!lockedRecordNames.some((name) => name === resource)) return false
  const signedHandovers = await ctx.rows.find(handover, {
    where: { kind: LOCKING_KIND, lineId, businessDate, shift, state: 'taken' },
    limit: 1,
  })
  return signedHandovers.length > 0
}
