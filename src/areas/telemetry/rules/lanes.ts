/** Lanes for storing batches in parallel. All readings of a tag use the same lane, so they are stored in sequence. */

/** The properties of a message that `splitByLane` distributes or replaces. */
export interface PartitionableMessage {
  readonly readings: readonly { readonly tag: string }[]
  readonly goneTags?: readonly { readonly tag: string }[]
  readonly problems: readonly unknown[]
  /** Called when the whole message is durable. */
  readonly acknowledge?: () => void
}

/** Returns the lane of a tag's readings. */
export function getLane(tag: string, laneCount: number): number {
  if (laneCount === 1) return 0
  let hash = 0
  for (let i = 0; i < tag.length; i++) hash = (hash * 31 + tag.charCodeAt(i)) >>> 0
  return hash % laneCount
}

/** Splits a message into one part per lane. The message is acknowledged when all its parts are. */
export function splitByLane<M extends PartitionableMessage>(message: M, laneCount: number): [lane: number, part: M][] {
  const usedLanes = new Set(
    [...message.readings, ...(message.goneTags ?? [])].map(({ tag }) => getLane(tag, laneCount)),
  )
  if (usedLanes.size <= 1) return [[[...usedLanes][0] ?? 0, message]]
  let pendingPartCount = usedLanes.size
  const onPartAcknowledged = () => {
    if (--pendingPartCount === 0) message.acknowledge?.()
  }
  return [...usedLanes].map((lane, i) => {
    const isInLane = ({ tag }: { readonly tag: string }) => getLane(tag, laneCount) === lane
    return [
      lane,
      {
        ...message,
        readings: message.readings.filter(isInLane),
        ...(message.goneTags ? { goneTags: message.goneTags.filter(isInLane) } : {}),
        // Report problems only once.
        problems: i === 0 ? message.problems : [],
        acknowledge: onPartAcknowledged,
      },
    ]
  })
}
