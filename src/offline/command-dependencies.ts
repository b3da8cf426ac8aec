import type { OutboxState } from './database'
import { allowsFollowers } from './drain-plan'

/** The parts of an unsent command that define its dependencies. */
export interface DependentCommand {
  readonly id: string
  readonly seq: number
  readonly resource: string | null
  readonly entityId: string | null
  /** 1 if the command creates its row. */
  readonly creates?: 0 | 1
  readonly dependsOn?: readonly string[]
}

/** A command with its state in the outbox. */
export interface BlockableCommand extends DependentCommand {
  readonly state: OutboxState
  /** 1 for a final step, which does not block later commands: see `allowsFollowers`. */
  readonly closes?: 0 | 1
}

/**
 * Finds the commands that depend on `command`, directly or indirectly, in order. A command depends on another command
 * if its `dependsOn` names the other command. It also depends on the earlier command that creates its row.
 */
export function findDependents<R extends DependentCommand>(items: readonly R[], command: DependentCommand): R[] {
  const dependents: R[] = []
  const isIncluded = (item: DependentCommand) => item.id === command.id || dependents.some(({ id }) => id === item.id)
  const dependsOnCommand = (item: R, prerequisite: DependentCommand) =>
    item.dependsOn?.includes(prerequisite.id) ||
    (prerequisite.creates === 1 &&
      item.seq > prerequisite.seq &&
      item.resource === prerequisite.resource &&
      item.entityId === prerequisite.entityId)
  for (const item of items.toSorted((a, b) => a.seq - b.seq))
    if (!isIncluded(item) && [command, ...dependents].some((prerequisite) => dependsOnCommand(item, prerequisite)))
      dependents.push(item)
  return dependents
}

/** Finds the refused command that blocks a waiting one: a dependency, or an earlier command on the same row. */
export function findBlocker<R extends BlockableCommand>(items: readonly R[], waitingItem: R): R | undefined {
  const earlierItems = items.filter((item) => item.seq < waitingItem.seq)
  const canBlock = (item: R) =>
    waitingItem.dependsOn?.includes(item.id) ||
    (item.resource === waitingItem.resource && item.entityId === waitingItem.entityId && !allowsFollowers(item))
  const refusedItem = earlierItems.find((item) => item.state === 'attention' && canBlock(item))
  if (refusedItem) return refusedItem
  return earlierItems
    .filter((item) => item.state === 'waiting' && canBlock(item))
    .flatMap((item) => findBlocker(earlierItems, item) ?? [])[0]
}
