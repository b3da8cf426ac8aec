/** Locks and checks that commands at the winder and at the slitter share. */
import { refuse, refuseInput, type Issue, errno, Refusal } from '@/contract/errno'
import type { AnyRow, Row } from '@/contract/resource'
import { canCall } from '@/contract/endpoint'
import { line } from '@/plant/contract/line'
import { resolveOccurredAt, requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import type { jumboRoll } from '../../contract/jumbo-roll'
import { findOmittedDowngrades, findSpanProblem, type DowngradeEntry } from '../../rules/downgrades'
import { isOwnMistake, OWN_MISTAKE_HOURS, type RecordedEntry } from '../../rules/own-mistake'

export type JumboRow = Row<typeof jumboRoll>
export type LineRow = Row<typeof line>

/**
 * Locks a line until the transaction ends. If two tablets start or doff a roll on the line, the second waits for the
 * first. Rows that only reference the line can still be written. Lock order: line, order, roll.
 */
export const lockLine = (ctx: Context, lineId: string): Promise<LineRow> => ctx.rows.lock(line, lineId)
/** Returns the number of a roll, or the text for a roll without one. */
export const getRollNumber = (ctx: Context, roll: { number: string | null } | null): string =>
  roll?.number ?? ctx.t('rolls:refusals.unnumbered')
/** Returns the name of a roll in refusals. */
export const formatRollLabel = (ctx: Context, roll: AnyRow): string => getRollNumber(ctx, roll as JumboRow)

/** Builds the issue of a span that ends before its start (`isMisordered`) or exceeds the roll. */
export const buildSpanIssue = (path: Issue['path'], isMisordered: boolean, limit: number): Issue =>
  isMisordered ? { path, code: 'notAllowed' } : { path, code: 'tooBig', params: { limit } }
/** @throws 4013 naming each downgrade that exceeds the roll or has no length */
export function assertDowngradesWithinRoll(downgrades: JumboRow['downgrades'], lengthM: number): void {
  const issues = downgrades.flatMap((downgrade, i): Issue[] => {
    const problem = findSpanProblem(downgrade, lengthM)
    return problem ? [buildSpanIssue(['downgrades', i, problem.field], problem.code === 'order', lengthM)] : []
  })
  if (issues.length) throw refuseInput(issues)
}
/**
 * @throws 6000 if an existing downgrade is omitted, because taking back a downgrade needs a separate command with a
 * reason
 */
export function assertNoDowngradeOmitted(
  name: string,
  currentDowngrades: readonly DowngradeEntry[],
  enteredDowngrades: readonly DowngradeEntry[],
  seenDowngrades: readonly DowngradeEntry[] | null | undefined,
): void {
  const [firstOmitted] = findOmittedDowngrades(currentDowngrades, enteredDowngrades, seenDowngrades)
  if (firstOmitted)
    throw refuse('rolls:refusals.downgradeLeftOut', { number: name, fromM: firstOmitted.fromM, toM: firstOmitted.toM })
}

/** @throws 401 unless the person has one of the permissions, or undoes their own recent mistake */
export function assertCanUndo(ctx: Context, permissions: readonly string[], entry: RecordedEntry): void {
  const person = requirePerson(ctx)
  if (canCall(permissions, person) || isOwnMistake(entry, person.id, resolveOccurredAt(ctx))) return
  throw new Refusal(errno.forbidden, 'rolls:refusals.notOwnSlip', { params: { hours: OWN_MISTAKE_HOURS } })
}
