import type { OutboxState } from './database'
import { givesWay } from './drain-plan'

/** What of a person's unsent commands would be refused without another one. */
export interface Resting {
  readonly id: string
  readonly seq: number
  readonly resource: string | null
  readonly entityId: string | null
  readonly creates?: 0 | 1
  readonly dependsOn?: readonly string[]
}

/** The same with where it stands. */
export interface Held extends Resting {
  readonly state: OutboxState
  readonly closes?: 0 | 1
}

/** Those that rest on a command, in their order: what names it, and what was saved of the thing that it brings into being. */
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

/** What holds a command back that waits: the refused one that it rests on, or that stands before it in its line. */
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
