/**
 * Beside every command that a test has answered, what a phone would have shown meanwhile: the same row, but for the fields
 * that the definition leaves to the server.
 */
import { isCommand, type Command } from '@/contract/command'
import type { Field } from '@/contract/field'
import { createBlankRow, type AnyRow, type Resource } from '@/contract/resource'
import { maskRow } from '@/contract/field-visibility'
import { createCommandPreview } from '@/offline/command-preview'
import type { OutboxRow } from '@/offline/database'
import type { Application } from '@/server/application'
import type { Context } from '@/server/context'
import { resolveOccurredAt } from '@/server/entered-moments'

/**
 * Fields of a row in which what a phone shows is not what the server answers, with both values. What is left to the server
 * is shown as it was, or with what the server fills in missing.
 */
export const differences = (command: Command, before: AnyRow, shown: AnyRow, answered: AnyRow): string[] =>
  Object.entries((command.affects?.resource ?? command.resource).fields).flatMap(([name, field]) => {
    const [here, there] = [plain(shown[name]), plain(answered[name])]
    const left =
      command.estimatedFields.includes(name) ||
      (command.serverFields.includes(name) && (same(here, plain(before[name])) || isPart(here, there)))
    return left || isNear(field, here, there)
      ? []
      : [`${command.name} ${name}: shown ${JSON.stringify(here)}, answered ${JSON.stringify(there)}`]
  })
const isNear = (field: Field, here: unknown, there: unknown): boolean => {
  if (typeof here === 'number' && typeof there === 'number')
    return Math.abs(here - there) <= 0.5 * 10 ** -('digits' in field ? field.digits : 0)
  if (field.kind === 'moment' && here !== null && there !== null)
    return Math.abs(Date.parse(String(here)) - Date.parse(String(there))) < CLOCK_MS
  return same(here, there)
}
/** Of a test whose clock runs, the time that a command takes. */
const CLOCK_MS = 30_000
const plain = (value: unknown): unknown => (value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown))
/** Entries without a value are as those that are not there. */
const same = (a: unknown, b: unknown): boolean => {
  if (a === b || ((a ?? null) === null && (b ?? null) === null)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [left, right] = [a as AnyRow, b as AnyRow]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => same(left[key], right[key]))
}
/** Whether all that is shown is answered, too. */
const isPart = (shown: unknown, answered: unknown): boolean =>
  (shown ?? null) === null ||
  same(shown, answered) ||
  (typeof shown === 'object' &&
    typeof answered === 'object' &&
    answered !== null &&
    Object.entries(shown as AnyRow).every(([key, value]) => isPart(value, (answered as AnyRow)[key])))
export const outboxRow = (command: Command, body: AnyRow, occurredAt: string, userId: string): OutboxRow =>
  // Of a row of the outbox a preview reads who saved what, and when.
  ({
    id: 'op',
    resource: command.resource.name,
    op: command.name,
    body,
    occurredAt,
    userId,
  }) as unknown as OutboxRow

/** The row as its person's phone has it. */
async function found(ctx: Context, of: Resource, id: unknown): Promise<AnyRow | null> {
  if (typeof id !== 'string' || !id) return null
  const [row] = (await ctx.rows.find(of, { where: { id }, limit: 1 })) as AnyRow[]
  return row ? maskRow(of.fields, row, ctx.person) : null
}
/** Whether nothing but this command has changed the row in between; a row that was written twice cannot be told from that. */
const isNext = (before: AnyRow | null, after: AnyRow): boolean =>
  Number(after['version']) - Number(before?.['version'] ?? 0) <= 1

/** Has every offline command of a plant compared with its preview. Answers what was found so far. */
export function watchPreviews(app: Application): () => readonly string[] {
  const problems: string[] = []
  let [begun, underWay] = [0, 0]
  for (const bound of app.endpoints.values()) {
    const { endpoint, run } = bound
    if (!isCommand(endpoint) || !endpoint.offline) continue
    const of = endpoint.affects?.resource ?? endpoint.resource
    const key = endpoint.affects?.idInput ?? endpoint.idInput
    bound.run = async (ctx: Context, input: never) => {
      const body = input as AnyRow
      const [mine, alone] = [++begun, underWay++ === 0]
      const before = await found(ctx, of, body[key])
      const answer = (await Promise.resolve(run(ctx, input)).finally(() => underWay--)) as AnyRow
      // What others do at the same moment may come between the row as it was read and the answer.
      if (!alone || begun !== mine) return answer
      const after = endpoint.affects ? await found(ctx, of, body[key]) : answer
      // A phone's clock that is ahead shows what it says; the server puts it right.
      const past = (said: unknown): string =>
        new Date(Math.min(Date.parse(String(said)), ctx.now.getTime())).toISOString()
      const happened = body['occurredAt'] ? { occurredAt: past(body['occurredAt']) } : {}
      const saved = resolveOccurredAt(ctx)
      const op = outboxRow(endpoint, { ...body, ...happened }, saved, ctx.person?.id ?? '')
      const known = before && body[key] === after?.['id'] ? before : undefined
      const shown = after && isNext(known ?? null, after) ? createCommandPreview(endpoint)(known, op.body, op) : null
      if (after && shown)
        for (const one of differences(endpoint, known ?? createBlankRow(of), shown, after)) {
          const where = one.slice(0, one.indexOf(':'))
          if (!problems.some((other) => other.startsWith(where))) problems.push(one)
        }
      return answer
    }
  }
  return () => problems
}
