/**
 * LISTEN and NOTIFY on a dedicated connection, which is restored when it is lost. The same connection monitors the
 * server, so that health checks cost nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Channels, assertPayloadFits, type Health, type DatabaseLog } from '../backend'
import { DatabaseUnavailable } from '../errors'
import { LocalChannels } from '../local-channels'

const HEARTBEAT_INTERVAL_MS = 5_000
const HEARTBEAT_TIMEOUT_MS = 4_000
/** Short, because after a failover people wait until the new primary is found. */
const MAX_RECONNECT_DELAY_MS = 1_000

/** Channels between all instances on a PostgreSQL server. */
export class PostgresChannels implements Channels {
  private readonly localChannels: LocalChannels
  private readonly gapListeners = new Set<() => void>()
  private readonly subscribedChannels = new Set<string>()
  private client: pg.Client | undefined
  private unavailableReason: string | undefined = 'not connected yet'
  private isStopped = false
  private heartbeat: NodeJS.Timeout | undefined

  constructor(
    private readonly getConfig: () => Promise<pg.ClientConfig>,
    private readonly pool: pg.Pool,
    private readonly log: DatabaseLog,
  ) {
    this.localChannels = new LocalChannels(log)
  }

  async start(): Promise<void> {
    await this.connect()
    this.heartbeat = setInterval(() => void this.checkConnection(), HEARTBEAT_INTERVAL_MS)
    this.heartbeat.unref()
  }

  async publish(channel: string, payload: string): Promise<void> {
    assertPayloadFits(payload)
    await this.pool.query('select pg_notify($1, $2)', [channel, payload])
  }

  async subscribe(
    channel: string,
    onMessage: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>> {
    const unsubscribe = await this.localChannels.subscribe(channel, onMessage)
    const notifyGap = (): void => onGap?.()
    this.gapListeners.add(notifyGap)
    const isNew = !this.subscribedChannels.has(channel)
    this.subscribedChannels.add(channel)
    // If the connection is down, the next connection listens to all subscribed channels.
    if (isNew && this.client)
      await this.client
        .query(`listen ${pg.escapeIdentifier(channel)}`)
        .catch((error: unknown) => this.handleConnectionLoss(error))
    return async () => {
      await unsubscribe()
      this.gapListeners.delete(notifyGap)
      if (this.localChannels.hasListeners(channel)) return
      this.subscribedChannels.delete(channel)
      await this.client
        ?.query(`unlisten ${pg.escapeIdentifier(channel)}`)
        .catch((error: unknown) => this.handleConnectionLoss(error))
    }
  }

  getHealth(): Health {
    return this.unavailableReason === undefined ? { ok: true } : { ok: false, why: this.unavailableReason }
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.unavailableReason = 'closed'
    clearInterval(this.heartbeat)
    const client = this.client
    this.client = undefined
    // The server may be gone already, which is fine.
    await client
      ?.end()
      .catch((error: unknown) => this.log.info({ err: error }, 'the listening connection did not close in order'))
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      ...(await this.getConfig()),
      statement_timeout: false,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
    })
    client.on('error', (error) => this.handleConnectionLoss(error, client))
    client.on('end', () => this.handleConnectionLoss(new Error('the connection ended'), client))
    client.on('notification', ({ channel, payload }) => this.localChannels.deliver(channel, payload ?? ''))
    await client.connect()
    if (this.isStopped) {
      await client.end()
      return
    }
    try {
      await assertPrimary(client)
    } catch (error) {
      await client.end()
      throw error
    }
    for (const channel of this.subscribedChannels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    this.client = client
    this.unavailableReason = undefined
  }

  private handleConnectionLoss(error: unknown, client = this.client): void {
    if (this.isStopped || !client || client !== this.client) return
    this.client = undefined
    this.unavailableReason = error instanceof Error ? error.message : String(error)
    this.log.warn({ err: error }, 'the listening connection to PostgreSQL was lost')
    client
      .end()
      .catch((reason: unknown) => this.log.info({ err: reason }, 'the lost connection did not close in order'))
    void this.reconnect()
  }

  private async reconnect(): Promise<void> {
    for (let delayMs = 100; !this.isStopped && !this.client; delayMs = Math.min(delayMs * 2, MAX_RECONNECT_DELAY_MS)) {
      await pause(delayMs / 2 + Math.random() * (delayMs / 2), undefined, { ref: false })
      try {
        await this.connect()
      } catch (error) {
        this.unavailableReason = error instanceof Error ? error.message : String(error)
      }
    }
    if (this.isStopped) return
    this.log.info('the listening connection to PostgreSQL is back')
    for (const notifyGap of Array.from(this.gapListeners)) notifyGap()
  }

  /**
   * Probes the connection, because a connection whose other end vanished looks alive until it is used. A connection to a
   * server that became a standby is dropped as well; a new connection reaches the new primary.
   */
  private async checkConnection(): Promise<void> {
    const client = this.client
    if (!client) return
    const timeout = setTimeout(
      () => this.handleConnectionLoss(new Error(`no answer within ${HEARTBEAT_TIMEOUT_MS} ms`), client),
      HEARTBEAT_TIMEOUT_MS,
    )
    try {
      await assertPrimary(client)
    } catch (error) {
      this.handleConnectionLoss(error, client)
    } finally {
      clearTimeout(timeout)
    }
  }
}

/** @throws DatabaseUnavailable on a standby, which does not accept writes */
async function assertPrimary(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (rows[0]?.standby) throw new DatabaseUnavailable('the PostgreSQL server is a read-only standby')
}
