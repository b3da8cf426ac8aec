import type { AppliedRow, LastError, OutboxRow, OutboxState } from './database'
import { shownStates } from './drain-plan'

/** Information attached to a row that an unsent command changes. */
export interface PendingMark {
  opId: string
  op: string
  state: OutboxState
  occurredAt: string
  /** Why it was not accepted; the server's text if it was refused. */
  error: LastError | null
  /** A new row that the server refused to create, or that waits behind a refusal; it does not exist on the server. */
  unmade: boolean
}
export type Overlaid<Row> = Row & { pending?: PendingMark }
/** True for a refused command, or one waiting behind it: it has no effect until a person corrects it. */
export const isHeldBack = (state: OutboxState | undefined): boolean => state === 'attention' || state === 'waiting'
/** True if a row counts in sums and printouts. A row that the server refused to create is only displayed. */
export const counts = (row: object): boolean => !(row as { pending?: Partial<PendingMark> | undefined }).pending?.unmade
type Fields = Record<string, unknown>
/** Predicts the row after a command by the server's rules; `row` is `undefined` if not known here. */
export type Preview = (row: Fields | undefined, body: Fields, op: OutboxRow) => Fields | null

export interface OverlayOptions {
  /** When the request for `rows` began (ms, phone's clock): rows acknowledged later are newer. */
  fetchedAt?: number
  applied?: readonly AppliedRow[]
  /** Previews by endpoint name, for commands that do more than change fields. */
  previews?: Readonly<Record<string, Preview>>
  /** Called when a preview fails; its command then only marks the row. */
  failed?: (error: unknown) => void
  /** Filter of the list; all rows match by default. */
  matches?: (row: Fields) => boolean
  /** Finds a row that is not among `rows` but known to this phone; a command may move it into the list. */
  elsewhere?: (id: string) => Fields | undefined
  now?: number
}

/**
 * Applies local changes to rows that were read: first acknowledged rows newer than the read, then unsent commands in
 * order. Refused commands on existing rows, and commands waiting behind them, are not applied; the row shows the
 * server's values and is marked. A refused new row stays visible as `unmade`. Rows that enter or leave the list's
 * filter are added or removed; new rows come first. Pure: the input rows are not changed.
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
    // Refused changes of existing rows have no effect; on a refused new row, later state changes have none.
    const stays = isHeldBack(state) && (isUnmade ? refused !== null && isStep(before, after) : before !== undefined)
    const next = stays ? null : after
    if (next || before) lay(op.entityId, { ...(next ?? before), id: op.entityId, pending: refused ?? mark })
  }
  const belongs = (id: string, row: Fields): boolean => {
    const { matches } = options
    const was = read.get(id) ?? beside.get(id)
    if (read.has(id)) return !matches || matches(row) || !matches(was!)
    // A row that matched before and was not read is on another page.
    return (!matches || matches(row)) && !(was && (!matches || matches(was)))
  }
  return [...fresh, ...rows.map((row) => row.id)]
    .map((id) => known.get(id) as Overlaid<Row>)
    .filter((row) => belongs(row.id, row))
}

/** Finds a row outside the list, as it is before the commands, and stores it in `outsideRows`. */
function found(id: string, beside: Map<string, Fields>, elsewhere: OverlayOptions['elsewhere']): Fields | undefined {
  const row = elsewhere?.(id)
  if (row) beside.set(id, row)
  return row
}
const isStep = (before: Fields | undefined, after: Fields | null): boolean =>
  before !== undefined && after !== null && after['state'] !== before['state']
/** Returns the mark of a refusal. It stays, because later commands wait for it. */
const refusedOf = (row: Fields | undefined): PendingMark | null => {
  const mark = row?.['pending'] as PendingMark | undefined
  return mark?.state === 'attention' ? mark : null
}
/** Runs a preview; a failure must not break the display of all other rows. */
function previewed(show: () => Fields | null, failed: OverlayOptions['failed']): Fields | null {
  try {
    return show()
  } catch (error) {
    failed?.(error)
    return null
  }
}
/** Default preview: creates and updates set their fields; a removal or an unknown command only marks the row. */
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
