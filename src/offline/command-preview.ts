import { isCommand, type Affects, type Command, type Doing } from '@/contract/command'
import { affected, joined, missingOf, momentOf, outcome } from '@/contract/command-outcome'
import { barred, hindranceOf } from '@/contract/command-rights'
import type { AreaContract } from '@/contract/area'
import { blankRow, editedFields, enteredRow, type AnyRow, type Resource } from '@/contract/resource'
import type { OutboxRow } from './database'
import type { Preview } from './overlay'

/** Builds the base columns of a row that exists only on this phone. */
const base = (op: OutboxRow): AnyRow => ({
  version: 1,
  createdAt: op.occurredAt,
  updatedAt: op.occurredAt,
  createdBy: op.userId,
})
const savedBy = (op: OutboxRow): Doing => ({ at: op.occurredAt, personId: op.userId })
const doingOf = (body: AnyRow, op: OutboxRow): Doing => ({
  ...savedBy(op),
  at: String(body['occurredAt'] ?? op.occurredAt),
})

/**
 * Creates the preview of a command from the contract's own `apply`. The preview is null if the row is not known here,
 * or is in a state in which the command is no longer possible.
 */
export function previewOf(command: Command): Preview {
  const shown = command.affects ? shownAffected(command.affects) : shownOwn(command)
  return (row, body, op) => {
    const after = shown(row, body, op)
    return after && { ...after, ...command.meanwhile(after, body) }
  }
}
const shownAffected =
  (affects: Affects): Preview =>
  (row, body, op) =>
    row ? { ...row, ...affected(affects, row, body, doingOf(body, op)) } : null
const shownOwn =
  (command: Command): Preview =>
  (known, body, op) => {
    const row = known && command.from?.every((state) => state === null) ? null : (known ?? null)
    if (!row && command.needsRow(body)) return null
    const said = doingOf(body, op)
    const doing = { ...said, at: momentOf(command, row, said.at) }
    // `never`: only the definition of the command knows its row type.
    if (row && command.done(row as never, op.userId)) {
      const added = joined(command, row, body, doing)
      return added && { ...row, ...added }
    }
    if (!mayBe(command, row, body, op)) return null
    const change = outcome(command, row, body, doing)
    return row ? { ...row, ...change } : { ...blankRow(command.resource), ...base(op), ...known, ...change }
  }
/** Checks states and inputs as far as the phone knows them. The permission was checked when the command was saved. */
function mayBe(
  command: Command,
  row: AnyRow | null,
  body: AnyRow,
  { userId: personId, occurredAt }: OutboxRow,
): boolean {
  // `never`: only the definition of the command knows its row type.
  const step = command.step(row as never, body)
  const anyKey = { id: personId, isSup: true, keys: new Set<string>(), now: occurredAt }
  return (
    barred(command, row, anyKey, step) === null &&
    missingOf(command, step, body).length === 0 &&
    !(row && hindranceOf(command, row, personId) !== null)
  )
}

/** Builds the previews of the create and update operations of a resource. */
function plainPreviews(resource: Resource): Record<string, Preview> {
  const { create, update } = resource.endpoints
  return {
    ...(create?.offline && {
      [create.name]: (row, { id: _id, ...body }, op) => ({
        ...base(op),
        ...enteredRow(resource, { ...row, ...body }, savedBy(op)),
      }),
    }),
    ...(update?.offline && {
      [update.name]: (row, { id: _id, version: _version, ...body }, op) =>
        row ? { ...row, ...editedFields(resource, row, body, savedBy(op)) } : null,
    }),
  }
}
/** Builds the previews of all commands and operations of an area, by endpoint name. */
export const previewsOf = (area: AreaContract): Record<string, Preview> =>
  Object.assign(
    Object.fromEntries(area.endpoints.filter(isCommand).map((one) => [one.name, previewOf(one)])),
    ...area.resources.map(plainPreviews),
  )
