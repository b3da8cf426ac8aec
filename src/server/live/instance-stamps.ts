import type { Database } from '../db/connect'

/** Prefix of the rows of `resource_stamp` that hold the position of a person's last write. */
const POSITION_PREFIX = 'position:'
/** Returns the name of the row of `resource_stamp` with the write-ahead log position of a person's last write. */
export const toPositionName = (personId: string): string => `${POSITION_PREFIX}${personId}`

/**
 * Announces changes between several instances on one PostgreSQL. After a commit and before its answer, an instance
 * gives the changed resources new stamps. Before it answers a call, an instance compares all stamps with the stamps of
 * its last read. A list therefore contains every write that any instance has acknowledged.
 */
export class InstanceStamps {
  readonly #stamps = new Map<string, string>()
  /** All stamps as last read. */
  #lastStampsText: string | null = null
  readonly #sharedRead: SharedRun

  /** @param onChanged receives the resources whose stamps have changed since the last read */
  constructor(
    private readonly db: Pick<Database, 'pool' | 'replicaPool'>,
    private readonly site: number,
    private readonly onChanged: (resources: string[]) => void,
  ) {
    this.#sharedRead = new SharedRun(() => this.#readStamps())
  }

  /**
   * Gives resources new stamps and sends `payload` to other instances, in one statement that does not wait for the
   * disk. With a standby it also stores how far the standby must be before it answers the writers.
   */
  async renew(
    resources: readonly string[],
    writerIds: readonly string[],
    channel: string,
    payload: string,
  ): Promise<void> {
    const positionNames = this.db.replicaPool ? writerIds.map(toPositionName).sort() : []
    await this.db.pool.query({
      name: 'renew-stamps',
      text: RENEW_SQL,
      values: [this.site, [...resources].sort(), positionNames, channel, payload],
    })
  }
  /** Resolves when every change acknowledged before this call is known here. Concurrent calls share one read. */
  catchUp(): Promise<void> {
    return this.#sharedRead.run()
  }
  /** Discards all stamps after a lost connection. */
  forget(): void {
    this.#lastStampsText = null
    this.#stamps.clear()
  }

  async #readStamps(): Promise<void> {
    const { rows } = await this.db.pool.query<{ stamps: string | null }>({
      name: 'read-stamps',
      text: READ_SQL,
      values: [this.site],
    })
    const text = rows[0]?.stamps ?? ''
    if (text === this.#lastStampsText) return
    this.#lastStampsText = text
    const changedResources: string[] = []
    for (const entry of text.split(',').filter(Boolean)) {
      const [resource, stamp] = entry.split(' ') as [string, string]
      if (this.#stamps.get(resource) === stamp) continue
      this.#stamps.set(resource, stamp)
      changedResources.push(resource)
    }
    if (changedResources.length) this.onChanged(changedResources)
  }
}

// Names are sorted, so that two instances lock rows in the same order and cannot deadlock.
const RENEW_SQL = `
  with renewed as (
    insert into resource_stamp (site_id, resource, stamp)
    select $1, name, (random() * 9007199254740991)::bigint from unnest($2::text[]) name
    on conflict (site_id, resource) do update set stamp = excluded.stamp),
  positions as (
    insert into resource_stamp (site_id, resource, stamp)
    select $1, name, pg_current_wal_insert_lsn() - '0/0'::pg_lsn from unnest($3::text[]) name
    on conflict (site_id, resource) do update set stamp = greatest(resource_stamp.stamp, excluded.stamp))
  select set_config('synchronous_commit', 'off', true), pg_notify($4, $5)`
// There is no `order by`, because sorting would cost more than the rest of the query. Rows keep their order until one
// of them changes.
const READ_SQL = `select string_agg(resource || ' ' || stamp, ',') as stamps from resource_stamp
  where site_id = $1 and resource not like '${POSITION_PREFIX}%'`

/** Shares one run of some work among all callers who asked before it began. */
class SharedRun {
  #currentRun: Promise<void> | null = null
  #nextRun: Promise<void> | null = null

  constructor(private readonly work: () => Promise<void>) {}

  /** Resolves at the end of a run that begins after this call. */
  run(): Promise<void> {
    this.#nextRun ??= this.#runAfterCurrent()
    return this.#nextRun
  }
  async #runAfterCurrent(): Promise<void> {
    // A failure of the current run is reported to the callers of that run.
    await this.#currentRun?.catch(() => undefined)
    this.#nextRun = null
    this.#currentRun = this.work()
    await this.#currentRun
  }
}
