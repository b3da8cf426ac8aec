import type { OutboxState } from './database'
import { allowsFollowers } from './drain-plan'

/** The parts of an unsent command that define its dependencies. */
export interface DependentCommand {
  readonly id: string
  readonly seq: number
  readonly resource: string | null
  readonly entityId: string | null
  readonly creates?: 0 | 1
  readonly dependsOn?: readonly string[]
}

/** A command with its state in the outbox. */
export interface BlockableCommand extends DependentCommand {
  readonly state: OutboxState
  readonly closes?: 0 | 1
}

/** Finds the commands that depend on `first`, in order: those that name it, and those on the row that it creates. */
export function findDependents<R extends DependentCommand>(items: readonly R[], first: DependentCommand): R[] {
  const dependents: R[] = []
  const isIncluded = (one: DependentCommand) => one.id === first.id || dependents.some(({ id }) => id === one.id)
  const dependsOnCommand = (item: R, on: DependentCommand) =>
    item.dependsOn?.includes(on.id) ||
    (on.creates === 1 && item.seq > on.seq && item.resource === on.resource && item.entityId === on.entityId)
  for (const item of items.toSorted((a, b) => a.seq - b.seq))
    if (!isIncluded(item) && [first, ...dependents].some((on) => dependsOnCommand(item, on))) dependents.push(item)
  return dependents
}

/** Finds the refused command that blocks a waiting one: a dependency, or an earlier command on the same row. */
export function findBlocker<R extends BlockableCommand>(items: readonly R[], waiting: R): R | undefined {
  const earlier = items.filter((one) => one.seq < waiting.seq)
  const canBlock = (one: R) =>
    waiting.dependsOn?.includes(one.id) ||
    (one.resource === waiting.resource && one.entityId === waiting.entityId && !allowsFollowers(one))
  const refused = earlier.find((one) => one.state === 'attention' && canBlock(one))
  if (refused) return refused
  return earlier
    .filter((one) => one.state === 'waiting' && canBlock(one))
    .flatMap((one) => findBlocker(earlier, one) ?? [])[0]
}
