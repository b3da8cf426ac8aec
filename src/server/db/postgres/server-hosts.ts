/** Several hosts in the address of a PostgreSQL server, of which one takes writes at a time. */
import pg from 'pg'

const CONNECT_TIMEOUT_MS = 3_000
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
  get currentUrl(): string {
    return this.urls[this.currentIndex]!
  }
  /** Looks for the server that takes writes, first at the current one. Keeps the current one if none does. */
  async findPrimary(): Promise<void> {
    if (this.urls.length === 1) return
    const answers = await Promise.all(this.urls.map(takesWrites))
    const index = answers[this.currentIndex] ? this.currentIndex : answers.indexOf(true)
    if (index < 0 || index === this.currentIndex) return
    this.currentIndex = index
    this.onChange()
  }
}

async function takesWrites(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined) // reported by the query that it ends
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
