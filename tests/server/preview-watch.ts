/**
 * Compares the answer of each offline command in a test with the preview on the phone. Both rows must be equal, except for the
 * fields that the command leaves to the server.
 */
import { isCommand, type Command } from '@/contract/command'
import type { Field } from '@/contract/field'
import type { AnyRow, Resource } from '@/contract/resource'
import { createBlankRow } from '@/contract/build-row'
import { maskRow } from '@/contract/field-visibility'
import { createCommandPreview } from '@/offline/command-preview'
import type { OutboxRow } from '@/offline/database'
import type { Application } from '@/server/application'
import type { Context } from '@/server/context'
import { resolveOccurredAt } from '@/server/entered-moments'

/**
 * Lists the fields whose preview differs from the server’s answer, with both values. A server field may keep its previous
 * value or lack the entries that the server adds.
 */
export const findDifferences = (
  command: Command,
  rowBefore: AnyRow,
  previewRow: AnyRow,
  answeredRow: AnyRow,
): string[] =>
  Object.entries((command.affects?.resource ?? command.resource).fields).flatMap(([name, field]) => {
    const [previewValue, answeredValue] = [toPlain(previewRow[name]), toPlain(answeredRow[name])]
    const isLeftToServer =
      command.provisionalFields.includes(name) ||
      (command.serverFields.includes(name) &&
        (isSame(previewValue, toPlain(rowBefore[name])) || isContained(previewValue, answeredValue)))
    return isLeftToServer || isNear(field, previewValue, answeredValue)
      ? []
      : [`${command.name} ${name}: shown ${JSON.stringify(previewValue)}, answered ${JSON.stringify(answeredValue)}`]
  })
const isNear = (field: Field, previewValue: unknown, answeredValue: unknown): boolean => {
  if (typeof previewValue === 'number' && typeof answeredValue === 'number')
    return Math.abs(previewValue - answeredValue) <= 0.5 * 10 ** -('digits' in field ? field.digits : 0)
  if (field.kind === 'moment' && previewValue !== null && answeredValue !== null)
    return Math.abs(Date.parse(String(previewValue)) - Date.parse(String(answeredValue))) < CLOCK_TOLERANCE_MS
  return isSame(previewValue, answeredValue)
}
/** Allowed time difference in tests with a running clock. */
const CLOCK_TOLERANCE_MS = 30_000
const toPlain = (value: unknown): unknown =>
  value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown)
/** Compares values deeply. Empty and missing entries are equal. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b || ((a ?? null) === null && (b ?? null) === null)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [left, right] = [a as AnyRow, b as AnyRow]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isSame(left[key], right[key]))
}
/** True if the answer contains everything that the preview shows. */
const isContained = (preview: unknown, answer: unknown): boolean =>
  (preview ?? null) === null ||
  isSame(preview, answer) ||
  (typeof preview === 'object' &&
    typeof answer === 'object' &&
    answer !== null &&
    Object.entries(preview as AnyRow).every(([key, value]) => isContained(value, (answer as AnyRow)[key])))
export const createOutboxRow = (command: Command, body: AnyRow, occurredAt: string, userId: string): OutboxRow =>
  // A preview reads only these fields of an outbox row.
  ({
    id: 'op',
    resource: command.resource.name,
    op: command.name,
    body,
    occurredAt,
    userId,
  }) as unknown as OutboxRow

/** Finds the row with the fields that the person may see. */
async function findVisibleRow(ctx: Context, resource: Resource, id: unknown): Promise<AnyRow | null> {
  if (typeof id !== 'string' || !id) return null
  const [row] = (await ctx.rows.find(resource, { where: { id }, limit: 1 })) as AnyRow[]
  return row ? maskRow(resource.fields, row, ctx.person) : null
}
/** True if at most one change lies between the two versions, i.e. only this command changed the row. */
const isOnlyChange = (before: AnyRow | null, after: AnyRow): boolean =>
  Number(after['version']) - Number(before?.['version'] ?? 0) <= 1

/** Compares every offline command of a plant with its preview. Returns a getter of the problems found so far. */
export function watchPreviews(app: Application): () => readonly string[] {
  const problems: string[] = []
  let [startedCount, runningCount] = [0, 0]
  for (const bound of app.endpoints.values()) {
    const { endpoint, run } = bound
    if (!isCommand(endpoint) || !endpoint.offline) continue
    const resource = endpoint.affects?.resource ?? endpoint.resource
    const key = endpoint.affects?.idInput ?? endpoint.idInput
    bound.run = async (ctx: Context, input: never) => {
      const body = input as AnyRow
      const [ownNumber, isAlone] = [++startedCount, runningCount++ === 0]
      const rowBefore = await findVisibleRow(ctx, resource, body[key])
      const answer = (await Promise.resolve(run(ctx, input)).finally(() => runningCount--)) as AnyRow
      // A concurrent command may have changed the row between the read and the answer.
      if (!isAlone || startedCount !== ownNumber) return answer
      const rowAfter = endpoint.affects ? await findVisibleRow(ctx, resource, body[key]) : answer
      // A phone with a fast clock shows its own time; the server limits the time to now.
      const limitToNow = (time: unknown): string =>
        new Date(Math.min(Date.parse(String(time)), ctx.now.getTime())).toISOString()
      const occurredAtInput = body['occurredAt'] ? { occurredAt: limitToNow(body['occurredAt']) } : {}
      const savedAt = resolveOccurredAt(ctx)
      const op = createOutboxRow(endpoint, { ...body, ...occurredAtInput }, savedAt, ctx.person?.id ?? '')
      const phoneRow = rowBefore && body[key] === rowAfter?.['id'] ? rowBefore : undefined
      const previewRow =
        rowAfter && isOnlyChange(phoneRow ?? null, rowAfter)
          ? createCommandPreview(endpoint)(phoneRow, op.body, op)
          : null
      if (rowAfter && previewRow)
        for (const difference of findDifferences(
          endpoint,
          phoneRow ?? createBlankRow(resource),
          previewRow,
          rowAfter,
        )) {
          const commandAndField = difference.slice(0, difference.indexOf(':'))
          if (!problems.some((other) => other.startsWith(commandAndField))) problems.push(difference)
        }
      return answer
    }
  }
  return () => problems
}
