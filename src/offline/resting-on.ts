import type { OutboxState } from './database'
import { givesWay } from './drain-plan'

/** The parts of an unsent command that define its dependencies. */
export interface Resting {
  readonly id: string
  readonly seq: number
  readonly resource: string | null
  readonly entityId: string | null
  readonly creates?: 0 | 1
  readonly dependsOn?: readonly string[]
}

/** A command with its state in the outbox. */
export interface Held extends Resting {
  readonly state: OutboxState
  readonly closes?: 0 | 1
}

/** Finds the commands that depend on `first`, in order: those that name it, and those on the row that it creates. */
export function restingOn<R extends Resting>(items: readonly R[], first: Resting): R[] {
  const all: R[] = []
  const within = (one: Resting) => one.id === first.id || all.some(({ id }) => id === one.id)
  const restsOn = (item: R, on: Resting) =>
    item.dependsOn?.includes(on.id) ||
    (on.creates === 1 && item.seq > on.seq && item.resource === on.resource && item.entityId === on.entityId)
  for (const item of items.toSorted((a, b) => a.seq - b.seq))
    if (!within(item) && [first, ...all].some((on) => restsOn(item, on))) all.push(item)
  return all
}

/** Finds the refused command that blocks a waiting one: a dependency, or an earlier command on the same row. */
export function holderOf<R extends Held>(items: readonly R[], waiting: R): R | undefined {
  const before = items.filter((one) => one.seq < waiting.seq)
  const isBefore = (one: R) =>
    waiting.dependsOn?.includes(one.id) ||
    (one.resource === waiting.resource && one.entityId === waiting.entityId && !givesWay(one))
  const refused = before.find((one) => one.state === 'attention' && isBefore(one))
  if (refused) return refused
  return before
    .filter((one) => one.state === 'waiting' && isBefore(one))
    .flatMap((one) => holderOf(before, one) ?? [])[0]
}
