/** Several hosts in the address of a PostgreSQL server, of which one takes writes at a time. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Timeout for a connection to one of several hosts: a host without network or power gives no answer at all. */
export const HOST_TIMEOUT_MS = 3_000
/** The current server is preferred if it answers within this time; then another server that takes writes is chosen. */
const CURRENT_HOST_PREFERENCE_MS = 500
const URL_PATTERN = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)([^/?]*)([^?]*)(\?.*)?$/

/**
 * Splits an address with several hosts (`postgres://user@db1:5432,db2/plant`) into one for each. The parameter
 * `target_session_attrs` is dropped: the program always looks for the server that takes writes.
 */
export function listHostUrls(url: string): string[] {
  const match = URL_PATTERN.exec(url)
  if (!match) return [url]
  const [, scheme, account, hosts, path, query = ''] = match
  const parameters = query
    .slice(1)
    .split('&')
    .filter((parameter) => parameter && !parameter.startsWith('target_session_attrs='))
    .join('&')
  return hosts!.split(',').map((host) => `${scheme}${account}${host}${path}${parameters ? `?${parameters}` : ''}`)
}
/** Describes the servers of an address by host, port and database, without user name and password. */
export function describeServer(url: string): string {
  const servers = listHostUrls(url).map((hostUrl) => new URL(hostUrl))
  return `${servers.map(({ hostname, port }) => `${hostname}:${port || '5432'}`).join(', ')}${servers[0]!.pathname}`
}

/** Tracks which of several servers takes writes. A single server is never queried. */
export class ServerHosts {
  private readonly urls: readonly string[]
  private currentIndex = 0

  /** @param onChange called when another server takes the writes */
  constructor(
    url: string,
    private readonly onChange: () => void = () => undefined,
  ) {
    this.urls = listHostUrls(url)
  }
  get hasSeveral(): boolean {
    return this.urls.length > 1
  }
  get currentUrl(): string {
    return this.urls[this.currentIndex]!
  }
  /**
   * Finds the server that takes writes, preferring the current one. Keeps the current server if none takes writes.
   * @returns false if none takes writes
   */
  async findPrimary(): Promise<boolean> {
    if (!this.hasSeveral) return true
    const probes = this.urls.map(takesWrites)
    const isCurrentPrimary = await Promise.race([probes[this.currentIndex]!, pause(CURRENT_HOST_PREFERENCE_MS, false)])
    const index = isCurrentPrimary ? this.currentIndex : await findFirstTrueIndex(probes)
    if (index < 0) return false
    if (index !== this.currentIndex) {
      this.currentIndex = index
      this.onChange()
    }
    return true
  }
}

/** @returns the index of the promise that is the first to become true, -1 if none does */
const findFirstTrueIndex = (promises: readonly Promise<boolean>[]): Promise<number> =>
  Promise.any(
    promises.map(async (promise, index) => {
      if (!(await promise)) throw new Error('false')
      return index
    }),
  ).catch(() => -1)

async function takesWrites(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: HOST_TIMEOUT_MS,
    query_timeout: HOST_TIMEOUT_MS,
  })
  client.on('error', () => undefined) // the failing query reports the error
  try {
    await client.connect()
    const { rows } = await client.query<{ state: string }>(`select current_setting('transaction_read_only') as state`)
    return rows[0]?.state === 'off'
  } catch {
    return false // it is down, or does not let this account in; the connection attempt that follows reports it
  } finally {
    await client.end().catch(() => undefined)
  }
}
