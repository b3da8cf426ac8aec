import type { AppliedRow, LastError, OutboxRow, OutboxState } from './database'
import { shownStates } from './drain-plan'

/** What hangs on a row that a command not yet through has touched. */
export interface PendingMark {
  opId: string
  op: string
  state: OutboxState
  occurredAt: string
  /** Why it is not through; the server's words where it was refused. */
  error: LastError | null
  /** A new row whose making the server refused, or that waits behind a refusal: the server has none such. */
  unmade: boolean
}
export type Overlaid<Row> = Row & { pending?: PendingMark }
/** Of a command that the server refused, or that waits behind such a one: nothing of it is so until a person mends it. */
export const isHeldBack = (state: OutboxState | undefined): boolean => state === 'attention' || state === 'waiting'
/** Whether a row stands in sums, and in what is printed: one that the server refused to make is only shown. */
export const counts = (row: object): boolean => !(row as { pending?: Partial<PendingMark> | undefined }).pending?.unmade
type Fields = Record<string, unknown>
/** What a command will make of a row, by the rules the server uses; `undefined` for a row not known here. */
export type Preview = (row: Fields | undefined, body: Fields, op: OutboxRow) => Fields | null

export interface OverlayOptions {
  /** When the request for `rows` began (ms on this phone's clock): rows acknowledged later than that are newer. */
  fetchedAt?: number
  applied?: readonly AppliedRow[]
  /** By operation name, for actions that are more than a change of fields. */
  previews?: Readonly<Record<string, Preview>>
  /** A preview failed: its command only marks the row. */
  failed?: (error: unknown) => void
  /** Whether a row belongs in this list (its filter). All do unless told. */
  matches?: (row: Fields) => boolean
  /** A row that is not among `rows` but known to this phone: what a command makes of it may belong in this list. */
  elsewhere?: (id: string) => Fields | undefined
  now?: number
}

/**
 * Lays what this phone knows better over rows that were read: acknowledged rows newer than the read, then commands not yet
 * through, in order. What was refused of a row that the server has is not laid over it, nor what waits behind that: the row
 * says what the server says, and is marked. A new row that was refused stays to be seen, and is `unmade`. A row that a command
 * brings into the list's filter comes in, one that it takes out goes. New things come first. Pure: the same input gives the same list, the rows are not changed.
 */
export function overlay<Row extends { id: string }>(
  resource: string,
  rows: readonly Row[],
  ops: readonly OutboxRow[],
  options: OverlayOptions = {},
): Overlaid<Row>[] {
  const read = new Map<string, Fields>(rows.map((row) => [row.id, row]))
  const known = new Map(read)
  const beside = new Map<string, Fields>()
  const unmade = new Set<string>()
  const fresh: string[] = []
  const lay = (id: string, row: Fields) => {
    if (!read.has(id) && !fresh.includes(id)) fresh.unshift(id)
    known.set(id, row)
  }
  for (const { resource: of, rowId, row, at } of options.applied ?? []) {
    if (of === resource && at >= (options.fetchedAt ?? -Infinity)) lay(rowId, row)
  }
  const states = shownStates(ops, options.now ?? 0)
  for (const op of ops.filter((one) => one.resource === resource)) {
    const before = known.get(op.entityId) ?? found(op.entityId, beside, options.elsewhere)
    const state = states.get(op.id) ?? op.state
    const preview = options.previews?.[op.op] ?? plainPreview(op)
    const after = previewed(() => preview(before, op.body, op), options.failed)
    if (!before && after && isHeldBack(state)) unmade.add(op.entityId)
    const isUnmade = unmade.has(op.entityId)
    const mark = { opId: op.id, op: op.op, state, occurredAt: op.occurredAt, error: op.lastError, unmade: isUnmade }
    const refused = refusedOf(before)
    // Of what the server has nothing is so that it refused; of what it has not, no step is done behind the refusal.
    const stays = isHeldBack(state) && (isUnmade ? refused !== null && isStep(before, after) : before !== undefined)
    const next = stays ? null : after
    if (next || before) lay(op.entityId, { ...(next ?? before), id: op.entityId, pending: refused ?? mark })
  }
  const belongs = (id: string, row: Fields): boolean => {
    const { matches } = options
    const was = read.get(id) ?? beside.get(id)
    if (read.has(id)) return !matches || matches(row) || !matches(was!)
    // One that belonged here before, and was not read, stands on another page.
    return (!matches || matches(row)) && !(was && (!matches || matches(was)))
  }
  return [...fresh, ...rows.map((row) => row.id)]
    .map((id) => known.get(id) as Overlaid<Row>)
    .filter((row) => belongs(row.id, row))
}

/** A row from beyond the list, as it is before the commands; remembered in `beside`. */
function found(id: string, beside: Map<string, Fields>, elsewhere: OverlayOptions['elsewhere']): Fields | undefined {
  const row = elsewhere?.(id)
  if (row) beside.set(id, row)
  return row
}
const isStep = (before: Fields | undefined, after: Fields | null): boolean =>
  before !== undefined && after !== null && after['state'] !== before['state']
/** The mark of a refusal, which stays: what was saved after it waits for it. */
const refusedOf = (row: Fields | undefined): PendingMark | null => {
  const mark = row?.['pending'] as PendingMark | undefined
  return mark?.state === 'attention' ? mark : null
}
/** One command that cannot be shown must not take the page from all others. */
function previewed(show: () => Fields | null, failed: OverlayOptions['failed']): Fields | null {
  try {
    return show()
  } catch (error) {
    failed?.(error)
    return null
  }
}
/** Creates and updates are their fields; a removal and an unknown action only mark the row until the server has spoken. */
function plainPreview(op: OutboxRow): Preview {
  if (op.creates === 1)
    return (row, body) => ({
      version: 1,
      createdAt: op.occurredAt,
      updatedAt: op.occurredAt,
      createdBy: op.userId,
      ...row,
      ...body,
    })
  if (op.op.endsWith('.update')) return (row, body) => (row ? { ...row, ...defined(body) } : null)
  return () => null
}
const defined = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== undefined && name !== 'version'))
