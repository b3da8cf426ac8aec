/** Lanes for storing batches in parallel. All readings of a tag use the same lane, so they are stored in sequence. */

/** The parts of a message that lanes need. */
export interface Parted {
  readonly readings: readonly { readonly tag: string }[]
  readonly gone?: readonly { readonly tag: string }[]
  readonly problems: readonly unknown[]
  /** Called when the whole message is durable. */
  readonly done?: () => void
}

/** Returns the lane of a tag's readings. */
export function laneOf(tag: string, lanes: number): number {
  if (lanes === 1) return 0
  let sum = 0
  for (let i = 0; i < tag.length; i++) sum = (sum * 31 + tag.charCodeAt(i)) >>> 0
  return sum % lanes
}

/** Splits a message into one part per lane; `done` of the message is called when every part is done. */
export function partsOf<M extends Parted>(message: M, lanes: number): [lane: number, part: M][] {
  const used = new Set([...message.readings, ...(message.gone ?? [])].map(({ tag }) => laneOf(tag, lanes)))
  if (used.size <= 1) return [[[...used][0] ?? 0, message]]
  let open = used.size
  const done = () => {
    if (--open === 0) message.done?.()
  }
  return [...used].map((lane, i) => {
    const ofLane = ({ tag }: { readonly tag: string }) => laneOf(tag, lanes) === lane
    return [
      lane,
      {
        ...message,
        readings: message.readings.filter(ofLane),
        ...(message.gone ? { gone: message.gone.filter(ofLane) } : {}),
        // Report problems only once.
        problems: i === 0 ? message.problems : [],
        done,
      },
    ]
  })
}
