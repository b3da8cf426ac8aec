/** Batches of readings that are stored at once: a tag's readings always go the same way, one after the other. */

/** What one message says, as far as lanes need to know it. */
export interface Parted {
  readonly readings: readonly { readonly tag: string }[]
  readonly gone?: readonly { readonly tag: string }[]
  readonly problems: readonly unknown[]
  /** Called when all of it is durable. */
  readonly done?: () => void
}

/** The lane of a tag's readings. */
export function laneOf(tag: string, lanes: number): number {
  if (lanes === 1) return 0
  let sum = 0
  for (let i = 0; i < tag.length; i++) sum = (sum * 31 + tag.charCodeAt(i)) >>> 0
  return sum % lanes
}

/** The part of a message for each lane that it concerns; it is done when every part of it is. */
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
        // What is wrong with it is told once.
        problems: i === 0 ? message.problems : [],
        done,
      },
    ]
  })
}
