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
}
export type Overlaid<Row> = Row & { pending?: PendingMark }
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
  /** Whether a row that is not among `rows` belongs in this list (its filter). All do unless told. */
  matches?: (row: Fields) => boolean
  now?: number
}

/**
 * Lays what this phone knows better over rows that were read: acknowledged rows newer than the read, then commands not yet
 * through, in order. New things come first. Pure: the same input gives the same list, the rows are not changed.
 */
export function overlay<Row extends { id: string }>(
  resource: string,
  rows: readonly Row[],
  ops: readonly OutboxRow[],
  options: OverlayOptions = {},
): Overlaid<Row>[] {
  const known = new Map<string, Fields>(rows.map((row) => [row.id, row]))
  const fresh: string[] = []
  const lay = (id: string, row: Fields) => {
    if (!known.has(id)) {
      if (options.matches && !options.matches(row)) return
      fresh.unshift(id)
    }
    known.set(id, row)
  }
  for (const { resource: of, rowId, row, at } of options.applied ?? []) {
    if (of === resource && at >= (options.fetchedAt ?? -Infinity)) lay(rowId, row)
  }
  const mine = ops.filter((op) => op.resource === resource)
  const states = shownStates(ops, options.now ?? 0)
  for (const op of mine) {
    const before = known.get(op.entityId)
    const preview = options.previews?.[op.op] ?? plainPreview(op)
    const after = previewed(() => preview(before, op.body, op), options.failed)
    const mark: PendingMark = {
      opId: op.id,
      op: op.op,
      state: states.get(op.id) ?? op.state,
      occurredAt: op.occurredAt,
      error: op.lastError,
    }
    if (after) lay(op.entityId, { ...after, id: op.entityId, pending: mark })
    else if (before) known.set(op.entityId, { ...before, pending: mark })
  }
  return [...fresh, ...rows.map((row) => row.id)].map((id) => known.get(id) as Overlaid<Row>)
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
