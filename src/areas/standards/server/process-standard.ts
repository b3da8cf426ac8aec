import type { InOf } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import type { Context } from '@/server/context'
import { mustKnow, personOf } from '@/plant/server/plant'
import { processStandard } from '../contract/process-standard'
import type {
  addMain,
  editMain,
  newVersion,
  ratifyStandard,
  removeMain,
  submitStandard,
  withdrawStandard,
} from '../contract/process-standard-calls'
import { isDraft, isUsable, openApprovals } from '../rules/approval'
import { contentProblems, isEmpty } from '../rules/process-standard'
import { decided, mustMay, submitted, notifyAuthors, notifyNextApprover, type Standing } from './approval'

export type StandardRow = Row<typeof processStandard>
export type Variant = StandardRow['variant']
export const pageOf = (variant: Variant) => (variant === 'mainLine' ? 'processData' : 'slittingProcess')
export const labelOf = (row: Pick<StandardRow, 'code' | 'revision'>): string => `${row.code} ${row.revision}`
const standingOf = (row: StandardRow): Standing => ({ ...row, label: labelOf(row), page: pageOf(row.variant) })

/** POST /craft/add_craft and add_craft2: the first version of a code, as a draft. */
export const add =
  (variant: Variant) =>
  async (ctx: Context, input: InOf<typeof addMain>): Promise<StandardRow> => {
    const content = input as Partial<StandardRow>
    await mustMakeSense(ctx, variant, { parameters: [], ratios: [], lineId: null, ...content })
    return ctx.rows.insert(processStandard, {
      ...content,
      variant,
      revision: 1,
      newest: false,
      state: 'notApproved',
      authors: [personOf(ctx).id],
    })
  }

/** PUT /craft/update_craft and update_craft2. Edits of different fields merge; what is in approval or approved stays as it is. */
export const edit =
  (variant: Variant) =>
  async (ctx: Context, { id, version, ...patch }: InOf<typeof editMain>): Promise<StandardRow> => {
    const row = await lockOf(ctx, id, variant)
    if (!isDraft(row))
      throw refuse('standards:refusals.notDraft', { standard: labelOf(row), state: stateWord(ctx, row) })
    const mine = await ctx.rows.merge(processStandard, id, patch as Partial<StandardRow>, version)
    const after = { ...row, ...mine }
    // Who names the code means what it makes, in every version.
    if (row.revision > 1 && (after.code !== row.code || after.productId !== row.productId))
      throw refuse('standards:refusals.fixed', { standard: labelOf(row) })
    await mustMakeSense(ctx, variant, after)
    return ctx.rows.update(processStandard, id, { ...mine, authors: [...new Set([...row.authors, personOf(ctx).id])] })
  }

/** DELETE /craft/del_craft and del_craft2 */
export const remove =
  (variant: Variant) =>
  async (ctx: Context, { id, version }: InOf<typeof removeMain>): Promise<null> => {
    const row = await lockOf(ctx, id, variant)
    if (!isDraft(row))
      throw refuse('standards:refusals.notDraft', { standard: labelOf(row), state: stateWord(ctx, row) })
    await ctx.rows.remove(processStandard, id, { version: version ?? null })
    return null
  }

/** PUT /craft/new. The version in force is locked: of two who begin the next one, the second finds the first's draft. */
export async function beginVersion(ctx: Context, { id }: InOf<typeof newVersion>): Promise<StandardRow> {
  const row = await ctx.rows.lock(processStandard, id)
  mustMay(ctx, pageOf(row.variant), 'Add')
  if (!isUsable(row))
    throw refuse('standards:refusals.notInForce', { standard: labelOf(row), state: stateWord(ctx, row) })
  const [open] = await ctx.rows.find(processStandard, {
    where: { code: row.code, state: openApprovals },
    limit: 1,
  })
  if (open) throw refuse('standards:refusals.openDraft', { standard: labelOf(open), state: stateWord(ctx, open) })
  const { code, variant, productId, lineId, idealSpeed, weightTolerance, ratios, parameters, note } = row
  return ctx.rows.insert(processStandard, {
    code,
    variant,
    productId,
    lineId,
    idealSpeed,
    weightTolerance,
    ratios,
    parameters,
    note,
    revision: row.revision + 1,
    newest: false,
    state: 'notApproved',
    authors: [personOf(ctx).id],
  })
}

