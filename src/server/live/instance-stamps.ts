import type { Database } from '../db/connect'

/**
 * What several instances on one PostgreSQL know of each other's changes. After a commit, and before it is answered, the
 * instance gives the changed resources new stamps; before a call is answered, its instance compares all stamps with those
 * it saw last. So nobody is shown a list that is older than a write that was acknowledged, by whichever instance.
 */
export class InstanceStamps {
  readonly #stamps = new Map<string, string>()
  /** All stamps as the last look found them. */
  #text: string | null = null
  readonly #looks: Grouped

  /** @param onChanged told the resources whose stamps are others than at the last look */
  constructor(
    private readonly db: Pick<Database, 'pool'>,
    private readonly site: number,
    private readonly onChanged: (resources: string[]) => void,
  ) {
    this.#looks = new Grouped(() => this.#look())
  }

  /** Gives resources new stamps and tells the other instances by `payload`, in one statement that does not wait for the disk. */
  async renew(resources: readonly string[], channel: string, payload: string): Promise<void> {
    await this.db.pool.query({
      name: 'renew-stamps',
      text: RENEW,
      values: [this.site, [...resources].sort(), channel, payload],
    })
  }
  /** Resolves when every change that was acknowledged before this call is known here. Calls that come together share a look. */
  catchUp(): Promise<void> {
    return this.#looks.run()
  }
  /** The connection was lost: what was seen proves nothing. */
  forget(): void {
    this.#text = null
    this.#stamps.clear()
  }

  async #look(): Promise<void> {
    const { rows } = await this.db.pool.query<{ stamps: string | null }>({
      name: 'read-stamps',
      text: READ,
      values: [this.site],
    })
    const text = rows[0]?.stamps ?? ''
    if (text === this.#text) return
    this.#text = text
    const changed: string[] = []
    for (const entry of text.split(',').filter(Boolean)) {
      const [resource, stamp] = entry.split(' ') as [string, string]
      if (this.#stamps.get(resource) === stamp) continue
      this.#stamps.set(resource, stamp)
      changed.push(resource)
    }
    if (changed.length) this.onChanged(changed)
  }
}

// Rows are locked in the order of their names, so that two instances never wait for each other.
const RENEW = `
  with renewed as (
    insert into resource_stamp (site_id, resource, stamp)
    select $1, name, (random() * 9007199254740991)::bigint from unnest($2::text[]) name
    on conflict (site_id, resource) do update set stamp = excluded.stamp)
  select set_config('synchronous_commit', 'off', true), pg_notify($3, $4)`
// Without an order, which costs more than the rest: rows change their places only when one of them changes.
const READ = `select string_agg(resource || ' ' || stamp, ',') as stamps from resource_stamp where site_id = $1`

/** Work whose outcome may be shared by all who asked before it began. */
class Grouped {
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null

  constructor(private readonly work: () => Promise<void>) {}

  /** Resolves when a run that began after this call has ended. */
  run(): Promise<void> {
    this.#next ??= this.#afterRunning()
    return this.#next
  }
  async #afterRunning(): Promise<void> {
    // Whoever waits for the running one is told of its failure; this one finds out for itself.
    await this.#running?.catch(() => undefined)
    this.#next = null
    this.#running = this.work()
    await this.#running
  }
}
