/** Lanes for storing batches in parallel. All readings of a tag use the same lane, so they are stored in sequence. */

/** The parts of a message that lanes need. */
export interface PartitionableMessage {
  readonly readings: readonly { readonly tag: string }[]
  readonly gone?: readonly { readonly tag: string }[]
  readonly problems: readonly unknown[]
  /** Called when the whole message is durable. */
  readonly done?: () => void
}

/** Returns the lane of a tag's readings. */
export function getLane(tag: string, lanes: number): number {
  if (lanes === 1) return 0
  let hash = 0
  for (let i = 0; i < tag.length; i++) hash = (hash * 31 + tag.charCodeAt(i)) >>> 0
  return hash % lanes
}

/** Splits a message into one part per lane; `done` of the message is called when every part is done. */
export function splitByLane<M extends PartitionableMessage>(message: M, lanes: number): [lane: number, part: M][] {
  const usedLanes = new Set([...message.readings, ...(message.gone ?? [])].map(({ tag }) => getLane(tag, lanes)))
  if (usedLanes.size <= 1) return [[[...usedLanes][0] ?? 0, message]]
  let openParts = usedLanes.size
  const onPartDone = () => {
    if (--openParts === 0) message.done?.()
  }
  return [...usedLanes].map((lane, i) => {
    const isInLane = ({ tag }: { readonly tag: string }) => getLane(tag, lanes) === lane
    return [
      lane,
      {
        ...message,
        readings: message.readings.filter(isInLane),
        ...(message.gone ? { gone: message.gone.filter(isInLane) } : {}),
        // Report problems only once.
        problems: i === 0 ? message.problems : [],
        done: onPartDone,
      },
    ]
  })
}
