import { isCommand, type AffectedResource, type Command, type ActionContext } from '@/contract/command'
import {
  applyToAffectedRow,
  buildRepetitionPatch,
  findMissingCommandInputs,
  clampToEarliestMoment,
  applyCommand,
} from '@/contract/command-outcome'
import { getBarredReason, getForbiddenReason } from '@/contract/command-rights'
import type { AreaContract } from '@/contract/area'
import type { AnyRow, Resource } from '@/contract/resource'
import { createBlankRow, buildUpdatedFields, buildCreatedRow } from '@/contract/build-row'
import type { OutboxRow } from './database'
import type { Preview } from './overlay'

/** Builds the base columns of a row that exists only on this phone. */
const buildBaseColumns = (outboxRow: OutboxRow): AnyRow => ({
  version: 1,
  createdAt: outboxRow.occurredAt,
  updatedAt: outboxRow.occurredAt,
  createdBy: outboxRow.userId,
})
/** Returns the context of the moment at which the command was saved. */
const toSaveContext = (outboxRow: OutboxRow): ActionContext => ({
  at: outboxRow.occurredAt,
  personId: outboxRow.userId,
})
/** Like `toSaveContext`, but at the moment that the person entered, if there is one. */
const toActionContext = (body: AnyRow, outboxRow: OutboxRow): ActionContext => ({
  ...toSaveContext(outboxRow),
  at: String(body['occurredAt'] ?? outboxRow.occurredAt),
})

/**
 * Creates the preview of a command from the contract's own `apply`. The preview is null if the row is not known here,
 * or is in a state in which the command is no longer possible.
 */
export function createCommandPreview(command: Command): Preview {
  const previewRow = command.affects ? createAffectedPreview(command.affects) : createOwnPreview(command)
  return (row, body, outboxRow) => {
    const nextRow = previewRow(row, body, outboxRow)
    return nextRow && { ...nextRow, ...command.optimisticPatch(nextRow, body) }
  }
}
const createAffectedPreview =
  (affects: AffectedResource): Preview =>
  (row, body, outboxRow) =>
    row ? { ...row, ...applyToAffectedRow(affects, row, body, toActionContext(body, outboxRow)) } : null
const createOwnPreview =
  (command: Command): Preview =>
  (knownRow, body, outboxRow) => {
    // A command that only creates its row is applied as if there were none, even if this phone already knows the row.
    const row = knownRow && command.fromStates?.every((state) => state === null) ? null : (knownRow ?? null)
    if (!row && command.needsRow(body)) return null
    const enteredContext = toActionContext(body, outboxRow)
    const context = { ...enteredContext, at: clampToEarliestMoment(command, row, enteredContext.at) }
    // `never`: only the definition of the command knows its row type.
    if (row && command.isDone(row as never, outboxRow.userId)) {
      const addedFields = buildRepetitionPatch(command, row, body, context)
      return addedFields && { ...row, ...addedFields }
    }
    if (!canApplyCommand(command, row, body, outboxRow)) return null
    const change = applyCommand(command, row, body, context)
    return row
      ? { ...row, ...change }
      : { ...createBlankRow(command.resource), ...buildBaseColumns(outboxRow), ...knownRow, ...change }
  }
/** Checks states and inputs as far as the phone knows them. The permission was checked when the command was saved. */
function canApplyCommand(
  command: Command,
  row: AnyRow | null,
  body: AnyRow,
  { userId: personId, occurredAt }: OutboxRow,
): boolean {
  // `never`: only the definition of the command knows its row type.
  const lifecycleAction = command.selectLifecycleAction(row as never, body)
  const actor = { id: personId, isSup: true, keys: new Set<string>(), now: occurredAt }
  return (
    getBarredReason(command, row, actor, lifecycleAction) === null &&
    findMissingCommandInputs(command, lifecycleAction, body).length === 0 &&
    !(row && getForbiddenReason(command, row, personId) !== null)
  )
}

/** Builds the previews of the create and update operations of a resource. */
function buildOperationPreviews(resource: Resource): Record<string, Preview> {
  const { create, update } = resource.endpoints
  return {
    ...(create?.offline && {
      [create.name]: (row, { id: _id, ...body }, outboxRow) => ({
        ...buildBaseColumns(outboxRow),
        ...buildCreatedRow(resource, { ...row, ...body }, toSaveContext(outboxRow)),
      }),
    }),
    ...(update?.offline && {
      [update.name]: (row, { id: _id, version: _version, ...body }, outboxRow) =>
        row ? { ...row, ...buildUpdatedFields(resource, row, body, toSaveContext(outboxRow)) } : null,
    }),
  }
}
/** Builds the previews of all commands and operations of an area, by endpoint name. */
export const buildAreaPreviews = (area: AreaContract): Record<string, Preview> =>
  Object.assign(
    Object.fromEntries(
      area.endpoints.filter(isCommand).map((command) => [command.name, createCommandPreview(command)]),
    ),
    ...area.resources.map(buildOperationPreviews),
  )
