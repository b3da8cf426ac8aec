/** Channels for the embedded database, which serves a single process. */
import { type Channels, assertPayloadFits, type DatabaseLog } from './backend'

type Listener = (payload: string) => void

/** Delivers messages within this process. */
export class LocalChannels implements Channels {
  private readonly listeners = new Map<string, Set<Listener>>()

  constructor(private readonly log: DatabaseLog) {}

  async publish(channel: string, payload: string): Promise<void> {
    assertPayloadFits(payload)
    // Asynchronous, as from another process: a listener never runs inside the publisher.
    setImmediate(() => this.deliver(channel, payload))
  }

  async subscribe(channel: string, onMessage: Listener): Promise<() => Promise<void>> {
    // A separate object, so that one function may subscribe twice.
    const listener: Listener = (payload) => onMessage(payload)
    const listeners = this.listeners.get(channel) ?? new Set()
    this.listeners.set(channel, listeners.add(listener))
    return async () => {
      listeners.delete(listener)
    }
  }

  /** Delivers a payload to the channel's listeners; a failing listener does not affect the others. */
  deliver(channel: string, payload: string): void {
    for (const listener of Array.from(this.listeners.get(channel) ?? [])) {
      try {
        listener(payload)
      } catch (error) {
        this.log.error({ err: error, channel }, 'a listener failed')
      }
    }
  }

  hasListeners(channel: string): boolean {
    return (this.listeners.get(channel)?.size ?? 0) > 0
  }
}
