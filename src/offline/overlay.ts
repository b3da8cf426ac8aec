import type { AppliedRow, LastError, OutboxRow, OutboxState } from './database'
import { deriveOutboxStates } from './drain-plan'

/** Information attached to a row that an unsent command changes. */
export interface PendingInfo {
  opId: string
  op: string
  state: OutboxState
  occurredAt: string
  /** Why it was not accepted; the server's text if it was refused. */
  error: LastError | null
  /** A new row that the server refused to create, or that waits behind a refusal; it does not exist on the server. */
  unmade: boolean
}
export type Overlaid<Row> = Row & { pending?: PendingInfo }
/** True for a refused command, or one waiting behind it: it has no effect until a person corrects it. */
export const isHeldBack = (state: OutboxState | undefined): boolean => state === 'attention' || state === 'waiting'
/** True if a row counts in sums and printouts. A row that the server refused to create is only displayed. */
export const isCountedInSums = (row: object): boolean =>
  !(row as { pending?: Partial<PendingInfo> | undefined }).pending?.unmade
type RowValues = Record<string, unknown>
/** Predicts the row after a command by the server's rules; `row` is `undefined` if not known here. */
export type Preview = (row: RowValues | undefined, body: RowValues, op: OutboxRow) => RowValues | null

export interface OverlayOptions {
  /** When the request for `rows` began (ms, phone's clock): rows acknowledged later are newer. */
  fetchedAt?: number
  applied?: readonly AppliedRow[]
  /** Previews by endpoint name, for commands that do more than change fields. */
  previews?: Readonly<Record<string, Preview>>
  /** Called when a preview fails; its command then only marks the row. */
  onError?: (error: unknown) => void
  /** Filter of the list; all rows match by default. */
  matches?: (row: RowValues) => boolean
  /** Finds a row that is not among `rows` but known to this phone; a command may move it into the list. */
  findElsewhere?: (id: string) => RowValues | undefined
  now?: number
}

/**
 * Applies local changes to rows that were read: first acknowledged rows newer than the read, then unsent commands in
 * order. Refused commands on existing rows, and commands waiting behind them, are not applied; the row shows the
 * server's values and is marked. A refused new row stays visible as `unmade`. Rows that enter or leave the list's
 * filter are added or removed; new rows come first. Pure: the input rows are not changed.
 */
export function overlayRows<Row extends { id: string }>(
  resource: string,
  rows: readonly Row[],
  ops: readonly OutboxRow[],
  options: OverlayOptions = {},
): Overlaid<Row>[] {
  const readRows = new Map<string, RowValues>(rows.map((row) => [row.id, row]))
  const currentRows = new Map(readRows)
  const outsideRows = new Map<string, RowValues>()
  const unmade = new Set<string>()
  const newIds: string[] = []
  const putRow = (id: string, row: RowValues) => {
    if (!readRows.has(id) && !newIds.includes(id)) newIds.unshift(id)
    currentRows.set(id, row)
  }
  for (const { resource: appliedResource, rowId, row, at } of options.applied ?? []) {
    if (appliedResource === resource && at >= (options.fetchedAt ?? -Infinity)) putRow(rowId, row)
  }
  const states = deriveOutboxStates(ops, options.now ?? 0)
  for (const op of ops.filter((one) => one.resource === resource)) {
    const previousRow = currentRows.get(op.entityId) ?? findOutsideRow(op.entityId, outsideRows, options.findElsewhere)
    const state = states.get(op.id) ?? op.state
    const preview = options.previews?.[op.op] ?? getDefaultPreview(op)
    const previewRow = runPreview(() => preview(previousRow, op.body, op), options.onError)
    if (!previousRow && previewRow && isHeldBack(state)) unmade.add(op.entityId)
    const isUnmade = unmade.has(op.entityId)
    const pendingInfo = {
      opId: op.id,
      op: op.op,
      state,
      occurredAt: op.occurredAt,
      error: op.lastError,
      unmade: isUnmade,
    }
    const refusedInfo = getRefusedInfo(previousRow)
    // Refused changes of existing rows have no effect; on a refused new row, later state changes have none.
    const isUnchanged =
      isHeldBack(state) &&
      (isUnmade ? refusedInfo !== null && changesState(previousRow, previewRow) : previousRow !== undefined)
    const nextRow = isUnchanged ? null : previewRow
    if (nextRow || previousRow)
      putRow(op.entityId, { ...(nextRow ?? previousRow), id: op.entityId, pending: refusedInfo ?? pendingInfo })
  }
  const belongs = (id: string, row: RowValues): boolean => {
    const { matches } = options
    const originalRow = readRows.get(id) ?? outsideRows.get(id)
    if (readRows.has(id)) return !matches || matches(row) || !matches(originalRow!)
    // A row that matched before and was not read is on another page.
    return (!matches || matches(row)) && !(originalRow && (!matches || matches(originalRow)))
  }
  return [...newIds, ...rows.map((row) => row.id)]
    .map((id) => currentRows.get(id) as Overlaid<Row>)
    .filter((row) => belongs(row.id, row))
}

/** Finds a row outside the list, as it is before the commands, and stores it in `outsideRows`. */
function findOutsideRow(
  id: string,
  outsideRows: Map<string, RowValues>,
  findElsewhere: OverlayOptions['findElsewhere'],
): RowValues | undefined {
  const row = findElsewhere?.(id)
  if (row) outsideRows.set(id, row)
  return row
}
const changesState = (before: RowValues | undefined, after: RowValues | null): boolean =>
  before !== undefined && after !== null && after['state'] !== before['state']
/** Returns the mark of a refusal. It stays, because later commands wait for it. */
const getRefusedInfo = (row: RowValues | undefined): PendingInfo | null => {
  const mark = row?.['pending'] as PendingInfo | undefined
  return mark?.state === 'attention' ? mark : null
}
/** Runs a preview; a failure must not break the display of all other rows. */
function runPreview(preview: () => RowValues | null, onError: OverlayOptions['onError']): RowValues | null {
  try {
    return preview()
  } catch (error) {
    onError?.(error)
    return null
  }
}
/** Default preview: creates and updates set their fields; a removal or an unknown command only marks the row. */
function getDefaultPreview(op: OutboxRow): Preview {
  if (op.creates === 1)
    return (row, body) => ({
      version: 1,
      createdAt: op.occurredAt,
      updatedAt: op.occurredAt,
      createdBy: op.userId,
      ...row,
      ...body,
    })
  if (op.op.endsWith('.update')) return (row, body) => (row ? { ...row, ...omitUndefined(body) } : null)
  return () => null
}
const omitUndefined = (body: RowValues): RowValues =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== undefined && name !== 'version'))
