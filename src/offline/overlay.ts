import type { AppliedRow, LastError, OutboxRow, OutboxState } from './database'
import { deriveOutboxStates } from './drain-plan'

/** Information attached to a row that an unsent command changes. `op` is the name of the command's endpoint. */
export interface PendingInfo {
  opId: string
  op: string
  state: OutboxState
  occurredAt: string
  /** Why the command was not accepted; the server's text if the server refused it. */
  error: LastError | null
  /** True if the server refused to create the row, or the creation waits behind a refusal: the server has no such row. */
  isCreationBlocked: boolean
}
/** A displayed row; `pending` is set if unsent commands change it. */
export type Overlaid<Row> = Row & { pending?: PendingInfo }
/** True for a refused command and for commands waiting behind one: they have no effect until a person corrects it. */
export const isHeldBack = (state: OutboxState | undefined): boolean => state === 'attention' || state === 'waiting'
/** True if a row counts in sums and printouts. A row that the server refused to create is only displayed. */
export const isCountedInSums = (row: object): boolean =>
  !(row as { pending?: Partial<PendingInfo> | undefined }).pending?.isCreationBlocked
type RowValues = Record<string, unknown>
/**
 * Predicts the row after a command by the server's rules. `row` is `undefined` if this phone does not know it; the result
 * is null if the command does not change the displayed row.
 */
export type Preview = (row: RowValues | undefined, body: RowValues, command: OutboxRow) => RowValues | null

export interface OverlayOptions {
  /** When the request for `rows` began (ms, phone's clock). Rows acknowledged later replace the read ones. */
  fetchedAt?: number
  /** Rows that the server has acknowledged recently. */
  applied?: readonly AppliedRow[]
  /** Previews by endpoint name, for commands that do more than change fields. */
  previews?: Readonly<Record<string, Preview>>
  /** Called when a preview fails; its command then only marks the row. */
  onError?: (error: unknown) => void
  /** Filter of the list; all rows match by default. */
  matchesFilter?: (row: RowValues) => boolean
  /** Finds a row that is not among `rows` but known to this phone; a command may move it into the list. */
  findElsewhere?: (id: string) => RowValues | undefined
  now?: number
}

/**
 * Applies local changes to rows that were read: first acknowledged rows newer than the read, then unsent commands in
 * order. Refused commands on existing rows, and commands waiting behind them, are not applied; the row shows the
 * server's values and is marked. A refused new row stays visible with `isCreationBlocked`. Rows that enter or leave the
 * list's filter are added or removed; new rows come first. Pure: the input rows are not changed.
 */
export function overlayRows<Row extends { id: string }>(
  resource: string,
  rows: readonly Row[],
  commands: readonly OutboxRow[],
  options: OverlayOptions = {},
): Overlaid<Row>[] {
  const readRowById = new Map<string, RowValues>(rows.map((row) => [row.id, row]))
  const currentRowById = new Map(readRowById)
  const outsideRowById = new Map<string, RowValues>()
  const blockedCreationIds = new Set<string>()
  const newIds: string[] = []
  const putRow = (id: string, row: RowValues) => {
    if (!readRowById.has(id) && !newIds.includes(id)) newIds.unshift(id)
    currentRowById.set(id, row)
  }
  for (const { resource: appliedResource, rowId, row, at } of options.applied ?? []) {
    if (appliedResource === resource && at >= (options.fetchedAt ?? -Infinity)) putRow(rowId, row)
  }
  const stateById = deriveOutboxStates(commands, options.now ?? 0)
  for (const command of commands.filter((candidate) => candidate.resource === resource)) {
    const previousRow =
      currentRowById.get(command.entityId) ?? findOutsideRow(command.entityId, outsideRowById, options.findElsewhere)
    const state = stateById.get(command.id) ?? command.state
    const preview = options.previews?.[command.op] ?? getDefaultPreview(command)
    const previewRow = runPreview(() => preview(previousRow, command.body, command), options.onError)
    if (!previousRow && previewRow && isHeldBack(state)) blockedCreationIds.add(command.entityId)
    const isCreationBlocked = blockedCreationIds.has(command.entityId)
    const pendingInfo: PendingInfo = {
      opId: command.id,
      op: command.op,
      state,
      occurredAt: command.occurredAt,
      error: command.lastError,
      isCreationBlocked,
    }
    const refusedInfo = getRefusedInfo(previousRow)
    // A refused change of an existing row has no effect. A later state change of a row whose creation was refused has
    // none either.
    const isUnchanged =
      isHeldBack(state) &&
      (isCreationBlocked ? refusedInfo !== null && changesState(previousRow, previewRow) : previousRow !== undefined)
    const nextRow = isUnchanged ? null : previewRow
    if (nextRow || previousRow)
      putRow(command.entityId, {
        ...(nextRow ?? previousRow),
        id: command.entityId,
        pending: refusedInfo ?? pendingInfo,
      })
  }
  const isListed = (id: string, row: RowValues): boolean => {
    const { matchesFilter = () => true } = options
    const originalRow = readRowById.get(id) ?? outsideRowById.get(id)
    if (readRowById.has(id)) return matchesFilter(row) || !matchesFilter(originalRow!)
    // A row that matched before the commands but was not read is on another page of the list.
    return matchesFilter(row) && !(originalRow && matchesFilter(originalRow))
  }
  return [...newIds, ...rows.map((row) => row.id)]
    .map((id) => currentRowById.get(id) as Overlaid<Row>)
    .filter((row) => isListed(row.id, row))
}

/** Finds a row outside the list, as it is before the commands, and remembers it in `outsideRowById`. */
function findOutsideRow(
  id: string,
  outsideRowById: Map<string, RowValues>,
  findElsewhere: OverlayOptions['findElsewhere'],
): RowValues | undefined {
  const row = findElsewhere?.(id)
  if (row) outsideRowById.set(id, row)
  return row
}
const changesState = (previousRow: RowValues | undefined, nextRow: RowValues | null): boolean =>
  previousRow !== undefined && nextRow !== null && nextRow['state'] !== previousRow['state']
/**
 * Returns the refusal attached to a row, if any. A later command must not replace the refusal, because the command
 * waits behind it.
 */
const getRefusedInfo = (row: RowValues | undefined): PendingInfo | null => {
  const pendingInfo = row?.['pending'] as PendingInfo | undefined
  return pendingInfo?.state === 'attention' ? pendingInfo : null
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
function getDefaultPreview(command: OutboxRow): Preview {
  if (command.creates === 1)
    return (row, body) => ({
      version: 1,
      createdAt: command.occurredAt,
      updatedAt: command.occurredAt,
      createdBy: command.userId,
      ...row,
      ...body,
    })
  if (command.op.endsWith('.update')) return (row, body) => (row ? { ...row, ...omitUndefined(body) } : null)
  return () => null
}
const omitUndefined = (body: RowValues): RowValues =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== undefined && name !== 'version'))