/** POST /craft/audit */
export async function submit(
  ctx: Context,
  { id, version, approvers }: InOf<typeof submitStandard>,
): Promise<StandardRow> {
  const row = await ctx.rows.lock(processStandard, id)
  const standing = standingOf(row)
  mustMay(ctx, standing.page, 'SetApprover')
  if (isEmpty(row)) throw refuse('standards:refusals.empty', { standard: standing.label })
  const values = await submitted(ctx, standing, approvers)
  const saved = await ctx.rows.update(processStandard, id, values, { version })
  notifyNextApprover(ctx, standing, values.waitingFor)
  return saved
}
/** POST /plant/process_standard_withdraw */
export async function withdraw(ctx: Context, { id, version }: InOf<typeof withdrawStandard>): Promise<StandardRow> {
  const row = await ctx.rows.lock(processStandard, id)
  mustMay(ctx, pageOf(row.variant), 'SetApprover')
  if (row.state !== 'inApproval')
    throw refuse('standards:refusals.notInApproval', { standard: labelOf(row), state: stateWord(ctx, row) })
  const approvers = row.approvers.map(({ userId }) => ({ userId, decision: null, decidedAt: null, reason: null }))
  return ctx.rows.update(processStandard, id, { state: 'notApproved', waitingFor: null, approvers }, { version })
}

/** POST /craft/ratify. With the last agreement the version is the newest of its code, and the one before it no longer. */
export async function ratify(
  ctx: Context,
  { id, version, decision, reason }: InOf<typeof ratifyStandard>,
): Promise<StandardRow> {
  const row = await ctx.rows.lock(processStandard, id)
  const standing = standingOf(row)
  mustMay(ctx, standing.page, 'Approve')
  const values = await decided(ctx, standing, decision, reason?.trim() || null)
  if (values.state === 'approved') {
    for (const former of await ctx.rows.find(processStandard, { where: { code: row.code, newest: true }, lock: true }))
      await ctx.rows.update(processStandard, former.id, { newest: false })
  }
  const saved = await ctx.rows.update(processStandard, id, values, { version })
  notifyNextApprover(ctx, standing, values.waitingFor)
  notifyAuthors(ctx, standing, values.state)
  return saved
}

/** A row of the call's own kind: the key of the one page opens nothing of the other. */
async function lockOf(ctx: Context, id: string, variant: Variant): Promise<StandardRow> {
  const row = await ctx.rows.lock(processStandard, id)
  if (row.variant !== variant) throw refuseInput([{ path: ['id'], code: 'unknownId' }])
  return row
}
const stateWord = (ctx: Context, { state }: Pick<StandardRow, 'state'>): string =>
  ctx.t(`standards:processStandard.options.state.${state}`)

/** @throws 4013 naming the parameter or ratio that is wrong, 4006 for a material that is not there, 6000 for a line of the other kind */
async function mustMakeSense(
  ctx: Context,
  variant: Variant,
  content: Pick<StandardRow, 'parameters' | 'ratios' | 'lineId'>,
): Promise<void> {
  const problems = contentProblems(content)
  if (problems.length)
    throw refuseInput(
      problems.map(({ path, code, limit }) => ({ path, code, ...(limit === undefined ? {} : { params: { limit } }) })),
    )
  if (content.ratios.length)
    await mustKnow(
      ctx,
      'material',
      content.ratios.map(({ materialId }) => materialId),
      'ratios',
    )
  if (!content.lineId) return
  const at = await ctx.rows.get(line, content.lineId)
  if ((at.kind === 'slitting') !== (variant === 'slitting'))
    throw refuse('standards:refusals.otherLine', {
      line: at.code,
      variant: ctx.t(`standards:processStandard.options.variant.${variant}`),
    })
}
