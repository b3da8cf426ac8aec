/** Handlers of the document endpoints, for every kind of document. */
import { refuse, refuseInput } from '@/contract/errno'
import { getEmptyValue, type Fields } from '@/contract/field'
import { createBlankRow, type AnyRow, type Resource, type Row } from '@/contract/resource'
import { isSameValue } from '@/contract/merge-edits'
import { handle, type HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { loadReferencedNames } from '@/server/crud/load-names'
import { requirePerson } from '@/plant/server/plant'
import { kindOf, type DocumentKind, type DocumentRow, type VersionedDocument } from '../contract/document'
import {
  isDraft,
  isUsable,
  openApprovals,
  turnOf,
  withAnswers,
  type ReplacementAsked,
  type Verdict,
} from '../rules/approval'
import type { ContentProblem } from '../rules/content'
import {
  approversOf,
  decided,
  mustMay,
  notifyAuthors,
  notifyNextApprover,
  replaced,
  submitted,
  type Standing,
} from './approval'
import { exportVersion, type ListColumns } from './document-excel'
import { mustKnowLines } from './document-lines'

/** Rules that are specific to a kind of document. */
export interface DocumentRules<C> {
  /** Returns problems of the content, by field. */
  problems(content: C): readonly ContentProblem[]
  /** Returns why it cannot be submitted yet, as a key in `refusals.unready.<resource>`, or null. */
  unready(content: C): string | null
  /** Checks rules that need the database. */
  check?(ctx: Context, content: C, kind: DocumentKind): Promise<void>
  /** Lists of the Excel export that do not show all of their columns. */
  columns?: ListColumns
}
type Version = { id: string; version: number }

/** Returns code and revision as the label of a version. */
export const labelOf = (row: Pick<DocumentRow, 'code' | 'revision'>): string => `${row.code} ${row.revision}`
const stateWord = (ctx: Context, { state }: Pick<DocumentRow, 'state'>): string =>
  ctx.t(`standards:processStandard.options.state.${state}`)

/** Creates the handlers of all endpoints of a document; `C` is the type of its content. */
export function documentHandlers<C extends object>(of: VersionedDocument, rules: DocumentRules<C>): HandlerEntry[] {
  const { steps, resource } = of
  return [
    ...of.kinds.flatMap((kind) => [
      handle(kind.add, (ctx, input) => add(ctx, { of, rules, kind }, input as AnyRow)),
      handle(kind.edit, (ctx, input) => edit(ctx, { of, rules, kind }, input)),
      handle(kind.remove, (ctx, input) => remove(ctx, { of, rules, kind }, input)),
      handle(kind.excel, async (ctx, { id }) => {
        const row = await ofKind(of, kind, (await ctx.rows.get(resource, id)) as DocumentRow)
        return exportVersion(ctx, of, kind, row, rules.columns ?? {})
      }),
    ]),
    handle(steps.newVersion, (ctx, { id }) => beginVersion(ctx, of, id)),
    handle(steps.submit, (ctx, input) => submit(ctx, of, rules, input)),
    handle(steps.withdraw, (ctx, input) => withdraw(ctx, of, input)),
    handle(steps.ratify, (ctx, input) => ratify(ctx, of, input)),
    handle(steps.replaceApprover, (ctx, input) => replaceApprover(ctx, of, input)),
    handle(steps.approval, (ctx, { id }) => approvalOf(ctx, of, id)),
    handle(steps.approvers, (ctx, narrowed: AnyRow) => approvers(ctx, of, narrowed)),
  ]
}
interface Writing<C> {
  of: VersionedDocument
  rules: DocumentRules<C>
  kind: DocumentKind
}
const lock = async (ctx: Context, of: VersionedDocument, id: string): Promise<DocumentRow> =>
  (await ctx.rows.lock(of.resource, id)) as DocumentRow
const save = async (ctx: Context, of: VersionedDocument, id: string, values: AnyRow, version?: number) =>
  (await ctx.rows.update(
    of.resource,
    id,
    values as Partial<Row<Resource>>,
    version === undefined ? {} : { version },
  )) as DocumentRow
/** Refuses rows of another kind, because the permissions of one page do not apply to the other. */
function ofKind(of: VersionedDocument, kind: DocumentKind, row: DocumentRow): DocumentRow {
  if (kindOf(of, row) !== kind) throw refuseInput([{ path: ['id'], code: 'unknownId' }])
  return row
}
const standingOf = (of: VersionedDocument, row: DocumentRow): Standing => ({
  ...row,
  label: labelOf(row),
  kind: of.resource.name,
  page: kindOf(of, row).page,
})

/** Inserts the first version of a code as a draft. */
async function add<C>(ctx: Context, { of, rules, kind }: Writing<C>, input: AnyRow): Promise<DocumentRow> {
  const content = withLines(kind.content, input)
  await mustMakeSense(ctx, rules, kind, { ...createBlankRow(of.resource), ...content })
  return begin(ctx, of, kind, content, 1)
}
/** Inserts a draft of a revision. */
const begin = async (ctx: Context, of: VersionedDocument, kind: DocumentKind, content: AnyRow, revision: number) =>
  (await ctx.rows.insert(of.resource, {
    ...content,
    ...kind.fixed,
    revision,
    newest: false,
    state: 'notApproved',
    authors: [requirePerson(ctx).id],
  } as Partial<Row<Resource>>)) as DocumentRow

/** Edits a draft. Concurrent edits of different fields are merged. */
async function edit<C>(
  ctx: Context,
  { of, rules, kind }: Writing<C>,
  { id, version, ...given }: Version,
): Promise<DocumentRow> {
  const row = ofKind(of, kind, await lock(ctx, of, id))
  mustBeDraft(ctx, row)
  const mine: AnyRow = await ctx.rows.merge(
    of.resource,
    id,
    withLines(kind.content, given) as Partial<Row<Resource>>,
    version,
  )
  const after: AnyRow = { ...row, ...mine }
  // The code stands for the same subject in every version.
  if (row.revision > 1 && of.kept.some((name) => after[name] !== (row as AnyRow)[name]))
    throw refuse('standards:refusals.fixed', { standard: labelOf(row), fields: keptWords(ctx, of) })
  await mustMakeSense(ctx, rules, kind, after)
  return save(ctx, of, id, { ...mine, authors: [...new Set([...row.authors, requirePerson(ctx).id])] })
}
async function remove<C>(
  ctx: Context,
  { of, kind }: Writing<C>,
  { id, version }: { id: string; version?: number | null },
): Promise<null> {
  mustBeDraft(ctx, ofKind(of, kind, await lock(ctx, of, id)))
  await ctx.rows.remove(of.resource, id, { version: version ?? null })
  return null
}
function mustBeDraft(ctx: Context, row: DocumentRow): void {
  if (!isDraft(row)) throw refuse('standards:refusals.notDraft', { standard: labelOf(row), state: stateWord(ctx, row) })
}

/** Locks the version in force, so that the second of two concurrent requests finds the draft of the first. */
async function beginVersion(ctx: Context, of: VersionedDocument, id: string): Promise<DocumentRow> {
  const row = await lock(ctx, of, id)
  const kind = kindOf(of, row)
  mustMay(ctx, kind.page, 'Add')
  if (!isUsable(row))
    throw refuse('standards:refusals.notInForce', { standard: labelOf(row), state: stateWord(ctx, row) })
  const [open] = (await ctx.rows.find(of.resource, {
    where: { code: row.code, state: openApprovals },
    limit: 1,
  })) as DocumentRow[]
  if (open) throw refuse('standards:refusals.openDraft', { standard: labelOf(open), state: stateWord(ctx, open) })
  const said = Object.fromEntries(Object.keys(kind.content).map((name) => [name, (row as AnyRow)[name]]))
  return begin(ctx, of, kind, said, row.revision + 1)
}

async function submit<C>(
  ctx: Context,
  of: VersionedDocument,
  rules: DocumentRules<C>,
  { id, version, approvers }: Version & { approvers: string[] },
): Promise<DocumentRow> {
  const row = await lock(ctx, of, id)
  const standing = standingOf(of, row)
  mustMay(ctx, standing.page, 'SetApprover')
  const unready = rules.unready(row as C)
  if (unready) throw refuse(`standards:refusals.unready.${of.resource.name}.${unready}`, { standard: standing.label })
  await mustDiffer(ctx, of, row)
  const values = await submitted(ctx, { ...standing, earlier: row.earlier }, approvers)
  const saved = await save(ctx, of, id, values, version)
  notifyNextApprover(ctx, standing, values.waitingFor)
  return saved
}
/** Refuses a draft that equals the version in force: approving it would replace that version without any change. */
async function mustDiffer(ctx: Context, of: VersionedDocument, row: DocumentRow): Promise<void> {
  if (!isDraft(row)) return
  const [inForce] = (await ctx.rows.find(of.resource, {
    where: { code: row.code, newest: true },
    limit: 1,
  })) as DocumentRow[]
  if (!inForce) return
  const names = Object.keys(kindOf(of, row).content)
  if (names.every((name) => isSameValue((inForce as AnyRow)[name] ?? null, (row as AnyRow)[name] ?? null)))
    throw refuse('standards:refusals.nothingNew', { standard: labelOf(row), inForce: labelOf(inForce) })
}
async function withdraw(ctx: Context, of: VersionedDocument, { id, version }: Version): Promise<DocumentRow> {
  const row = await lock(ctx, of, id)
  mustMay(ctx, kindOf(of, row).page, 'SetApprover')
  if (row.state !== 'inApproval')
    throw refuse('standards:refusals.notInApproval', { standard: labelOf(row), state: stateWord(ctx, row) })
  const approvers = row.approvers.map(({ userId }) => ({ userId, decision: null, decidedAt: null, reason: null }))
  const earlier = withAnswers(row.earlier, row.approvers)
  return save(ctx, of, id, { state: 'notApproved', waitingFor: null, approvers, earlier }, version)
}
/**
 * Records a decision. With the last agreement this version becomes the newest of its code instead of the previous one.
 */
async function ratify(
  ctx: Context,
  of: VersionedDocument,
  { id, version, decision, reason }: Version & { decision: Verdict; reason?: string | null },
): Promise<DocumentRow> {
  const row = await lock(ctx, of, id)
  const standing = standingOf(of, row)
  mustMay(ctx, standing.page, 'Approve')
  const values = await decided(ctx, standing, decision, reason?.trim() || null)
  if (values.state === 'approved') {
    for (const former of await ctx.rows.find(of.resource, { where: { code: row.code, newest: true }, lock: true }))
      await ctx.rows.update(of.resource, former.id, { newest: false })
  }
  const saved = await save(ctx, of, id, values, version)
  notifyNextApprover(ctx, standing, values.waitingFor)
  notifyAuthors(ctx, standing, values.state)
  return saved
}

async function replaceApprover(
  ctx: Context,
  of: VersionedDocument,
  { id, version, ...asked }: Version & ReplacementAsked,
): Promise<DocumentRow> {
  const row = await lock(ctx, of, id)
  const standing = standingOf(of, row)
  mustMay(ctx, standing.page, 'Approve')
  const values = await replaced(ctx, standing, asked)
  const saved = await save(ctx, of, id, values, version)
  // A substitute further down the list is notified when their turn comes.
  if (values.waitingFor !== row.waitingFor) notifyNextApprover(ctx, standing, values.waitingFor)
  return saved
}

async function approvalOf(ctx: Context, of: VersionedDocument, id: string) {
  const row = (await ctx.rows.get(of.resource, id)) as DocumentRow
  const names = await loadReferencedNames(ctx, 'user', row.approvers, 'userId')
  const waitingFor = turnOf(row)
  return {
    state: row.state,
    waitingFor,
    mine: waitingFor === requirePerson(ctx).id,
    approvers: row.approvers.map((one) => ({ ...one, name: names[one.userId] ?? '' })),
  }
}
/** Lists people who may approve documents of the kind given by the filters; without filters, of every kind. */
async function approvers(ctx: Context, { kinds }: VersionedDocument, narrowed: AnyRow) {
  const asked = Object.values(narrowed).some(Boolean)
  const wanted = asked ? [kindOf({ kinds }, narrowed)] : kinds
  const [first, ...others] = await Promise.all(wanted.map(({ page }) => approversOf(ctx, page)))
  return (first ?? []).filter(({ id }) => others.every((also) => also.some((one) => one.id === id)))
}

const keptWords = (ctx: Context, { resource, kept }: VersionedDocument): string =>
  new Intl.ListFormat(ctx.language === 'zh' ? 'zh' : 'en-GB').format(
    kept.map((name) => ctx.t(`${resource.area}:${resource.name}.fields.${name}`).toLowerCase()),
  )
const emptyContent = (content: Fields): AnyRow =>
  Object.fromEntries(Object.entries(content).map(([name, field]) => [name, getEmptyValue(field)]))
/** Fills in the defaults of missing fields in list lines. */
const withLines = (content: Fields, given: AnyRow): AnyRow =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const field = content[name]
      if (field?.kind !== 'list' || !Array.isArray(value)) return [name, value]
      const blank = emptyContent(field.of)
      const filled = (line: AnyRow) => Object.entries(line).filter(([, part]) => part !== undefined && part !== null)
      return [name, value.map((line: AnyRow) => ({ ...blank, ...Object.fromEntries(filled(line)) }))]
    }),
  )

/**
 * @throws 4013 for problems of the content, 4006 for an unknown reference in a line, and refusals of the kind's own
 * check
 */
async function mustMakeSense<C>(
  ctx: Context,
  rules: DocumentRules<C>,
  kind: DocumentKind,
  content: AnyRow,
): Promise<void> {
  const problems = rules.problems(content as C)
  if (problems.length)
    throw refuseInput(
      problems.map(({ path, code, limit }) => ({ path, code, ...(limit === undefined ? {} : { params: { limit } }) })),
    )
  await mustKnowLines(ctx, kind.content, content)
  await rules.check?.(ctx, content as C, kind)
}
