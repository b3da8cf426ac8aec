/** What of a person's unsent commands would be refused without another one. */
export interface Resting {
  readonly id: string
  readonly seq: number
  readonly resource: string | null
  readonly entityId: string | null
  readonly creates?: 0 | 1
  readonly dependsOn?: readonly string[]
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
